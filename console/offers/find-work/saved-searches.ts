import { useQuery } from '@tanstack/react-query'
import { type A, groupA } from '../../api.ts'
import { apiQuery, useApiMutation } from '../../queries.ts'
import { labelled } from '../../ui/labels.ts'
import { sortLabels, type WorkSearch } from './search.ts'

export const savedMax = 10
export const nameLengthMax = 40

/** Filters under a name that the executor chose. */
export type SavedSearch = {
  readonly id: number
  readonly name: string
  readonly alerts: boolean
  readonly filters: WorkSearch
}
export type SearchToSave = Omit<SavedSearch, 'id'>

const savedNames = ['search', 'category', 'platform', 'rewardFrom', 'rewardTo', 'favourites', 'sort', 'all'] as const

/** Returns the filters to save: all but the place in the list. */
export const filtersOf = (search: WorkSearch): WorkSearch =>
  Object.fromEntries(savedNames.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])))

export const isSameSearch = (one: WorkSearch, other: WorkSearch): boolean =>
  savedNames.every((name) => one[name] === other[name])

const numberOf = (text: string | undefined): number | undefined => (text ? Number(text) : undefined)
const textOf = (value: unknown): string | undefined => (value === undefined ? undefined : String(value))
const given = <Value extends object>(members: Value): Value =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Value

/** Returns filters as the API keeps them. */
const keptOf = (search: WorkSearch): A['SavedFilters'] =>
  given({
    search: search.search,
    offerCategoryId: numberOf(search.category),
    offerPlatformId: numberOf(search.platform),
    minReward: numberOf(search.rewardFrom),
    maxReward: numberOf(search.rewardTo),
    onlyFavourites: search.favourites === 'yes' ? true : undefined,
    onlyQualified: search.all === 'yes' ? false : undefined,
    sort: labelled(sortLabels, search.sort),
  }) as A['SavedFilters']

/** Returns filters as the address has them. */
const shownOf = (kept: A['SavedFilters']): WorkSearch =>
  given({
    search: kept.search,
    category: textOf(kept.offerCategoryId),
    platform: textOf(kept.offerPlatformId),
    rewardFrom: textOf(kept.minReward),
    rewardTo: textOf(kept.maxReward),
    favourites: kept.onlyFavourites ? 'yes' : undefined,
    all: kept.onlyQualified === false ? 'yes' : undefined,
    sort: kept.sort,
  })

const noun = 'saved-searches'

/** The saved searches of the account, by name. */
export function useSavedSearches() {
  const { data } = useQuery(apiQuery([noun], (signal) => groupA.GET('/api/executor/saved-searches', { signal })))
  const save = useApiMutation<SearchToSave, unknown>([noun], ({ name, alerts, filters }, header) =>
    groupA.POST('/api/executor/saved-searches', {
      params: { header },
      body: { name, alerts, filters: keptOf(filters) as never },
    }),
  )
  const change = useApiMutation<Pick<SavedSearch, 'id' | 'alerts'>, unknown>([noun], ({ id, alerts }, header) =>
    groupA.PATCH('/api/executor/saved-searches/{id}', { params: { path: { id }, header }, body: { alerts } }),
  )
  const remove = useApiMutation<number, unknown>([noun], (id, header) =>
    groupA.DELETE('/api/executor/saved-searches/{id}', { params: { path: { id }, header } }),
  )
  const searches: readonly SavedSearch[] = (data?.items ?? []).map(({ filters, ...search }) => ({
    ...search,
    filters: shownOf(filters),
  }))
  return { searches, save, change, remove }
}
