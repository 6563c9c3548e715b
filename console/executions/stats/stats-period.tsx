import { useLingui } from '@lingui/react/macro'
import { Box, Group, Paper, SegmentedControl, TextInput } from '@mantine/core'
import { OfferChoice } from '../offer-choice.tsx'

export type StatsSearch = Readonly<Partial<Record<'from' | 'to' | 'offer', string | undefined>>>

type Period = { readonly search: StatsSearch; readonly narrow: (change: StatsSearch) => void }

const dayLength = 10
const dayMs = 86_400_000
const lengths = ['7', '30', '90'] as const
const usual = '30'
const daysAgo = (days: number): string => new Date(Date.now() - days * dayMs).toISOString().slice(0, dayLength)

/** Selects the days, by length or by dates, and one or all offers. */
export function StatsPeriod({ search, narrow }: Period) {
  const { t } = useLingui()
  const chosen = search.to ? undefined : lengths.find((days) => (search.from ?? daysAgo(29)) === daysAgo(+days - 1))
  const choose = (days: string) => narrow({ from: days === usual ? undefined : daysAgo(+days - 1), to: undefined })
  return (
    <Paper withBorder p="md" radius="md" component="search">
      <Group align="flex-end" gap="sm">
        <SegmentedControl
          aria-label={t`Period`}
          data={lengths.map((days) => ({ value: days, label: t`${days} days` }))}
          value={chosen ?? ''}
          onChange={choose}
        />
        <Day label={t`From`} day={search.from} change={(from) => narrow({ from })} />
        <Day label={t`To`} day={search.to} change={(to) => narrow({ to })} />
        <Box flex="1 1 14rem">
          <OfferChoice offer={search.offer} choose={(offer) => narrow({ offer })} />
        </Box>
      </Group>
    </Paper>
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
