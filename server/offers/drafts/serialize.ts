import type { AddOnRow } from '../../catalog/catalog.ts'
import { addOnsSchema, serializeAddOns } from '../../catalog/serialize.ts'
import type { FeeChange } from '../../money-rules/money-rule.ts'
import { feeChangeMember } from '../../money-rules/serialize.ts'
import type { Units } from '../../values/money.ts'
import { amount, money, text, whole } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import { languageFor } from '../../values/sentences.ts'
import { inputMembers } from '../body-members.ts'
import type { OfferDefaults, PricedOffer } from '../priced-offer.ts'
import { costPerAction } from '../rewards/costs.ts'
import { hoursToFillMember, rewardPerHourMember, warningsIn, warningsMember } from '../serialize.ts'

type EstimateContext = {
  readonly availableUnits: Units
  readonly hoursToFill: number | undefined
  readonly feeChange: FeeChange
  readonly addOns: readonly AddOnRow[]
  readonly language: string
}

const estimateJson = serializer<PricedOffer, EstimateContext>({ title: 'OfferEstimate' })({
  rewardPerAction: [money, 'rewardUnits'],
  rewardPerHour: rewardPerHourMember,
  hoursToFill: hoursToFillMember,
  feePerAction: [money, 'feeUnits'],
  feeChange: feeChangeMember,
  addOns: [addOnsSchema, (offer, { addOns, language }) => serializeAddOns(addOns, language, offer)],
  addOnCostPerAction: [money, 'addOnUnits'],
  costPerAction: [money, costPerAction],
  flatCost: [amount({ description: 'One-time cost, charged on approval' }), 'flatUnits'],
  totalLimit: whole,
  totalCost: [amount({ description: 'Total for all slots and one-time costs, held on submission' }), 'totalUnits'],
  currency: text,
  available: [amount({ description: 'Available balance of the account' }), (_, { availableUnits }) => availableUnits],
  missing: [
    amount({ description: 'Missing amount; 0: the balance is sufficient' }),
    ({ totalUnits }, { availableUnits }) => (totalUnits > availableUnits ? totalUnits - availableUnits : 0n),
  ],
  warnings: [warningsMember[0], ({ warnings }, { language }) => warningsIn(languageFor(language), warnings)],
})
export const offerEstimateSchema = estimateJson.schema

const offerDefaultsJson = serializer<OfferDefaults>({ title: 'OfferDefaults' })({
  reservationDurationSeconds: [whole, 'reservationSeconds'],
  reviewPeriodSeconds: [whole, 'reviewSeconds'],
  reworkPeriodSeconds: [whole, 'reworkSeconds'],
  attemptsMax: whole,
  perExecutorLimit: [whole, () => inputMembers.perExecutorLimit.default],
  maxReworks: [whole, () => inputMembers.maxReworks.default],
})
export const offerDefaultsSchema = offerDefaultsJson.schema
export const serializeOfferDefaults = (defaults: OfferDefaults) => offerDefaultsJson.serialize(defaults)

type OfferEstimate = Omit<EstimateContext, 'language'> & { readonly pricedOffer: PricedOffer }

/** Returns the estimate with names and warnings in this language. */
export function serializeOfferEstimate({ pricedOffer, ...context }: OfferEstimate, language: string) {
  return estimateJson.serialize(pricedOffer, { ...context, language })
}
