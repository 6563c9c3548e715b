import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { AccountLink } from '../accounts/account-link.tsx'
import { type A, groupA } from '../api.ts'
import { reportCodeLabels } from '../offer-reports/report-code-labels.ts'
import { apiPageQuery, apiQuery, useApiMutation } from '../queries.ts'
import { Empty } from '../ui/empty.tsx'
import { Time } from '../ui/formatted.tsx'
import { useLabels } from '../ui/labels.ts'
import { CardList } from '../ui/lists/card-list.tsx'
import { Page } from '../ui/page.tsx'
import { QueryContent } from '../ui/query-content.tsx'
import { ReasonButton } from '../ui/reason-button.tsx'
import { UserText } from '../ui/user-text.tsx'

const route = getRouteApi('/operator/reported-messages')
type Reported = A['ReportedMessage']

/** Messages that their recipients reported, for an operator to decide. */
export function ReportedMessages() {
  const { t } = useLingui()
  const { cursor } = route.useSearch()
  const query = cursor ? { cursor } : {}
  const messages = useQuery(
    apiPageQuery(['moderation', 'messages', query], (signal) =>
      groupA.GET('/api/operator/message-reports', { params: { query }, signal }),
    ),
  )
  return (
    <Page
      title={t`Reported messages`}
      description={t`Messages between advertisers and executors that their recipients reported.`}
    >
      <CardList
        query={messages}
        empty={
          <Empty title={t`No reports to decide`}>
            <Trans>Messages that are reported appear here.</Trans>
          </Empty>
        }
      >
        {(message) => <ReportedCard key={message.id} message={message} />}
      </CardList>
    </Page>
  )
}

function ReportedCard({ message }: { readonly message: Reported }) {
  const { t } = useLingui()
  const label = useLabels(reportCodeLabels)
  const [isOpen, around] = useDisclosure()
  return (
    <Card withBorder component="article" aria-label={t`Message ${message.id}`}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          <bdi>{message.offerTitle}</bdi>
        </Title>
        <Group gap="4px 16px" fz="sm">
          <span>
            <Trans>
              Author: <AccountLink id={message.authorId} email={message.authorEmail} />
            </Trans>
          </span>
          <span>
            {label(message.code)} · <Time at={message.reportedAtUtc} />
          </span>
        </Group>
        <UserText text={message.text} />
        {message.comment && <UserText text={message.comment} size="sm" c="dimmed" />}
        {isOpen && <Around id={message.id} />}
        <Group gap="xs">
          <Button variant="default" size="compact-md" onClick={around.toggle} aria-expanded={isOpen}>
            {isOpen ? t`Hide the conversation` : t`Show the conversation`}
          </Button>
          <Decisions message={message} />
        </Group>
      </Stack>
    </Card>
  )
}

/** The messages before and after the reported one. */
function Around({ id }: { readonly id: number }) {
  const query = useQuery(
    apiQuery(['moderation', 'message', id], (signal) =>
      groupA.GET('/api/operator/message-reports/{id}', { params: { path: { id } }, signal }),
    ),
  )
  return (
    <QueryContent query={query}>
      {({ around }) => (
        <Stack gap={4}>
          {around.map((each) => (
            <div key={each.id}>
              <Text size="sm" c="dimmed" {...(each.id === id ? { fw: 600 } : {})}>
                {each.from === 'Executor' ? <Trans>Executor</Trans> : <Trans>Advertiser</Trans>} ·{' '}
                <Time at={each.sentAtUtc} />
              </Text>
              <UserText text={each.text} size="sm" />
            </div>
          ))}
        </Stack>
      )}
    </QueryContent>
  )
}

function Decisions({ message: { id, allowedActions } }: { readonly message: Reported }) {
  const { t } = useLingui()
  const changed = ['moderation', 'audit']
  const dismiss = useApiMutation<string, unknown>(changed, (reason, header) =>
    groupA.POST('/api/operator/message-reports/{id}/dismiss', { params: { path: { id }, header }, body: { reason } }),
  )
  const uphold = useApiMutation<string, unknown>(changed, (reason, header) =>
    groupA.POST('/api/operator/message-reports/{id}/uphold', { params: { path: { id }, header }, body: { reason } }),
  )
  const common = { allowed: allowedActions, field: 'reason', fieldLabel: t`Reason` } as const
  return (
    <>
      <ReasonButton
        {...common}
        action="Dismiss"
        label={t`Dismiss report`}
        persistKey={`message-dismiss-${id}`}
        mutation={dismiss}
        successMessage={t`Report dismissed.`}
      >
        <Trans>The message stays as it is.</Trans>
      </ReasonButton>
      <ReasonButton
        {...common}
        action="Remove"
        label={t`Remove text`}
        persistKey={`message-uphold-${id}`}
        mutation={uphold}
        successMessage={t`Text removed.`}
        color="red"
      >
        <Trans>Neither side can read the message any more.</Trans>
      </ReasonButton>
    </>
  )
}
