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
  Rate: msg`Of this advertiser’s last decisions, more were rejections than is usual.`,
  AtOnce: msg`The advertiser rejected very many at once.`,
}

/** Rejections that an operator looks at first, because their advertiser rejects more than is usual. */
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
      about={t`An advertiser rejected more than is usual. Let a rejection pass where it is right; what nobody decides in time is accepted.`}
    >
      <Loaded query={held}>
        {(listed) =>
          listed.items.length === 0 ? (
            <Empty title={t`No rejection is held`}>
              <Trans>Where an advertiser rejects more than is usual, their further rejections wait here for you.</Trans>
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
              held since <Time at={held.heldAtUtc} />
            </Trans>
          </span>
          <span>
            <Trans>
              accepted by itself in <Countdown until={held.reviewDeadlineAtUtc} />
            </Trans>
          </span>
        </Group>
        <Text size="sm">{cause(held.cause)}</Text>
        <div>
          <Text fw={600}>{reason(held.reasonCode)}</Text>
          <UserText text={held.reason} />
          {held.blockExecutor && (
            <Text size="sm" c="dimmed">
              <Trans>The executor is to get no task of this advertiser any more.</Trans>
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
      <Trans>The advertiser’s account</Trans>
    </LinkAnchor>
    <LinkAnchor to="/operator/accounts/$accountId" params={{ accountId: String(held.executorId) }} size="sm">
      <Trans>The executor’s account</Trans>
    </LinkAnchor>
  </Group>
)
