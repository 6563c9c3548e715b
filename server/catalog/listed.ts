import type { Id } from '../values/id.ts'
import { type AddOn, type CatalogDocument, type Category, type Platform, type Price, version } from './catalog.ts'

/** Catalog entries as stored, with their public ids. `matchesCaller`: the entry and everything that it belongs to are active. */
export type CategoryRow = Omit<Category, 'platforms'> & { readonly id: Id<'category'> }

export type PlatformRow = Platform & {
  readonly id: Id<'platform'>
  readonly category: Id<'category'>
  readonly isOffered: boolean
}

export type PriceRow = Omit<Price, 'platform'> & {
  readonly id: Id<'price'>
  readonly platform: Id<'platform'>
  readonly platformCode: string
  readonly category: Id<'category'>
  readonly isOffered: boolean
}

export type AddOnRow = AddOn & { readonly id: Id<'addOn'> }

/** A whole catalog as stored, read at one moment. */
export type StoredCatalog = {
  readonly categories: readonly CategoryRow[]
  readonly platforms: readonly PlatformRow[]
  readonly prices: readonly PriceRow[]
  readonly addOns: readonly AddOnRow[]
}

/** Returns the catalog without ids, which differ between databases. */
export const catalogFrom = ({ categories, platforms, prices, addOns }: StoredCatalog): CatalogDocument => ({
  version,
  categories: categories.map(({ id, code, names, isActive, sortOrder }) => ({
    ...{ code, names, isActive, sortOrder },
    platforms: platforms.filter(({ category }) => category === id).map(platformOf),
  })),
  // In order of insertion: the list groups prices by category, a document need not.
  prices: prices.toSorted((a, b) => a.id - b.id).map(priceOf),
  addOns: addOns.map(addOnOf),
})

const platformOf = ({ code, names, isActive }: PlatformRow): Platform => ({ code, names, isActive })

const priceOf = (price: PriceRow): Price => ({
  code: price.code,
  platform: price.platformCode,
  names: price.names,
  rewardUnits: price.rewardUnits,
  isActive: price.isActive,
  reservationDurationSeconds: price.reservationDurationSeconds,
  detailsMode: price.detailsMode,
  offerDetailsSchema: price.offerDetailsSchema,
  executionDetailsSchema: price.executionDetailsSchema,
})

const addOnOf = ({ code, names, costPerActionUnits, costFlatUnits, isActive }: AddOnRow): AddOn => ({
  ...{ code, names, costPerActionUnits, costFlatUnits, isActive },
})
