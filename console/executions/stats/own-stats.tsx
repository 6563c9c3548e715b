import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type A, groupA } from '../../api.ts'
import { pageQueryOf } from '../../queries.ts'
import { Chart } from '../../ui/charts/chart.tsx'
import { Empty } from '../../ui/empty.tsx'
import { dayIn, moneyIn } from '../../ui/formatted.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { Page, Part } from '../../ui/page.tsx'
import { Loaded, Waiting } from '../../ui/waiting.tsx'
import { StatsPeriod, type StatsSearch } from './stats-period.tsx'
import { StatsTable, StatsTotals } from './stats-table.tsx'

type AdvertiserStats = A['AdvertiserFigures']
const route = getRouteApi('/advertiser/figures')

/** Daily statistics of spending and results, for all offers or one. */
export function OwnStats() {
  const { t } = useLingui()
  const search = route.useSearch()
  const navigate = useNavigate()
  const narrow = (change: StatsSearch) =>
    void navigate({ to: '/advertiser/figures', search: { ...search, ...change }, replace: true })
  const { from, to, offer } = search
  const query = { ...(from ? { from } : {}), ...(to ? { to } : {}), ...(offer ? { offerId: offer } : {}) }
  const result = useQuery(
    pageQueryOf(['executions', 'figures', query], (signal) =>
      groupA.GET('/api/advertiser/figures', { params: { query }, signal }),
    ),
  )
  return (
    <Page title={t`Statistics`} about={t`Your spending and its results. Days are in UTC.`}>
      <StatsPeriod search={search} narrow={narrow} />
      <Loaded query={result} waiting={<Waiting rows={3} height={180} />}>
        {(told) => <StatsOfPeriod told={told} />}
      </Loaded>
    </Page>
  )
}

function StatsOfPeriod({ told }: { readonly told: AdvertiserStats }) {
  const { t } = useLingui()
  const { total } = told
  if (total.submitted + total.accepted + total.rejected + total.sentBack + total.spent + total.deposits === 0)
    return (
      <Empty title={t`No activity in this period`} action={<LinkButton to="/advertiser">{t`My offers`}</LinkButton>}>
        {t`Choose a longer period or another offer.`}
      </Empty>
    )
  return (
    <>
      <StatsTotals told={told} />
      <Spending told={told} />
      <Decisions told={told} />
      <Part title={t`Day by day`} about={<Trans>Only days with activity.</Trans>}>
        <StatsTable told={told} />
      </Part>
    </>
  )
}

function Spending({ told }: { readonly told: AdvertiserStats }) {
  const { t, i18n } = useLingui()
  const rows = told.days.map(({ day, spent }) => ({ day: dayIn(i18n.locale, day), spent }))
  return (
    <Part title={t`Spent`}>
      <Chart
        kind="line"
        label={t`Spending per day. The table below has the figures.`}
        rows={rows}
        along="day"
        series={[{ name: 'spent', label: t`Spent`, color: 'ink.5' }]}
        format={(amount) => moneyIn(i18n.locale, amount, told.currency)}
      />
    </Part>
  )
}

function Decisions({ told }: { readonly told: AdvertiserStats }) {
  const { t, i18n } = useLingui()
  const rows = told.days.map(({ day, accepted, rejected, sentBack }) => ({
    day: dayIn(i18n.locale, day),
    accepted,
    rejected,
    sentBack,
  }))
  return (
    <Part title={t`Decided`}>
      <Chart
        kind="bar"
        isStacked
        label={t`Accepted, returned and rejected work per day. The table below has the figures.`}
        rows={rows}
        along="day"
        series={[
          { name: 'accepted', label: t`Accepted`, color: 'teal.6' },
          { name: 'sentBack', label: t`Returned`, color: 'yellow.6' },
          { name: 'rejected', label: t`Rejected`, color: 'red.6' },
        ]}
      />
    </Part>
  )
}
