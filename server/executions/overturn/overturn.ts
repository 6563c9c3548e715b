import { InsufficientFunds } from '../../ledger/ledger.ts'
import { isClosed, type OfferStatus } from '../../offers/offer.ts'
import { decimalOf, type Units } from '../../values/money.ts'

/** The possible sources of money for accepting a rejected execution. */
export type OverturnFunds = {
  /** The cost of the acceptance: reward, fee and add-ons. */
  readonly costUnits: Units
  /** The hold kept for this execution. */
  readonly keptUnits: Units
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
  /** Without a slot, the acceptance is counted in addition to the offer's total. */
  readonly usesSlot: boolean
}

/**
 * Returns the sources in this order: kept hold, free hold of the offer, the advertiser's available money, the platform's guarantee. The
 * executor is paid whatever happened to the offer. A free slot of a closed offer holds nothing, so the kept hold may fill it; a slot of an
 * open offer has its own hold and stays for others.
 */
export function sourcesOf({ costUnits, keptUnits, offerStatus, remaining, availableUnits }: OverturnFunds): Sources {
  const held = { heldUnits: costUnits, availableUnits: 0n, guaranteeUnits: 0n }
  if (keptUnits > 0n) return { ...held, usesKept: true, usesSlot: isClosed(offerStatus) && remaining > 0 }
  if (!isClosed(offerStatus) && remaining > 0) return { ...held, usesKept: false, usesSlot: true }
  const own = availableUnits < costUnits ? availableUnits : costUnits
  const rest = { availableUnits: own, guaranteeUnits: costUnits - own }
  return { heldUnits: 0n, ...rest, usesKept: false, usesSlot: false }
}

/** Throws InsufficientFunds if the advertiser cannot pay alone: the platform never pays for voluntary acceptances. */
export function mustBePaidByAdvertiser(sources: Sources, currency: string): void {
  const { availableUnits, guaranteeUnits } = sources
  if (guaranteeUnits === 0n) return
  const required = decimalOf(availableUnits + guaranteeUnits)
  const shown = { required, available: decimalOf(availableUnits), shortfall: decimalOf(guaranteeUnits), currency }
  throw InsufficientFunds(shown)
}
