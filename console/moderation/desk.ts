import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useRef } from 'react'
import { groupA } from '../api.ts'
import { offerStatuses } from '../offers/status.tsx'
import { ask, askPage } from '../queries.ts'

const route = getRouteApi('/operator/moderation')
const queueSize = 50
/** What stands for every status in the address. */
export const everyStatus = 'any'
const usualStatus = 'PendingModeration'

function useQueue() {
  const { status = usualStatus, cursor } = route.useSearch()
  const query = {
    status: status === everyStatus ? Object.keys(offerStatuses).join(',') : status,
    ...(cursor ? { cursor } : {}),
    pageSize: queueSize,
  }
  return useQuery(
    askPage(['offers', 'moderation', query], (signal) =>
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

const numberOf = (text: string | undefined): number | undefined =>
  /^\d{1,16}$/.test(text ?? '') ? Number(text) : undefined

/** The queue, which of it is open, and how to get to the next. */
export function useDesk() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const queue = useQueue()
  const items = queue.data?.items ?? []
  const current = numberOf(search.offer) ?? items[0]?.id
  const found = items.findIndex(({ id }) => id === current)
  // What was decided leaves the queue: what moved up to its place is the next.
  const place = useRef(0)
  if (found >= 0) place.current = found
  const at = (step: number) => items[found >= 0 ? found + step : place.current + Math.min(step, 0)]?.id
  const open = (offer: number | undefined) =>
    void navigate({
      search: (now) => ({ ...now, offer: offer === undefined ? undefined : String(offer) }) as never,
      resetScroll: false,
    })
  return {
    status: search.status,
    queue,
    items,
    current,
    offer: useOffer(current),
    next: at(1),
    previous: at(-1),
    open,
    narrow: (status: string | undefined) => void navigate({ search: () => (status ? { status } : {}) as never }),
  }
}
export type Desk = ReturnType<typeof useDesk>
