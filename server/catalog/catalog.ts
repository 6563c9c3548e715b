import type { Id } from '../values/id.ts'
import type { Names } from '../values/language.ts'
import type { Units } from '../values/money.ts'
import { conflict, invalid } from '../values/problems/problem.ts'

/** Declared here, where every process looks; the validation modules are loaded only by processes that read documents. */
export const CatalogInvalid = invalid('catalog_invalid', 'Invalid catalog document')

export const CatalogChanged = conflict<{ etag: string }>(
  'catalog_changed',
  'The catalog has changed',
  'The catalog has changed since this document was read. Read it again and make your changes there.',
)

export const version = 1 as const
export const languagesMax = 50
export const categoriesMax = 100
export const platformsMax = 100
export const pricesMax = 200
export const addOnsMax = 100
export const proofsMax = 20

export type JsonSchema = Readonly<Record<string, unknown>>
/** Lenient: known members must have the right type. Strict: the schema applies as it is. */
export const detailsModes = ['lenient', 'strict'] as const
export type DetailsMode = (typeof detailsModes)[number]

/** How many proofs an execution has. */
export type ProofCount = { readonly min: number; readonly max: number }
export const defaultProofs: ProofCount = { min: 1, max: proofsMax }

export type Platform = { readonly code: string; readonly names: Names; readonly isActive: boolean }

export type Category = {
  readonly code: string
  readonly names: Names
  readonly isActive: boolean
  readonly sortOrder: number
  readonly platforms: readonly Platform[]
}

/** A task type on a platform with its reward. `platform` is the platform's code. */
export type Price = {
  readonly code: string
  readonly platform: string
  readonly names: Names
  readonly rewardUnits: Units
  /** The rewards that an advertiser may choose instead; both null: none. */
  readonly rewardMinUnits: Units | null
  readonly rewardMaxUnits: Units | null
  readonly isActive: boolean
  /** Null: the default from the settings. */
  readonly reservationDurationSeconds: number | null
  readonly detailsMode: DetailsMode
  readonly offerDetailsSchema: JsonSchema
  readonly executionDetailsSchema: JsonSchema
  /** Null: `defaultProofs`. */
  readonly proofs: ProofCount | null
}

/** An extra that an advertiser may buy, with a cost per action and a flat cost. */
export type AddOn = {
  readonly code: string
  readonly names: Names
  readonly costPerActionUnits: Units
  readonly costFlatUnits: Units
  readonly isActive: boolean
}

/** A whole catalog. Codes identify its entries; the database assigns the ids. */
export type CatalogDocument = {
  readonly version: typeof version
  readonly categories: readonly Category[]
  readonly prices: readonly Price[]
  readonly addOns: readonly AddOn[]
}

/** Catalog entries as stored, with their public ids. `isOffered`: the entry and everything that it belongs to are active. */
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
type StoredCatalog = {
  readonly categories: readonly CategoryRow[]
  readonly platforms: readonly PlatformRow[]
  readonly prices: readonly PriceRow[]
  readonly addOns: readonly AddOnRow[]
}

/** Returns the catalog without ids, which differ between databases. */
export const catalogFrom = ({ categories, platforms, prices, addOns }: StoredCatalog): CatalogDocument => ({
  version,
  categories: categories.map(({ id, code, names, isActive, sortOrder }) => ({
    code,
    names,
    isActive,
    sortOrder,
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
  rewardMinUnits: price.rewardMinUnits,
  rewardMaxUnits: price.rewardMaxUnits,
  isActive: price.isActive,
  reservationDurationSeconds: price.reservationDurationSeconds,
  detailsMode: price.detailsMode,
  offerDetailsSchema: price.offerDetailsSchema,
  executionDetailsSchema: price.executionDetailsSchema,
  proofs: price.proofs,
})

const addOnOf = ({ code, names, costPerActionUnits, costFlatUnits, isActive }: AddOnRow): AddOn => ({
  code,
  names,
  costPerActionUnits,
  costFlatUnits,
  isActive,
})

/** The settings and rules that complete a price. */
export type Terms = { readonly currency: string; readonly feeBasisPoints: number; readonly reservationSeconds: number }
export type PricesNow = { readonly prices: readonly PriceRow[]; readonly terms: Terms }
