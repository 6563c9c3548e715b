import { Trans, useLingui } from '@lingui/react/macro'
import { Grid, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { AccountLink } from '../accounts/account-link.tsx'
import { Assignee, OthersWork } from '../accounts/assignee.tsx'
import { useAssignments } from '../accounts/assignments.ts'
import { NotesSection } from '../accounts/internal-notes.tsx'
import { type A, groupA } from '../api.ts'
import { apiPageQuery, apiQuery } from '../queries.ts'
import { LinkAnchor } from '../ui/links.tsx'
import { Page, Section } from '../ui/page.tsx'
import { QueryContent } from '../ui/query-content.tsx'
import { type QueuePosition, useQueuePosition } from '../ui/queue/queue-position.ts'
import { CaseWork } from './case-work.tsx'
import { DisputeDeadline } from './deadline.tsx'
import { DecideDispute } from './decide-dispute.tsx'
import { StatementCard, Statements } from './statements.tsx'
import { DisputeStatus } from './status.tsx'

const route = getRouteApi('/operator/disputes/$disputeId')

/** A dispute with everything an operator needs to decide it. */
export function DisputeCase() {
  const { t } = useLingui()
  const { disputeId } = route.useParams()
  const id = Number(disputeId)
  const query = useQuery(
    apiQuery(['disputes', 'case', id], (signal) =>
      groupA.GET('/api/operator/disputes/{id}', { params: { path: { id } }, signal }),
    ),
  )
  return (
    <Page
      title={t`Dispute ${disputeId}`}
      description={<LinkAnchor to="/operator/disputes">{t`All disputes`}</LinkAnchor>}
    >
      <QueryContent query={query}>{(disputeCase) => <CaseDetails disputeCase={disputeCase} />}</QueryContent>
    </Page>
  )
}

/** The evidence on the left, both statements on the right, and the decision in a bar that stays visible. */
function CaseDetails({ disputeCase }: { readonly disputeCase: A['Case'] }) {
  const { t } = useLingui()
  const { id } = disputeCase
  const assignment = useAssignments('dispute', [id])(id)
  return (
    <Stack gap="lg">
      <Group gap="md">
        <CaseFacts disputeCase={disputeCase} />
        <Assignee subject="dispute" id={id} assignment={assignment} />
      </Group>
      <OthersWork assignment={assignment} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 7 }} order={{ base: 2, lg: 1 }}>
          <Stack gap="lg">
            <CaseWork disputeCase={disputeCase} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }} order={{ base: 1, lg: 2 }}>
          <Section title={t`Statements`}>
            <Statements dispute={disputeCase} isNarrow />
            {disputeCase.note && (
              <StatementCard title={t`Decision`} text={disputeCase.note} at={disputeCase.resolvedAtUtc} />
            )}
          </Section>
          <NotesSection subject="dispute" id={id} />
        </Grid.Col>
      </Grid>
      <DecideDispute key={disputeCase.id} dispute={disputeCase} position={useOpenDisputes(disputeCase.id)} />
    </Stack>
  )
}

const openDisputesMax = 100

/** The position among the open disputes, most urgent first. */
function useOpenDisputes(id: number): QueuePosition {
  const navigate = route.useNavigate()
  const query = { pageSize: openDisputesMax }
  const { data } = useQuery(
    apiPageQuery(['disputes', 'queue', query], (signal) =>
      groupA.GET('/api/operator/disputes', { params: { query }, signal }),
    ),
  )
  const open = (disputeId: string | undefined) =>
    void (disputeId === undefined
      ? navigate({ to: '/operator/disputes' })
      : navigate({ to: '/operator/disputes/$disputeId', params: { disputeId } }))
  return useQueuePosition({ items: data?.items ?? [], list: '', isPrevious: false }, String(id), open)
}

function CaseFacts({ disputeCase }: { readonly disputeCase: A['Case'] }) {
  return (
    <Group gap="md">
      <DisputeStatus dispute={disputeCase} />
      <DisputeDeadline dispute={disputeCase} />
      <Text size="sm" component="span">
        <Trans>
          Executor: <AccountLink id={disputeCase.executorId} email={disputeCase.executorEmail} />
        </Trans>
      </Text>
      <Text size="sm" component="span">
        <Trans>
          Advertiser: <AccountLink id={disputeCase.advertiserId} email={disputeCase.advertiserEmail} />
        </Trans>
      </Text>
    </Group>
  )
}
