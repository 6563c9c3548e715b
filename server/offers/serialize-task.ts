import { Type } from 'typebox'
import { decimalOf, type Units } from '../values/money.ts'
import { mapItems, type PageOf } from '../values/requests/page.ts'
import {
  arrayOf,
  id,
  instant,
  iso,
  isoOrNull,
  listOf,
  money,
  nullable,
  openObject,
  text,
  whole,
} from '../values/requests/schema.ts'
import { editableOn } from './edit.ts'
import type { Limits } from './limits.ts'
import { actionsOn, type Offer } from './offer.ts'
import type { PricedOffer } from './plan.ts'
import {
  budgetSchema,
  countsSchema,
  criterionSchema,
  moderationSchema,
  pendingChangeSchema,
  reasonSchema,
  serializeBudget,
  serializeCosts,
  serializeCounts,
  serializePendingChange,
} from './serialize.ts'

const limits = {
  hourlyLimit: nullable(whole),
  dailyLimit: nullable(whole),
  startsAtUtc: nullable(instant),
  endsAtUtc: nullable(instant),
  allowListId: nullable(id),
  blockListId: nullable(id),
  minExecutorLevel: whole,
  autoAcceptRules: arrayOf(Type.Object({ type: text, value: Type.Optional(Type.Number()) })),
}

/** Group B: the same offer, with everything that automation needs. */
const taskMembers = {
  id,
  externalId: nullable(text),
  status: text,
  statusReason: reasonSchema,
  type: text,
  offerPriceId: id,
  categoryId: id,
  platformId: id,
  title: text,
  description: nullable(text),
  proofInstructions: nullable(text),
  acceptanceCriteria: arrayOf(criterionSchema),
  details: openObject,
  sourceLanguage: text,
  translations: openObject,
  minAge: nullable(whole),
  maxAge: nullable(whole),
  gender: text,
  targetCountryIds: arrayOf(whole),
  selectedAddOnIds: arrayOf(whole),
  rewardPerAction: money,
  feePerAction: money,
  addOnCostPerAction: money,
  costPerAction: money,
  currency: text,
  totalLimit: whole,
  counts: countsSchema,
  budget: budgetSchema,
  reservationDurationSeconds: whole,
  reviewPeriodSeconds: whole,
  maxReworks: whole,
  reworkPeriodSeconds: whole,
  perExecutorLimit: whole,
  attemptsMax: whole,
  ...limits,
  moderation: nullable(moderationSchema),
  pendingChange: pendingChangeSchema,
  metadata: openObject,
  allowedActions: arrayOf(text),
  editableMembers: arrayOf(text),
  version: whole,
  createdAtUtc: instant,
  updatedAtUtc: instant,
  submittedAtUtc: nullable(instant),
  activatedAtUtc: nullable(instant),
  completedAtUtc: nullable(instant),
  archivedAtUtc: nullable(instant),
}
export const taskSchema = Type.Object(taskMembers, { title: 'Task' })
export const tasksSchema = listOf(taskSchema)

export const serializeTask = (offer: Offer) => ({
  ...identity(offer),
  ...words(offer),
  minAge: offer.minAge,
  maxAge: offer.maxAge,
  gender: offer.gender,
  targetCountryIds: offer.targetCountries,
  selectedAddOnIds: offer.addOns,
  ...serializeCosts(offer),
  totalLimit: offer.totalLimit,
  counts: serializeCounts(offer),
  budget: serializeBudget(offer),
  reservationDurationSeconds: offer.reservationSeconds,
  reviewPeriodSeconds: offer.reviewSeconds,
  maxReworks: offer.maxReworks,
  reworkPeriodSeconds: offer.reworkSeconds,
  perExecutorLimit: offer.perExecutorLimit,
  attemptsMax: offer.attemptsMax,
  ...serializeLimits(offer),
  moderation: offer.moderation,
  pendingChange: serializePendingChange(offer),
  metadata: offer.metadata,
  allowedActions: actionsOn(offer, 'advertiser'),
  editableMembers: editableOn(offer),
  version: offer.version,
  ...times(offer),
})

const identity = (offer: Offer) => ({
  id: offer.id,
  externalId: offer.externalId,
  status: offer.status,
  statusReason: offer.statusReason,
  type: offer.type,
  offerPriceId: offer.price,
  categoryId: offer.category,
  platformId: offer.platform,
})

const words = (offer: Offer) => ({
  title: offer.title,
  description: offer.description,
  proofInstructions: offer.proofInstructions,
  acceptanceCriteria: offer.acceptanceCriteria,
  details: offer.details,
  sourceLanguage: offer.sourceLanguage,
  translations: offer.translations,
})

const times = (offer: Offer) => ({
  createdAtUtc: iso(offer.createdAt),
  updatedAtUtc: iso(offer.updatedAt),
  submittedAtUtc: isoOrNull(offer.submittedAt),
  activatedAtUtc: isoOrNull(offer.activatedAt),
  completedAtUtc: isoOrNull(offer.completedAt),
  archivedAtUtc: isoOrNull(offer.archivedAt),
})

const serializeLimits = (limits: Limits) => ({
  hourlyLimit: limits.hourlyLimit,
  dailyLimit: limits.dailyLimit,
  startsAtUtc: isoOrNull(limits.startsAt),
  endsAtUtc: isoOrNull(limits.endsAt),
  allowListId: limits.allowList,
  blockListId: limits.blockList,
  minExecutorLevel: limits.minLevel,
  autoAcceptRules: limits.autoAcceptRules,
})

export const serializeTasks = (list: PageOf<Offer>) => mapItems(list, serializeTask)

/** The answer to `dryRun`: what the task would cost, and whether there is enough to submit it. */
const estimateMembers = {
  dryRun: Type.Boolean(),
  rewardPerAction: money,
  feePerAction: money,
  addOnCostPerAction: money,
  costPerAction: money,
  totalCost: money,
  currency: text,
  totalLimit: whole,
  available: Type.Number({ description: 'What the account could spend now, in the same currency' }),
  sufficient: Type.Boolean({
    description: 'Whether available covers totalCost, which is held when the task is submitted',
  }),
}
export const estimateSchema = Type.Object(estimateMembers, { title: 'Estimate' })

export const serializeEstimate = ({ plan, availableUnits }: { plan: PricedOffer; availableUnits: Units }) => ({
  dryRun: true,
  rewardPerAction: decimalOf(plan.rewardUnits),
  feePerAction: decimalOf(plan.feeUnits),
  addOnCostPerAction: decimalOf(plan.addOnUnits),
  costPerAction: decimalOf(plan.rewardUnits + plan.feeUnits + plan.addOnUnits),
  totalCost: decimalOf(plan.totalUnits),
  currency: plan.currency,
  totalLimit: plan.totalLimit,
  available: decimalOf(availableUnits),
  sufficient: availableUnits >= plan.totalUnits,
})
