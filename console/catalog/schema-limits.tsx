import { useLingui } from '@lingui/react/macro'
import { Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { NumberField } from '../ui/input/number-field.tsx'
import { type FieldKind, type Property, withKeyword } from './schema-fields.ts'

type LimitsProps = {
  readonly kind: FieldKind
  readonly property: Property
  readonly onChange: (property: Property) => void
}

/** The limits of a field's kind: a length, a range, or the options. */
export function SchemaLimits({ kind, property, onChange }: LimitsProps) {
  const { t } = useLingui()
  switch (kind) {
    case 'boolean':
      return null
    case 'choice':
      return <Options property={property} onChange={onChange} />
    case 'number':
    case 'integer':
      return (
        <Group gap="sm">
          <Limit name="minimum" label={t`At least`} kind={kind} property={property} onChange={onChange} />
          <Limit name="maximum" label={t`At most`} kind={kind} property={property} onChange={onChange} />
        </Group>
      )
    default:
      return (
        <Group gap="sm">
          <Limit name="minLength" label={t`Min. characters`} kind={kind} property={property} onChange={onChange} />
          <Limit name="maxLength" label={t`Max. characters`} kind={kind} property={property} onChange={onChange} />
        </Group>
      )
  }
}

const decimalsMax = 15

type LimitProps = LimitsProps & { readonly name: string; readonly label: string }

function Limit({ name, label, kind, property, onChange }: LimitProps) {
  const value = property[name]
  return (
    <NumberField
      label={label}
      w={160}
      fractionDigits={kind === 'number' ? decimalsMax : 0}
      allowNegative={kind === 'number' || kind === 'integer'}
      value={typeof value === 'number' ? value : ''}
      onChange={(next) => onChange(withKeyword(property, name, next === '' ? undefined : next))}
    />
  )
}

const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]

/** The options of a choice, one in each line. The text keeps its empty lines while it is edited. */
function Options({ property, onChange }: Omit<LimitsProps, 'kind'>) {
  const { t } = useLingui()
  const [text, setText] = useState(() => (Array.isArray(property.enum) ? property.enum.join('\n') : ''))
  const options = linesOf(text)
  return (
    <Textarea
      label={t`Options, one per line`}
      autosize
      minRows={2}
      maxRows={12}
      dir="auto"
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value)
        const lines = linesOf(value)
        if (lines.length > 0) onChange({ ...property, enum: lines })
      }}
      error={options.length === 0 ? t`Enter at least one option.` : undefined}
    />
  )
}
