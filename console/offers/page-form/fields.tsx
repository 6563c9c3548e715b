import { useLingui } from '@lingui/react/macro'
import { Checkbox, Group, Kbd, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'
import { NumberField } from '../../ui/input/number-field.tsx'
import { useMemberDescription, useMemberName } from '../../ui/schema/names.ts'
import { typeOf } from '../../ui/schema/schema.ts'
import { type Choice, choicesOf, type Field, isMarks } from './form-schema.ts'

export type FieldProps = {
  readonly field: Field
  readonly value: unknown
  readonly error: string | undefined
  readonly isActive: boolean
  /** The label that the next mark gets. */
  readonly markLabel: string | undefined
  readonly onChange: (value: unknown) => void
  readonly onActivate: () => void
  /** Enter in a text: goes on. */
  readonly onEnter: () => void
  /** Chooses the label of the next mark. */
  readonly onLabel: (label: string) => void
  /** Adds a box or point in the middle. */
  readonly onAdd: () => void
}

const decimalsMax = 10

/** A field of a form, with the keys of its choices if they choose now. */
export function WorkField(props: FieldProps) {
  const { field, isActive, onActivate } = props
  return (
    <div className={isActive ? 'work-active' : 'work-field'} onFocusCapture={onActivate} data-field={field.key}>
      <FieldInput {...props} />
    </div>
  )
}

function FieldInput(props: FieldProps) {
  const { field } = props
  if (isMarks(field)) return <MarkLabels {...props} />
  if (field.input === 'choices') return <SeveralField {...props} />
  if (field.input === 'choice' || field.input === 'compare' || field.input === 'rating') return <OneField {...props} />
  return <TypedField {...props} />
}

function useLabels({ field: { key, schema, isRequired }, error }: FieldProps) {
  const [nameOf, descriptionOf] = [useMemberName(), useMemberDescription()]
  const description = descriptionOf(key, schema)
  return { label: nameOf(key, schema), withAsterisk: isRequired, error, ...(description ? { description } : {}) }
}

/** Returns the choices of a field with their names in the reader's language. */
export function useChoices(field: Field): (Choice & { readonly name: string })[] {
  const { t, i18n } = useLingui()
  const own = (value: unknown) => (value === true ? t`Yes` : value === false ? t`No` : String(value))
  return choicesOf(field, i18n.locale).map((choice) => ({ ...choice, name: choice.label ?? own(choice.value) }))
}

const named = (name: string, hotkey: string, isActive: boolean): ReactNode => (
  <>
    <span dir="auto">{name}</span> {isActive && hotkey && <Kbd aria-hidden>{hotkey}</Kbd>}
  </>
)

function OneField(props: FieldProps) {
  const choices = useChoices(props.field)
  const at = choices.findIndex(({ value }) => value === props.value)
  return (
    <Radio.Group
      {...useLabels(props)}
      value={at < 0 ? '' : String(at)}
      onChange={(place) => props.onChange(choices[Number(place)]?.value)}
    >
      <Choices isRow={props.field.input === 'rating'}>
        {choices.map(({ name, hotkey }, place) => (
          <Radio key={name} value={String(place)} label={named(name, hotkey, props.isActive)} aria-label={name} />
        ))}
      </Choices>
    </Radio.Group>
  )
}

function SeveralField(props: FieldProps) {
  const choices = useChoices(props.field)
  const list: readonly unknown[] = Array.isArray(props.value) ? props.value : []
  return (
    <Checkbox.Group
      {...useLabels(props)}
      value={choices.flatMap(({ value }, place) => (list.includes(value) ? [String(place)] : []))}
      onChange={(places) => props.onChange(places.map((place) => choices[Number(place)]?.value))}
    >
      <Choices>
        {choices.map(({ name, hotkey }, place) => (
          <Checkbox key={name} value={String(place)} label={named(name, hotkey, props.isActive)} aria-label={name} />
        ))}
      </Choices>
    </Checkbox.Group>
  )
}

const Choices = ({ isRow = false, children }: { readonly isRow?: boolean; readonly children: ReactNode }) =>
  isRow ? (
    <Group gap="md" mt={6}>
      {children}
    </Group>
  ) : (
    <Stack gap={8} mt={6}>
      {children}
    </Stack>
  )

/** What the next mark is called. The marks themselves are on the picture or text. */
function MarkLabels(props: FieldProps) {
  const { t } = useLingui()
  const choices = useChoices(props.field)
  const marks: readonly unknown[] = Array.isArray(props.value) ? props.value : []
  const count = marks.length
  const { label, ...labels } = useLabels(props)
  return (
    <Radio.Group
      {...labels}
      label={`${label}: ${count}`}
      value={String(choices.findIndex(({ value }) => value === props.markLabel))}
    >
      <Choices isRow>
        {choices.map(({ name, hotkey }, place) => (
          <Radio
            key={name}
            value={String(place)}
            label={named(name, hotkey, props.isActive)}
            aria-label={name}
            onChange={() => props.onLabel(String(choices[place]?.value))}
          />
        ))}
        {props.field.input !== 'spans' && (
          <button type="button" className="work-add" onClick={props.onAdd}>
            {props.field.input === 'boxes' ? t`Add a box` : t`Add a point`} <Kbd aria-hidden>n</Kbd>
          </button>
        )}
      </Choices>
    </Radio.Group>
  )
}

function TypedField(props: FieldProps) {
  const { field, value, onChange, onEnter } = props
  const { schema } = field
  const shared = { ...useLabels(props), onKeyDown: keysOfText(onEnter) }
  if (field.input === 'number')
    return (
      <NumberField
        {...shared}
        value={typeof value === 'number' ? value : ''}
        onChange={(number) => onChange(number === '' ? undefined : number)}
        fractionDigits={typeOf(schema) === 'number' ? decimalsMax : 0}
        allowNegative={schema.minimum === undefined || schema.minimum < 0}
      />
    )
  const text = {
    ...shared,
    value: typeof value === 'string' ? value : '',
    dir: 'auto',
    ...(schema.maxLength ? { maxLength: schema.maxLength } : {}),
  }
  if (field.input === 'date')
    return <TextInput {...text} type="date" onChange={({ currentTarget }) => onChange(currentTarget.value)} />
  return (
    <Textarea
      {...text}
      autosize
      minRows={1}
      maxRows={12}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

/** Enter goes on, Shift and Enter begin a new line, and Escape leaves the text, so that keys choose again. */
const keysOfText = (onEnter: () => void) => (event: KeyboardEvent<HTMLElement>) => {
  if (event.nativeEvent.isComposing) return
  if (event.key === 'Escape') event.currentTarget.blur()
  if (event.key !== 'Enter' || event.shiftKey) return
  event.preventDefault()
  onEnter()
}
