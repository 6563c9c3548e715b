import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { balanceQuery } from '../accounts/own-balance.ts'
import type { Account } from '../accounts/session.ts'
import { earningsQuery } from '../payments/withdrawals/own-earnings.ts'
import { Money } from '../ui/formatted.tsx'
import { LinkButton } from '../ui/links.tsx'

const staleTime = 30_000

/** What the account has available, on every page of its role, with a link to its page. Operators have no balance. */
export function BalanceLink({ account: { roles } }: { readonly account: Account }) {
  const { pathname } = useLocation()
  const isExecutor = roles.includes('Executor')
  const isAdvertiser = roles.includes('Advertiser')
  if (isAdvertiser && (!isExecutor || pathname.startsWith('/advertiser'))) return <Advertisers />
  return isExecutor ? <Executors /> : null
}

function Advertisers() {
  const { data } = useQuery({ ...balanceQuery, staleTime })
  return data ? <Link to="/advertiser/balance" money={data} /> : null
}

function Executors() {
  const { data } = useQuery({ ...earningsQuery, staleTime })
  return data ? <Link to="/executor/earnings" money={data} /> : null
}

type LinkProps = {
  readonly to: '/advertiser/balance' | '/executor/earnings'
  readonly money: { readonly available: number; readonly currency: string }
}

function Link({ to, money: { available, currency } }: LinkProps) {
  const { t } = useLingui()
  return (
    <LinkButton to={to} variant="subtle" size="compact-sm" visibleFrom="xs" title={t`Available`}>
      <Money amount={available} currency={currency} />
    </LinkButton>
  )
}
