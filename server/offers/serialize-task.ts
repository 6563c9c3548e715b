import { Type } from 'typebox'
import type { Warned } from '../catalog/warnings.ts'
import type { Units } from '../values/money.ts'
import { amount, arrayOf, id, idParams, instant, known, money, nullable, whole } from '../values/requests/schema.ts'
import { serializer } from '../values/requests/serializer.ts'
import { ownAnswers } from './body-members.ts'
import { taskBody, taskPatchBody } from './input.ts'
import { acceptRuleTypes } from './limits.ts'
import type { Offer } from './offer.ts'
import type { PricedOffer } from './priced-offer.ts'
import { costJson, hoursToFillMember, rewardPerHourMember, sharedMembers, warningsMember } from './serialize.ts'

const itemCountsJson = serializer<readonly number[]>({ title: 'ItemCounts' })({
  open: [whole, (counts) => counts[0] ?? 0],
  inProgress: [whole, (counts) => counts[1] ?? 0],
  completed: [whole, (counts) => counts[2] ?? 0],
  waiting: [whole, (counts) => counts[3] ?? 0],
  cancelled: [whole, (counts) => counts[4] ?? 0],
})
export const itemCountsSchema = itemCountsJson.schema

/** Returns the counts of an offer's items; undefined without items. */
export const serializeItemCounts = ({ itemCounts }: Pick<Offer, 'itemCounts'>) =>
  itemCounts === null || itemCounts === undefined
    ? undefined
    : itemCountsJson.serialize(itemCounts.split(' ').map(Number))

type ItemCountsJson = ReturnType<typeof itemCountsJson.serialize>
const wholeOfItems = Type.Optional(Type.Unsafe<number | undefined>(whole))

/** Absent without items. */
const itemAnswers = {
  overlap: [wholeOfItems, (offer: Offer) => offer.overlap ?? undefined],
  itemsPerSlot: [wholeOfItems, (offer: Offer) => offer.itemsPerSlot ?? undefined],
  skipsMax: [wholeOfItems, (offer: Offer) => offer.skipsMax ?? undefined],
  itemCounts: [Type.Optional(Type.Unsafe<ItemCountsJson | undefined>(itemCountsJson.schema)), serializeItemCounts],
} as const

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
  autoAcceptRules: arrayOf(
    Type.Object({ type: known('AutoAcceptRuleType', acceptRuleTypes), value: Type.Optional(Type.Number()) }),
  ),
  ...itemAnswers,
  ...ownAnswers,
  completedAtUtc: nullable(instant),
  archivedAtUtc: nullable(instant),
  warnings: warningsMember,
})

/** The schema of a route that takes a whole task. */
export const takesTask = <Answers>(response: Answers) => ({ body: taskBody, response })

type EstimateContext = { readonly availableUnits: Units; readonly hoursToFill: number | undefined }

/** An estimate: the cost of the task, and whether the funds suffice to submit it. */
const estimateJson = serializer<PricedOffer, EstimateContext>({ title: 'Estimate' })({
  ...costJson.members,
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
