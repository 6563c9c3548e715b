import { mustHaveFunds } from '../ledger/ledger.ts'
import { isClosed, type OfferStatus } from '../offers/offer.ts'
import type { Units } from '../values/money.ts'

/** The possible sources of money for accepting a rejected execution. */
export type OverturnFunds = {
  /** The cost of the acceptance: reward, fee and add-ons. */
  readonly costUnits: Units
  /** The cost, if the offer counts this execution among those that can be decided for their executors; else 0. */
  readonly keptUnits: Units
  /** How many costs the offer's hold keeps for such executions, and for how many it keeps none. */
  readonly kept: number
  readonly uncovered: number
  readonly offerStatus: OfferStatus
  readonly remaining: number
  /** The advertiser's available money. */
  readonly availableUnits: Units
}

/** How much an acceptance after a rejection takes from each source, and whether it fills a slot of the offer. */
export type Sources = {
  readonly heldUnits: Units
  readonly availableUnits: Units
  /** What the platform pays for the advertiser, who then owes it. */
  readonly guaranteeUnits: Units
  readonly usesKept: boolean
  /** The execution was one for which the hold kept nothing. */
  readonly wasUncovered: boolean
  /** Without a slot, the acceptance is counted in addition to the offer's total. */
  readonly usesSlot: boolean
}

/**
 * Returns the sources in this order: what the hold keeps for appeals, the hold of a free slot, the advertiser's available money, platform
 * coverage. The kept costs go to whichever executions win first. The executor is paid whatever happened to the offer. A free slot of a
 * closed offer holds nothing, so a kept cost may fill it; a slot of an open offer has its own hold and stays for others.
 */
export function sourcesOf(funds: OverturnFunds): Sources {
  const { costUnits, keptUnits, kept, offerStatus, remaining, availableUnits } = funds
  const isCounted = keptUnits > 0n
  const held = { heldUnits: costUnits, availableUnits: 0n, guaranteeUnits: 0n }
  if (isCounted && kept > 0)
    return { ...held, usesKept: true, wasUncovered: false, usesSlot: isClosed(offerStatus) && remaining > 0 }
  const without = { usesKept: false, wasUncovered: isCounted }
  if (!isClosed(offerStatus) && remaining > 0) return { ...held, ...without, usesSlot: true }
  const missing = costUnits - availableUnits
  const rest =
    missing > 0n ? { availableUnits, guaranteeUnits: missing } : { availableUnits: costUnits, guaranteeUnits: 0n }
  return { heldUnits: 0n, ...rest, ...without, usesSlot: false }
}

/** Whether the end of an appeal that pays nobody releases its cost: the hold first keeps it for another that can be appealed. */
export const isReleasedAtEnd = ({ keptUnits, uncovered }: Pick<OverturnFunds, 'keptUnits' | 'uncovered'>): boolean =>
  keptUnits > 0n && uncovered === 0

/** Throws InsufficientFunds if the advertiser cannot pay alone: the platform never pays for voluntary acceptances. */
export function mustBePaidByAdvertiser(sources: Sources, currency: string): void {
  const { availableUnits, guaranteeUnits } = sources
  mustHaveFunds(availableUnits + guaranteeUnits, availableUnits, currency)
}
