import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { useWords, type Words } from '../../ui/words.ts'

const words: Words = {
  '7': msg`7 days`,
  '30': msg`30 days`,
  '90': msg`90 days`,
  '180': msg`180 days`,
  '365': msg`1 year`,
}

type DaysProps = {
  /** Label of the empty choice. */
  readonly byDefault: string
  readonly value?: string
  readonly onChange: (value: string) => void
  readonly error?: string
}

/** Field for the number of days until the credential expires. */
export function DaysField({ byDefault, value = '', onChange, error }: DaysProps) {
  const { t } = useLingui()
  const say = useWords(words)
  const data = [
    { value: '', label: byDefault },
    ...Object.keys(words).map((days) => ({ value: days, label: say(days) })),
  ]
  return (
    <Select
      label={t`Valid for`}
      data={data}
      value={value}
      onChange={(chosen) => onChange(chosen ?? '')}
      allowDeselect={false}
      error={error}
    />
  )
}
