import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { groupA } from '../api.ts'
import { apiQuery } from '../queries.ts'

/** Loads all task types with their rewards, in the reader's language. */
export function usePrices(enabled = true) {
  const { i18n } = useLingui()
  const query = { locale: i18n.locale }
  return useQuery({
    ...apiQuery(['catalog', 'own-prices', query], (signal) =>
      groupA.GET('/api/advertiser/offers/prices', { params: { query }, signal }),
    ),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  })
}
