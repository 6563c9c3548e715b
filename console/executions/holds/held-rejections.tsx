import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { AccountLink } from '../../accounts/account-link.tsx'
import { type A, groupA } from '../../api.ts'
import { apiPageQuery } from '../../queries.ts'
import { Empty } from '../../ui/empty.tsx'
import { Countdown, Time } from '../../ui/formatted.tsx'
import { type Labels, useLabels } from '../../ui/labels.ts'
import { CardList } from '../../ui/lists/card-list.tsx'
import { Page } from '../../ui/page.tsx'
import { RecordNumber } from '../../ui/record-number.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { reasonLabels } from '../reasons.ts'
import { HeldWork } from '../work-on-demand.tsx'
import { HeldActions } from './held-actions.tsx'

const route = getRouteApi('/operator/held')
type HeldRejection = A['HeldRejection']

const causeLabels: Labels = {
  Rate: msg`This advertiser's recent rejection rate is unusually high.`,
  AtOnce: msg`The advertiser rejected an unusually large batch.`,
}

/** Rejections that wait for an operator, because their advertiser rejects more than usual. */
export function HeldRejections() {
  const { t } = useLingui()
  const { cursor } = route.useSearch()
  const query = cursor ? { cursor } : {}
  const rejection = useQuery(
    apiPageQuery(['executions', 'held', query], (signal) =>
      groupA.GET('/api/operator/held-rejections', { params: { query }, signal }),
    ),
  )
  return (
    <Page
      title={t`Rejections to check`}
      description={t`These advertisers reject more than usual. Uphold justified rejections. Without a decision in time, the submission is accepted.`}
    >
      <CardList
        query={rejection}
        empty={
          <Empty title={t`No rejections to check`}>
            <Trans>If an advertiser rejects unusually often, further rejections wait here for your decision.</Trans>
          </Empty>
        }
      >
        {(rejection) => <HeldCard key={rejection.id} rejection={rejection} />}
      </CardList>
    </Page>
  )
}

function HeldCard({ rejection }: { readonly rejection: HeldRejection }) {
  const { t } = useLingui()
  const cause = useLabels(causeLabels)
  const reason = useLabels(reasonLabels)
  return (
    <Card withBorder component="article" aria-label={t`Submission ${rejection.reportId}`}>
      <Stack gap="sm">
        <Title order={2} size="h3">
          <UserText text={rejection.taskTitle} oneLine inherit />
        </Title>
        <Group gap="4px 16px" fz="sm" c="dimmed">
          <RecordNumber id={rejection.reportId} />
          <span>
            <Trans>
              on hold since <Time at={rejection.heldAtUtc} isExact />
            </Trans>
          </span>
          <span>
            <Trans>
              auto-accepts in <Countdown until={rejection.reviewDeadlineAtUtc} />
            </Trans>
          </span>
        </Group>
        <Text size="sm">{cause(rejection.cause)}</Text>
        <div>
          <Text fw={600}>{reason(rejection.reasonCode)}</Text>
          <UserText text={rejection.reason} />
          {rejection.blockExecutor && (
            <Text size="sm" c="dimmed">
              <Trans>This executor will get no more tasks from this advertiser.</Trans>
            </Text>
          )}
        </div>
        <HeldWork reportId={rejection.reportId} />
        <Parties rejection={rejection} />
        <HeldActions rejection={rejection} />
      </Stack>
    </Card>
  )
}

const Parties = ({ rejection }: { readonly rejection: HeldRejection }) => (
  <Group gap="4px 16px" fz="sm">
    <span>
      <Trans>
        Advertiser: <AccountLink id={rejection.advertiserId} email={rejection.advertiserEmail} />
      </Trans>
    </span>
    <span>
      <Trans>
        Executor: <AccountLink id={rejection.executorId} email={rejection.executorEmail} />
      </Trans>
    </span>
  </Group>
)
