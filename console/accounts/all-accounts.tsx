import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { operations } from '../api/group-a.ts'
import { type A, groupA } from '../api.ts'
import { apiPageQuery } from '../queries.ts'
import { Empty } from '../ui/empty.tsx'
import { Time } from '../ui/formatted.tsx'
import { useLabels } from '../ui/labels.ts'
import { FilterRow } from '../ui/lists/filter-row.tsx'
import { type Column, List } from '../ui/lists/list.tsx'
import { SearchField } from '../ui/lists/search-field.tsx'
import { SelectFilter } from '../ui/lists/select-filter.tsx'
import { Page } from '../ui/page.tsx'
import { RecordNumber } from '../ui/record-number.tsx'
import { AccountLink } from './account-link.tsx'
import { AccountStatus } from './account-status.tsx'
import { OperatorRequests } from './operator-requests.tsx'
import { accountStatusLabels, roleLabels } from './role-labels.ts'
import { SavedViews } from './saved-views.tsx'

const route = getRouteApi('/operator/accounts')
type Query = NonNullable<operations['listAccounts']['parameters']['query']>
type Row = A['ManagedAccount']

/** All accounts, newest first. */
export function AllAccounts() {
  const { t } = useLingui()
  const query = Object.fromEntries(Object.entries(route.useSearch()).filter(([, value]) => value)) as Query
  const accounts = useQuery(
    apiPageQuery(['accounts', 'all', query], (signal) =>
      groupA.GET('/api/operator/accounts', { params: { query }, signal }),
    ),
  )
  return (
    <Page title={t`Accounts`} description={t`All accounts with their roles, activity and restrictions.`}>
      <OperatorRequests />
      <Filters />
      <List
        label={t`Accounts`}
        query={accounts}
        columns={useColumns()}
        keyOf={({ id }) => id}
        empty={
          <Empty title={t`No accounts found`}>
            <Trans>No account matches. Search by part of the e-mail address or by the full number.</Trans>
          </Empty>
        }
      />
    </Page>
  )
}

function Filters() {
  const { t } = useLingui()
  const { cursor: _, ...now } = route.useSearch()
  const navigate = route.useNavigate()
  const narrow = (change: object) => void navigate({ search: () => ({ ...now, ...change }) as never })
  return (
    <FilterRow>
      <SavedViews />
      <SearchField label={t`E-mail or number`} value={now.search} onChange={(search) => narrow({ search })} />
      <SelectFilter
        label={t`Role`}
        labels={roleLabels}
        value={now.role}
        onChange={(role) => narrow({ role })}
        placeholder={t`Any role`}
      />
      <SelectFilter
        label={t`Status`}
        labels={accountStatusLabels}
        value={now.status}
        onChange={(status) => narrow({ status })}
        placeholder={t`Any status`}
      />
    </FilterRow>
  )
}

function useColumns(): readonly Column<Row>[] {
  const { t } = useLingui()
  const role = useLabels(roleLabels)
  return useMemo(
    () => [
      { title: t`Number`, render: ({ id }) => <RecordNumber id={id} /> },
      { title: t`E-mail`, render: ({ id, email }) => <AccountLink id={id} email={email} /> },
      { title: t`Roles`, render: ({ roles }) => roles.map(role).join(', ') || '–' },
      { title: t`Status`, render: ({ status }) => <AccountStatus status={status} /> },
      { title: t`Member since`, render: ({ createdAtUtc }) => <Time at={createdAtUtc} withClock={false} /> },
    ],
    [t, role],
  )
}
