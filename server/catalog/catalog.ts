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

export type JsonSchema = Readonly<Record<string, unknown>>
/** Lenient: known members must have the right type. Strict: the schema applies as it is. */
export const detailsModes = ['lenient', 'strict'] as const
export type DetailsMode = (typeof detailsModes)[number]

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
  readonly isActive: boolean
  /** Null: the default from the settings. */
  readonly reservationDurationSeconds: number | null
  readonly detailsMode: DetailsMode
  readonly offerDetailsSchema: JsonSchema
  readonly executionDetailsSchema: JsonSchema
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
