import { useLingui } from '@lingui/react/macro'
import { Group, SegmentedControl, TextInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'

const route = getRouteApi('/operator/')
const dayLength = 10
const dayMs = 86_400_000
const lengths = ['7', '30', '90'] as const
const usual = '30'
const daysAgo = (days: number): string => new Date(Date.now() - days * dayMs).toISOString().slice(0, dayLength)

/** Chooses the period: the latest days, or a range. */
export function MarketPeriod() {
  const { t } = useLingui()
  const { from, to } = route.useSearch()
  const navigate = route.useNavigate()
  const narrow = (change: object) =>
    void navigate({ search: (now) => ({ ...now, ...change }) as never, replace: true, resetScroll: false })
  const chosen = to ? undefined : lengths.find((days) => (from ?? daysAgo(+usual - 1)) === daysAgo(+days - 1))
  return (
    <Group align="flex-end" gap="sm">
      <SegmentedControl
        aria-label={t`Period`}
        data={lengths.map((days) => ({ value: days, label: t`${days} days` }))}
        value={chosen ?? ''}
        onChange={(days) => narrow({ from: days === usual ? undefined : daysAgo(+days - 1), to: undefined })}
      />
      <Day label={t`From`} day={from} change={(day) => narrow({ from: day })} />
      <Day label={t`To`} day={to} change={(day) => narrow({ to: day })} />
    </Group>
  )
}

type DayProps = {
  readonly label: string
  readonly day: string | undefined
  readonly change: (day: string | undefined) => void
}

const Day = ({ label, day, change }: DayProps) => (
  <TextInput
    type="date"
    label={label}
    value={day ?? ''}
    onChange={({ currentTarget: { value } }) => change(value || undefined)}
  />
)
