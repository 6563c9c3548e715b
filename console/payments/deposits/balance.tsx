import { useLingui } from '@lingui/react/macro'
import { SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { balanceQuery } from '../../accounts/own-balance.ts'
import type { A } from '../../api.ts'
import { Money } from '../../ui/formatted.tsx'
import { Page } from '../../ui/page.tsx'
import { LoadingSkeleton, QueryContent } from '../../ui/query-content.tsx'
import { Status } from '../../ui/status.tsx'
import { Tile, Tiles } from '../../ui/tile.tsx'
import { pays } from '../../workspace.ts'
import { Refunds } from '../refunds/refunds.tsx'
import { StatementDownload } from '../statement-download.tsx'
import { AddMoney } from './add-money.tsx'
import { Deposits } from './deposits.tsx'
import { LowBalance } from './low-balance.tsx'
import { StripeResult } from './stripe-result.tsx'
import { Transactions } from './transactions.tsx'

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
            {pays && (
              <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
                <AddMoney currency={balance.currency} />
                <LowBalance balance={balance} />
              </SimpleGrid>
            )}
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
