import { InsufficientFunds } from '../../ledger/ledger.ts'
import { isClosed, type OfferStatus } from '../../offers/offer.ts'
import { decimalOf, type Units } from '../../values/money.ts'

/** Where the money for an acceptance that comes after a rejection may be. */
export type OverturnFunds = {
  /** What the acceptance costs: reward, fee and add-ons. */
  readonly costUnits: Units
  /** What is still held for this execution itself. */
  readonly keptUnits: Units
  readonly offerStatus: OfferStatus
  readonly remaining: number
  /** What the advertiser has that is free. */
  readonly availableUnits: Units
}

/** What an acceptance after a rejection takes from where, and whether it fills one of the offer's slots. */
export type Sources = {
  readonly heldUnits: Units
  readonly availableUnits: Units
  /** What the platform pays in the advertiser's place, who then owes it. */
  readonly guaranteeUnits: Units
  readonly usesKept: boolean
  /** Without a slot, the acceptance is counted beside those that were asked for. */
  readonly usesSlot: boolean
}

/**
 * Kept hold, then the free hold of the offer, then what the advertiser has, then the platform's guarantee: the executor is
 * paid whatever happened to the offer meanwhile. On an offer that is closed, a free slot holds nothing, so that the kept hold
 * may fill it; on one that runs it has a hold of its own, and stays for others.
 */
export function sourcesOf({ costUnits, keptUnits, offerStatus, remaining, availableUnits }: OverturnFunds): Sources {
  const held = { heldUnits: costUnits, availableUnits: 0n, guaranteeUnits: 0n }
  if (keptUnits > 0n) return { ...held, usesKept: true, usesSlot: isClosed(offerStatus) && remaining > 0 }
  if (!isClosed(offerStatus) && remaining > 0) return { ...held, usesKept: false, usesSlot: true }
  const own = availableUnits < costUnits ? availableUnits : costUnits
  const rest = { availableUnits: own, guaranteeUnits: costUnits - own }
  return { heldUnits: 0n, ...rest, usesKept: false, usesSlot: false }
}

/** Throws InsufficientFunds where the advertiser cannot pay alone: what they accept by themselves is never paid by the platform. */
export function mustBeOwn(sources: Sources, currency: string): void {
  const { availableUnits, guaranteeUnits } = sources
  if (guaranteeUnits === 0n) return
  const required = decimalOf(availableUnits + guaranteeUnits)
  const shown = { required, available: decimalOf(availableUnits), shortfall: decimalOf(guaranteeUnits), currency }
  throw InsufficientFunds(shown)
}
