import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useApiMutation } from '../queries.ts'
import { Empty } from '../ui/empty.tsx'
import { Time } from '../ui/formatted.tsx'
import { LinkAnchor } from '../ui/links.tsx'
import { Pagination } from '../ui/lists/pagination.tsx'
import { Page } from '../ui/page.tsx'
import { QueryContent } from '../ui/query-content.tsx'
import { UserText } from '../ui/user-text.tsx'
import './messages.css'
import { OtherSide } from './other-side.tsx'
import { ReportMessage } from './report-message.tsx'
import {
  type Conversation,
  callsOf,
  conversationOf,
  conversationQuery,
  type Message,
  messagesQuery,
  type Side,
} from './talk.ts'
import { WriteMessage } from './write-message.tsx'

export const ExecutorConversation = () => <OneConversation side="executor" />
export const AdvertiserConversation = () => <OneConversation side="advertiser" />

const refetchMs = 15_000

/** One conversation: the newest messages at the top, below the field for the next one. */
function OneConversation({ side }: { readonly side: Side }) {
  const { t } = useLingui()
  const { conversationId } = useParams({ strict: false }) as { conversationId: string }
  const { cursor } = useSearch({ strict: false }) as { cursor?: string }
  const id = Number(conversationId)
  const one = useQuery(conversationQuery(side, id))
  const messages = useQuery({ ...messagesQuery(side, id, cursor ? { cursor } : {}), refetchInterval: refetchMs })
  const conversation = one.data && conversationOf(one.data)
  // A member with the role ReadOnly leaves the messages unread.
  useReading(side, id, conversation?.allowedActions.includes('Read') ? messages.data?.items : undefined)
  return (
    <Page title={conversation?.title ?? t`Messages`} description={<Back side={side} conversation={conversation} />}>
      <QueryContent query={one}>
        {() => conversation && <WriteMessage key={id} side={side} conversation={conversation} />}
      </QueryContent>
      <QueryContent query={messages}>
        {(page) =>
          page.items.length === 0 ? (
            <Empty title={t`No messages yet`}>
              <Trans>Write plain text. Files cannot be attached.</Trans>
            </Empty>
          ) : (
            <Stack gap="sm">
              <ol className="messages" aria-label={t`Messages, newest first`}>
                {page.items.map((message) => (
                  <MessageItem key={message.id} side={side} message={message} conversation={conversation} />
                ))}
              </ol>
              <Pagination page={page} isPrevious={messages.isPlaceholderData} />
            </Stack>
          )
        }
      </QueryContent>
    </Page>
  )
}

/** Marks the shown messages as read when a newer one is shown. */
function useReading(side: Side, id: number, shown: readonly Message[] | undefined): void {
  const { mutate } = useApiMutation<number, unknown>(['menu'], (upToId, headers) =>
    callsOf(side).read(id, upToId, headers),
  )
  const done = useRef(0)
  const received = shown?.find(({ from, isRead }) => from.toLowerCase() !== side && !isRead)
  useEffect(() => {
    if (!received || received.id <= done.current) return
    done.current = received.id
    mutate(received.id, { onError: () => undefined })
  }, [received, mutate])
}

type BackProps = { readonly side: Side; readonly conversation: Conversation | undefined }

const Back = ({ side, conversation }: BackProps) => (
  <Group gap="md">
    <LinkAnchor to={`/${side}/messages`} size="sm">
      <Trans>Messages</Trans>
    </LinkAnchor>
    {conversation && (
      <LinkAnchor to={`/${side}/offers/$offerId`} params={{ offerId: String(conversation.taskId) }} size="sm">
        <Trans>Task</Trans>
      </LinkAnchor>
    )}
    {conversation && conversation.workId !== null && side === 'executor' && (
      <LinkAnchor to="/executor/work/$executionId" params={{ executionId: String(conversation.workId) }} size="sm">
        <Trans>Submission</Trans>
      </LinkAnchor>
    )}
    {conversation && conversation.workId !== null && side === 'advertiser' && (
      <LinkAnchor to="/advertiser/review" search={{ report: String(conversation.workId) } as never} size="sm">
        <Trans>Submission</Trans>
      </LinkAnchor>
    )}
  </Group>
)

type ItemProps = {
  readonly side: Side
  readonly message: Message
  readonly conversation: Conversation | undefined
}

function MessageItem({ side, message, conversation }: ItemProps) {
  const isOwn = message.from.toLowerCase() === side
  return (
    <li className={isOwn ? 'message own' : 'message'}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          {isOwn ? <Trans>You</Trans> : conversation && <OtherSide conversation={conversation} />}
          {' · '}
          <Time at={message.sentAtUtc} />
          {isOwn && message.isRead && (
            <>
              {' · '}
              <Trans>Read</Trans>
            </>
          )}
        </Text>
        {message.allowedActions.includes('Report') && <ReportMessage side={side} id={message.id} />}
      </Group>
      <MessageText message={message} />
    </li>
  )
}

export function MessageText({ message }: { readonly message: Pick<Message, 'text' | 'state'> }) {
  if (message.text !== null) return <UserText text={message.text} className="message-text" />
  return (
    <Text fs="italic" c="dimmed">
      {message.state === 'Removed' ? <Trans>Removed by an operator</Trans> : <Trans>Erased by its author</Trans>}
    </Text>
  )
}
