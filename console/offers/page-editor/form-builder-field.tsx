import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Fieldset, Group, NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { NumberField } from '../../ui/input/number-field.tsx'
import { type Labels, useLabels } from '../../ui/labels.ts'
import type { Field, Input } from '../page-form/form-schema.ts'
import { isMarks } from '../page-form/form-schema.ts'
import { hasLines, linesOf, withInput, withLines } from './form-fields.ts'
import type { Part } from './form-parts.ts'
import { MarkedPartField } from './marked-part-field.tsx'
import { missingPart } from './marked-parts.ts'
import { MoveButtons } from './move-buttons.tsx'

const inputLabels: Labels = {
  choice: msg`One choice`,
  choices: msg`Several choices`,
  text: msg({ message: 'Text', context: 'answer' }),
  number: msg({ message: 'Number', context: 'answer' }),
  rating: msg`Rating`,
  date: msg({ message: 'Date', context: 'answer' }),
  boxes: msg`Boxes on a picture`,
  points: msg`Points on a picture`,
  spans: msg`Marked words of a text`,
  compare: msg`Comparison of two`,
}

type FieldProps = { readonly field: Field; readonly onChange: (field: Field) => void }
type FormBuilderFieldProps = FieldProps & {
  /** What the form shows. */
  readonly show: readonly Part[]
  readonly place: number
  /** The names of all fields. */
  readonly taken: readonly string[]
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: (() => void) | undefined
}

/** One question: its text, the kind of answer, and what can be chosen. */
export function FormBuilderField({ field, show, place, taken, onChange, onMove, onRemove }: FormBuilderFieldProps) {
  const { t } = useLingui()
  const { schema, input, isRequired } = field
  const number = place + 1
  return (
    <Fieldset legend={t`Question ${number}`} variant="filled">
      <Stack gap="sm">
        <TextInput
          label={t`Question`}
          dir="auto"
          maxLength={500}
          value={schema.title ?? ''}
          onChange={({ currentTarget: { value } }) => {
            const { title: _, ...rest } = schema
            onChange({ ...field, schema: value === '' ? rest : { title: value, ...rest } })
          }}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <KindField field={field} show={show} onChange={onChange} />
          <NameField field={field} taken={taken} onChange={onChange} />
        </SimpleGrid>
        <MarkedPartField field={field} show={show} onChange={onChange} />
        {hasLines(input) && <LinesField key={input} field={field} onChange={onChange} />}
        {(input === 'number' || input === 'rating') && <RangeFields field={field} onChange={onChange} />}
        <Group justify="space-between">
          <Checkbox
            label={t`Required`}
            checked={isRequired}
            onChange={({ currentTarget: { checked } }) => onChange({ ...field, isRequired: checked })}
          />
          <Group gap="xs">
            <MoveButtons
              {...{ place, count: taken.length, onMove }}
              labels={[t`Move question ${number} up`, t`Move question ${number} down`]}
            />
            {onRemove && (
              <Button variant="subtle" color="red" size="compact-sm" onClick={onRemove}>
                {t`Remove question ${number}`}
              </Button>
            )}
          </Group>
        </Group>
      </Stack>
    </Fieldset>
  )
}

/** What kind of answer a question has. */
function KindField({ field, show, onChange }: FieldProps & { readonly show: readonly Part[] }) {
  const { t } = useLingui()
  const label = useLabels(inputLabels)
  const missing = missingPart(field, show)
  const needs = {
    image: t`Show a picture above for it.`,
    text: t`Show a text above for it.`,
    two: t`Show two things above to compare.`,
  }
  return (
    <NativeSelect
      label={t`Kind of answer`}
      data={Object.keys(inputLabels).map((each) => ({ value: each, label: label(each) }))}
      value={field.input}
      onChange={({ currentTarget: { value } }) => onChange(withInput(field, value as Input))}
      error={missing && needs[missing]}
    />
  )
}

/** A number as a name would change the order of the fields. */
const isUsable = (name: string) => /^[^\d]/.test(name) && name !== '__proto__'

type NameFieldProps = FieldProps & { readonly taken: readonly string[] }

/** The name of an answer in results. A name that cannot be used is not taken over. */
function NameField({ field, taken, onChange }: NameFieldProps) {
  const { t } = useLingui()
  const [name, setName] = useState(field.key)
  const isFree = (next: string) => next === field.key || (isUsable(next) && !taken.includes(next))
  const change = (next: string) => {
    setName(next)
    if (isFree(next)) onChange({ ...field, key: next })
  }
  return (
    <TextInput
      label={t`Column in the results`}
      maxLength={64}
      value={name}
      onChange={({ currentTarget: { value } }) => change(value.trim())}
      error={!isFree(name) ? t`Use another name, which begins with a letter.` : undefined}
    />
  )
}

/** The values to choose from, or the labels of marks, one per line. */
function LinesField({ field, onChange }: FieldProps) {
  const { t } = useLingui()
  const [text, setText] = useState(linesOf(field).join('\n'))
  const isOptional = isMarks(field)
  const change = (value: string) => {
    setText(value)
    const lines = value.split('\n').map((line) => line.trim())
    onChange(withLines(field, [...new Set(lines.filter(Boolean))]))
  }
  return (
    <Textarea
      label={isOptional ? t`Labels, one per line` : t`Choices, one per line`}
      autosize
      minRows={2}
      maxRows={12}
      dir="auto"
      value={text}
      error={!isOptional && text.trim() === '' ? t`Enter at least one choice.` : undefined}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  )
}

function RangeFields({ field, onChange }: FieldProps) {
  const { t } = useLingui()
  const { schema, input } = field
  const isRating = input === 'rating'
  const set = (name: 'minimum' | 'maximum') => (value: number | '') => {
    if (value === '' && isRating) return
    const { [name]: _, ...rest } = schema
    onChange({ ...field, schema: value === '' ? rest : { ...rest, [name]: value } })
  }
  const shared = isRating ? {} : { fractionDigits: 4, allowNegative: true }
  return (
    <SimpleGrid cols={2} spacing="sm">
      <NumberField label={t`Minimum`} value={schema.minimum ?? ''} onChange={set('minimum')} {...shared} />
      <NumberField label={t`Maximum`} value={schema.maximum ?? ''} onChange={set('maximum')} {...shared} />
    </SimpleGrid>
  )
}
