import { Type } from 'typebox'
import type { AddOnRow } from '../../catalog/catalog.ts'
import { addOnsSchema, serializeAddOns } from '../../catalog/serialize.ts'
import { decimalOf, type Units } from '../../values/money.ts'
import { money, text, whole } from '../../values/requests/schema.ts'
import type { PricedOffer } from '../priced-offer.ts'
import { serializeCosts } from '../serialize.ts'

const members = {
  rewardPerAction: money,
  feePerAction: money,
  addOns: addOnsSchema,
  addOnCostPerAction: money,
  costPerAction: money,
  flatCost: Type.Number({ description: 'One-time cost, charged on approval' }),
  totalLimit: whole,
  totalCost: Type.Number({ description: 'Total for all slots and one-time costs, held on submission' }),
  currency: text,
  available: Type.Number({ description: 'Available balance of the account' }),
  missing: Type.Number({ description: 'Missing amount; 0: the balance is sufficient' }),
}
export const offerEstimateSchema = Type.Object(members, {
  title: 'OfferEstimate',
  description: 'Only in responses to estimates',
})

type OfferEstimate = {
  readonly pricedOffer: PricedOffer
  readonly availableUnits: Units
  readonly addOns: readonly AddOnRow[]
}

export const serializeOfferEstimate = ({ pricedOffer, availableUnits, addOns }: OfferEstimate, language: string) => ({
  ...serializeCosts(pricedOffer),
  addOns: serializeAddOns(addOns, language, pricedOffer),
  flatCost: decimalOf(pricedOffer.flatUnits),
  totalLimit: pricedOffer.totalLimit,
  totalCost: decimalOf(pricedOffer.totalUnits),
  available: decimalOf(availableUnits),
  missing: decimalOf(pricedOffer.totalUnits > availableUnits ? pricedOffer.totalUnits - availableUnits : 0n),
})
