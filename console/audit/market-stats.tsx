import { Trans, useLingui } from '@lingui/react/macro'
import { Accordion, Group, SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type A, groupA } from '../api.ts'
import { apiPageQuery } from '../queries.ts'
import { Time } from '../ui/formatted.tsx'
import { Page, Section } from '../ui/page.tsx'
import { PeriodFields } from '../ui/period-fields.tsx'
import { LoadingSkeleton, QueryContent } from '../ui/query-content.tsx'
import { MarketCharts } from './market-charts.tsx'
import { MarketTable } from './market-table.tsx'
import { CurrentTiles, MarketTotals } from './market-tiles.tsx'

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
  return (
    <Page title={t`Marketplace`} description={t`Pending decisions and market health.`}>
      <QueryContent query={result} placeholder={<LoadingSkeleton rows={3} height={120} />}>
        {(stats) => <MarketStats stats={stats} />}
      </QueryContent>
    </Page>
  )
}

function MarketStats({ stats }: { readonly stats: MarketStats }) {
  const { t } = useLingui()
  const { countedAtUtc } = stats
  const { from, to } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Stack gap="xl">
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
        <MarketTotals stats={stats} />
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
