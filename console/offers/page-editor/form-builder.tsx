import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Fieldset, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { type Field, fieldsOf } from '../page-form/form-schema.ts'
import { FormBuilderField } from './form-builder-field.tsx'
import { FormBuilderPart } from './form-builder-part.tsx'
import { isName, newField, type Page, type Part, type SampleItem, withFields } from './form-parts.ts'
import { FormPreview } from './form-preview.tsx'

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
      <Parts parts={value.show ?? []} columns={columns} onChange={(show) => onChange({ ...value, show })} />
      <Questions fields={fieldsOf(value.answerSchema)} onChange={(fields) => onChange(withFields(value, fields))} />
      <FormPreview page={value} sampleItems={sampleItems} />
    </Stack>
  )
}

type PartsProps = {
  readonly parts: readonly Part[]
  readonly columns: readonly string[]
  readonly onChange: (parts: Part[]) => void
}

/** What is shown of an item. */
function Parts({ parts, columns, onChange }: PartsProps) {
  const { t } = useLingui()
  const add = () => onChange([...parts, { kind: 'text', value: columns[0] ? `{{${columns[0]}}}` : '' }])
  return (
    <Fieldset legend={t`What executors see`}>
      <Stack gap="sm">
        {parts.map((part, place) => (
          <FormBuilderPart
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name, and their inputs have no state.
            key={place}
            part={part}
            place={place}
            columns={columns}
            onChange={(next) => onChange(parts.map((each, at) => (at === place ? next : each)))}
            onRemove={() => onChange(parts.filter((_, at) => at !== place))}
          />
        ))}
        {parts.length < partsMax && (
          <Group>
            <Button variant="light" size="compact-md" onClick={add}>
              <Trans>Show something else</Trans>
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  )
}

type QuestionsProps = { readonly fields: readonly Field[]; readonly onChange: (fields: readonly Field[]) => void }

/** What is asked about an item. */
function Questions({ fields, onChange }: QuestionsProps) {
  const { t } = useLingui()
  // Inputs keep what is typed. Others stand in the place of a question after one is removed.
  const [removed, setRemoved] = useState(0)
  const remove = (place: number) => {
    setRemoved(removed + 1)
    onChange(fields.filter((_, at) => at !== place))
  }
  return (
    <Fieldset legend={t`Questions`}>
      <Stack gap="md">
        {fields.map((field, place) => (
          <FormBuilderField
            // biome-ignore lint/suspicious/noArrayIndexKey: the name of a question changes while it is typed.
            key={`${removed} ${place}`}
            field={field}
            place={place}
            taken={fields.map(({ key }) => key)}
            onChange={(next) => onChange(fields.map((each, at) => (at === place ? next : each)))}
            onRemove={fields.length > 1 ? () => remove(place) : undefined}
          />
        ))}
        {fields.length < fieldsMax && (
          <Group>
            <Button
              variant="light"
              size="compact-md"
              onClick={() => onChange([...fields, newField(fields, 'choice', [t`Yes`, t`No`])])}
            >
              <Trans>Add a question</Trans>
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  )
}
