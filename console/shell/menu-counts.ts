import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { groupA, groupB } from '../api.ts'
import { operatorQueueQuery } from '../audit/operator-queue.ts'
import { activeReservationsQuery } from '../offers/active-reservations.ts'
import { apiQuery, queryClient } from '../queries.ts'
import { isOfUse } from '../workspace.ts'
import type { Counts } from './followed-pages.ts'

const refetchMs = 60_000

const pendingReviews = { status: 'Pending', pageSize: 1 } as const
const reviewsQuery = apiQuery(['menu', 'reviews'], (signal) =>
  groupB.GET('/reports', { params: { query: pendingReviews }, signal }),
)
const openDisputes = { status: 'Open', pageSize: 1 } as const
const disputesQuery = apiQuery(['menu', 'disputes'], (signal) =>
  groupB.GET('/disputes', { params: { query: openDisputes }, signal }),
)

const executorUnreadQuery = apiQuery(['menu', 'messages', 'executor'], (signal) =>
  groupA.GET('/api/executor/conversations/unread', { signal }),
)
const advertiserUnreadQuery = apiQuery(['menu', 'messages', 'advertiser'], (signal) =>
  groupB.GET('/conversations/unread', { signal }),
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
export function useMenuCounts(roles: readonly string[]): Counts {
  useRecountAfterChanges()
  const options = (role: string, page = '/') => ({
    enabled: roles.includes(role) && (page === '/' || isOfUse(page)),
    refetchInterval: refetchMs,
    retry: false,
  })
  const { data: queue } = useQuery({ ...operatorQueueQuery, ...options('Operator') })
  const { data: reviews } = useQuery({ ...reviewsQuery, ...options('Advertiser', '/advertiser/review') })
  const { data: disputes } = useQuery({ ...disputesQuery, ...options('Advertiser', '/advertiser/disputes') })
  const { data: reservations } = useQuery({ ...activeReservationsQuery, ...options('Executor') })
  const { data: received } = useQuery({ ...executorUnreadQuery, ...options('Executor') })
  const { data: replies } = useQuery({ ...advertiserUnreadQuery, ...options('Advertiser', '/advertiser/messages') })
  return {
    '/executor/messages': received?.unreadCount,
    '/advertiser/messages': replies?.unreadCount,
    // Work that was sent back has an active reservation too.
    '/executor/work': reservations?.totalCount,
    '/advertiser/review': reviews?.totalCount,
    '/advertiser/disputes': disputes?.totalCount,
    ...(queue
      ? {
          '/operator/moderation': queue.offers + queue.offerChanges,
          '/operator/reported': queue.reportedOffers,
          '/operator/reported-messages': queue.reportedMessages,
          '/operator/disputes': queue.disputes,
          '/operator/held': queue.heldRejections,
          '/operator/fraud-holds': queue.fraudHolds,
          '/operator/accounts': queue.operatorRequests,
          '/operator/sanctions': queue.appeals,
          '/operator/deposits': queue.bookingRequests,
          '/operator/refunds': queue.refunds,
          '/operator/withdrawals': queue.withdrawals,
          '/operator/guarantee': queue.guaranteePayments,
        }
      : {}),
  }
}
