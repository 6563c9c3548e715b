import { useLingui } from '@lingui/react/macro'
import { Indicator } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { groupA } from '../api.ts'
import { apiQuery } from '../queries.ts'
import { BellIcon } from '../ui/icons.tsx'
import { LinkIcon } from '../ui/links.tsx'

const refetchMs = 60_000

/** Returns the number of unread notifications; 0 until it is known. */
export function useUnreadCount(): number {
  const { data } = useQuery({
    ...apiQuery(['notifications', 'unread'], (signal) =>
      groupA.GET('/api/account/notifications', { params: { query: { pageSize: 1 } }, signal }),
    ),
    refetchInterval: refetchMs,
  })
  return data?.unreadCount ?? 0
}

/** A link to the notifications with the number of unread ones. */
export function NotificationBell() {
  const { t } = useLingui()
  const unread = useUnreadCount()
  return (
    <Indicator label={unread > 99 ? '99+' : unread} size={16} offset={5} disabled={unread === 0} color="red.8">
      <LinkIcon
        to="/notifications"
        variant="subtle"
        size="lg"
        aria-label={unread > 0 ? t`Notifications: ${unread} unread` : t`Notifications`}
      >
        <BellIcon />
      </LinkIcon>
    </Indicator>
  )
}
