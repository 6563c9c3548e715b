import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { SchemaFieldCard } from './schema-field-card.tsx'
import {
  type BuilderField,
  fieldsOf,
  isNewKey,
  moved,
  newField,
  otherRules,
  type Property,
  withFields,
} from './schema-fields.ts'

type SchemaBuilderProps = { readonly schema: Property; readonly onChange: (schema: Property) => void }

/** Edits the fields of a JSON Schema. It keeps, and names, the rules that it cannot show. */
export function SchemaBuilder({ schema, onChange }: SchemaBuilderProps) {
  const fields = fieldsOf(schema)
  const rules = otherRules(schema).join(', ')
  const set = (next: readonly BuilderField[]) => onChange(withFields(schema, next))
  const replace = (key: string, field: BuilderField) => set(fields.map((each) => (each.key === key ? field : each)))
  return (
    <Stack gap="sm">
      {rules !== '' && (
        <Alert color="yellow">
          <Trans>This form has more rules ({rules}). They are kept; edit them under Advanced.</Trans>
        </Alert>
      )}
      {fields.length === 0 && (
        <Text c="dimmed">
          <Trans>No fields yet.</Trans>
        </Text>
      )}
      {fields.map((field, index) => (
        <SchemaFieldCard
          key={field.key}
          field={field}
          isFirst={index === 0}
          isLast={index === fields.length - 1}
          onChange={(changed) => replace(field.key, changed)}
          onMove={(by) => set(moved(fields, index, by))}
          onRemove={() => set(fields.filter(({ key }) => key !== field.key))}
        />
      ))}
      <AddField isFree={(key) => isNewKey(key, schema)} onAdd={(key) => set([...fields, newField(key)])} />
    </Stack>
  )
}

type AddFieldProps = { readonly isFree: (key: string) => boolean; readonly onAdd: (key: string) => void }

function AddField({ isFree, onAdd }: AddFieldProps) {
  const { t } = useLingui()
  const [key, setKey] = useState('')
  const [isTried, setTried] = useState(false)
  const add = () => {
    setTried(!isFree(key))
    if (!isFree(key)) return
    onAdd(key)
    setKey('')
  }
  return (
    <Group align="flex-start" gap="xs">
      <TextInput
        label={t`Key of a new field`}
        description={t`Used by the API, such as pageUrl`}
        styles={{ input: { fontFamily: 'monospace' } }}
        value={key}
        onChange={(event) => {
          setKey(event.currentTarget.value)
          setTried(false)
        }}
        error={isTried ? t`Use letters, digits and underscores. Each key must be unique.` : undefined}
      />
      <Button variant="light" mt={{ base: 0, xs: 46 }} onClick={add}>
        <Trans>Add a field</Trans>
      </Button>
    </Group>
  )
}
