import { Type } from 'typebox'
import type { Warned } from '../catalog/warnings.ts'
import type { Units } from '../values/money.ts'
import { amount, arrayOf, id, instant, known, money, nullable, whole } from '../values/requests/schema.ts'
import { serializer } from '../values/requests/serializer.ts'
import { ownAnswers } from './body-members.ts'
import { acceptRuleTypes } from './limits.ts'
import type { Offer } from './offer.ts'
import type { PricedOffer } from './priced-offer.ts'
import { costJson, sharedMembers, warningsMember } from './serialize.ts'

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
  ...ownAnswers,
  completedAtUtc: nullable(instant),
  archivedAtUtc: nullable(instant),
  warnings: warningsMember,
})

/** An estimate: the cost of the task, and whether the funds suffice to submit it. */
const estimateJson = serializer<PricedOffer, Units>({ title: 'Estimate' })({
  ...costJson.members,
  totalCost: [money, 'totalUnits'],
  totalLimit: whole,
  available: [amount({ description: 'Available balance, in the same currency' }), (_, units) => units],
  sufficient: [
    Type.Boolean({ description: 'Whether available covers totalCost, which is held when the task is submitted' }),
    (offer, availableUnits) => availableUnits >= offer.totalUnits,
  ],
  warnings: warningsMember,
})
export const estimateSchema = estimateJson.schema

type Estimate = { readonly pricedOffer: PricedOffer; readonly availableUnits: Units }

export const serializeEstimate = ({ pricedOffer, availableUnits }: Estimate) =>
  estimateJson.serialize(pricedOffer, availableUnits)
