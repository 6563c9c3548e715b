import { Type } from 'typebox'
import type { Warned } from '../catalog/warnings.ts'
import type { FeeChange } from '../money-rules/money-rule.ts'
import { feeChangeMember } from '../money-rules/serialize.ts'
import type { Requirement } from '../qualifications/requirement.ts'
import { requirementAnswer } from '../qualifications/serialize-requirements.ts'
import { type Aggregation, aggregationSchema } from '../values/consensus/aggregation.ts'
import { earlierWorks, type Gold } from '../values/gold/gold.ts'
import type { Units } from '../values/money.ts'
import {
  amount,
  arrayOf,
  id,
  idParams,
  instant,
  known,
  money,
  nullable,
  openObject,
  whole,
} from '../values/requests/schema.ts'
import { serializer } from '../values/requests/serializer.ts'
import { type Rule, ruleAnswer } from '../values/rules/rule.ts'
import { ownAnswers } from './body-members.ts'
import { taskBody, taskPatchBody } from './input.ts'
import { acceptRuleTypes } from './limits.ts'
import type { Offer } from './offer.ts'
import type { PricedOffer } from './priced-offer.ts'
import { costJson, hoursToFillMember, rewardPerHourMember, sharedMembers, warningsMember } from './serialize.ts'
import { studyAnswers } from './studies/serialize.ts'

const itemCountsJson = serializer<readonly number[]>({ title: 'ItemCounts' })({
  open: [whole, (counts) => counts[0] ?? 0],
  inProgress: [whole, (counts) => counts[1] ?? 0],
  completed: [whole, (counts) => counts[2] ?? 0],
  waiting: [whole, (counts) => counts[3] ?? 0],
  cancelled: [whole, (counts) => counts[4] ?? 0],
  gold: [
    Type.Optional(Type.Unsafe<number | undefined>({ ...whole, description: 'Absent: none' })),
    (counts) => counts[5] || undefined,
  ],
})
export const itemCountsSchema = itemCountsJson.schema

/** Returns the counts of an offer's items; undefined without items. */
export const serializeItemCounts = ({ itemCounts }: Pick<Offer, 'itemCounts'>) =>
  itemCounts === null || itemCounts === undefined
    ? undefined
    : itemCountsJson.serialize(itemCounts.split(' ').map(Number))

const goldSettings = Type.Object(
  {
    perSlot: whole,
    compare: openObject,
    minAccuracy: nullable(Type.Number()),
    minAnswers: whole,
    earlierWork: known('EarlierWork', earlierWorks),
  },
  { title: 'Gold' },
)
const goldMember = Type.Optional(Type.Unsafe<Gold | undefined>(goldSettings))

const rulesMember = Type.Optional(Type.Unsafe<readonly Rule[] | undefined>(arrayOf(ruleAnswer)))

type ItemCountsJson = ReturnType<typeof itemCountsJson.serialize>
const wholeOfItems = Type.Optional(Type.Unsafe<number | undefined>(whole))

/** Absent without items. */
const itemAnswers = {
  overlap: [wholeOfItems, (offer: Offer) => offer.overlap ?? undefined],
  itemsPerSlot: [wholeOfItems, (offer: Offer) => offer.itemsPerSlot ?? undefined],
  skipsMax: [wholeOfItems, (offer: Offer) => offer.skipsMax ?? undefined],
  aggregation: [
    Type.Optional(Type.Unsafe<Aggregation | undefined>(aggregationSchema)),
    (offer: Offer) => offer.aggregation ?? undefined,
  ],
  gold: [goldMember, (offer: Offer) => offer.gold ?? undefined],
  rules: [rulesMember, ({ rules }: Offer) => rules ?? undefined],
  itemCounts: [Type.Optional(Type.Unsafe<ItemCountsJson | undefined>(itemCountsJson.schema)), serializeItemCounts],
} as const

export const acceptRulesMember = arrayOf(
  Type.Object({ type: known('AutoAcceptRuleType', acceptRuleTypes), value: Type.Optional(Type.Number()) }),
)

/** Group B: the same offer, with everything that automation needs. */
export const taskJson = serializer<Offer & Warned>({ title: 'Task' })({
  id,
  ...sharedMembers,
  reservationDurationSeconds: [whole, 'reservationSeconds'],
  reviewPeriodSeconds: [whole, 'reviewSeconds'],
  maxReworks: whole,
  reworkPeriodSeconds: [whole, 'reworkSeconds'],
  perExecutorLimit: whole,
  attemptsMax: whole,
  hourlyLimit: nullable(whole),
  dailyLimit: nullable(whole),
  startsAtUtc: nullable(instant),
  endsAtUtc: nullable(instant),
  allowListId: [nullable(id), 'allowList'],
  blockListId: [nullable(id), 'blockList'],
  minExecutorLevel: [whole, 'minLevel'],
  autoAcceptRules: acceptRulesMember,
  requirements: [
    Type.Optional(Type.Unsafe<readonly Requirement[] | undefined>(arrayOf(requirementAnswer))),
    ({ requirements }: Offer) => requirements ?? undefined,
  ],
  ...studyAnswers,
  ...itemAnswers,
  ...ownAnswers,
  completedAtUtc: nullable(instant),
  archivedAtUtc: nullable(instant),
  warnings: warningsMember,
})

/** The schema of a route that takes a whole task. */
export const takesTask = <Answers>(response: Answers) => ({ body: taskBody, response })

type EstimateContext = {
  readonly availableUnits: Units
  readonly hoursToFill: number | undefined
  readonly feeChange: FeeChange
}

/** An estimate: the cost of the task, and whether the funds suffice to submit it. */
const estimateJson = serializer<PricedOffer, EstimateContext>({ title: 'Estimate' })({
  ...costJson.members,
  feeChange: feeChangeMember,
  rewardPerHour: rewardPerHourMember,
  hoursToFill: hoursToFillMember,
  totalCost: [money, 'totalUnits'],
  totalLimit: whole,
  available: [
    amount({ description: 'Available balance, in the same currency' }),
    (_, { availableUnits }) => availableUnits,
  ],
  sufficient: [
    Type.Boolean({ description: 'Whether available covers totalCost, which is held when the task is submitted' }),
    (offer, { availableUnits }) => availableUnits >= offer.totalUnits,
  ],
  warnings: warningsMember,
})
export const estimateSchema = estimateJson.schema

type Estimate = EstimateContext & { readonly pricedOffer: PricedOffer }

export const serializeEstimate = ({ pricedOffer, ...context }: Estimate) => estimateJson.serialize(pricedOffer, context)

/** The schema of an operation that changes a task. */
export const changesTask = { params: idParams('id'), body: taskPatchBody, response: { 200: taskJson.schema } }
