import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Fieldset, Group, Input, Stack, Text } from '@mantine/core'
import type { ComponentType } from 'react'
import { UserText } from '../user-text.tsx'
import { SchemaField } from './field.tsx'
import type { Fields, Member } from './member.ts'
import { useMemberAbout, useMemberNames } from './names.ts'
import { blank, isNamed, type Schema, typeOf } from './schema.ts'

/** Renders a record in the list; passed in because records and lists are mutually recursive. */
type Inner = { readonly inner: ComponentType<Fields> }

const itemsOf = ({ form, path }: Member): readonly unknown[] => {
  const value = path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], form.getValues())
  return Array.isArray(value) ? value : []
}

/** Field for several values: checkboxes if all choices are known, otherwise fields that can be added. */
export function SchemaList({ member, inner }: Inner & { readonly member: Member }) {
  const { schema } = member
  const nameOf = useMemberNames()
  const about = useMemberAbout()(member.memberKey, schema)
  if (schema.items?.enum) return <Ticks {...member} />
  return (
    <Fieldset legend={nameOf(member.memberKey, schema)}>
      <Stack gap="sm">
        {about && <Input.Description>{about}</Input.Description>}
        <Elements member={member} inner={inner} />
        {member.form.errors[member.path] && <Input.Error role="alert">{member.form.errors[member.path]}</Input.Error>}
      </Stack>
    </Fieldset>
  )
}

function Ticks(member: Member) {
  const { schema } = member
  const nameOf = useMemberNames()
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
const isGiven = ({ items }: Schema): boolean => Object.values(items?.properties ?? {}).some(({ readOnly }) => readOnly)

function Elements({ member, inner }: Inner & { readonly member: Member }) {
  const { schema, form, path, memberKey } = member
  const { t } = useLingui()
  const nameOf = useMemberNames()
  const element = schema.items ?? {}
  const items = itemsOf(member)
  const name = nameOf(memberKey, schema)
  return (
    <>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing but their order.
        <Group key={index} align="flex-end" gap="xs" wrap="nowrap">
          <Element member={member} item={item} index={index} inner={inner} />
          {!isGiven(schema) && (
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
      {!isGiven(schema) && items.length < (schema.maxItems ?? Number.POSITIVE_INFINITY) && (
        <Group>
          <Button variant="light" size="compact-md" onClick={() => form.insertListItem(path, blank(element))}>
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
  const here = `${path}.${index}`
  if (typeOf(element) !== 'object')
    return (
      <Stack flex={1}>
        <SchemaField form={form} path={here} memberKey="" schema={{ ...element, title: `${index + 1}` }} isRequired />
      </Stack>
    )
  return (
    <Stack gap="xs" flex={1} className="element">
      <Given item={item} schema={element} />
      {schema.hints?.[index] && <UserText text={schema.hints[index]} size="sm" c="dimmed" />}
      <InnerFields schema={element} form={form} name={here} />
    </Stack>
  )
}

/** The read-only members of an element. */
function Given({ item, schema }: { readonly item: unknown; readonly schema: Schema }) {
  const given = Object.entries(schema.properties ?? {}).filter(([, { readOnly }]) => readOnly)
  if (!isNamed(item) || given.length === 0) return null
  return (
    <Text fw={600} component="div">
      {given.map(([key]) => (
        <UserText key={key} text={String(item[key] ?? '')} fw={600} />
      ))}
    </Text>
  )
}
