import { Type } from 'typebox'
import { optional } from '../values/requests/schema.ts'

export const metadataMax = 20
const metadataTextMax = 500
export const metadatum = Type.String({ maxLength: metadataTextMax })

/** The members of a body that only the advertiser reads and writes. */
export const ownMembers = {
  externalId: optional(Type.String({ minLength: 1, maxLength: 128 })),
  metadata: optional(Type.Record(Type.String(), metadatum, { maxProperties: metadataMax })),
}

export type OwnMembers = {
  readonly externalId: string | null
  readonly metadata: Readonly<Record<string, string>>
}

export type ColumnType = 'bigint' | 'bigint[]' | 'bytea' | 'integer' | 'jsonb' | 'text' | 'timestamptz'

export type Member = {
  /** The type of its column, which is named like the member; null if it is not in the table `offers`. */
  readonly column: ColumnType | null
  /** Its name in bodies, if it differs. */
  readonly body?: string
  /** Its value if a body leaves it out; null if unset. */
  readonly default?: unknown
  /**
   * When it may change. `always`: until the offer is archived; `running`: while it can be reserved; `reopening`: also after completion;
   * unset: only before moderation.
   */
  readonly changes?: 'always' | 'running' | 'reopening'
}

/** All members that an advertiser sets. Inserts, updates, selects and edits of offers follow this list. */
export const inputMembers = {
  price: { column: 'bigint', body: 'offerPriceId' },
  title: { column: 'text', changes: 'running' },
  totalLimit: { column: null, changes: 'reopening' },
  sourceLanguage: { column: 'text' },
  minAge: { column: 'integer' },
  maxAge: { column: 'integer' },
  gender: { column: 'text', default: 'Any' },
  targetCountries: { column: 'bigint[]', body: 'targetCountryIds', default: [] },
  addOns: { column: 'bigint[]', body: 'selectedAddOnIds', default: [] },
  details: { column: 'jsonb', changes: 'running', default: {} },
  externalId: { column: 'text', changes: 'always' },
  description: { column: 'text', changes: 'running' },
  proofInstructions: { column: 'text', changes: 'running' },
  acceptanceCriteria: { column: 'jsonb', changes: 'running', default: [] },
  reservationSeconds: { column: 'integer', body: 'reservationDurationSeconds' },
  reviewSeconds: { column: 'integer', body: 'reviewPeriodSeconds', changes: 'running' },
  reworkSeconds: { column: 'integer', body: 'reworkPeriodSeconds' },
  perExecutorLimit: { column: 'integer', changes: 'running', default: 1 },
  attemptsMax: { column: 'integer', changes: 'running' },
  translations: { column: 'jsonb', changes: 'running', default: {} },
  metadata: { column: 'jsonb', changes: 'always', default: {} },
  hourlyLimit: { column: 'integer', changes: 'running' },
  dailyLimit: { column: 'integer', changes: 'running' },
  startsAt: { column: 'timestamptz', body: 'startsAtUtc', changes: 'running' },
  endsAt: { column: 'timestamptz', body: 'endsAtUtc', changes: 'reopening' },
  allowList: { column: 'bigint', body: 'allowListId', changes: 'running' },
  blockList: { column: 'bigint', body: 'blockListId', changes: 'running' },
  minLevel: { column: 'integer', body: 'minExecutorLevel', default: 0 },
  maxReworks: { column: 'integer', default: 2 },
  autoAcceptRules: { column: 'jsonb', default: [] },
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
