import { Fieldset, Stack } from '@mantine/core'
import { SchemaField } from './field.tsx'
import { SchemaList } from './list.tsx'
import type { AnyForm, Fields, Member } from './member.ts'
import { useMemberName } from './names.ts'
import { isRecord, type Schema, typeOf } from './schema.ts'

/** Fields for a schema with its descriptions; empty ones are not sent. */
export function SchemaFields({ schema, form, name }: Fields) {
  const shape: Schema = isRecord(schema) ? schema : {}
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

function SchemaMember(member: Member) {
  const nameOf = useMemberName()
  const { memberKey, schema, form, path } = member
  if (typeOf(schema) === 'array') return <SchemaList member={member} inner={SchemaFields} />
  if (typeOf(schema) !== 'object') return <SchemaField {...member} />
  return (
    <Fieldset legend={nameOf(memberKey, schema)}>
      <SchemaFields schema={schema} form={form} name={path} />
    </Fieldset>
  )
}
