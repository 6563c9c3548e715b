import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Collapse, Fieldset, Group, Input, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import type { PersistedForm } from '../ui/persisted-form.ts'
import { SchemaFields } from '../ui/schema/form.tsx'
import { emptyValue, isRecord } from '../ui/schema/schema.ts'
import type { Draft } from './draft.ts'
import { SchemaBuilder } from './schema-builder.tsx'
import type { Property } from './schema-fields.ts'

type SchemaEditorProps = { readonly form: PersistedForm<Draft>; readonly path: string; readonly title: string }

const formatJson = (schema: unknown): string => JSON.stringify(schema, null, 2)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Edits the fields of a JSON Schema, or the schema itself under Advanced, next to a preview of its form. */
export function SchemaEditor({ form, path, title }: SchemaEditorProps) {
  const { value, error } = form.getInputProps(path)
  const [isAdvanced, advanced] = useDisclosure()
  const [isPreviewOpen, preview] = useDisclosure()
  // Each side starts again with what the other one has changed.
  const [changes, setChanges] = useState({ byBuilder: 0, byText: 0 })
  const change = (schema: Property, side: keyof typeof changes) => {
    form.setFieldValue(path, schema as never)
    setChanges((now) => ({ ...now, [side]: now[side] + 1 }))
  }
  const schema = isRecord(value) ? value : {}
  return (
    <Fieldset legend={title}>
      <Stack gap="sm">
        <SchemaBuilder key={changes.byText} schema={schema} onChange={(next) => change(next, 'byBuilder')} />
        {error && !isAdvanced && <Input.Error role="alert">{error}</Input.Error>}
        <Group gap="xs">
          <Button variant="default" size="xs" aria-expanded={isAdvanced} onClick={advanced.toggle}>
            <Trans>Advanced</Trans>
          </Button>
          <Button variant="default" size="xs" aria-expanded={isPreviewOpen} onClick={preview.toggle}>
            {isPreviewOpen ? <Trans>Hide the form</Trans> : <Trans>Show the form</Trans>}
          </Button>
        </Group>
        {isAdvanced && (
          <SchemaText
            key={`text ${changes.byBuilder}`}
            schema={schema}
            onChange={(next) => change(next, 'byText')}
            error={error}
          />
        )}
        <Collapse expanded={isPreviewOpen}>
          {isPreviewOpen && <Preview key={JSON.stringify(value)} schema={value} />}
        </Collapse>
      </Stack>
    </Fieldset>
  )
}

type SchemaTextProps = {
  readonly schema: Property
  readonly onChange: (schema: Property) => void
  readonly error: ReactNode
}

/** The schema as JSON, validated while typing. */
function SchemaText({ schema, onChange, error }: SchemaTextProps) {
  const { t } = useLingui()
  const [text, setText] = useState(() => formatJson(schema))
  const parsed = parseJson(text)
  const syntaxError = isRecord(parsed) ? undefined : t`This is not a valid JSON object yet, so it is not applied.`
  const change = (newText: string) => {
    setText(newText)
    const next = parseJson(newText)
    if (isRecord(next)) onChange(next)
  }
  return (
    <>
      <Textarea
        label={t`JSON Schema`}
        spellCheck={false}
        dir="ltr"
        autosize
        minRows={4}
        maxRows={24}
        styles={{ input: { fontFamily: 'monospace', fontSize: '0.85rem' } }}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        error={syntaxError ?? error}
      />
      <Group>
        <Button variant="default" size="xs" disabled={!isRecord(parsed)} onClick={() => setText(formatJson(parsed))}>
          <Trans>Format</Trans>
        </Button>
      </Group>
    </>
  )
}

/** Preview of the form; values entered here are discarded. */
function Preview({ schema }: { readonly schema: unknown }) {
  const form = useForm<Record<string, unknown>>({
    mode: 'controlled',
    initialValues: { details: isRecord(schema) ? emptyValue(schema) : {} },
  })
  const isEmpty = !isRecord(schema) || !isRecord(schema.properties) || Object.keys(schema.properties).length === 0
  return (
    <Card withBorder>
      {isEmpty ? (
        <Text c="dimmed">
          <Trans>No fields.</Trans>
        </Text>
      ) : (
        <SchemaFields schema={schema} form={form} name="details" />
      )}
    </Card>
  )
}
