import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { groupA } from '../api.ts'
import type { ListedReservation } from '../offers/active-reservations.ts'
import { apiQuery } from '../queries.ts'
import { useSecondsUntil } from '../ui/formatted.tsx'

const newestQuery = { pageSize: 50 }

/** Returns the reservation of the offer that has expired, if the executor has made none of this offer since. */
export function useExpiredReservation(offerId: number, enabled: boolean): ListedReservation | undefined {
  const { data } = useQuery({
    ...apiQuery(['reservations', newestQuery], (signal) =>
      groupA.GET('/api/executor/reservations', { params: { query: newestQuery }, signal }),
    ),
    enabled,
  })
  const newest = enabled ? data?.items.find((reservation) => reservation.offerId === offerId) : undefined
  return newest?.status === 'Expired' && newest.kind === 'Work' ? newest : undefined
}

const repeatMs = 3_000

/** Refetches the queries that a reservation's end changes; repeatedly, because this device's clock can be ahead of the server's. */
export function useRefetchAtExpiry(expiresAtUtc: string): void {
  const client = useQueryClient()
  const hasExpired = useSecondsUntil(expiresAtUtc) === 0
  useEffect(() => {
    if (!hasExpired) return
    const refetch = () => {
      for (const noun of ['offers', 'reservations']) void client.invalidateQueries({ queryKey: [noun] })
    }
    refetch()
    const timer = setInterval(refetch, repeatMs)
    return () => clearInterval(timer)
  }, [hasExpired, client])
}
