import { type Static, type TSchema, Type } from 'typebox'
import { bodyError, type FieldError } from '../values/problems/problem.ts'
import { nullable, openObject, optional, text } from '../values/requests/schema.ts'
import { bytesOfJsonMax, countRu } from '../values/sentences.ts'

export const metadataMax = 20
const detailsBytesMax = 16_384
const detailsDepthMax = 8
const metadataNameMax = 64
const metadataTextMax = 500
export const metadatum = Type.String({ maxLength: metadataTextMax })

export type ColumnType = 'boolean' | 'bigint' | 'bigint[]' | 'bytea' | 'integer' | 'jsonb' | 'text' | 'timestamptz'

export type Member = {
  /** The type of its column, which is named like the member; null if it is not in the table `offers`. */
  readonly column: ColumnType | null
  /** Its name in bodies, if it differs. */
  readonly body?: string
  /** Its value if a body leaves it out; null if unset. */
  readonly default?: unknown
  /**
   * When it may change. `always`: until the offer is archived; `running`: while it can be reserved; `reopening`: also after completion;
   * `never`: since it was created; unset: only before moderation.
   */
  readonly changes?: 'always' | 'running' | 'reopening' | 'never'
}

type OwnMember = Member & { readonly schema: TSchema; readonly answer: TSchema; readonly example: unknown }

/** The members of a task that only its advertiser reads and writes. Bodies, answers, examples, statements and exports follow. */
export const ownMembers = {
  externalId: {
    schema: Type.String({ minLength: 1, maxLength: 128 }),
    answer: nullable(text),
    column: 'text',
    default: null,
    changes: 'always',
    example: 'order-7781',
  },
  metadata: {
    schema: Type.Record(Type.String(), metadatum, { maxProperties: metadataMax }),
    answer: openObject,
    column: 'jsonb',
    default: {},
    changes: 'always',
    example: { campaign: 'spring' },
  },
} as const satisfies Readonly<Record<string, OwnMember>>

type Own = typeof ownMembers
export type OwnMembers = {
  readonly [Name in keyof Own]: Static<Own[Name]['schema']> | (null extends Own[Name]['default'] ? null : never)
}

const partOf = <Part extends keyof OwnMember>(part: Part) =>
  Object.fromEntries(Object.entries<OwnMember>(ownMembers).map(([name, member]) => [name, member[part]])) as {
    readonly [Name in keyof Own]: Own[Name][Part & keyof Own[Name]]
  }

export const ownAnswers = partOf('answer')
export const ownExample = partOf('example')
export const ownBody = Object.fromEntries(
  Object.entries(partOf('schema')).map(([name, schema]) => [name, optional(schema)]),
) as { readonly [Name in keyof Own]: ReturnType<typeof optional<Own[Name]['schema']>> }

