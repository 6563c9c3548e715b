import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type A, groupA } from '../../api.ts'
import { apiPageQuery } from '../../queries.ts'
import { Chart } from '../../ui/charts/chart.tsx'
import { Empty } from '../../ui/empty.tsx'
import { dayIn, moneyIn } from '../../ui/formats.ts'
import { LinkButton } from '../../ui/links.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { LoadingSkeleton, QueryContent } from '../../ui/query-content.tsx'
import { StatsPeriod, type StatsSearch } from './stats-period.tsx'
import { StatsTable, StatsTotals } from './stats-table.tsx'

type AdvertiserStats = A['AdvertiserFigures']
const route = getRouteApi('/advertiser/figures')

/** Daily statistics of spending and results, for all offers or one. */
export function OwnStats() {
  const { t } = useLingui()
  const search = route.useSearch()
  const navigate = useNavigate()
  const setFilters = (change: StatsSearch) =>
    void navigate({ to: '/advertiser/figures', search: { ...search, ...change }, replace: true })
  const { from, to, offer } = search
  const query = { ...(from ? { from } : {}), ...(to ? { to } : {}), ...(offer ? { offerId: offer } : {}) }
  const result = useQuery(
    apiPageQuery(['executions', 'figures', query], (signal) =>
      groupA.GET('/api/advertiser/figures', { params: { query }, signal }),
    ),
  )
  return (
    <Page title={t`Statistics`} description={t`Your spending and results by day (UTC).`}>
      <StatsPeriod search={search} setFilters={setFilters} />
      <QueryContent query={result} placeholder={<LoadingSkeleton rows={3} height={180} />}>
        {(stats) => <StatsOfPeriod stats={stats} />}
      </QueryContent>
    </Page>
  )
}

function StatsOfPeriod({ stats }: { readonly stats: AdvertiserStats }) {
  const { t } = useLingui()
  const { total } = stats
  if (total.submitted + total.accepted + total.rejected + total.sentBack + total.spent + total.deposits === 0)
    return (
      <Empty
        title={t`No activity in this period`}
        action={<LinkButton to="/advertiser/offers">{t`My tasks`}</LinkButton>}
      >
        {t`Choose a longer period or another task.`}
      </Empty>
    )
  return (
    <>
      <StatsTotals stats={stats} />
      <Spending stats={stats} />
      <Decisions stats={stats} />
      <Section title={t`Day by day`} description={<Trans>Only days with activity.</Trans>}>
        <StatsTable stats={stats} />
      </Section>
    </>
  )
}

function Spending({ stats }: { readonly stats: AdvertiserStats }) {
  const { t, i18n } = useLingui()
  const rows = stats.days.map(({ day, spent }) => ({ day: dayIn(i18n.locale, day), spent }))
  if (stats.total.spent === 0)
    return (
      <Section title={t`Spent`}>
        <Text c="dimmed">{t`Nothing was spent in this period.`}</Text>
      </Section>
    )
  return (
    <Section title={t`Spent`}>
      <Chart
        kind="line"
        label={t`Spending per day. The table below shows the same data.`}
        rows={rows}
        xKey="day"
        series={[{ name: 'spent', label: t`Spent`, color: 'accent.5' }]}
        format={(amount) => moneyIn(i18n.locale, amount, stats.currency)}
      />
    </Section>
  )
}

function Decisions({ stats }: { readonly stats: AdvertiserStats }) {
  const { t, i18n } = useLingui()
  const rows = stats.days.map(({ day, accepted, rejected }) => ({ day: dayIn(i18n.locale, day), accepted, rejected }))
  const { accepted, rejected } = stats.total
  if (accepted + rejected === 0)
    return (
      <Section title={t`Decisions`}>
        <Text c="dimmed">{t`Nothing was decided in this period.`}</Text>
      </Section>
    )
  return (
    <Section title={t`Decisions`}>
      <Chart
        kind="bar"
        isStacked
        label={t`Accepted and rejected submissions per day. The table below shows the same data.`}
        rows={rows}
        xKey="day"
        series={[
          { name: 'accepted', label: t`Accepted`, color: 'teal.6' },
          { name: 'rejected', label: t`Rejected`, color: 'red.6' },
        ]}
      />
    </Section>
  )
}
