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

/** Loads a report's task and the JSON Schemas of its details and answers, in the reader's language. */
export function useTaskSchemas(taskId: number) {
  const task = useTask(taskId)
  const offerPriceId = task.data?.offerPriceId
  const { i18n } = useLingui()
  const prices = useQuery({
    ...apiQuery(['catalog', 'prices', i18n.locale], (signal) =>
      groupA.GET('/api/advertiser/offers/prices', { signal }),
    ),
    enabled: offerPriceId !== undefined,
    staleTime: staleMs,
  })
  const price = prices.data?.find(({ id }) => id === offerPriceId)
  return {
    isLoading: task.isLoading || prices.isLoading,
    answers: price?.executionDetailsSchema,
    details: price?.offerDetailsSchema,
  }
}
