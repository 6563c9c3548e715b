import { Type } from 'typebox'
import { decimalOf, type Units } from '../values/money.ts'
import { mapItems, type PageOf } from '../values/requests/page.ts'
import {
  arrayOf,
  id,
  instant,
  isoOrNull,
  listOf,
  money,
  nullable,
  openObject,
  text,
  whole,
} from '../values/requests/schema.ts'
import type { Offer } from './offer.ts'
import type { PricedOffer } from './priced-offer.ts'
import { costMembers, serializeCosts, serializeShared, sharedMembers } from './serialize.ts'

/** Group B: the same offer, with everything that automation needs. */
const taskMembers = {
  id,
  externalId: nullable(text),
  ...sharedMembers,
  reservationDurationSeconds: whole,
  reviewPeriodSeconds: whole,
  maxReworks: whole,
  reworkPeriodSeconds: whole,
  perExecutorLimit: whole,
  attemptsMax: whole,
  hourlyLimit: nullable(whole),
  dailyLimit: nullable(whole),
  startsAtUtc: nullable(instant),
  endsAtUtc: nullable(instant),
  allowListId: nullable(id),
  blockListId: nullable(id),
  minExecutorLevel: whole,
  autoAcceptRules: arrayOf(Type.Object({ type: text, value: Type.Optional(Type.Number()) })),
  metadata: openObject,
  completedAtUtc: nullable(instant),
  archivedAtUtc: nullable(instant),
}
export const taskSchema = Type.Object(taskMembers, { title: 'Task' })
export const tasksSchema = listOf(taskSchema)

export const serializeTask = (offer: Offer) => ({
  ...serializeShared(offer),
  externalId: offer.externalId,
  reservationDurationSeconds: offer.reservationSeconds,
  reviewPeriodSeconds: offer.reviewSeconds,
  maxReworks: offer.maxReworks,
  reworkPeriodSeconds: offer.reworkSeconds,
  perExecutorLimit: offer.perExecutorLimit,
  attemptsMax: offer.attemptsMax,
  hourlyLimit: offer.hourlyLimit,
  dailyLimit: offer.dailyLimit,
  startsAtUtc: isoOrNull(offer.startsAt),
  endsAtUtc: isoOrNull(offer.endsAt),
  allowListId: offer.allowList,
  blockListId: offer.blockList,
  minExecutorLevel: offer.minLevel,
  autoAcceptRules: offer.autoAcceptRules,
  metadata: offer.metadata,
  completedAtUtc: isoOrNull(offer.completedAt),
  archivedAtUtc: isoOrNull(offer.archivedAt),
})

export const serializeTasks = (list: PageOf<Offer>) => mapItems(list, serializeTask)

/** The response to `dryRun`: the cost of the task, and whether the funds suffice to submit it. */
const estimateMembers = {
  dryRun: Type.Boolean(),
  ...costMembers,
  totalCost: money,
  totalLimit: whole,
  available: Type.Number({ description: 'Available balance, in the same currency' }),
  sufficient: Type.Boolean({
    description: 'Whether available covers totalCost, which is held when the task is submitted',
  }),
}
export const estimateSchema = Type.Object(estimateMembers, { title: 'Estimate' })

export const serializeEstimate = ({
  pricedOffer,
  availableUnits,
}: {
  pricedOffer: PricedOffer
  availableUnits: Units
}) => ({
  dryRun: true,
  ...serializeCosts(pricedOffer),
  totalCost: decimalOf(pricedOffer.totalUnits),
  totalLimit: pricedOffer.totalLimit,
  available: decimalOf(availableUnits),
  sufficient: availableUnits >= pricedOffer.totalUnits,
})
