import { Fieldset, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { isNamed, type Schema, typeOf } from './schema.ts'
import { SchemaField } from './schema-field.tsx'
import { SchemaList } from './schema-list.tsx'
import { useMemberNames } from './schema-names.ts'

export type AnyForm = Pick<
  UseFormReturnType<Record<string, unknown>>,
  'getInputProps' | 'getValues' | 'setFieldValue' | 'insertListItem' | 'removeListItem' | 'errors'
>

type Fields = {
  readonly schema: unknown
  /** A form of Mantine whose values hold an object under `name`, made by `blank(schema)`. */
  readonly form: unknown
  readonly name: string
}

/** Fields for what a schema describes, each with what the schema says of it; what is left empty is not sent. */
export function SchemaFields({ schema, form, name }: Fields) {
  const shape: Schema = isNamed(schema) ? schema : {}
  const required = shape.required ?? []
  return (
    <Stack gap="md">
      {Object.entries(shape.properties ?? {})
        .filter(([, each]) => !each.readOnly)
        .map(([key, each]) => (
          <SchemaMember
            key={key}
            memberKey={key}
            schema={each}
            form={form as AnyForm}
            path={`${name}.${key}`}
            isRequired={required.includes(key)}
          />
        ))}
    </Stack>
  )
}

export type Member = {
  readonly memberKey: string
  readonly schema: Schema
  readonly form: AnyForm
  readonly path: string
  readonly isRequired: boolean
}

function SchemaMember(member: Member) {
  const nameOf = useMemberNames()
  const { memberKey, schema, form, path } = member
  if (typeOf(schema) === 'array') return <SchemaList {...member} />
  if (typeOf(schema) !== 'object') return <SchemaField {...member} />
  return (
    <Fieldset legend={nameOf(memberKey, schema)}>
      <SchemaFields schema={schema} form={form} name={path} />
    </Fieldset>
  )
}
