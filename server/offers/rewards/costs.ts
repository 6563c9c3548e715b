import type { Units } from '../../values/money.ts'
import type { Costs, Offer } from '../offer.ts'

/** What screened-out executors cost; absent or null: none is paid. */
export type ScreenOutCosts = {
  readonly screenOutUnits?: Units | null
  readonly screenOutFeeUnits?: Units | null
  readonly screenOutMax?: number | null
}

export const costPerAction = ({ rewardUnits, feeUnits, addOnUnits }: Costs): Units =>
  rewardUnits + feeUnits + addOnUnits

/** Returns the cost of one screened-out executor. */
export const costPerScreenOut = ({ screenOutUnits, screenOutFeeUnits }: ScreenOutCosts): Units =>
  (screenOutUnits ?? 0n) + (screenOutFeeUnits ?? 0n)

/** Returns the total cost of the offer: every slot, everyone who may be screened out, and the flat costs. */
export const totalCost = (costs: Costs & ScreenOutCosts, totalLimit: number): Units =>
  costPerAction(costs) * BigInt(totalLimit) +
  costPerScreenOut(costs) * BigInt(costs.screenOutMax ?? 0) +
  costs.flatUnits

/**
 * Returns the amount paid from the hold: for accepted executions, also after a dispute, for screened-out executors, and the flat costs after
 * approval.
 */
export const chargedOf = (offer: Offer): Units =>
  costPerAction(offer) * BigInt(offer.accepted + offer.acceptedByDispute) +
  costPerScreenOut(offer) * BigInt(offer.screenedOut ?? 0) +
  (offer.activatedAt ? offer.flatUnits : 0n)
