import { Trans, useLingui } from '@lingui/react/macro'
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
import { StatementDownload } from '../statement-download.tsx'
import { transactionKindLabels } from '../transaction-labels.ts'
import { OwnDebt } from './own-debt.tsx'
import { earningsQuery } from './own-earnings.ts'

const route = getRouteApi('/executor/earnings')

/** Earnings, what can be withdrawn, and the transactions. */
export function Earnings() {
  const { t } = useLingui()
  const query = useQuery(earningsQuery)
  return (
    <Page title={t`Earnings`} actions={<LinkButton to="/executor/withdrawals">{t`Withdraw`}</LinkButton>}>
      <QueryContent query={query} placeholder={<LoadingSkeleton rows={1} height={104} />}>
        {(earnings) => (
          <>
            <OwnDebt earnings={earnings} />
            <Sums earnings={earnings} />
          </>
        )}
      </QueryContent>
      <Transactions />
      <StatementDownload path="/executor/statement" />
    </Page>
  )
}

function Sums({ earnings }: { readonly earnings: A['OwnEarnings'] }) {
  const { t } = useLingui()
  const { available, pending, withdrawing, total, currency, nextClearingAtUtc } = earnings
  return (
    <Tiles>
      <Tile name={t`Available`} description={<Trans>available to withdraw</Trans>}>
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
      <Tile name={t`Total`}>
        <Money amount={total} currency={currency} />
      </Tile>
    </Tiles>
  )
}

/** Whether the entry only follows another one: what is being paid out was taken before, what clears comes as available. */
const isCounterpart = ({ type, account }: A['Transaction']): boolean =>
  account === 'withdrawing' || (type === 'Clearing' && account === 'pending')

const withOneLinePerEvent = <Page extends { readonly items: readonly A['Transaction'][] }>(page: Page): Page => ({
  ...page,
  items: page.items.filter((transaction) => !isCounterpart(transaction)),
})

function Transactions() {
  const { t } = useLingui()
  const { cursor } = route.useSearch()
  const query = cursor ? { cursor } : {}
  const result = useQuery({
    ...apiPageQuery(['executions', 'transactions', query], (signal) =>
      groupA.GET('/api/executor/transactions', { params: { query }, signal }),
    ),
    select: withOneLinePerEvent,
  })
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
    {
      title: t`Type`,
      render: (transaction) => <TransactionKind transaction={transaction} kind={kind(transaction.type)} />,
    },
    {
      title: t`Amount`,
      isNumeric: true,
      render: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
  ]
}

function TransactionKind({ transaction, kind }: { readonly transaction: A['Transaction']; readonly kind: string }) {
  if (transaction.reportId === null) return <>{kind}</>
  return (
    <LinkAnchor to="/executor/work/$executionId" params={{ executionId: String(transaction.reportId) }}>
      {kind}
    </LinkAnchor>
  )
}
