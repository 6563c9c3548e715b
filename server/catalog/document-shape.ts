import Type, { type Static, type TOptional, type TSchema } from 'typebox'
import type { Names } from '../values/language.ts'
import { amount, arrayOf, nullable } from '../values/requests/schema.ts'
import { titleText } from '../values/requests/texts.ts'
import {
  addOnsMax,
  categoriesMax,
  detailsModes,
  type JsonSchema,
  languagesMax,
  platformsMax,
  pricesMax,
  proofsMax,
  version,
} from './catalog.ts'

const amountMax = 10_000
const rewardMin = 0.0001

const cost = (description: string) => amount({ minimum: 0, maximum: amountMax, description })
const schemaOf = (description: string) =>
  Type.Unsafe<JsonSchema>({ type: 'object', additionalProperties: true, description })

const proofNumber = Type.Integer({ minimum: 0, maximum: proofsMax })
export const proofCountSchema = Type.Object(
  { min: proofNumber, max: proofNumber },
  {
    title: 'ProofCount',
    additionalProperties: false,
    description: `How many proofs an execution has. Absent: 1 to ${proofsMax}`,
  },
)

const rewardBound = amount({ minimum: rewardMin, maximum: amountMax })
export const rewardRangeSchema = Type.Object(
  { min: rewardBound, max: rewardBound },
  {
    additionalProperties: false,
    description: 'The rewards that an offer may choose as `rewardPerAction`. Absent: only the reward of the price',
  },
)

/** The members of every entry. */
const named = {
  code: Type.String({
    pattern: '^[a-z][a-z0-9_]*(\\.[a-z0-9_]+)*$',
    maxLength: 64,
    description: 'Identifier, here and in other installations; never changed once offers use it',
  }),
  names: Type.Unsafe<Names>({
    type: 'object',
    additionalProperties: titleText({ minLength: 1, maxLength: 200 }),
    maxProperties: languagesMax,
    description: 'By language tag (BCP 47); `en` must be among them',
  }),
}
const price = {
  code: named.code,
  platform: Type.String({ maxLength: 64, description: 'The code of a platform' }),
  names: named.names,
  rewardPerAction: amount({
    minimum: rewardMin,
    maximum: amountMax,
    description: 'Reward per accepted execution, up to four fraction digits',
  }),
}

// Members that a document may leave out.
const isActive = { isActive: Type.Boolean({ description: 'Whether it can be ordered; default true' }) }
const categoryOptions = {
  ...isActive,
  sortOrder: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    description: 'Sort position, lowest first; default: the order in the document',
  }),
}
const priceOptions = {
  ...isActive,
  reservationDurationSeconds: nullable(
    Type.Integer({ minimum: 300, maximum: 604_800, description: "null: the installation's default" }),
  ),
  detailsMode: Type.Enum([...detailsModes]),
  offerDetailsSchema: schemaOf('JSON Schema (draft 2020-12) of the details of an offer; any object by default'),
  executionDetailsSchema: schemaOf('As above, for the details of an execution'),
}
// Only a price that differs from the default has them, also in an exported document.
const priceVariations = { proofs: Type.Optional(proofCountSchema), reward: Type.Optional(rewardRangeSchema) }
const addOnOptions = {
  ...isActive,
  costPerAction: cost('Charged per accepted execution; default 0'),
  costFlat: cost('Charged once per offer; default 0'),
}

const allOptional = <Members extends Record<string, TSchema>>(members: Members) =>
  Object.fromEntries(Object.entries(members).map(([member, schema]) => [member, Type.Optional(schema)])) as {
    [Member in keyof Members]: TOptional<Members[Member]>
  }
const closed = { additionalProperties: false }
const platformEntry = Type.Object({ ...named, ...allOptional(isActive) }, closed)
const platforms = Type.Array(platformEntry, { maxItems: platformsMax })
const categoryEntry = Type.Object({ ...named, ...allOptional(categoryOptions), platforms }, closed)
const priceEntry = Type.Object({ ...price, ...allOptional(priceOptions), ...priceVariations }, closed)
const addOnEntry = Type.Object({ ...named, ...allOptional(addOnOptions) }, closed)

const formatVersion = Type.Literal(version, { description: 'Version of the document format' })

/** The document of `catalog apply` and `catalog export`. `checkCatalog` sets the defaults of optional members. */
export const CatalogText = Type.Object(
  {
    version: formatVersion,
    categories: Type.Array(categoryEntry, { maxItems: categoriesMax }),
    prices: Type.Array(priceEntry, { maxItems: pricesMax }),
    addOns: Type.Array(addOnEntry, { maxItems: addOnsMax }),
  },
  closed,
)
export type CatalogText = Static<typeof CatalogText>

const wholePlatforms = arrayOf(Type.Object({ ...named, ...isActive }))
const wholeCategory = Type.Object(
  { ...named, ...categoryOptions, platforms: wholePlatforms },
  { title: 'CatalogCategory' },
)

/** The same document with every optional member. */
export const wholeCatalog = Type.Object(
  {
    version: formatVersion,
    categories: arrayOf(wholeCategory),
    prices: arrayOf(Type.Object({ ...price, ...priceOptions, ...priceVariations }, { title: 'CatalogPrice' })),
    addOns: arrayOf(Type.Object({ ...named, ...addOnOptions }, { title: 'CatalogAddOn' })),
  },
  { title: 'CatalogDocument' },
)
