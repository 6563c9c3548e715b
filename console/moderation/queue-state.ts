import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { groupA } from '../api.ts'
import { offerStatuses } from '../offers/status.tsx'
import { ask, pageQueryOf } from '../queries.ts'
import { useQueuePosition } from '../ui/queue/queue-position.ts'

const route = getRouteApi('/operator/moderation')
const queueSize = 50
/** What stands for every status in the address. */
export const everyStatus = 'any'
/** What stands for running offers with a change that waits. */
export const changedOffers = 'changes'
const usualStatus = 'PendingModeration'

const narrowedTo = (status: string) => {
  if (status === changedOffers) return { hasPendingChange: true }
  return { status: status === everyStatus ? Object.keys(offerStatuses).join(',') : status }
}

function useQueue() {
  const { status = usualStatus, cursor } = route.useSearch()
  const query = {
    ...narrowedTo(status),
    ...(cursor ? { cursor } : {}),
    pageSize: queueSize,
  }
  return useQuery(
    pageQueryOf(['offers', 'moderation', query], (signal) =>
      groupA.GET('/api/operator/offers', { params: { query }, signal }),
    ),
  )
}

/** An offer with all that it is judged by. */
const useOffer = (id: number | undefined) =>
  useQuery({
    ...ask(['offers', 'to judge', id], (signal) =>
      groupA.GET('/api/operator/offers/{offerId}', { params: { path: { offerId: id ?? 0 } }, signal }),
    ),
    enabled: id !== undefined,
  })

/** The queue, which of it is open, and how to get to the next. */
export function useModeration() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const queue = useQueue()
  const items = queue.data?.items ?? []
  const position = useQueuePosition(
    items,
    search.offer,
    (offer) => void navigate({ search: (now) => ({ ...now, offer }) as never, resetScroll: false }),
  )
  return {
    status: search.status,
    queue,
    items,
    offer: useOffer(position.current),
    ...position,
    narrow: (status: string | undefined) => void navigate({ search: () => (status ? { status } : {}) as never }),
  }
}
export type ModerationState = ReturnType<typeof useModeration>
