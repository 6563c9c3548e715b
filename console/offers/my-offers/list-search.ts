import type { OfferSearch } from './my-offers-filters.tsx'

let lastSearch: OfferSearch = {}

/** Remembers the search of the list, to which links back lead. */
export const rememberListSearch = (search: OfferSearch): void => {
  lastSearch = search
}

/** Returns the search that the list last had in this tab. */
export const lastListSearch = (): OfferSearch => lastSearch
