import { Type } from 'typebox'
import { type Country, countryName } from '../values/countries.ts'
import { localName } from '../values/language.ts'
import { decimalOf, feeOf } from '../values/money.ts'
import { id, text, whole } from '../values/requests/schema.ts'
import type { AddOnRow, CategoryRow, PlatformRow, PriceRow } from './catalog.ts'
import { detailsModes } from './catalog.ts'

const name = Type.String({ description: 'In the requested language, the nearest available one, or English' })
const isActive = Type.Boolean({ description: 'Whether new offers can use it' })
const currency = Type.String({ description: 'ISO 4217' })

export const categoriesSchema = Type.Array(Type.Object({ id, name, isActive, sortOrder: whole }, { title: 'Category' }))

export const serializeCategories = (categories: readonly CategoryRow[], language: string) =>
  categories.map((category) => ({
    id: category.id,
    name: localName(category.names, language),
    isActive: category.isActive,
    sortOrder: category.sortOrder,
  }))

export const platformsSchema = Type.Array(
  Type.Object({ id, name, offerCategoryId: id, isActive }, { title: 'Platform' }),
)

export const serializePlatforms = (platforms: readonly PlatformRow[], language: string) =>
  platforms.map((platform) => ({
    id: platform.id,
    name: localName(platform.names, language),
    offerCategoryId: platform.category,
    isActive: platform.isOffered,
  }))

/** The operator's schema is returned unchanged. */
const detailsSchema = Type.Object({}, { additionalProperties: true, description: 'JSON Schema, draft 2020-12' })

const priceMembers = {
  ...{ id, code: text, name, offerCategoryId: id, offerPlatformId: id },
  rewardPerAction: Type.Number({ description: 'Reward per accepted execution' }),
  feePerAction: Type.Number({ description: "The marketplace's fee on top of the reward" }),
  costPerAction: Type.Number({ description: 'Reward and fee paid by the advertiser, without add-ons' }),
  currency,
  isActive,
  reservationDurationSeconds: whole,
  detailsMode: Type.Enum([...detailsModes]),
  offerDetailsSchema: detailsSchema,
  executionDetailsSchema: detailsSchema,
}
export const pricesSchema = Type.Array(Type.Object(priceMembers, { title: 'Price' }))

/** The installation's settings that complete a price. */
export type Terms = { readonly currency: string; readonly feeBasisPoints: number; readonly reservationSeconds: number }

export const serializePrices = (
  prices: readonly PriceRow[],
  language: string,
  { currency, feeBasisPoints, reservationSeconds }: Terms,
) =>
  prices.map((price) => {
    const feeUnits = feeOf(price.rewardUnits, feeBasisPoints)
    return {
      id: price.id,
      code: price.code,
      name: localName(price.names, language),
      offerCategoryId: price.category,
      offerPlatformId: price.platform,
      rewardPerAction: decimalOf(price.rewardUnits),
      feePerAction: decimalOf(feeUnits),
      costPerAction: decimalOf(price.rewardUnits + feeUnits),
      currency,
      isActive: price.isOffered,
      reservationDurationSeconds: price.reservationDurationSeconds ?? reservationSeconds,
      detailsMode: price.detailsMode,
      offerDetailsSchema: price.offerDetailsSchema,
      executionDetailsSchema: price.executionDetailsSchema,
    }
  })

const countryMembers = {
  id: Type.Integer({ description: 'ISO 3166-1 numeric' }),
  code: Type.String({ description: 'ISO 3166-1 alpha-2' }),
  name,
}
export const countriesSchema = Type.Array(Type.Object(countryMembers, { title: 'Country' }))

export const serializeCountries = (countries: readonly Country[], language: string) =>
  countries.map((country) => ({ id: country.id, code: country.code, name: countryName(country.id, language) }))

const addOnMembers = {
  ...{ id, code: text, name },
  costPerAction: Type.Number({ description: 'Charged per accepted execution' }),
  costFlat: Type.Number({ description: 'Charged once per offer' }),
  currency,
  isActive,
}
export const addOnsSchema = Type.Array(Type.Object(addOnMembers, { title: 'AddOn' }))

export const serializeAddOns = (addOns: readonly AddOnRow[], language: string, { currency }: Pick<Terms, 'currency'>) =>
  addOns.map((addOn) => ({
    id: addOn.id,
    code: addOn.code,
    name: localName(addOn.names, language),
    costPerAction: decimalOf(addOn.costPerActionUnits),
    costFlat: decimalOf(addOn.costFlatUnits),
    currency,
    isActive: addOn.isActive,
  }))
