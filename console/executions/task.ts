import { useLingui } from '@lingui/react'
import { useQuery } from '@tanstack/react-query'
import { groupA, groupB } from '../api.ts'
import { apiQuery } from '../queries.ts'

const staleMs = 60_000

/** Loads the task of a report, as its advertiser reads it. */
export const useTask = (id: number | undefined) =>
  useQuery({
    ...apiQuery(['offers', 'task', id], (signal) =>
      groupB.GET('/tasks/{id}', { params: { path: { id: id ?? 0 } }, signal }),
    ),
    enabled: id !== undefined,
    staleTime: staleMs,
  })

/** Loads the JSON Schema for the answers to a task with this price, in the reader's language. */
export function useAnswersSchema(offerPriceId: number | undefined) {
  const { i18n } = useLingui()
  const { data } = useQuery({
    ...apiQuery(['catalog', 'prices', i18n.locale], (signal) =>
      groupA.GET('/api/advertiser/offers/prices', { signal }),
    ),
    enabled: offerPriceId !== undefined,
    staleTime: staleMs,
  })
  return data?.find((price) => price.id === offerPriceId)?.executionDetailsSchema
}
