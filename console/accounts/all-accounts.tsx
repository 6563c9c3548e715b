import { Trans, useLingui } from '@lingui/react/macro'
import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { operations } from '../api/group-a.ts'
import { type A, groupA } from '../api.ts'
import { pageQueryOf } from '../queries.ts'
import { Empty } from '../ui/empty.tsx'
import { Time } from '../ui/formatted.tsx'
import { type Column, List } from '../ui/lists/list.tsx'
import { SearchField } from '../ui/lists/search-field.tsx'
import { WordsFilter } from '../ui/lists/words-filter.tsx'
import { Page } from '../ui/page.tsx'
import { useWords } from '../ui/words.ts'
import { AccountLink } from './account-link.tsx'
import { AccountStatus } from './account-status.tsx'
import { accountStatuses, roleWords } from './role-words.ts'

const route = getRouteApi('/operator/accounts')
type Query = NonNullable<operations['listAccounts']['parameters']['query']>
type Row = A['ManagedAccount']

/** All accounts, newest first. */
export function AllAccounts() {
  const { t } = useLingui()
  const query = Object.fromEntries(Object.entries(route.useSearch()).filter(([, value]) => value)) as Query
  const accounts = useQuery(
    pageQueryOf(['accounts', 'all', query], (signal) =>
      groupA.GET('/api/operator/accounts', { params: { query }, signal }),
    ),
  )
  return (
    <Page title={t`Accounts`} about={t`All accounts with their roles, activity and restrictions.`}>
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
    <Group gap="sm" align="flex-end">
      <SearchField label={t`E-mail or number`} value={now.search} choose={(search) => narrow({ search })} />
      <WordsFilter
        label={t`Role`}
        words={roleWords}
        value={now.role}
        choose={(role) => narrow({ role })}
        all={t`Any role`}
      />
      <WordsFilter
        label={t`Status`}
        words={accountStatuses}
        value={now.status}
        choose={(status) => narrow({ status })}
        all={t`Every status`}
      />
    </Group>
  )
}

function useColumns(): readonly Column<Row>[] {
  const { t } = useLingui()
  const role = useWords(roleWords)
  return useMemo(
    () => [
      { title: t`Number`, show: ({ id }) => <span className="figures">№ {id}</span> },
      { title: t`E-mail`, show: ({ id, email }) => <AccountLink id={id} email={email} /> },
      { title: t`Roles`, show: ({ roles }) => roles.map(role).join(', ') || '–' },
      { title: t`Status`, show: ({ status }) => <AccountStatus status={status} /> },
      { title: t`Member since`, show: ({ createdAtUtc }) => <Time at={createdAtUtc} withClock={false} /> },
    ],
    [t, role],
  )
}
