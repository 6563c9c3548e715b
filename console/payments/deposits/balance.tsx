import { Trans, useLingui } from '@lingui/react/macro'
import { SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type A, type B, groupB } from '../../api.ts'
import { pageQueryOf } from '../../queries.ts'
import { Empty } from '../../ui/empty.tsx'
import { Money, Time } from '../../ui/formatted.tsx'
import { LinkAnchor } from '../../ui/links.tsx'
import { type Column, List } from '../../ui/lists/list.tsx'
import { Page, Part } from '../../ui/page.tsx'
import { Status } from '../../ui/status.tsx'
import { Tile, Tiles } from '../../ui/tile.tsx'
import { Loaded, Waiting } from '../../ui/waiting.tsx'
import { useWords } from '../../ui/words.ts'
import { Refunds } from '../refunds/refunds.tsx'
import { StatementDownload } from '../statement-download.tsx'
import { bookWords, kindWords } from '../transaction-words.ts'
import { AddMoney } from './add-money.tsx'
import { Deposits } from './deposits.tsx'
import { FromStripe } from './from-stripe.tsx'
import { LowBalance } from './low-balance.tsx'
import { balanceQuery } from './own-balance.ts'

const route = getRouteApi('/advertiser/balance')

/** The available and held balance, with deposits, refunds and transactions. */
export function BalancePage() {
  const { t } = useLingui()
  const { deposit, deposits, refunds, result } = route.useSearch()
  const query = useQuery(balanceQuery)
  return (
    <Page title={t`Balance`}>
      {deposit && <FromStripe depositId={Number(deposit)} isCancelled={result === 'cancelled'} />}
      <Loaded query={query} waiting={<Waiting rows={2} height={104} />}>
        {(balance) => (
          <>
            <Sums balance={balance} />
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
              <AddMoney currency={balance.currency} />
              <LowBalance balance={balance} />
            </SimpleGrid>
          </>
        )}
      </Loaded>
      <Deposits cursor={deposits} />
      <Refunds cursor={refunds} />
      <Transactions />
      <StatementDownload of="advertiser" />
    </Page>
  )
}

function Sums({ balance }: { readonly balance: A['Balance'] }) {
  const { t } = useLingui()
  const { available, held, debt, pendingDeposits, total, currency, isLow } = balance
  return (
    <Tiles>
      <Tile name={t`Available`} about={isLow && <Status label={t`Low`} tone="bad" />}>
        <Money amount={available} currency={currency} />
      </Tile>
      <Tile name={t`Held for offers`}>
        <Money amount={held} currency={currency} />
      </Tile>
      {debt > 0 && (
        <Tile name={t`Debt`} about={<Status label={t`Settled first from the next deposit`} tone="bad" />}>
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
    pageQueryOf(['payments', 'transactions', query], (signal) =>
      groupB.GET('/balance/transactions', { params: { query }, signal }),
    ),
  )
  return (
    <Part title={t`All transactions`}>
      <List
        label={t`Transactions`}
        query={result}
        columns={useColumns()}
        keyOf={({ id, account }) => `${id} ${account}`}
        empty={
          <Empty title={t`No transactions yet`}>
            <Trans>Add money above. Submitting an offer holds its cost.</Trans>
          </Empty>
        }
      />
    </Part>
  )
}

type Transaction = B['Transaction']

function useColumns(): readonly Column<Transaction>[] {
  const { t } = useLingui()
  const kind = useWords(kindWords)
  const book = useWords(bookWords)
  return [
    { title: t`When`, show: ({ createdAtUtc }) => <Time at={createdAtUtc} /> },
    { title: t`Type`, show: ({ type }) => kind(type) },
    { title: t`What for`, show: ({ taskId, reportId }) => <For taskId={taskId} reportId={reportId} /> },
    { title: t`Ledger account`, show: ({ account }) => book(account) },
    {
      title: t`Amount`,
      isNumeric: true,
      show: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    {
      title: t`Balance after`,
      isNumeric: true,
      show: ({ balanceAfter, currency }) => <Money amount={balanceAfter} currency={currency} />,
    },
  ]
}

function For({ taskId, reportId }: Pick<Transaction, 'taskId' | 'reportId'>) {
  if (reportId !== null)
    return (
      <LinkAnchor to="/advertiser/review" search={{ report: String(reportId) }} size="sm">
        <Trans>Work № {reportId}</Trans>
      </LinkAnchor>
    )
  if (taskId === null) return <>–</>
  return (
    <LinkAnchor to="/advertiser/offers/$offerId" params={{ offerId: String(taskId) }} size="sm">
      <Trans>Offer № {taskId}</Trans>
    </LinkAnchor>
  )
}
