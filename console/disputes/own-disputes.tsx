import { useLingui } from '@lingui/react/macro'
import { Card, Group, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type A, groupA } from '../api.ts'
import { apiPageQuery } from '../queries.ts'
import { Empty } from '../ui/empty.tsx'
import { LinkAnchor, LinkButton } from '../ui/links.tsx'
import { CardList } from '../ui/lists/card-list.tsx'
import { Page } from '../ui/page.tsx'
import { UserText } from '../ui/user-text.tsx'
import { DisputeDeadline } from './deadline.tsx'
import { StatementCard, Statements } from './statements.tsx'
import { DisputeStatus } from './status.tsx'

const route = getRouteApi('/executor/disputes')

/** The executor's appeals with both statements and their outcomes. */
export function OwnDisputes() {
  const { t } = useLingui()
  const { cursor } = route.useSearch()
  const query = cursor ? { cursor } : {}
  const result = useQuery(
    apiPageQuery(['disputes', 'own', query], (signal) =>
      groupA.GET('/api/executor/disputes', { params: { query }, signal }),
    ),
  )
  return (
    <Page title={t`My appeals`} description={t`Rejections you contested. An operator decides.`}>
      <CardList query={result} empty={<NoAppeals />}>
        {(dispute) => <OwnDispute key={dispute.id} dispute={dispute} />}
      </CardList>
    </Page>
  )
}

function NoAppeals() {
  const { t } = useLingui()
  return (
    <Empty
      title={t`No appeals yet`}
      action={
        <LinkButton to="/executor/work" search={{ status: 'Rejected' }} variant="light">
          {t`Rejected submissions`}
        </LinkButton>
      }
    >
      {t`If you disagree with a rejection, open the submission and appeal before the deadline shown there.`}
    </Empty>
  )
}

function OwnDispute({ dispute }: { readonly dispute: A['OwnDispute'] }) {
  const { t } = useLingui()
  return (
    <Card withBorder component="article" aria-label={t`Appeal ${dispute.id}`} padding="md">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h3">
            <LinkAnchor to="/executor/work/$executionId" params={{ executionId: String(dispute.executionId) }} inherit>
              <UserText text={dispute.offerTitle} oneLine inherit />
            </LinkAnchor>
          </Title>
          <DisputeStatus dispute={dispute} reader="Executor" />
        </Group>
        <DisputeDeadline dispute={dispute} reader="Executor" />
        <Statements dispute={dispute} reader="Executor" />
        {dispute.note && <StatementCard title={t`Decision`} text={dispute.note} at={dispute.resolvedAtUtc} />}
      </Stack>
    </Card>
  )
}
