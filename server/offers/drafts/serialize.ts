import { Type } from 'typebox'
import type { ListedAddOn } from '../../catalog/listed.ts'
import { addOnsSchema, serializeAddOns } from '../../catalog/serialize.ts'
import { decimalOf, type Units } from '../../values/money.ts'
import { money, text, whole } from '../../values/requests/schema.ts'
import { costPerAction } from '../offer.ts'
import type { PricedOffer } from '../plan.ts'

const members = {
  rewardPerAction: money,
  feePerAction: money,
  addOns: addOnsSchema,
  addOnCostPerAction: money,
  costPerAction: money,
  flatCost: Type.Number({ description: 'What is paid once, when the offer is approved' }),
  totalLimit: whole,
  totalCost: Type.Number({ description: 'Every slot, and what is paid once: held when the offer is submitted' }),
  currency: text,
  available: Type.Number({ description: 'What the account could spend now' }),
  missing: Type.Number({ description: 'How much more than that the offer costs; 0: there is enough' }),
}
export const offerEstimateSchema = Type.Object(members, {
  title: 'OfferEstimate',
  description: 'Answers only requests that ask for an estimate',
})

type Estimated = { readonly plan: PricedOffer; readonly availableUnits: Units; readonly addOns: readonly ListedAddOn[] }

/** What an offer would cost, part by part. */
export const serializeOfferEstimate = ({ plan, availableUnits, addOns }: Estimated, language: string) => ({
  rewardPerAction: decimalOf(plan.rewardUnits),
  feePerAction: decimalOf(plan.feeUnits),
  addOns: serializeAddOns(addOns, language, plan),
  addOnCostPerAction: decimalOf(plan.addOnUnits),
  costPerAction: decimalOf(costPerAction(plan)),
  flatCost: decimalOf(plan.flatUnits),
  totalLimit: plan.totalLimit,
  totalCost: decimalOf(plan.totalUnits),
  currency: plan.currency,
  available: decimalOf(availableUnits),
  missing: decimalOf(plan.totalUnits > availableUnits ? plan.totalUnits - availableUnits : 0n),
})
