import { useQuery } from '@tanstack/react-query'
import { groupA } from '../api.ts'
import { ask } from '../queries.ts'

/** Loads categories and platforms by id, in the reader's language. */
export function useWhere(locale: string) {
  const query = { locale }
  const categories = useQuery({
    ...ask(['catalog', 'categories', locale], (signal) =>
      groupA.GET('/api/executor/offers/categories', { params: { query }, signal }),
    ),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const platforms = useQuery({
    ...ask(['catalog', 'platforms', locale], (signal) =>
      groupA.GET('/api/executor/offers/platforms', { params: { query }, signal }),
    ),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { categories: categories.data ?? [], platforms: platforms.data ?? [] }
}

export type Where = ReturnType<typeof useWhere>