/** All members that an advertiser sets. Inserts, updates, selects and edits of offers follow this list. */
export const inputMembers = {
  price: { column: 'bigint', body: 'offerPriceId' },
  chosenRewardUnits: { column: 'bigint', body: 'rewardPerAction' },
  title: { column: 'text', changes: 'running' },
  totalLimit: { column: null, changes: 'reopening' },
  overlap: { column: 'integer', changes: 'reopening' },
  itemsPerSlot: { column: 'integer', changes: 'never' },
  skipsMax: { column: 'integer', changes: 'never' },
  itemNames: { column: 'jsonb', changes: 'never' },
  aggregation: { column: 'jsonb', changes: 'never' },
  gold: { column: 'jsonb', changes: 'never' },
  sourceLanguage: { column: 'text' },
  minAge: { column: 'integer' },
  maxAge: { column: 'integer' },
  gender: { column: 'text', default: 'Any' },
  targetCountries: { column: 'bigint[]', body: 'targetCountryIds', default: [] },
  addOns: { column: 'bigint[]', body: 'selectedAddOnIds', default: [] },
  details: { column: 'jsonb', changes: 'running', default: {} },
  ...ownMembers,
  description: { column: 'text', changes: 'running' },
  proofInstructions: { column: 'text', changes: 'running' },
  acceptanceCriteria: { column: 'jsonb', changes: 'running', default: [] },
  reservationSeconds: { column: 'integer', body: 'reservationDurationSeconds' },
  reviewSeconds: { column: 'integer', body: 'reviewPeriodSeconds', changes: 'running' },
  reworkSeconds: { column: 'integer', body: 'reworkPeriodSeconds' },
  perExecutorLimit: { column: 'integer', changes: 'running', default: 1 },
  attemptsMax: { column: 'integer', changes: 'running' },
  translations: { column: 'jsonb', changes: 'running', default: {} },
  page: { column: 'text', changes: 'running' },
  hourlyLimit: { column: 'integer', changes: 'running' },
  dailyLimit: { column: 'integer', changes: 'running' },
  startsAt: { column: 'timestamptz', body: 'startsAtUtc', changes: 'running' },
  endsAt: { column: 'timestamptz', body: 'endsAtUtc', changes: 'reopening' },
  allowList: { column: 'bigint', body: 'allowListId', changes: 'running' },
  blockList: { column: 'bigint', body: 'blockListId', changes: 'running' },
  minLevel: { column: 'integer', body: 'minExecutorLevel', default: 0 },
  requirements: { column: 'jsonb', changes: 'running' },
  quotas: { column: 'jsonb', changes: 'running' },
  exclusionGroup: { column: 'text', changes: 'always' },
  screenOutUnits: { column: 'bigint', body: 'screenOut' },
  screenOutMax: { column: null, body: 'screenOut', changes: 'running' },
  maxReworks: { column: 'integer', default: 2 },
  autoAcceptRules: { column: 'jsonb', default: [] },
  rules: { column: 'jsonb', changes: 'running' },
} as const satisfies Readonly<Record<string, Member>>

/** Columns that the chosen price and add-ons set. */
export const pricedColumns = {
  category: 'bigint',
  platform: 'bigint',
  type: 'text',
  rewardUnits: 'bigint',
  feeUnits: 'bigint',
  addOnUnits: 'bigint',
  flatUnits: 'bigint',
  screenOutFeeUnits: 'bigint',
  currency: 'text',
} as const satisfies Readonly<Record<string, ColumnType>>

/** Columns that a change of the status or of the approved content sets. */
export const lifecycleColumns = {
  statusReason: 'jsonb',
  moderation: 'jsonb',
  pendingChange: 'jsonb',
  submittedAt: 'timestamptz',
  activatedAt: 'timestamptz',
  completedAt: 'timestamptz',
  archivedAt: 'timestamptz',
} as const satisfies Readonly<Record<string, ColumnType>>

export const columnOf = (member: string): string => member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Returns an error for too many names, and for each that is too long. */
export function metadataErrors(metadata: Readonly<Record<string, unknown>>): FieldError[] {
  const names = Object.keys(metadata)
  const long = names.filter((name) => [...name].length > metadataNameMax)
  const many = names.length > metadataMax
  return [
    ...(many
      ? [
          bodyError('metadata', 'max_properties', {
            en: `must have at most ${metadataMax} members.`,
            ru: `должно быть не больше ${countRu(metadataMax, 'элемента', 'элементов')}.`,
          }),
        ]
      : []),
    ...long.map((name) =>
      bodyError(`metadata.${name.slice(0, metadataNameMax)}`, 'max_length', {
        en: `must have a name of at most ${metadataNameMax} characters.`,
        ru: `имя должно быть не длиннее ${countRu(metadataNameMax, 'символа', 'символов')}.`,
      }),
    ),
  ]
}

/** Returns an error for details that nest too deep, and for too large ones. */
export const detailsErrors = (details: object): FieldError[] => [
  ...(depthOf(details) > detailsDepthMax
    ? [
        bodyError('details', 'depth', {
          en: `must nest at most ${detailsDepthMax} levels.`,
          ru: `должно быть не больше ${countRu(detailsDepthMax, 'уровня', 'уровней')} вложенности.`,
        }),
      ]
    : []),
  ...(Buffer.byteLength(JSON.stringify(details)) > detailsBytesMax
    ? [bodyError('details', 'max_length', bytesOfJsonMax(detailsBytesMax))]
    : []),
]

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
