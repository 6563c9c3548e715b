import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Collapse, Fieldset, Group, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import type { PersistedForm } from '../ui/persisted-form.ts'
import { SchemaFields } from '../ui/schema/form.tsx'
import { emptyValue, isRecord } from '../ui/schema/schema.ts'
import type { Draft } from './draft.ts'

type SchemaEditorProps = { readonly form: PersistedForm<Draft>; readonly path: string; readonly title: string }

const formatJson = (schema: unknown): string => JSON.stringify(schema, null, 2)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Edits a JSON Schema as text, validated while typing, next to a preview of its form. */
export function SchemaEditor({ form, path, title }: SchemaEditorProps) {
  const { t } = useLingui()
  const { value, error } = form.getInputProps(path)
  const [text, setText] = useState(() => formatJson(value))
  const [isPreviewOpen, preview] = useDisclosure()
  const parsed = parseJson(text)
  const syntaxError = isRecord(parsed) ? undefined : t`This is not a valid JSON object yet, so it is not applied.`
  const change = (newText: string) => {
    setText(newText)
    const schema = parseJson(newText)
    if (isRecord(schema)) form.setFieldValue(path, schema as never)
  }
  return (
    <Fieldset legend={title}>
      <Stack gap="sm">
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
        <Group gap="xs">
          <Button variant="default" size="xs" disabled={!isRecord(parsed)} onClick={() => setText(formatJson(parsed))}>
            <Trans>Format</Trans>
          </Button>
          <Button variant="default" size="xs" aria-expanded={isPreviewOpen} onClick={preview.toggle}>
            {isPreviewOpen ? <Trans>Hide the form</Trans> : <Trans>Show the form</Trans>}
          </Button>
        </Group>
        <Collapse expanded={isPreviewOpen}>
          {isPreviewOpen && <Preview key={JSON.stringify(value)} schema={value} />}
        </Collapse>
      </Stack>
    </Fieldset>
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
