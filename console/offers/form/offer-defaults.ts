import { useQuery } from '@tanstack/react-query'
import { type A, groupA } from '../../api.ts'
import { apiQuery } from '../../queries.ts'
import type { Price } from './offer-values.ts'

type DefaultedMember = keyof A['OfferDefaults']

/** Returns the value that an empty member gets; undefined until it is loaded. */
export function useDefaultOf({ price }: { readonly price: Price | undefined }): (name: string) => number | undefined {
  const { data } = useQuery({
    ...apiQuery(['offers', 'defaults'], (signal) => groupA.GET('/api/advertiser/offers/defaults', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (name) => {
    if (name === 'reservationDurationSeconds' && price) return price.reservationDurationSeconds
    return data?.[name as DefaultedMember]
  }
}
