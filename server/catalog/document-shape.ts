import Type, { type Static } from 'typebox'
import type { Names } from '../values/language.ts'
import { arrayOf, nullable } from '../values/requests/schema.ts'
import {
  addOnsMax,
  categoriesMax,
  detailsModes,
  type JsonSchema,
  languagesMax,
  platformsMax,
  pricesMax,
  version,
} from './catalog.ts'

const amountMax = 10_000
const rewardMin = 0.0001

const closed = { additionalProperties: false }
const code = Type.String({
  pattern: '^[a-z][a-z0-9_]*(\\.[a-z0-9_]+)*$',
  maxLength: 64,
  description: 'Identifier, here and in other installations; never changed once offers use it',
})
const names = Type.Unsafe<Names>({
  type: 'object',
  additionalProperties: { type: 'string', minLength: 1, maxLength: 200 },
  maxProperties: languagesMax,
  description: 'By language tag (BCP 47); `en` must be among them',
})
const isActive = Type.Boolean({ description: 'Whether it can be ordered; default true' })
const amount = (description: string) => Type.Number({ minimum: 0, maximum: amountMax, description })
const schemaOf = (description: string) =>
  Type.Unsafe<JsonSchema>({ type: 'object', additionalProperties: true, description })
const sortOrder = Type.Integer({
  minimum: 0,
  maximum: 1_000_000,
  description: 'Sort position, lowest first; default: the order in the document',
})
const price = {
  code,
  platform: Type.String({ maxLength: 64, description: 'The code of a platform' }),
  names,
  rewardPerAction: Type.Number({
    minimum: rewardMin,
    maximum: amountMax,
    description: 'Reward per accepted execution, up to four fraction digits',
  }),
}
const reservationDurationSeconds = nullable(
  Type.Integer({ minimum: 300, maximum: 604_800, description: "null: the installation's default" }),
)
const detailsMode = Type.Enum([...detailsModes])
const offerDetailsSchema = schemaOf('JSON Schema (draft 2020-12) of the details of an offer; any object by default')
const executionDetailsSchema = schemaOf('As above, for the details of an execution')
const costPerAction = amount('Charged per accepted execution; default 0')
const costFlat = amount('Charged once per offer; default 0')

const platformEntry = Type.Object({ code, names, isActive: Type.Optional(isActive) }, closed)
const categoryEntry = Type.Object(
  {
    code,
    names,
    isActive: Type.Optional(isActive),
    sortOrder: Type.Optional(sortOrder),
    platforms: Type.Array(platformEntry, { maxItems: platformsMax }),
  },
  closed,
)
const priceEntry = Type.Object(
  {
    ...price,
    isActive: Type.Optional(isActive),
    reservationDurationSeconds: Type.Optional(reservationDurationSeconds),
    detailsMode: Type.Optional(detailsMode),
    offerDetailsSchema: Type.Optional(offerDetailsSchema),
    executionDetailsSchema: Type.Optional(executionDetailsSchema),
  },
  closed,
)
const addOnEntry = Type.Object(
  {
    code,
    names,
    isActive: Type.Optional(isActive),
    costPerAction: Type.Optional(costPerAction),
    costFlat: Type.Optional(costFlat),
  },
  closed,
)

const form = Type.Literal(version, { description: 'Version of the document format' })

/** The document of `catalog apply` and `catalog export`. `checkCatalog` sets the defaults of optional members. */
export const CatalogText = Type.Object(
  {
    version: form,
    categories: Type.Array(categoryEntry, { maxItems: categoriesMax }),
    prices: Type.Array(priceEntry, { maxItems: pricesMax }),
    addOns: Type.Array(addOnEntry, { maxItems: addOnsMax }),
  },
  closed,
)
export type CatalogText = Static<typeof CatalogText>

/** The same document with every optional member. */
export const wholeCatalog = Type.Object(
  {
    version: form,
    categories: arrayOf(
      Type.Object(
        { code, names, isActive, sortOrder, platforms: arrayOf(Type.Object({ code, names, isActive })) },
        { title: 'CatalogCategory' },
      ),
    ),
    prices: arrayOf(
      Type.Object(
        { ...price, isActive, reservationDurationSeconds, detailsMode, offerDetailsSchema, executionDetailsSchema },
        { title: 'CatalogPrice' },
      ),
    ),
    addOns: arrayOf(Type.Object({ code, names, isActive, costPerAction, costFlat }, { title: 'CatalogAddOn' })),
  },
  { title: 'CatalogDocument' },
)
