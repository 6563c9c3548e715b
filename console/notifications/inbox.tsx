import { useLingui as useLanguage } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Group, SegmentedControl, Stack, Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type A, groupA } from '../api.ts'
import { apiPageQuery, useApiMutation } from '../queries.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Empty } from '../ui/empty.tsx'
import { moneyIn } from '../ui/formats.ts'
import { Time } from '../ui/formatted.tsx'
import { LinkButton } from '../ui/links.tsx'
import { Pagination } from '../ui/lists/pagination.tsx'
import { Page } from '../ui/page.tsx'
import { QueryContent } from '../ui/query-content.tsx'
import { UserText } from '../ui/user-text.tsx'
import { notificationText } from './notification-texts.ts'

type Notification = A['Notification']
const route = getRouteApi('/notifications')

const useMarkRead = () =>
  useApiMutation(['notifications'], (body: { ids?: number[]; all?: true }, headers) =>
    groupA.POST('/api/account/notifications/read', { body, headers }),
  )

/** Notifications, newest first. */
export function Inbox() {
  const { t } = useLingui()
  const { unread, cursor } = route.useSearch()
  const query = useQuery(
    apiPageQuery(['notifications', { unread, cursor }], (signal) =>
      groupA.GET('/api/account/notifications', { params: { query: { unread: unread === 'true', cursor } }, signal }),
    ),
  )
  const markRead = useMarkRead()
  return (
    <Page title={t`Notifications`} actions={<InboxActions markRead={markRead} unread={query.data?.unreadCount ?? 0} />}>
      <UnreadFilter isUnread={unread === 'true'} />
      <QueryContent query={query}>
        {(page) =>
          page.items.length === 0 ? (
            <Empty title={unread ? t`No unread notifications` : t`Nothing here yet`}>
              <Trans>Updates about your tasks, submissions and money appear here.</Trans>
            </Empty>
          ) : (
            <Stack gap={0}>
              {page.items.map((notification) => (
                <NotificationRow
                  key={notification.id}
                  notification={notification}
                  markRead={(id) => markRead.mutate({ ids: [id] })}
                />
              ))}
              <Pagination page={page} isPrevious={query.isPlaceholderData} />
            </Stack>
          )
        }
      </QueryContent>
    </Page>
  )
}

function InboxActions({
  markRead,
  unread,
}: {
  readonly markRead: ReturnType<typeof useMarkRead>
  readonly unread: number
}) {
  const { t } = useLingui()
  return (
    <>
      {unread > 0 && (
        <ActionButton label={t`Mark all as read`} variant="light" mutation={markRead} input={{ all: true }} />
      )}
      <LinkButton to="/settings/notifications" variant="default">
        <Trans>Notification settings</Trans>
      </LinkButton>
    </>
  )
}

function UnreadFilter({ isUnread }: { readonly isUnread: boolean }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  return (
    <SegmentedControl
      aria-label={t`Which notifications`}
      value={isUnread ? 'unread' : 'all'}
      onChange={(value) =>
        void navigate({ to: '/notifications', search: value === 'unread' ? { unread: 'true' } : {} })
      }
      data={[
        { value: 'all', label: t`All` },
        { value: 'unread', label: t`Unread` },
      ]}
      style={{ alignSelf: 'flex-start' }}
    />
  )
}

type NotificationRowProps = { readonly notification: Notification; readonly markRead: (id: number) => void }

function NotificationRow({ notification, markRead }: NotificationRowProps) {
  const { _, i18n } = useLanguage()
  const navigate = useNavigate()
  const { amount, currency = '', reason } = notification.data
  const amountText = amount === undefined || !currency ? '' : moneyIn(i18n.locale, amount, currency)
  const isNew = notification.readAtUtc === null
  const open = () => {
    if (isNew) markRead(notification.id)
    void navigate({ href: notification.path })
  }
  return (
    <UnstyledButton onClick={open} py="sm" px="xs" className="notification-row" data-new={isNew || undefined}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" className="notification-content">
        <div>
          <span className="row-title">
            <UserText
              oneLine
              fw={isNew ? 700 : 400}
              text={_(notificationText(notification.kind, notification.data, amountText))}
            />
          </span>
          {reason && <UserText size="sm" c="dimmed" text={reason} />}
        </div>
        <Text size="sm" c="dimmed" style={{ flex: 'none' }}>
          <Time at={notification.createdAtUtc} />
        </Text>
      </Group>
    </UnstyledButton>
  )
}
