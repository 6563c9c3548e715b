import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type A, groupA } from '../../api.ts'
import { pageQueryOf } from '../../queries.ts'
import { Empty } from '../../ui/empty.tsx'
import { Countdown, Time } from '../../ui/formatted.tsx'
import { LinkAnchor } from '../../ui/links.tsx'
import { Pages } from '../../ui/lists/pages.tsx'
import { Page } from '../../ui/page.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { Loaded } from '../../ui/waiting.tsx'
import { useWords, type Words } from '../../ui/words.ts'
import { HeldWork } from '../held-work.tsx'
import { reasonWords } from '../reasons.ts'
import { HeldActions } from './held-actions.tsx'

const route = getRouteApi('/operator/held')
type HeldRejection = A['HeldRejection']

const causeWords: Words = {
  Rate: msg`This advertiser's recent rejection rate is unusually high.`,
  AtOnce: msg`The advertiser rejected an unusually large batch.`,
}

/** Rejections that wait for an operator, because their advertiser rejects more than usual. */
export function HeldRejections() {
  const { t } = useLingui()
  const { cursor } = route.useSearch()
  const query = cursor ? { cursor } : {}
  const held = useQuery(
    pageQueryOf(['executions', 'held', query], (signal) =>
      groupA.GET('/api/operator/held-rejections', { params: { query }, signal }),
    ),
  )
  return (
    <Page
      title={t`Held rejections`}
      about={t`These advertisers reject more than usual. Uphold justified rejections. Without a decision in time, the work is accepted.`}
    >
      <Loaded query={held}>
        {(listed) =>
          listed.items.length === 0 ? (
            <Empty title={t`No held rejections`}>
              <Trans>If an advertiser rejects more than usual, further rejections appear here for you.</Trans>
            </Empty>
          ) : (
            <Stack gap="md">
              {listed.items.map((one) => (
                <HeldCard key={one.id} held={one} />
              ))}
              <Pages listed={listed} />
            </Stack>
          )
        }
      </Loaded>
    </Page>
  )
}

function HeldCard({ held }: { readonly held: HeldRejection }) {
  const { t } = useLingui()
  const cause = useWords(causeWords)
  const reason = useWords(reasonWords)
  return (
    <Card withBorder component="article" aria-label={t`Work ${held.reportId}`}>
      <Stack gap="sm">
        <Title order={2} size="h3">
          <UserText text={held.taskTitle} oneLine inherit />
        </Title>
        <Group gap="4px 16px" fz="sm" c="dimmed">
          <span>№ {held.reportId}</span>
          <span>
            <Trans>
              on hold since <Time at={held.heldAtUtc} />
            </Trans>
          </span>
          <span>
            <Trans>
              auto-accepts in <Countdown until={held.reviewDeadlineAtUtc} />
            </Trans>
          </span>
        </Group>
        <Text size="sm">{cause(held.cause)}</Text>
        <div>
          <Text fw={600}>{reason(held.reasonCode)}</Text>
          <UserText text={held.reason} />
          {held.blockExecutor && (
            <Text size="sm" c="dimmed">
              <Trans>This executor will get no more tasks from this advertiser.</Trans>
            </Text>
          )}
        </div>
        <HeldWork reportId={held.reportId} />
        <Sides held={held} />
        <HeldActions held={held} />
      </Stack>
    </Card>
  )
}

const Sides = ({ held }: { readonly held: HeldRejection }) => (
  <Group gap="4px 16px" fz="sm">
    <LinkAnchor to="/operator/accounts/$accountId" params={{ accountId: String(held.advertiserId) }} size="sm">
      <Trans>Advertiser's statement</Trans>
    </LinkAnchor>
    <LinkAnchor to="/operator/accounts/$accountId" params={{ accountId: String(held.executorId) }} size="sm">
      <Trans>Executor's statement</Trans>
    </LinkAnchor>
  </Group>
)
