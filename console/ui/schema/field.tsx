import { useLingui } from '@lingui/react/macro'
import { Checkbox, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core'
import { useDecimalSeparator } from '../formatted.tsx'
import type { Member } from './member.ts'
import { useMemberDescription, useMemberName } from './names.ts'
import { typeOf } from './schema.ts'

/** Texts with a longer maximum get a multi-line field. */
const lineLengthMax = 300
const inputTypes: Readonly<Record<string, string>> = { uri: 'url', email: 'email', date: 'date', time: 'time' }

/** Field for a single value: a choice, number, checkbox or text. */
export function SchemaField(member: Member) {
  const { schema } = member
  if (schema.enum) return <ChoiceField {...member} />
  if (typeOf(schema) === 'boolean') return <BooleanField {...member} />
  if (typeOf(schema) === 'number' || typeOf(schema) === 'integer') return <NumberField {...member} />
  if (schema.format === 'date-time') return <DateTimeField {...member} />
  return <TextField {...member} />
}

function useFieldProps({ memberKey, schema, isRequired }: Member) {
  const nameOf = useMemberName()
  const description = useMemberDescription()(memberKey, schema)
  return {
    label: nameOf(memberKey, schema),
    ...(description ? { description } : {}),
    withAsterisk: isRequired,
    'aria-required': isRequired,
  }
}

function ChoiceField(member: Member) {
  const { t } = useLingui()
  const labels = useFieldProps(member)
  const choices = (member.schema.enum ?? []).map(String)
  return (
    <NativeSelect
      {...labels}
      {...member.form.getInputProps(member.path)}
      data={[{ value: '', label: member.isRequired ? t`Choose one` : t`Not specified` }, ...choices]}
    />
  )
}

function BooleanField(member: Member) {
  const { label, description } = useFieldProps(member)
  return (
    <Checkbox
      label={label}
      description={description}
      {...member.form.getInputProps(member.path, { type: 'checkbox' })}
    />
  )
}

function NumberField(member: Member) {
  const { minimum, maximum } = member.schema
  return (
    <NumberInput
      {...useFieldProps(member)}
      {...member.form.getInputProps(member.path)}
      {...(minimum === undefined ? {} : { min: minimum })}
      {...(maximum === undefined ? {} : { max: maximum })}
      allowDecimal={typeOf(member.schema) === 'number'}
      decimalSeparator={useDecimalSeparator()}
      hideControls
    />
  )
}

/** Entered in the user's time zone, stored as an instant. */
function DateTimeField(member: Member) {
  const { value, onChange, ...rest } = member.form.getInputProps(member.path)
  return (
    <TextInput
      {...useFieldProps(member)}
      {...rest}
      type="datetime-local"
      value={localOf(String(value ?? ''))}
      onChange={(event) => onChange(instantOf(event.currentTarget.value))}
    />
  )
}

const minuteLength = 16
const instantOf = (local: string): string => (local === '' ? '' : new Date(local).toISOString())

function localOf(instant: string): string {
  const time = Date.parse(instant)
  if (Number.isNaN(time)) return ''
  const shifted = new Date(time - new Date(time).getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, minuteLength)
}

function TextField(member: Member) {
  const { schema } = member
  const shared = {
    ...useFieldProps(member),
    ...member.form.getInputProps(member.path),
    ...(schema.maxLength ? { maxLength: schema.maxLength } : {}),
    dir: 'auto',
  }
  if (!schema.format && (schema.maxLength ?? Number.POSITIVE_INFINITY) > lineLengthMax)
    return <Textarea {...shared} autosize minRows={2} maxRows={12} />
  return <TextInput {...shared} type={inputTypes[schema.format ?? ''] ?? 'text'} />
}
