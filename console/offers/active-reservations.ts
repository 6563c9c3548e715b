import { groupA } from '../api.ts'
import { apiQuery } from '../queries.ts'

const activeQuery = { status: ['Active'], pageSize: 100 }

/** The executor's active reservations. Refetched every minute, because other devices and operators end them too. */
export const activeReservationsQuery = {
  ...apiQuery(['reservations', activeQuery], (signal) =>
    groupA.GET('/api/executor/reservations', { params: { query: activeQuery }, signal }),
  ),
  refetchInterval: 60_000,
}

export type ListedReservation = NonNullable<
  Awaited<ReturnType<NonNullable<typeof activeReservationsQuery.queryFn>>>
>['items'][number]

/** Returns where the work of a reservation is done. */
export const workLink = ({ kind, offerId, executionId }: ListedReservation) =>
  kind === 'Rework' && executionId !== null
    ? ({ to: '/executor/work/$executionId', params: { executionId: String(executionId) } } as const)
    : ({ to: '/executor/offers/$offerId', params: { offerId: String(offerId) } } as const)
