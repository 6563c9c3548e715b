import { Trans, useLingui } from '@lingui/react/macro'
import { Accordion, SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type A, groupA } from '../api.ts'
import { pageQueryOf } from '../queries.ts'
import { Time } from '../ui/formatted.tsx'
import { Page, Part } from '../ui/page.tsx'
import { Loaded, Waiting } from '../ui/waiting.tsx'
import { MarketCharts } from './market-charts.tsx'
import { MarketPeriod } from './market-period.tsx'
import { MarketTable } from './market-table.tsx'
import { MarketTotals, WaitingNow } from './market-tiles.tsx'

const route = getRouteApi('/operator/')
type MarketStats = A['MarketFigures']
const everyMs = 60_000

/** The operators' queue and daily statistics on one page. */
export function MarketStatsPage() {
  const { t } = useLingui()
  const { from, to } = route.useSearch()
  const query = { ...(from ? { from } : {}), ...(to ? { to } : {}) }
  const result = useQuery({
    ...pageQueryOf(['audit', 'figures', query], (signal) =>
      groupA.GET('/api/operator/figures', { params: { query }, signal }),
    ),
    refetchInterval: everyMs,
  })
  return (
    <Page title={t`The marketplace`} about={t`Pending decisions and market health.`}>
      <Loaded query={result} waiting={<Waiting rows={3} height={120} />}>
        {(told) => <MarketStats told={told} />}
      </Loaded>
    </Page>
  )
}

function MarketStats({ told }: { readonly told: MarketStats }) {
  const { t } = useLingui()
  const { countedAtUtc } = told
  return (
    <Stack gap="xl">
      <WaitingNow now={told.now} />
      <Part
        title={t`Day by day`}
        about={
          countedAtUtc ? (
            <Trans>
              Days are in UTC. Last counted <Time at={countedAtUtc} />.
            </Trans>
          ) : (
            <Trans>Daily figures will be ready shortly.</Trans>
          )
        }
      >
        <MarketPeriod />
        <MarketTotals told={told} />
      </Part>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl" verticalSpacing="xl">
        <MarketCharts told={told} />
      </SimpleGrid>
      <Accordion variant="contained" order={2}>
        <Accordion.Item value="table">
          <Accordion.Control>{t`Show as table`}</Accordion.Control>
          <Accordion.Panel>
            <MarketTable told={told} />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </Stack>
  )
}
