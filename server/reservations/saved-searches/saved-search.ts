import type { Id } from '../../values/id.ts'
import { bodyError, missing, ValidationError } from '../../values/problems/problem.ts'
import { tidyText } from '../../values/requests/texts.ts'
import { isRequired } from '../../values/sentences.ts'
import { type availableSorts, type Filter, rewardUnits } from '../available-offers/filter.ts'

/** How many searches an executor may save. */
export const searchesMax = 10
export const nameLengthMax = 40
/** Seconds between two looks for new offers, and how old an activation must be: lists of every process have it by then. */
export const everySeconds = 600
export const settledSeconds = 60

/** The filters of the list of available offers, without a range of time. */
export type SearchFilters = {
  readonly search?: string | undefined
  readonly offerCategoryId?: number | undefined
  readonly offerPlatformId?: number | undefined
  readonly minReward?: number | undefined
  readonly maxReward?: number | undefined
  readonly onlyFavourites?: boolean | undefined
  readonly onlyQualified?: boolean | undefined
  readonly sort?: (typeof availableSorts)[number] | undefined
}

export type SavedSearch = {
  readonly id: Id<'savedSearch'>
  readonly name: string
  readonly filters: SearchFilters
  readonly hasAlerts: boolean
  readonly savedAt: Date
}
export type SearchInput = Pick<SavedSearch, 'name' | 'filters' | 'hasAlerts'>

/** A search that is due, and the activations that it is to look at: from after `toldUntil` to `until`. */
export type DueSearch = Pick<SavedSearch, 'id' | 'name' | 'filters'> & {
  readonly executor: Id<'account'>
  readonly toldUntil: Date
  readonly until: Date
  readonly now: Date
}

export const SavedSearchNotFound = missing(
  'saved_search_not_found',
  'Saved search not found',
  'You have saved no search under this id.',
)

/** Returns a search as it is stored. Throws ValidationError if its name is blank. */
export function decideSearch({ name: given, ...rest }: SearchInput): SearchInput {
  const name = tidyText(given).replace(/\s+/g, ' ')
  if (name === '') throw ValidationError([bodyError('name', 'required', isRequired)])
  return { name, ...rest }
}

/** Returns the filter with which the list of available offers finds what became available between two times. */
export const filterOf = (filters: SearchFilters, from: Date, to: Date): Filter => ({
  sort: undefined,
  search: filters.search,
  category: filters.offerCategoryId,
  platform: filters.offerPlatformId,
  minUnits: rewardUnits(filters.minReward, 'up'),
  maxUnits: rewardUnits(filters.maxReward, 'down'),
  activatedFrom: from.toISOString(),
  activatedTo: to.toISOString(),
  onlyEligible: undefined,
  onlyQualified: true,
  onlyMissingProfile: undefined,
  onlyFavourites: filters.onlyFavourites || undefined,
})
