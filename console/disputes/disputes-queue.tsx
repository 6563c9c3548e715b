import { Trans, useLingui } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { AccountLink } from '../accounts/account-link.tsx'
import { AssignedFilter } from '../accounts/assigned-filter.tsx'
import { Assignee } from '../accounts/assignee.tsx'
import { type Assigned, useAssignments } from '../accounts/assignments.ts'
import { SavedViews } from '../accounts/saved-views.tsx'
import { type A, groupA } from '../api.ts'
import { apiPageQuery } from '../queries.ts'
import { Empty } from '../ui/empty.tsx'
import { Countdown, Time } from '../ui/formatted.tsx'
import { LinkAnchor } from '../ui/links.tsx'
import { FilterRow } from '../ui/lists/filter-row.tsx'
import { type Column, List } from '../ui/lists/list.tsx'
import { SearchField } from '../ui/lists/search-field.tsx'
import { SelectFilter } from '../ui/lists/select-filter.tsx'
import { Page } from '../ui/page.tsx'
import { UserText } from '../ui/user-text.tsx'
import { DisputeStatus, disputeStatusLabels } from './status.tsx'

const route = getRouteApi('/operator/disputes')
type Row = A['DisputeToDecide']

/** Disputes awaiting an operator, most urgent first. */
export function DisputesQueue() {
  const { t } = useLingui()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = {
    ...(search.status ? { status: search.status } : {}),
    ...(search.account ? { accountId: search.account } : {}),
    ...(search.assigned ? { assigned: search.assigned as never } : {}),
    ...(search.cursor ? { cursor: search.cursor } : {}),
  }
  const { cursor: _, ...filters } = search
  const narrow = (change: object) => void navigate({ search: () => ({ ...filters, ...change }) as never })
  const disputes = useQuery(
    apiPageQuery(['disputes', 'queue', query], (signal) =>
      groupA.GET('/api/operator/disputes', { params: { query }, signal }),
    ),
  )
  const assigned = useAssignments('dispute', disputes.data?.items.map(({ id }) => id) ?? [])
  return (
    <Page
      title={search.status ? t`Disputes` : t`Open disputes`}
      description={t`Executors' appeals against rejections. Without a decision in time, the executor is paid.`}
    >
      <FilterRow>
        <SearchField label={t`E-mail or number`} value={search.account} onChange={(account) => narrow({ account })} />
        <SelectFilter
          label={t`Status`}
          labels={disputeStatusLabels}
          value={search.status}
          onChange={(status) => narrow({ status })}
          placeholder={t`All open`}
        />
        <AssignedFilter value={search.assigned} onChange={(assigned) => narrow({ assigned })} />
        <SavedViews />
      </FilterRow>
      <List
        label={t`Disputes`}
        query={disputes}
        columns={useColumns(assigned)}
        keyOf={({ id }) => id}
        empty={
          <Empty title={t`Nothing to decide`}>
            <Trans>No matching disputes. New ones appear automatically, most urgent first.</Trans>
          </Empty>
        }
      />
    </Page>
  )
}

function useColumns(assigned: Assigned): readonly Column<Row>[] {
  const { t } = useLingui()
  return useMemo(
    () => [
      {
        title: t`Dispute`,
        render: ({ id }) => (
          <LinkAnchor
            to="/operator/disputes/$disputeId"
            params={{ disputeId: String(id) }}
            fw={600}
            size="sm"
            style={{ whiteSpace: 'nowrap' }}
          >
            <Trans>Dispute {id}</Trans>
          </LinkAnchor>
        ),
      },
      {
        title: t`Executor's statement`,
        render: ({ offerTitle, statement }) => (
          <div>
            <UserText text={offerTitle} size="sm" fw={600} lineClamp={1} maw={420} />
            <UserText text={statement} size="sm" lineClamp={2} maw={420} />
          </div>
        ),
      },
      { title: t`Executor`, render: (row) => <AccountLink id={row.executorId} email={row.executorEmail} /> },
      { title: t`Advertiser`, render: (row) => <AccountLink id={row.advertiserId} email={row.advertiserEmail} /> },
      {
        title: t`Status`,
        render: (row) => (
          <Stack gap={4} align="flex-start">
            <DisputeStatus dispute={row} />
            <Assignee subject="dispute" id={row.id} assignment={assigned(row.id)} />
          </Stack>
        ),
      },
      {
        title: t`Decide within`,
        render: ({ resolvedAtUtc, decideByUtc }) =>
          resolvedAtUtc ? (
            <Text size="sm" c="dimmed">
              <Time at={resolvedAtUtc} />
            </Text>
          ) : (
            <Countdown until={decideByUtc} />
          ),
      },
    ],
    [t, assigned],
  )
}
