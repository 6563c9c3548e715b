import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { groupA } from '../../api.ts'
import { apiPageQuery } from '../../queries.ts'
import { ActiveReservations } from '../../reservations/active-reservations.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Money, Time } from '../../ui/formatted.tsx'
import { LinkAnchor, LinkButton } from '../../ui/links.tsx'
import { type Column, List } from '../../ui/lists/list.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { WorkStatus } from '../status.tsx'
import { OwnReputation } from './own-reputation.tsx'
import type { ListedExecution } from './own-work.ts'
import { ReworkRequests } from './rework-requests.tsx'
import { WorkTabs } from './work-tabs.tsx'

const route = getRouteApi('/executor/work')

/** The executor's reservations, rework requests and submissions. */
export function MyWork() {
  const { t } = useLingui()
  return (
    <Page title={t`My work`}>
      <ActiveReservations />
      <ReworkRequests />
      <Submissions />
      <OwnReputation />
    </Page>
  )
}

function Submissions() {
  const { t } = useLingui()
  const { status, cursor } = route.useSearch()
  const query = { ...(status ? { status: [status] } : {}), ...(cursor ? { cursor } : {}) }
  const result = useQuery(
    apiPageQuery(['executions', 'own', query], (signal) =>
      groupA.GET('/api/executor/executions', { params: { query }, signal }),
    ),
  )
  return (
    <Section title={t`Submissions`}>
      <WorkTabs status={status} />
      <List
        label={t`Submissions`}
        query={result}
        columns={useColumns()}
        keyOf={({ id }) => id}
        empty={<NoSubmissions hasFilter={status !== undefined} />}
      />
    </Section>
  )
}

function useColumns(): readonly Column<ListedExecution>[] {
  const { t } = useLingui()
  return [
    { title: t`Task`, render: (work) => <WorkTitle work={work} /> },
    { title: t`Status`, render: ({ status }) => <WorkStatus status={status} /> },
    { title: t`Submitted`, render: ({ submittedAtUtc }) => <Time at={submittedAtUtc} /> },
    { title: t`Next`, render: (work) => <Next work={work} /> },
    {
      title: t`Reward`,
      isNumeric: true,
      render: ({ rewardPerAction, currency }) => <Money amount={rewardPerAction} currency={currency} />,
    },
  ]
}

const WorkTitle = ({ work }: { readonly work: ListedExecution }) => (
  <LinkAnchor to="/executor/work/$executionId" params={{ executionId: String(work.id) }} fw={600}>
    <bdi>{work.offerTitle}</bdi>
  </LinkAnchor>
)

/** The next event of the work, and when it is due. */
function Next({ work }: { readonly work: ListedExecution }) {
  const { t } = useLingui()
  const { status, allowedActions } = work
  const [label, at] =
    status === 'Pending'
      ? [t`Decision by`, work.reviewDeadlineAtUtc]
      : status === 'ReworkRequested'
        ? [t`Resubmit by`, work.rework?.deadlineAtUtc]
        : allowedActions.includes('Dispute')
          ? [t`Appeal by`, work.appealDeadlineAtUtc]
          : status === 'Disputed'
            ? [t`Appeal decision by`, work.dispute?.decideByUtc]
            : []
  if (!at) return <>–</>
  return (
    <span>
      {label} <Time at={at} isExact />
    </span>
  )
}

function NoSubmissions({ hasFilter }: { readonly hasFilter: boolean }) {
  const { t } = useLingui()
  if (hasFilter) return <Empty title={t`No submissions with this status`} />
  return (
    <Empty title={t`Nothing submitted yet`} action={<LinkButton to="/executor">{t`Find work`}</LinkButton>}>
      {t`Pick a task, reserve it and submit your work. It then appears here with its status.`}
    </Empty>
  )
}
