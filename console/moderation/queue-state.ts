import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { groupA } from '../api.ts'
import { offerStatuses } from '../offers/status.tsx'
import { apiPageQuery, apiQuery } from '../queries.ts'
import { useQueuePosition } from '../ui/queue/queue-position.ts'
import { usePendingKeys } from '../ui/undo/undo.tsx'

const route = getRouteApi('/operator/moderation')
const queueSize = 50
export const moderationKey = ({ id }: { readonly id: number }): string => `task ${id}`
/** URL value for all statuses. */
export const anyStatus = 'any'
/** URL value for active offers with a pending change. */
export const changesStatus = 'changes'

/** Without a status, the server lists the tasks and changes that wait for moderation. */
const statusFilter = (status: string | undefined) => {
  if (status === undefined) return {}
  if (status === changesStatus) return { hasPendingChange: true }
  return { status: status === anyStatus ? Object.keys(offerStatuses).join(',') : status }
}

function useQueue() {
  const { status, assigned, cursor } = route.useSearch()
  const query = {
    ...statusFilter(status),
    ...(assigned ? { assigned: assigned as never } : {}),
    ...(cursor ? { cursor } : {}),
    pageSize: queueSize,
  }
  return useQuery(
    apiPageQuery(['offers', 'moderation', query], (signal) =>
      groupA.GET('/api/operator/offers', { params: { query }, signal }),
    ),
  )
}

/** Loads an offer with everything needed to moderate it. */
const useOffer = (id: number | undefined) =>
  useQuery({
    ...apiQuery(['offers', 'to judge', id], (signal) =>
      groupA.GET('/api/operator/offers/{offerId}', { params: { path: { offerId: id ?? 0 } }, signal }),
    ),
    enabled: id !== undefined,
  })

/** The queue, the open offer, and navigation to the next one. */
export function useModeration() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const queue = useQueue()
  const pending = usePendingKeys()
  // A decision that can still be undone has left the queue.
  const items = (queue.data?.items ?? []).filter((offer) => !pending.has(moderationKey(offer)))
  const position = useQueuePosition(
    { items, list: `${search.status} ${search.assigned} ${search.cursor}`, isPrevious: queue.isPlaceholderData },
    search.offer,
    (offer) => void navigate({ search: (now) => ({ ...now, offer }) as never, resetScroll: false }),
  )
  return {
    status: search.status,
    queue,
    items,
    offer: useOffer(position.current),
    ...position,
    assigned: search.assigned,
    narrow: (change: { status?: string | undefined; assigned?: string | undefined }) =>
      void navigate({ search: ({ status, assigned }) => ({ status, assigned, ...change }) as never }),
  }
}
export type ModerationState = ReturnType<typeof useModeration>
