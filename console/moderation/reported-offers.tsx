import { Trans, useLingui } from '@lingui/react/macro'
import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { AccountLink } from '../accounts/account-link.tsx'
import { AssignedFilter } from '../accounts/assigned-filter.tsx'
import { Assignee } from '../accounts/assignee.tsx'
import { type Assignment, useAssignments } from '../accounts/assignments.ts'
import { NotesButton } from '../accounts/internal-notes.tsx'
import { SavedViews } from '../accounts/saved-views.tsx'
import { type A, groupA } from '../api.ts'
import { reportCodeLabels } from '../offer-reports/report-code-labels.ts'
import { apiPageQuery, useApiMutation } from '../queries.ts'
import { Empty } from '../ui/empty.tsx'
import { Count, Time } from '../ui/formatted.tsx'
import { useLabels } from '../ui/labels.ts'
import { LinkAnchor } from '../ui/links.tsx'
import { CardList } from '../ui/lists/card-list.tsx'
import { FilterRow } from '../ui/lists/filter-row.tsx'
import { Page } from '../ui/page.tsx'
import { ReasonButton } from '../ui/reason-button.tsx'
import { Status } from '../ui/status.tsx'
import { UserText } from '../ui/user-text.tsx'

const route = getRouteApi('/operator/reported')
type ReportedOffer = A['ReportedOffer']
const changedNouns = ['moderation', 'offers', 'audit']

/** Offers reported by executors, for an operator to decide. */
export function ReportedOffers() {
  const { t } = useLingui()
  const { assigned, cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const query = { ...(assigned ? { assigned: assigned as never } : {}), ...(cursor ? { cursor } : {}) }
  const offers = useQuery(
    apiPageQuery(['moderation', 'reported', query], (signal) =>
      groupA.GET('/api/operator/offer-reports', { params: { query }, signal }),
    ),
  )
  const assignments = useAssignments('offer', offers.data?.items.map(({ id }) => id) ?? [])
  return (
    <Page title={t`Reported tasks`} description={t`Tasks that executors reported for breaking the rules.`}>
      <FilterRow>
        <AssignedFilter
          value={assigned}
          onChange={(next) => void navigate({ search: () => ({ assigned: next }) as never })}
        />
        <SavedViews />
      </FilterRow>
      <CardList
        query={offers}
        empty={
          <Empty title={t`No reports to decide`}>
            <Trans>Tasks that executors report appear here.</Trans>
          </Empty>
        }
      >
        {(offer) => <ReportedCard key={offer.id} offer={offer} assignment={assignments(offer.id)} />}
      </CardList>
    </Page>
  )
}

type ReportedCardProps = { readonly offer: ReportedOffer; readonly assignment: Assignment | undefined }

const ReportedCard = ({ offer, assignment }: ReportedCardProps) => (
  <Card withBorder component="article" aria-label={offer.title}>
    <Stack gap="sm">
      <Summary offer={offer} />
      <Group gap={4}>
        <Assignee subject="offer" id={offer.id} assignment={assignment} />
        <NotesButton subject="offer" id={offer.id} />
      </Group>
      {offer.reports.map((report) => (
        <ReportText key={`${report.reportedAtUtc} ${report.code}`} report={report} />
      ))}
      <DecisionButtons offer={offer} />
    </Stack>
  </Card>
)

function Summary({ offer }: { readonly offer: ReportedOffer }) {
  const { t } = useLingui()
  return (
    <>
      <Title order={2} size="h3">
        <LinkAnchor to="/operator/moderation" search={{ offer: String(offer.id) } as never} inherit>
          <bdi>{offer.title}</bdi>
        </LinkAnchor>
      </Title>
      {offer.isPausedByReports && <Status label={t`Paused by reports`} tone="over" />}
      <Group gap="4px 16px" fz="sm">
        <span>
          <Trans>
            Advertiser: <AccountLink id={offer.advertiserId} email={offer.advertiserEmail} />
          </Trans>
        </span>
        <span>
          <Trans>
            Reports: <Count value={offer.reporterCount} />
          </Trans>
        </span>
        <span>
          <Trans>
            From reputable executors: <Count value={offer.countingCount} />
          </Trans>
        </span>
      </Group>
    </>
  )
}

function ReportText({ report }: { readonly report: ReportedOffer['reports'][number] }) {
  const label = useLabels(reportCodeLabels)
  return (
    <div>
      <Text size="sm" fw={600}>
        {label(report.code)} · <Time at={report.reportedAtUtc} />
      </Text>
      {report.comment && <UserText text={report.comment} size="sm" />}
    </div>
  )
}

function DecisionButtons({ offer: { id: offerId, allowedActions } }: { readonly offer: ReportedOffer }) {
  const { t } = useLingui()
  const params = (header: { 'Idempotency-Key': string }) => ({ params: { path: { offerId }, header } })
  const dismiss = useApiMutation<string, A['Offer']>(changedNouns, (reason, header) =>
    groupA.POST('/api/operator/offers/{offerId}/reports/dismiss', { ...params(header), body: { reason } }),
  )
  const uphold = useApiMutation<string, A['Offer']>(changedNouns, (reason, header) =>
    groupA.POST('/api/operator/offers/{offerId}/reports/uphold', { ...params(header), body: { reason } }),
  )
  const common = { allowed: allowedActions, field: 'reason', fieldLabel: t`Reason` } as const
  return (
    <Group gap="xs">
      <ReasonButton
        {...common}
        action="Dismiss"
        label={t`Dismiss reports`}
        persistKey={`reports-dismiss-${offerId}`}
        mutation={dismiss}
        successMessage={t`Reports dismissed.`}
      >
        <Trans>If reports paused the task, it resumes.</Trans>
      </ReasonButton>
      <ReasonButton
        {...common}
        action="Suspend"
        label={t`Suspend task`}
        description={t`The advertiser will see it.`}
        persistKey={`reports-uphold-${offerId}`}
        mutation={uphold}
        successMessage={t`Task suspended.`}
        color="red"
      >
        <Trans>No new reservations. Current reservations end without penalty.</Trans>
      </ReasonButton>
    </Group>
  )
}
