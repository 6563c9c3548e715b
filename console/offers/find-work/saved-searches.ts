import { useState } from 'react'
import { isRecord } from '../../ui/schema/schema.ts'
import type { WorkSearch } from './search.ts'

export const savedMax = 10
export const nameLengthMax = 40

/** Filters under a name that the executor chose. */
export type SavedSearch = { readonly name: string; readonly filters: WorkSearch }

const savedNames = ['search', 'category', 'platform', 'rewardFrom', 'rewardTo', 'sort', 'all'] as const

/** Returns the filters to save: all but the place in the list. */
export const filtersOf = (search: WorkSearch): WorkSearch =>
  Object.fromEntries(savedNames.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]]])))

export const isSameSearch = (one: WorkSearch, other: WorkSearch): boolean =>
  savedNames.every((name) => one[name] === other[name])

/** Returns the searches in a stored text; none if it is damaged. */
export function parseSearches(text: string | null): readonly SavedSearch[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored
      .filter((each) => isRecord(each) && typeof each.name === 'string' && isRecord(each.filters))
      .map(({ name, filters }) => ({ name, filters: filtersOf(filters) }))
      .slice(0, savedMax)
  } catch {
    return []
  }
}

/**
 * The saved searches of an account, oldest first. They stay in this browser: what someone looks for is their own business, and
 * ten names need no server. Signing out keeps them; other accounts do not see them.
 */
export function useSavedSearches(account: number) {
  const key = `searches:${account}`
  const [searches, setSearches] = useState(() => parseSearches(localStorage.getItem(key)))
  const change = (next: readonly SavedSearch[]) => {
    localStorage.setItem(key, JSON.stringify(next))
    setSearches(next)
  }
  return {
    searches,
    /** Adds the search, or replaces the one with this name. */
    save: (search: SavedSearch) => change([...searches.filter(({ name }) => name !== search.name), search]),
    remove: (removed: string) => change(searches.filter(({ name }) => name !== removed)),
  }
}
