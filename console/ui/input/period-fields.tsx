import { useLingui } from '@lingui/react/macro'
import { SegmentedControl, TextInput } from '@mantine/core'

const dayLength = 10
const dayMs = 86_400_000
const lengths = ['7', '30', '90'] as const
const defaultDays = '30'
const daysAgo = (days: number): string => new Date(Date.now() - days * dayMs).toISOString().slice(0, dayLength)

type Period = { readonly from?: string | undefined; readonly to?: string | undefined }
type PeriodFieldsProps = Period & { readonly onChange: (changes: Period) => void }

/** Fields for a period: the latest days, or dates. Without dates it is the last 30 days. */
export function PeriodFields({ from, to, onChange }: PeriodFieldsProps) {
  const { t } = useLingui()
  const selected = to ? undefined : lengths.find((days) => (from ?? daysAgo(+defaultDays - 1)) === daysAgo(+days - 1))
  return (
    <>
      <SegmentedControl
        aria-label={t`Period`}
        data={lengths.map((days) => ({ value: days, label: t`${days} days` }))}
        value={selected ?? ''}
        onChange={(days) => onChange({ from: days === defaultDays ? undefined : daysAgo(+days - 1), to: undefined })}
      />
      <DayField label={t`From`} day={from} onChange={(day) => onChange({ from: day })} />
      <DayField label={t`To`} day={to} onChange={(day) => onChange({ to: day })} />
    </>
  )
}

type DayFieldProps = {
  readonly label: string
  readonly day: string | undefined
  readonly onChange: (day: string | undefined) => void
}
const DayField = ({ label, day, onChange }: DayFieldProps) => (
  <TextInput
    type="date"
    label={label}
    value={day ?? ''}
    onChange={({ currentTarget: { value } }) => onChange(value || undefined)}
  />
)
