import { useLingui } from '@lingui/react/macro'
import { Indicator } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { groupA } from '../api.ts'
import { apiQuery } from '../queries.ts'
import { BellIcon } from '../ui/icons.tsx'
import { LinkIcon } from '../ui/links.tsx'

const refetchMs = 60_000

/** Number of unread notifications. */
export function NotificationBell() {
  const { t } = useLingui()
  const { data } = useQuery({
    ...apiQuery(['notifications', 'unread'], (signal) =>
      groupA.GET('/api/account/notifications', { params: { query: { pageSize: 1 } }, signal }),
    ),
    refetchInterval: refetchMs,
  })
  const unread = data?.unreadCount ?? 0
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
