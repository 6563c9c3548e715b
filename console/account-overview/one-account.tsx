import { Trans, useLingui } from '@lingui/react/macro'
import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { AccountFacts } from '../accounts/account-facts.tsx'
import { ChangeRoles } from '../accounts/change-roles.tsx'
import { NotesSection } from '../accounts/internal-notes.tsx'
import { DecideProfileChange } from '../accounts/profile/profile-change.tsx'
import { RemoveNickname } from '../accounts/remove-nickname.tsx'
import { AccountSanctions } from '../accounts/sanctions/account-sanctions.tsx'
import { ImposeSanction } from '../accounts/sanctions/impose-sanction.tsx'
import { type A, groupA } from '../api.ts'
import { apiQuery } from '../queries.ts'
import { LinkAnchor } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { QueryContent } from '../ui/query-content.tsx'
import { EmailAddress } from '../ui/user-text.tsx'
import { AccountDecisions, AccountOffers, AccountWork } from './account-lists.tsx'
import { AccountStatement } from './account-statement.tsx'
import { AccountSummary } from './account-summary.tsx'

const route = getRouteApi('/operator/accounts/$accountId')
type Overview = A['AccountOverview']

/** An account overview: profile, activity, money and sanctions. */
export function OneAccount() {
  const { t } = useLingui()
  const id = Number(route.useParams().accountId)
  const query = useQuery(
    apiQuery(['accounts', 'overview', id], (signal) =>
      groupA.GET('/api/operator/accounts/{accountId}', { params: { path: { accountId: id } }, signal }),
    ),
  )
  const email = query.data?.account.email
  return (
    <Page
      title={email ?? t`Account ${id}`}
      heading={email && <EmailAddress email={email} />}
      description={
        <LinkAnchor to="/operator/accounts" size="sm">
          <Trans>All accounts</Trans>
        </LinkAnchor>
      }
      actions={query.data && <AccountActions of={query.data.account} />}
    >
      <QueryContent query={query}>{(overview) => <Overview of={overview} />}</QueryContent>
    </Page>
  )
}

const AccountActions = ({ of }: { readonly of: A['ManagedAccount'] }) => (
  <>
    <ChangeRoles account={of} />
    <RemoveNickname account={of} />
    <ImposeSanction account={of} />
  </>
)

function Overview({ of }: { readonly of: Overview }) {
  const { account } = of
  return (
    <>
      <DecideProfileChange of={account} />
      <AccountFacts of={account} />
      <AccountTabs of={of} />
    </>
  )
}

function AccountTabs({ of }: { readonly of: Overview }) {
  const { t } = useLingui()
  const { part = 'overview' } = route.useSearch()
  const navigate = route.useNavigate()
  const { id } = of.account
  const tabs = [
    { value: 'overview', label: t`Overview`, content: () => <AccountSummary overview={of} /> },
    { value: 'offers', label: t`Tasks`, content: () => <AccountOffers id={id} /> },
    { value: 'work', label: t`Submissions`, content: () => <AccountWork id={id} /> },
    { value: 'money', label: t`Money`, content: () => <AccountStatement overview={of} /> },
    { value: 'sanctions', label: t`Sanctions`, content: () => <AccountSanctions of={of} /> },
    { value: 'decisions', label: t`Decisions`, content: () => <AccountDecisions id={id} /> },
    { value: 'notes', label: t`Notes`, content: () => <NotesSection subject="account" id={id} /> },
  ]
  const current = tabs.find(({ value }) => value === part) ?? tabs[0]
  return (
    <Tabs
      value={current?.value ?? null}
      keepMounted={false}
      onChange={(value) => void navigate({ search: () => ({ part: value ?? undefined }) as never, resetScroll: false })}
    >
      <Tabs.List>
        {tabs.map(({ value, label }) => (
          <Tabs.Tab key={value} value={value}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ value, content }) => (
        <Tabs.Panel key={value} value={value} pt="md">
          {value === current?.value && content()}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
