import { useLingui } from '@lingui/react/macro'
import { Indicator } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { BellIcon } from 'lucide-react'

import { groupA } from '../api.ts'
import { apiQuery } from '../queries.ts'
import { LinkIcon } from '../ui/links.tsx'
import { useFollowedNews } from './follow-events.ts'

const refetchMs = 60_000

/** The latest unread notifications that the pages follow; older ones have been followed before. */
const newsQuery = { unread: true, pageSize: 20 }

const useNews = () =>
  useQuery({
    ...apiQuery(['notifications', 'unread'], (signal) =>
      groupA.GET('/api/account/notifications', { params: { query: newsQuery }, signal }),
    ),
    refetchInterval: refetchMs,
  })

/** Returns the number of unread notifications; 0 until it is known. */
export const useUnreadCount = (): number => useNews().data?.unreadCount ?? 0

/** A link to the notifications with the number of unread ones. When it rings, the page shows what has happened. */
export function NotificationBell() {
  const { t } = useLingui()
  const { data } = useNews()
  useFollowedNews(data?.items)
  const unread = data?.unreadCount ?? 0
  return (
    <Indicator
      label={unread > 99 ? '99+' : unread}
      size={16}
      offset={5}
      disabled={unread === 0}
      color="red.8"
      classNames={{ indicator: 'bell-count' }}
    >
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
