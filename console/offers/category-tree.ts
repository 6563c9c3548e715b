import { useQuery } from '@tanstack/react-query'
import { groupA } from '../api.ts'
import { apiQuery } from '../queries.ts'

/** Loads categories and platforms by id, in the reader's language. */
export function useCategoryTree(locale: string) {
  const query = { locale }
  const categories = useQuery({
    ...apiQuery(['catalog', 'categories', locale], (signal) =>
      groupA.GET('/api/executor/offers/categories', { params: { query }, signal }),
    ),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const platforms = useQuery({
    ...apiQuery(['catalog', 'platforms', locale], (signal) =>
      groupA.GET('/api/executor/offers/platforms', { params: { query }, signal }),
    ),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { categories: categories.data ?? [], platforms: platforms.data ?? [] }
}

export type CategoryTree = ReturnType<typeof useCategoryTree>
