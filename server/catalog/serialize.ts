import { Type } from 'typebox'
import { type Country, countryName } from '../values/countries.ts'
import { localName, type Names } from '../values/language.ts'
import { decimalOf, feeOf } from '../values/money.ts'
import { amount, id, known, text, whole } from '../values/requests/schema.ts'
import { serializer } from '../values/requests/serializer.ts'
import {
  type AddOnRow,
  type CategoryRow,
  detailsModes,
  type PlatformRow,
  type PriceRow,
  type PricesNow,
  type ProofCount,
  type Terms,
} from './catalog.ts'
import { proofCountSchema, rewardRangeSchema } from './document-shape.ts'

const nameSchema = Type.String({ description: 'In the requested language, the nearest available one, or English' })
const isActive = Type.Boolean({ description: 'Whether new offers can use it' })
const currencySchema = Type.String({ description: 'ISO 4217' })

type Local = { readonly language: string }

const name = [
  nameSchema,
  ({ names }: { readonly names: Names }, { language }: Local) => localName(names, language),
] as const
const currency = [currencySchema, (_: unknown, { currency }: Pick<Terms, 'currency'>) => currency] as const

const categoryJson = serializer<CategoryRow, Local>({ title: 'Category' })({ id, name, isActive, sortOrder: whole })
export const categoriesSchema = Type.Array(categoryJson.schema)

export const serializeCategories = (categories: readonly CategoryRow[], language: string) =>
  categories.map((category) => categoryJson.serialize(category, { language }))

const platformJson = serializer<PlatformRow, Local>({ title: 'Platform' })({
  id,
  name,
  offerCategoryId: [id, 'category'],
  isActive: [isActive, 'isOffered'],
})
export const platformsSchema = Type.Array(platformJson.schema)

export const serializePlatforms = (platforms: readonly PlatformRow[], language: string) =>
  platforms.map((platform) => platformJson.serialize(platform, { language }))

/** The operator's schema is returned unchanged. */
const detailsSchema = Type.Object({}, { additionalProperties: true, description: 'JSON Schema, draft 2020-12' })

const feeUnitsOf = ({ rewardUnits }: PriceRow, { feeBasisPoints }: Terms) => feeOf(rewardUnits, feeBasisPoints)

/** Absent for the default, as in the catalog document. */
export const proofsMember = [
  Type.Optional(Type.Unsafe<ProofCount | undefined>(proofCountSchema)),
  ({ proofs }: { readonly proofs: ProofCount | null }) => proofs ?? undefined,
] as const

type Range = { readonly min: number; readonly max: number }
const rewardMember = [
  Type.Optional(Type.Unsafe<Range | undefined>(rewardRangeSchema)),
  ({ rewardMinUnits: min, rewardMaxUnits: max }: PriceRow): Range | undefined =>
    min === null || max === null ? undefined : { min: decimalOf(min), max: decimalOf(max) },
] as const

const priceJson = serializer<PriceRow, Local & Terms>({ title: 'Price' })({
  id,
  code: text,
  name,
  offerCategoryId: [id, 'category'],
  offerPlatformId: [id, 'platform'],
  rewardPerAction: [amount({ description: 'Reward per accepted execution' }), 'rewardUnits'],
  feePerAction: [amount({ description: "The marketplace's fee on top of the reward" }), feeUnitsOf],
  costPerAction: [
    amount({ description: 'Reward and fee paid by the advertiser, without add-ons' }),
    (price, terms) => price.rewardUnits + feeUnitsOf(price, terms),
  ],
  currency,
  isActive: [isActive, 'isOffered'],
  reservationDurationSeconds: [
    whole,
    (price, { reservationSeconds }) => price.reservationDurationSeconds ?? reservationSeconds,
  ],
  detailsMode: known('DetailsMode', detailsModes),
  offerDetailsSchema: detailsSchema,
  executionDetailsSchema: detailsSchema,
  reward: rewardMember,
  proofs: proofsMember,
})
export const pricesSchema = Type.Array(priceJson.schema)

export const serializePrices = ({ prices, terms }: PricesNow, language: string) =>
  prices.map((price) => priceJson.serialize(price, { language, ...terms }))

const countryJson = serializer<Country, Local>({ title: 'Country' })({
  id: Type.Integer({ description: 'ISO 3166-1 numeric' }),
  code: Type.String({ description: 'ISO 3166-1 alpha-2' }),
  name: [nameSchema, (country, { language }) => countryName(country.id, language)],
})
export const countriesSchema = Type.Array(countryJson.schema)

export const serializeCountries = (countries: readonly Country[], language: string) =>
  countries.map((country) => countryJson.serialize(country, { language }))

const addOnJson = serializer<AddOnRow, Local & Pick<Terms, 'currency'>>({ title: 'AddOn' })({
  id,
  code: text,
  name,
  costPerAction: [amount({ description: 'Charged per accepted execution' }), 'costPerActionUnits'],
  costFlat: [amount({ description: 'Charged once per offer' }), 'costFlatUnits'],
  currency,
  isActive,
})
export const addOnsSchema = Type.Array(addOnJson.schema)

export const serializeAddOns = (addOns: readonly AddOnRow[], language: string, { currency }: Pick<Terms, 'currency'>) =>
  addOns.map((addOn) => addOnJson.serialize(addOn, { language, currency }))
