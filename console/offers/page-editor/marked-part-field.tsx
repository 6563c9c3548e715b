import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { type Field, markedPlace } from '../page-form/form-schema.ts'
import type { Part } from './form-parts.ts'
import { markablePlaces, markingOn } from './marked-parts.ts'

const shownLength = 60

type MarkedPartFieldProps = {
  readonly field: Field
  readonly show: readonly Part[]
  readonly onChange: (field: Field) => void
}

/** Which picture or text a question marks, if there is more than one. */
export function MarkedPartField({ field, show, onChange }: MarkedPartFieldProps) {
  const { t } = useLingui()
  const places = markablePlaces(field, show)
  if (places.length < 2) return null
  const nameOf = ({ label, value }: Part) => label ?? value.slice(0, shownLength)
  return (
    <NativeSelect
      label={field.input === 'spans' ? t`Text to mark` : t`Picture to mark`}
      data={places.map((place) => ({
        value: String(place),
        label: `${place + 1}. ${show[place] ? nameOf(show[place]) : ''}`,
      }))}
      value={String(markedPlace(field, show))}
      onChange={({ currentTarget: { value } }) => onChange(markingOn(field, Number(value)))}
    />
  )
}
