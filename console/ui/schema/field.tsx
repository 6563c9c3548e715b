import { useLingui } from '@lingui/react/macro'
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { LocalTimeField } from '../input/local-time-field.tsx'
import { NumberField } from '../input/number-field.tsx'
import type { Member } from './member.ts'
import { useMemberDescription, useMemberName } from './names.ts'
import { typeOf } from './schema.ts'

/** Texts with a longer maximum get a multi-line field. */
const lineLengthMax = 300
const decimalsMax = 15
const inputTypes: Readonly<Record<string, string>> = { uri: 'url', email: 'email', date: 'date', time: 'time' }

/** Field for a single value: a choice, number, checkbox or text. */
export function SchemaField(member: Member) {
  const { schema } = member
  if (schema.enum) return <ChoiceField {...member} />
  if (typeOf(schema) === 'boolean') return <BooleanField {...member} />
  if (typeOf(schema) === 'number' || typeOf(schema) === 'integer') return <NumberMember {...member} />
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

function NumberMember(member: Member) {
  const { minimum } = member.schema
  return (
    <NumberField
      {...useFieldProps(member)}
      {...member.form.getInputProps(member.path)}
      fractionDigits={typeOf(member.schema) === 'number' ? decimalsMax : 0}
      allowNegative={minimum === undefined || minimum < 0}
    />
  )
}

/** Entered in the user's time zone, stored as an instant. */
function DateTimeField(member: Member) {
  return <LocalTimeField {...useFieldProps(member)} {...member.form.getInputProps(member.path)} />
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
