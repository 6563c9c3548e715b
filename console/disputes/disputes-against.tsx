import { Trans, useLingui } from '@lingui/react/macro'
import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type B, groupB } from '../api.ts'
import { apiPageQuery } from '../queries.ts'
import { Empty } from '../ui/empty.tsx'
import { LinkButton } from '../ui/links.tsx'
import { CardList } from '../ui/lists/card-list.tsx'
import { SelectFilter } from '../ui/lists/select-filter.tsx'
import { Page } from '../ui/page.tsx'
import { ExecutorName, UserText } from '../ui/user-text.tsx'
import { AnswerDispute } from './answer-dispute.tsx'
import { DisputeDeadline } from './deadline.tsx'
import { StatementCard, Statements } from './statements.tsx'
import { againstStatusLabels, DisputeStatus } from './status.tsx'

const route = getRouteApi('/advertiser/disputes')

/** Appeals against the advertiser's rejections, with the executors' statements and the possible answers. */
export function DisputesAgainst() {
  const { t } = useLingui()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = {
    ...(search.status ? { status: search.status } : {}),
    ...(search.cursor ? { cursor: search.cursor } : {}),
  }
  const disputes = useQuery(
    apiPageQuery(['disputes', 'against', query], (signal) => groupB.GET('/disputes', { params: { query }, signal })),
  )
  return (
    <Page
      title={t`Disputes`}
      description={t`Appeals against your rejections. An operator decides each; your answer is heard if it comes in time. You can also concede.`}
    >
      <SelectFilter
        label={t`Status`}
        labels={againstStatusLabels}
        value={search.status}
        onChange={(status) => void navigate({ search: () => (status ? { status } : {}) as never })}
        placeholder={t`Any status`}
      />
      <CardList
        query={disputes}
        empty={
          <Empty title={t`No disputes`}>
            <Trans>No appeals against your rejections. New appeals appear here with a deadline to answer.</Trans>
          </Empty>
        }
      >
        {(dispute) => <DisputeCard key={dispute.id} dispute={dispute} />}
      </CardList>
    </Page>
  )
}

function DisputeCard({ dispute }: { readonly dispute: B['Dispute'] }) {
  const { t } = useLingui()
  return (
    <Card withBorder component="article" aria-label={t`Dispute ${dispute.id}`} padding="md">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h3">
            <UserText text={dispute.taskTitle} oneLine inherit />
          </Title>
          <DisputeStatus dispute={dispute} reader="Advertiser" />
        </Group>
        <Group gap="4px 16px" fz="sm">
          <Text span inherit c="dimmed">
            <Trans>Submission {dispute.reportId}</Trans>
          </Text>
          <Text span inherit>
            <ExecutorName id={dispute.executorId} nickname={dispute.executorNickname} />
          </Text>
        </Group>
        <DisputeDeadline dispute={dispute} reader="Advertiser" />
        <Statements dispute={dispute} reader="Advertiser" />
        {dispute.note && <StatementCard title={t`Decision`} text={dispute.note} at={dispute.resolvedAtUtc} />}
        <Group gap="xs">
          <AnswerDispute dispute={dispute} />
          <LinkButton
            to="/advertiser/review"
            search={{ report: String(dispute.reportId), status: 'Disputed' }}
            variant="default"
          >
            <Trans>View submission</Trans>
          </LinkButton>
        </Group>
      </Stack>
    </Card>
  )
}
