import { Trans, useLingui } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type A, groupA } from '../../api.ts'
import { apiPageQuery } from '../../queries.ts'
import { Empty } from '../../ui/empty.tsx'
import { Money, Time } from '../../ui/formatted.tsx'
import { useLabels } from '../../ui/labels.ts'
import { LinkAnchor, LinkButton } from '../../ui/links.tsx'
import { type Column, List } from '../../ui/lists/list.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { LoadingSkeleton, QueryContent } from '../../ui/query-content.tsx'
import { Tile, Tiles } from '../../ui/tile.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { StatementDownload } from '../statement-download.tsx'
import { transactionKindLabels } from '../transaction-labels.ts'
import { EarningsTrend } from './earnings-trend.tsx'
import { OwnDebt } from './own-debt.tsx'
import { earningsQuery, monthsQuery } from './own-earnings.ts'
import { OwnPayDays } from './pay-days.tsx'
import { leastWithdrawal, missingFor } from './withdrawal-rules.ts'

const route = getRouteApi('/executor/earnings')

/** The balance, the weeks and the transactions of an executor. */
export function Earnings() {
  const { t } = useLingui()
  const query = useQuery(earningsQuery)
  return (
    <Page title={t`Earnings`} actions={<WithdrawLink earnings={query.data} />}>
      <QueryContent query={query} placeholder={<LoadingSkeleton rows={1} height={104} />}>
        {(earnings) => (
          <>
            <OwnDebt earnings={earnings} />
            <Sums earnings={earnings} />
            <OwnPayDays />
          </>
        )}
      </QueryContent>
      <EarningsTrend />
      <Transactions />
      <StatementDownload path="/executor/statement" />
    </Page>
  )
}

/** The way to withdrawals: the page's action once there is enough to withdraw. */
function WithdrawLink({ earnings }: { readonly earnings: A['OwnEarnings'] | undefined }) {
  const { t } = useLingui()
  if (!earnings) return null
  if (missingFor(earnings) === 0) return <LinkButton to="/executor/withdrawals">{t`Withdraw`}</LinkButton>
  return <LinkButton to="/executor/withdrawals" variant="default">{t`Withdrawals`}</LinkButton>
}

function Sums({ earnings }: { readonly earnings: A['OwnEarnings'] }) {
  const { t } = useLingui()
  const { available, pending, withdrawing, total, currency, nextClearingAtUtc } = earnings
  const { data: months } = useQuery(monthsQuery)
  return (
    <Tiles>
      <Tile name={t`Available`} description={<Withdrawable earnings={earnings} />}>
        <Money amount={available} currency={currency} />
      </Tile>
      <Tile
        name={t`Pending`}
        description={
          nextClearingAtUtc && (
            <Trans>
              next available <Time at={nextClearingAtUtc} />
            </Trans>
          )
        }
      >
        <Money amount={pending} currency={currency} />
      </Tile>
      <Tile name={t`Being paid out`}>
        <Money amount={withdrawing} currency={currency} />
      </Tile>
      <Tile name={t`Not paid out yet`} description={<Trans>available, pending and being paid out</Trans>}>
        <Money amount={total} currency={currency} />
      </Tile>
      <Tile name={t`Earned so far`} description={<Trans>paid out or not</Trans>}>
        {months ? <Money amount={months.total} currency={currency} /> : '…'}
      </Tile>
    </Tiles>
  )
}

/** Whether the available balance can be withdrawn, or how much is missing. */
function Withdrawable({ earnings }: { readonly earnings: A['OwnEarnings'] }) {
  const { currency, withdrawalMinimum } = earnings
  const missing = missingFor(earnings)
  if (missing === 0) return <Trans>available to withdraw</Trans>
  return (
    <Trans>
      <Money amount={missing} currency={currency} /> more to reach the minimum for a withdrawal,{' '}
      <Money amount={leastWithdrawal(withdrawalMinimum)} currency={currency} />
    </Trans>
  )
}

function Transactions() {
  const { t } = useLingui()
  const { cursor } = route.useSearch()
  const query = { perEvent: true, ...(cursor ? { cursor } : {}) }
  const result = useQuery(
    apiPageQuery(['executions', 'transactions', query], (signal) =>
      groupA.GET('/api/executor/transactions', { params: { query }, signal }),
    ),
  )
  return (
    <Section title={t`History`}>
      <List
        label={t`Transactions`}
        query={result}
        columns={useColumns()}
        keyOf={({ id, account }) => `${id} ${account}`}
        empty={
          <Empty title={t`No earnings yet`} action={<LinkButton to="/executor">{t`Find work`}</LinkButton>}>
            {t`Accepted work appears here.`}
          </Empty>
        }
      />
    </Section>
  )
}

function useColumns(): readonly Column<A['Transaction']>[] {
  const { t } = useLingui()
  const kind = useLabels(transactionKindLabels)
  return [
    { title: t`When`, render: ({ createdAtUtc }) => <Time at={createdAtUtc} /> },
    { title: t`Event`, render: (transaction) => <Event transaction={transaction} kind={kind(transaction.type)} /> },
    {
      title: t`Amount`,
      isNumeric: true,
      render: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
  ]
}

/** The kind of a transaction, the task that it concerns, and when pending money becomes available. */
function Event({ transaction, kind }: { readonly transaction: A['Transaction']; readonly kind: string }) {
  const { reportId, taskTitle, availableAtUtc } = transaction
  return (
    <Stack gap={0} align="flex-start">
      <span>{kind}</span>
      {taskTitle !== null && (
        <Text size="sm" component="div" maw="100%">
          {reportId === null ? (
            <UserText text={taskTitle} oneLine inherit />
          ) : (
            <LinkAnchor to="/executor/work/$executionId" params={{ executionId: String(reportId) }} size="sm">
              <UserText text={taskTitle} oneLine inherit />
            </LinkAnchor>
          )}
        </Text>
      )}
      {availableAtUtc !== null && Date.parse(availableAtUtc) > Date.now() && (
        <Text size="sm" c="dimmed" component="div">
          <Trans>
            Pending, available <Time at={availableAtUtc} />
          </Trans>
        </Text>
      )}
    </Stack>
  )
}
