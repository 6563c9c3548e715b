import { Trans, useLingui } from '@lingui/react/macro'
import { Accordion, Group, SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type A, groupA } from '../api.ts'
import { apiPageQuery, apiQuery } from '../queries.ts'
import { Time } from '../ui/formatted.tsx'
import { PeriodFields } from '../ui/input/period-fields.tsx'
import { Page, Section } from '../ui/page.tsx'
import { LoadingSkeleton, QueryContent } from '../ui/query-content.tsx'
import { MarketCharts } from './market-charts.tsx'
import { MarketTable } from './market-table.tsx'
import { CurrentTiles, MarketTotals } from './market-tiles.tsx'
import { NeedsYou } from './needs-you.tsx'

const route = getRouteApi('/operator/')
type MarketStats = A['MarketFigures']
const refetchMs = 60_000

/** The operators' queue and daily statistics on one page. */
export function MarketStatsPage() {
  const { t } = useLingui()
  const { from, to } = route.useSearch()
  const query = { ...(from ? { from } : {}), ...(to ? { to } : {}) }
  const result = useQuery({
    ...apiPageQuery(['audit', 'figures', query], (signal) =>
      groupA.GET('/api/operator/figures', { params: { query }, signal }),
    ),
    refetchInterval: refetchMs,
  })
  const before = usePeriodBefore(result.data)
  return (
    <Page title={t`Marketplace`} description={t`Pending decisions and market health.`}>
      <QueryContent query={result} placeholder={<LoadingSkeleton rows={3} height={120} />}>
        {(stats) => <MarketStats stats={stats} before={before.data} />}
      </QueryContent>
    </Page>
  )
}

const dayMs = 86_400_000
const dayLength = 10
const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, dayLength)

/** Loads the statistics of the period of the same length before the shown one. */
function usePeriodBefore(stats: MarketStats | undefined) {
  const length = stats?.days.length ?? 0
  const query = stats ? { from: daysAfter(stats.from, -length), to: daysAfter(stats.from, -1) } : {}
  return useQuery({
    ...apiQuery(['audit', 'figures', query], (signal) =>
      groupA.GET('/api/operator/figures', { params: { query }, signal }),
    ),
    enabled: stats !== undefined,
  })
}

type MarketStatsProps = { readonly stats: MarketStats; readonly before: MarketStats | undefined }

function MarketStats({ stats, before }: MarketStatsProps) {
  const { t } = useLingui()
  const { countedAtUtc } = stats
  const { from, to } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Stack gap="xl">
      <NeedsYou currency={stats.currency} />
      <CurrentTiles now={stats.now} />
      <Section
        title={t`Day by day`}
        description={
          countedAtUtc ? (
            <Trans>
              Days are in UTC. Last counted <Time at={countedAtUtc} />.
            </Trans>
          ) : (
            <Trans>Daily statistics appear here soon.</Trans>
          )
        }
      >
        <Group align="flex-end" gap="sm">
          <PeriodFields
            from={from}
            to={to}
            onChange={(changes) =>
              void navigate({ search: (now) => ({ ...now, ...changes }) as never, replace: true, resetScroll: false })
            }
          />
        </Group>
        <MarketTotals stats={stats} before={before} />
      </Section>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl" verticalSpacing="xl">
        <MarketCharts stats={stats} />
      </SimpleGrid>
      <Accordion variant="contained" order={2}>
        <Accordion.Item value="table">
          <Accordion.Control>{t`Show as table`}</Accordion.Control>
          <Accordion.Panel>
            <MarketTable stats={stats} />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </Stack>
  )
}
