import { Box, Group, Paper } from '@mantine/core'
import { PeriodFields } from '../../ui/input/period-fields.tsx'
import { OfferSelect } from '../offer-select.tsx'

export type StatsSearch = Readonly<Partial<Record<'from' | 'to' | 'offer', string | undefined>>>
type StatsPeriodProps = { readonly search: StatsSearch; readonly setFilters: (changes: StatsSearch) => void }

/** Selects the period, and one or all offers. */
export const StatsPeriod = ({ search, setFilters }: StatsPeriodProps) => (
  <Paper withBorder p="md" radius="md" component="search">
    <Group align="flex-end" gap="sm">
      <PeriodFields from={search.from} to={search.to} onChange={setFilters} />
      <Box flex="1 1 14rem">
        <OfferSelect offer={search.offer} onChange={(offer) => setFilters({ offer })} />
      </Box>
    </Group>
  </Paper>
)
