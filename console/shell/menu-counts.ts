import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { groupA, groupB } from '../api.ts'
import { apiQuery, queryClient } from '../queries.ts'
import { activeReservationsQuery } from '../reservations/own-reservations.ts'

const refetchMs = 60_000

const queueQuery = apiQuery(['menu', 'operator'], (signal) => groupA.GET('/api/operator/queue', { signal }))
const pendingReviews = { status: 'Pending', pageSize: 1 } as const
const reviewsQuery = apiQuery(['menu', 'reviews'], (signal) =>
  groupB.GET('/reports', { params: { query: pendingReviews }, signal }),
)
const openDisputes = { status: 'Open', pageSize: 1 } as const
const disputesQuery = apiQuery(['menu', 'disputes'], (signal) =>
  groupB.GET('/disputes', { params: { query: openDisputes }, signal }),
)

/** Counts again after each change that succeeded, because most change what waits. */
function useRecountAfterChanges(): void {
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe(({ type, mutation }) => {
        if (type === 'updated' && mutation?.state.status === 'success')
          void queryClient.invalidateQueries({ queryKey: ['menu'] })
      }),
    [],
  )
}

/** Returns how much waits for an account with these roles, by the address of the page where it is done. */
export function useMenuCounts(roles: readonly string[]): Readonly<Record<string, number | undefined>> {
  useRecountAfterChanges()
  const options = (role: string) => ({ enabled: roles.includes(role), refetchInterval: refetchMs, retry: false })
  const { data: queue } = useQuery({ ...queueQuery, ...options('Operator') })
  const { data: reviews } = useQuery({ ...reviewsQuery, ...options('Advertiser') })
  const { data: disputes } = useQuery({ ...disputesQuery, ...options('Advertiser') })
  const { data: reservations } = useQuery({ ...activeReservationsQuery, ...options('Executor') })
  return {
    // Work that was sent back has an active reservation too.
    '/executor/work': reservations?.totalCount,
    '/advertiser/review': reviews?.totalCount,
    '/advertiser/disputes': disputes?.totalCount,
    ...(queue
      ? {
          '/operator/moderation': queue.offers + queue.offerChanges,
          '/operator/disputes': queue.disputes,
          '/operator/held': queue.heldRejections,
          '/operator/fraud-holds': queue.fraudHolds,
          '/operator/sanctions': queue.appeals,
          '/operator/withdrawals': queue.withdrawals,
          '/operator/guarantee': queue.guaranteePayments,
        }
      : {}),
  }
}
