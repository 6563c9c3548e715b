import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Fieldset, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { isName } from '../page-form/fill.ts'
import { type Field, fieldsOf } from '../page-form/form-schema.ts'
import { FormBuilderField } from './form-builder-field.tsx'
import { FormBuilderPart } from './form-builder-part.tsx'
import { newField, withFields } from './form-fields.ts'
import type { Page, Part, SampleItem } from './form-parts.ts'
import { FormPreview } from './form-preview.tsx'
import { moved, withMovedPart, without, withoutPart, withParts } from './marked-parts.ts'

const [partsMax, fieldsMax] = [10, 50]

type FormBuilderProps = {
  readonly value: Page
  readonly onChange: (page: Page) => void
  readonly sampleItems: readonly SampleItem[]
}

/** Builds a form: what is shown, what is asked, and how it looks with a sample item. */
export function FormBuilder({ value, onChange, sampleItems }: FormBuilderProps) {
  const columns = [...new Set(sampleItems.flatMap(({ data }) => Object.keys(data)))].filter(isName)
  return (
    <Stack gap="md">
      <Parts page={value} columns={columns} onChange={onChange} />
      <Questions page={value} onChange={onChange} />
      <FormPreview page={value} sampleItems={sampleItems} />
    </Stack>
  )
}

/** Returns keys for the entries of a list. An entry keeps its key when it moves, and so its focus and text. */
function useEntryKeys(max: number) {
  const [keys, setKeys] = useState<readonly number[]>(() => Array.from({ length: max }, (_, place) => place))
  return {
    keys,
    onMoved: (place: number, by: -1 | 1) => setKeys(moved(keys, place, by)),
    onRemoved: (place: number) => setKeys([...without(keys, place), Math.max(...keys) + 1]),
  }
}

type PartsProps = {
  readonly page: Page
  readonly columns: readonly string[]
  readonly onChange: (page: Page) => void
}

/** What is shown of an item. */
function Parts({ page, columns, onChange }: PartsProps) {
  const { t } = useLingui()
  const { keys, onMoved, onRemoved } = useEntryKeys(partsMax)
  const parts = page.show ?? []
  const set = (next: readonly Part[]) => onChange(withParts(page, next))
  return (
    <Fieldset legend={t`What executors see`}>
      <Stack gap="sm">
        {parts.map((part, place) => (
          <FormBuilderPart
            key={keys[place]}
            part={part}
            place={place}
            count={parts.length}
            columns={columns}
            onChange={(next) => set(parts.with(place, next))}
            onMove={(by) => {
              onMoved(place, by)
              onChange(withMovedPart(page, place, by))
            }}
            onRemove={() => {
              onRemoved(place)
              onChange(withoutPart(page, place))
            }}
          />
        ))}
        {parts.length < partsMax && (
          <Group>
            <Button
              variant="light"
              size="compact-md"
              onClick={() => set([...parts, { kind: 'text', value: columns[0] ? `{{${columns[0]}}}` : '' }])}
            >
              <Trans>Show something else</Trans>
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  )
}

/** What is asked about an item. */
function Questions({ page, onChange }: Omit<PartsProps, 'columns'>) {
  const { t } = useLingui()
  const { keys, onMoved, onRemoved } = useEntryKeys(fieldsMax)
  const fields = fieldsOf(page.answerSchema)
  const set = (next: readonly Field[]) => onChange(withFields(page, next))
  const remove = (place: number) => {
    onRemoved(place)
    set(without(fields, place))
  }
  return (
    <Fieldset legend={t`Questions`}>
      <Stack gap="md">
        {fields.map((field, place) => (
          <FormBuilderField
            key={keys[place]}
            field={field}
            show={page.show ?? []}
            place={place}
            taken={fields.map(({ key }) => key)}
            onChange={(next) => set(fields.with(place, next))}
            onMove={(by) => {
              onMoved(place, by)
              set(moved(fields, place, by))
            }}
            onRemove={fields.length > 1 ? () => remove(place) : undefined}
          />
        ))}
        {fields.length < fieldsMax && (
          <Group>
            <Button
              variant="light"
              size="compact-md"
              onClick={() => set([...fields, newField(fields, 'choice', [t`Yes`, t`No`])])}
            >
              <Trans>Add a question</Trans>
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  )
}
