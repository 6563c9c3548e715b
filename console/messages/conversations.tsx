import { Trans, useLingui } from '@lingui/react/macro'
import { Card, Checkbox, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Empty } from '../ui/empty.tsx'
import { Count, Time } from '../ui/formatted.tsx'
import { LinkAnchor } from '../ui/links.tsx'
import { CardList } from '../ui/lists/card-list.tsx'
import { Page } from '../ui/page.tsx'
import { Status } from '../ui/status.tsx'
import { reviews } from '../workspace.ts'
import { OtherSide } from './other-side.tsx'
import { type Conversation, conversationOf, conversationsQuery, type Side } from './talk.ts'
import { WriteToMany } from './write-to-many.tsx'

export const ExecutorConversations = () => <Conversations side="executor" />
export const AdvertiserConversations = () => <Conversations side="advertiser" />

/** The conversations of one side, the one with the newest message first. */
function Conversations({ side }: { readonly side: Side }) {
  const { t } = useLingui()
  const { cursor, unread, task } = useSearch({ strict: false }) as Record<string, string | undefined>
  const navigate = useNavigate()
  const ofTask = task ? { taskId: Number(task) } : {}
  const query = { ...(cursor ? { cursor } : {}), ...(unread ? { unread: true as const } : {}), ...ofTask }
  const result = useQuery(conversationsQuery(side, query))
  return (
    <Page
      title={t`Messages`}
      description={t`What you and the other side write to each other about work.`}
      actions={side === 'advertiser' && task && reviews ? <WriteToMany taskId={Number(task)} /> : undefined}
    >
      <Group gap="md">
        <Checkbox
          label={t`Only unread`}
          checked={unread !== undefined}
          onChange={({ currentTarget: { checked } }) =>
            void navigate({
              to: '.',
              search: { ...(task ? { task } : {}), ...(checked ? { unread: 'true' } : {}) } as never,
            })
          }
        />
        {task && side === 'advertiser' && (
          <>
            <LinkAnchor to="/advertiser/offers/$offerId" params={{ offerId: task }} size="sm">
              <Trans>Task {task}</Trans>
            </LinkAnchor>
            <LinkAnchor to="/advertiser/messages" size="sm">
              <Trans>All messages</Trans>
            </LinkAnchor>
          </>
        )}
      </Group>
      <CardList query={result} empty={<NoConversations side={side} />}>
        {(shown) => <ConversationCard key={shown.id} side={side} conversation={conversationOf(shown)} />}
      </CardList>
    </Page>
  )
}

function NoConversations({ side }: { readonly side: Side }) {
  const { t } = useLingui()
  return (
    <Empty title={t`No messages`}>
      {side === 'executor' ? (
        <Trans>You can write to the advertiser from the page of a task that you have reserved.</Trans>
      ) : (
        <Trans>
          You can write to an executor from the page of their submission, or to many from the page of a task.
        </Trans>
      )}
    </Empty>
  )
}

type CardProps = { readonly side: Side; readonly conversation: Conversation }

function ConversationCard({ side, conversation }: CardProps) {
  const { t } = useLingui()
  const { id, title, unreadCount, lastMessageAtUtc } = conversation
  return (
    <Card withBorder component="article" aria-label={title}>
      <Group justify="space-between" gap="xs">
        <Stack gap={0}>
          <Title order={2} size="h4">
            <LinkAnchor to={`/${side}/messages/$conversationId`} params={{ conversationId: String(id) }} inherit>
              <bdi>{title}</bdi>
            </LinkAnchor>
          </Title>
          <Text size="sm" c="dimmed">
            <OtherSide conversation={conversation} />
            {lastMessageAtUtc && (
              <>
                {' · '}
                <Time at={lastMessageAtUtc} />
              </>
            )}
          </Text>
        </Stack>
        {unreadCount > 0 && (
          <Group gap={4}>
            <Status label={t`Unread`} tone="waiting" />
            <Count value={unreadCount} />
          </Group>
        )}
      </Group>
    </Card>
  )
}
