import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Fieldset, Group, Input, Stack, Text } from '@mantine/core'
import type { ComponentType } from 'react'
import { UserText } from '../user-text.tsx'
import { SchemaField } from './field.tsx'
import type { Fields, Member } from './member.ts'
import { useMemberDescription, useMemberName } from './names.ts'
import { emptyValue, isRecord, type Schema, typeOf } from './schema.ts'

/** Renders a record in the list; passed in because records and lists are mutually recursive. */
type Inner = { readonly inner: ComponentType<Fields> }

const itemsOf = ({ form, path }: Member): readonly unknown[] => {
  const value = path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], form.getValues())
  return Array.isArray(value) ? value : []
}

/** Field for several values: checkboxes if all choices are known, otherwise fields that can be added. */
export function SchemaList({ member, inner }: Inner & { readonly member: Member }) {
  const { schema } = member
  const nameOf = useMemberName()
  const description = useMemberDescription()(member.memberKey, schema)
  if (schema.items?.enum) return <CheckboxList {...member} />
  return (
    <Fieldset legend={nameOf(member.memberKey, schema)}>
      <Stack gap="sm">
        {description && <Input.Description>{description}</Input.Description>}
        <Elements member={member} inner={inner} />
        {member.form.errors[member.path] && <Input.Error role="alert">{member.form.errors[member.path]}</Input.Error>}
      </Stack>
    </Fieldset>
  )
}

function CheckboxList(member: Member) {
  const { schema } = member
  const nameOf = useMemberName()
  return (
    <Checkbox.Group
      label={nameOf(member.memberKey, schema)}
      description={schema.description}
      withAsterisk={member.isRequired}
      {...member.form.getInputProps(member.path)}
    >
      <Group mt="xs">
        {(schema.items?.enum ?? []).map((choice) => (
          <Checkbox key={String(choice)} value={String(choice)} label={String(choice)} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}

/** Whether the elements have read-only members. Their number is then fixed. */
const isFixed = ({ items }: Schema): boolean => Object.values(items?.properties ?? {}).some(({ readOnly }) => readOnly)

function Elements({ member, inner }: Inner & { readonly member: Member }) {
  const { schema, form, path, memberKey } = member
  const { t } = useLingui()
  const nameOf = useMemberName()
  const element = schema.items ?? {}
  const items = itemsOf(member)
  const name = nameOf(memberKey, schema)
  return (
    <>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: elements have no other identity.
        <Group key={index} align="flex-end" gap="xs" wrap="nowrap">
          <Element member={member} item={item} index={index} inner={inner} />
          {!isFixed(schema) && (
            <Button
              variant="subtle"
              color="red"
              size="compact-md"
              aria-label={t`Remove ${index + 1} of ${name}`}
              onClick={() => form.removeListItem(path, index)}
            >
              ✕
            </Button>
          )}
        </Group>
      ))}
      {!isFixed(schema) && items.length < (schema.maxItems ?? Number.POSITIVE_INFINITY) && (
        <Group>
          <Button variant="light" size="compact-md" onClick={() => form.insertListItem(path, emptyValue(element))}>
            <Trans>Add</Trans>
          </Button>
        </Group>
      )}
    </>
  )
}

type ElementProps = Inner & { readonly member: Member; readonly item: unknown; readonly index: number }

function Element({ member, item, index, inner: InnerFields }: ElementProps) {
  const { form, path, schema } = member
  const element = schema.items ?? {}
  const elementPath = `${path}.${index}`
  if (typeOf(element) !== 'object')
    return (
      <Stack flex={1}>
        <SchemaField
          form={form}
          path={elementPath}
          memberKey=""
          schema={{ ...element, title: `${index + 1}` }}
          isRequired
        />
      </Stack>
    )
  return (
    <Stack gap="xs" flex={1}>
      <ReadOnlyMembers item={item} schema={element} />
      {schema.hints?.[index] && <UserText text={schema.hints[index]} size="sm" c="dimmed" />}
      <InnerFields schema={element} form={form} name={elementPath} />
    </Stack>
  )
}

/** The read-only members of an element. */
function ReadOnlyMembers({ item, schema }: { readonly item: unknown; readonly schema: Schema }) {
  const readOnlyMembers = Object.entries(schema.properties ?? {}).filter(([, { readOnly }]) => readOnly)
  if (!isRecord(item) || readOnlyMembers.length === 0) return null
  return (
    <Text fw={600} component="div">
      {readOnlyMembers.map(([key]) => (
        <UserText key={key} text={String(item[key] ?? '')} fw={600} />
      ))}
    </Text>
  )
}
