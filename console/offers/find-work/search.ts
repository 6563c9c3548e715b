import { msg } from '@lingui/core/macro'
import { type Labels, labelled } from '../../ui/labels.ts'

export const sortLabels: Labels = {
  '-activatedAt': msg`Newest first`,
  '-reward': msg`Highest reward first`,
}
export const defaultSort = '-activatedAt'

type Name = 'search' | 'category' | 'platform' | 'rewardFrom' | 'rewardTo' | 'favourites' | 'sort' | 'all' | 'cursor'

/** The search as the URL has it. */
export type WorkSearch = Readonly<Partial<Record<Name, string | undefined>>>

/** Whether filters are set that may hide offers. */
export const hasFilters = ({ sort: _sort, cursor: _cursor, all: _all, ...rest }: WorkSearch): boolean =>
  Object.values(rest).some((value) => value !== undefined)

const countOf = (values: readonly (string | undefined)[]): number =>
  values.filter((value) => value !== undefined).length

/** How many of the filters that are behind a button are set, and how many of those that join them on a phone. */
export const countFolded = ({ platform, rewardFrom, rewardTo, favourites }: WorkSearch): number =>
  countOf([platform, rewardFrom, rewardTo, favourites])
export const countOrder = ({ sort, all }: WorkSearch): number => countOf([sort, all])

const textFilters = ['search', 'rewardFrom', 'rewardTo'] as const

/** Whether the change continues a text that is already in the URL. */
export const isStillTyping = (search: WorkSearch, change: WorkSearch): boolean =>
  textFilters.some((name) => search[name] !== undefined && change[name] !== undefined)

const number = (text: string | undefined): number | undefined => (text ? Number(text) : undefined)

/** Returns the parameters of the API. By default, only offers for which the executor qualifies are included. */
export function queryOf(search: WorkSearch, locale: string) {
  const query = {
    Search: search.search,
    OfferCategoryId: number(search.category),
    OfferPlatformId: number(search.platform),
    MinReward: number(search.rewardFrom),
    MaxReward: number(search.rewardTo),
    OnlyFavourites: search.favourites === 'yes' ? true : undefined,
    OnlyQualified: search.all === 'yes' ? undefined : true,
    Sort: labelled(sortLabels, search.sort),
    Cursor: search.cursor,
    Locale: locale,
  }
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
}

/** A filter to remove, and the change that removes it. */
export type FilterRemoval = { readonly name: Name; readonly change: WorkSearch }

/** Returns the filters that could be removed. Removing the category also removes its platform. */
export function filterRemovals(search: WorkSearch): FilterRemoval[] {
  const names = (['search', 'category', 'platform', 'rewardFrom', 'rewardTo', 'favourites'] as const).filter(
    (name) => search[name],
  )
  const each = names.map((name) => ({
    name,
    change: name === 'category' ? { category: undefined, platform: undefined } : { [name]: undefined },
  }))
  return search.all === 'yes' ? each : [...each, { name: 'all', change: { all: 'yes' } }]
}
