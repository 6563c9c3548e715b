import { Trans, useLingui } from '@lingui/react/macro'
import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { AccountFacts } from '../accounts/account-facts.tsx'
import { ChangeRoles } from '../accounts/change-roles.tsx'
import { DecideProfileChange } from '../accounts/profile/profile-change.tsx'
import { AccountSanctions } from '../accounts/sanctions/account-sanctions.tsx'
import { ImposeSanction } from '../accounts/sanctions/impose-sanction.tsx'
import { type A, groupA } from '../api.ts'
import { ask } from '../queries.ts'
import { LinkAnchor } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { Loaded } from '../ui/waiting.tsx'
import { AccountDecisions, AccountOffers, AccountWork } from './account-lists.tsx'
import { AccountSides } from './account-sides.tsx'
import { AccountStatement } from './account-statement.tsx'

const route = getRouteApi('/operator/accounts/$accountId')
type Overview = A['AccountOverview']

/** An account overview: profile, activity, money and sanctions. */
export function OneAccount() {
  const { t } = useLingui()
  const id = Number(route.useParams().accountId)
  const query = useQuery(
    ask(['accounts', 'overview', id], (signal) =>
      groupA.GET('/api/operator/accounts/{accountId}', { params: { path: { accountId: id } }, signal }),
    ),
  )
  return (
    <Page
      title={query.data?.account.email ?? t`Account ${id}`}
      about={
        <LinkAnchor to="/operator/accounts" size="sm">
          <Trans>All accounts</Trans>
        </LinkAnchor>
      }
      actions={query.data && <Acts of={query.data.account} />}
    >
      <Loaded query={query}>{(overview) => <Overview of={overview} />}</Loaded>
    </Page>
  )
}

const Acts = ({ of }: { readonly of: A['ManagedAccount'] }) => (
  <>
    <ChangeRoles of={of} />
    <ImposeSanction of={of} />
  </>
)

function Overview({ of }: { readonly of: Overview }) {
  const { account } = of
  return (
    <>
      <DecideProfileChange of={account} />
      <AccountFacts of={account} />
      <Parts of={of} />
    </>
  )
}

function Parts({ of }: { readonly of: Overview }) {
  const { t } = useLingui()
  const { part = 'overview' } = route.useSearch()
  const navigate = route.useNavigate()
  const { id } = of.account
  const parts = [
    { value: 'overview', label: t`Overview`, shown: () => <AccountSides of={of} /> },
    { value: 'offers', label: t`Offers`, shown: () => <AccountOffers id={id} /> },
    { value: 'work', label: t`Work`, shown: () => <AccountWork id={id} /> },
    { value: 'money', label: t`Money`, shown: () => <AccountStatement of={of} /> },
    { value: 'sanctions', label: t`Sanctions`, shown: () => <AccountSanctions of={of} /> },
    { value: 'decisions', label: t`Decisions`, shown: () => <AccountDecisions id={id} /> },
  ]
  const open = parts.find(({ value }) => value === part) ?? parts[0]
  return (
    <Tabs
      value={open?.value ?? null}
      keepMounted={false}
      onChange={(value) => void navigate({ search: () => ({ part: value ?? undefined }) as never, resetScroll: false })}
    >
      <Tabs.List>
        {parts.map(({ value, label }) => (
          <Tabs.Tab key={value} value={value}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {parts.map(({ value, shown }) => (
        <Tabs.Panel key={value} value={value} pt="md">
          {value === open?.value && shown()}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
