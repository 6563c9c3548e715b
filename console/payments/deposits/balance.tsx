import { Trans, useLingui } from '@lingui/react/macro'
import { SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { balanceQuery } from '../../accounts/own-balance.ts'
import { type A, type B, groupB } from '../../api.ts'
import { apiPageQuery } from '../../queries.ts'
import { Empty } from '../../ui/empty.tsx'
import { Money, Time } from '../../ui/formatted.tsx'
import { useLabels } from '../../ui/labels.ts'
import { LinkAnchor } from '../../ui/links.tsx'
import { type Column, List } from '../../ui/lists/list.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { LoadingSkeleton, QueryContent } from '../../ui/query-content.tsx'
import { Status } from '../../ui/status.tsx'
import { Tile, Tiles } from '../../ui/tile.tsx'
import { Refunds } from '../refunds/refunds.tsx'
import { StatementDownload } from '../statement-download.tsx'
import { balanceLabels, transactionKindLabels } from '../transaction-labels.ts'
import { AddMoney } from './add-money.tsx'
import { Deposits } from './deposits.tsx'
import { LowBalance } from './low-balance.tsx'
import { StripeResult } from './stripe-result.tsx'

const route = getRouteApi('/advertiser/balance')

/** The available and held balance, with deposits, refunds and transactions. */
export function BalancePage() {
  const { t } = useLingui()
  const { deposit, deposits, refunds, result } = route.useSearch()
  const query = useQuery(balanceQuery)
  return (
    <Page title={t`Balance`}>
      {deposit && <StripeResult depositId={Number(deposit)} isCancelled={result === 'cancelled'} />}
      <QueryContent query={query} placeholder={<LoadingSkeleton rows={2} height={104} />}>
        {(balance) => (
          <>
            <Sums balance={balance} />
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
              <AddMoney currency={balance.currency} />
              <LowBalance balance={balance} />
            </SimpleGrid>
          </>
        )}
      </QueryContent>
      <Deposits cursor={deposits} />
      <Refunds cursor={refunds} />
      <Transactions />
      <StatementDownload path="/advertiser/statement" />
    </Page>
  )
}

function Sums({ balance }: { readonly balance: A['Balance'] }) {
  const { t } = useLingui()
  const { available, held, debt, pendingDeposits, total, currency, isLow } = balance
  return (
    <Tiles>
      <Tile name={t`Available`} description={isLow && <Status label={t`Low`} tone="bad" />}>
        <Money amount={available} currency={currency} />
      </Tile>
      <Tile name={t`Held for tasks`}>
        <Money amount={held} currency={currency} />
      </Tile>
      {debt > 0 && (
        <Tile name={t`Debt`} description={<Status label={t`Deducted from your next deposit`} tone="bad" />}>
          <Money amount={debt} currency={currency} />
        </Tile>
      )}
      <Tile name={t`In transit`}>
        <Money amount={pendingDeposits} currency={currency} />
      </Tile>
      <Tile name={t`Total`}>
        <Money amount={total} currency={currency} />
      </Tile>
    </Tiles>
  )
}

function Transactions() {
  const { t } = useLingui()
  const { cursor } = route.useSearch()
  const query = cursor ? { cursor } : {}
  const result = useQuery(
    apiPageQuery(['payments', 'transactions', query], (signal) =>
      groupB.GET('/balance/transactions', { params: { query }, signal }),
    ),
  )
  return (
    <Section title={t`All transactions`}>
      <List
        label={t`Transactions`}
        query={result}
        columns={useColumns()}
        keyOf={({ id, account }) => `${id} ${account}`}
        empty={
          <Empty title={t`No transactions yet`}>
            <Trans>Add money above. Submitting a task holds its cost.</Trans>
          </Empty>
        }
      />
    </Section>
  )
}

type Transaction = B['Transaction']

function useColumns(): readonly Column<Transaction>[] {
  const { t } = useLingui()
  const kind = useLabels(transactionKindLabels)
  const balanceLabel = useLabels(balanceLabels)
  return [
    { title: t`When`, render: ({ createdAtUtc }) => <Time at={createdAtUtc} /> },
    { title: t`Type`, render: ({ type }) => kind(type) },
    {
      title: t`Details`,
      render: ({ taskId, reportId }) => <TransactionSubject taskId={taskId} reportId={reportId} />,
    },
    { title: t`Ledger account`, render: ({ account }) => balanceLabel(account) },
    {
      title: t`Amount`,
      isNumeric: true,
      render: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    {
      title: t`Total after`,
      isNumeric: true,
      render: ({ totalAfter, currency }) => <Money amount={totalAfter} currency={currency} />,
    },
  ]
}

function TransactionSubject({ taskId, reportId }: Pick<Transaction, 'taskId' | 'reportId'>) {
  if (reportId !== null)
    return (
      <LinkAnchor to="/advertiser/review" search={{ report: String(reportId) }} size="sm">
        <Trans>Submission {reportId}</Trans>
      </LinkAnchor>
    )
  if (taskId === null) return <>–</>
  return (
    <LinkAnchor to="/advertiser/offers/$offerId" params={{ offerId: String(taskId) }} size="sm">
      <Trans>Task {taskId}</Trans>
    </LinkAnchor>
  )
}
