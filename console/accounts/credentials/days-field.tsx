import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { type Labels, useLabels } from '../../ui/labels.ts'

const labels: Labels = {
  '7': msg`7 days`,
  '30': msg`30 days`,
  '90': msg`90 days`,
  '180': msg`180 days`,
  '365': msg`1 year`,
}

type DaysProps = {
  /** Label of the empty choice. */
  readonly defaultLabel: string
  readonly value?: string
  readonly onChange: (value: string) => void
  readonly error?: string
}

/** Field for the number of days until the credential expires. */
export function DaysField({ defaultLabel, value = '', onChange, error }: DaysProps) {
  const { t } = useLingui()
  const label = useLabels(labels)
  const data = [
    { value: '', label: defaultLabel },
    ...Object.keys(labels).map((days) => ({ value: days, label: label(days) })),
  ]
  return (
    <Select
      label={t`Valid for`}
      data={data}
      value={value}
      onChange={(selected) => onChange(selected ?? '')}
      allowDeselect={false}
      error={error}
    />
  )
}
