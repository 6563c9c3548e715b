import { OfferNotFound } from '../offers/offer.ts'
import type { Id } from '../values/id.ts'
import { levelOf } from '../values/level.ts'
import { type EligibilityRules, refusals } from './eligibility.ts'
import { ownReservation, type ReserveRow } from './facts.ts'
import { nextSequenceNumber } from './rate-limit.ts'
import { isExpired, type Reservation } from './reservation.ts'

export type Facts = ReserveRow & { readonly callerAccount: Id<'account'>; readonly now: Date }
/**
 * What to do: return the `existing` reservation; reuse the slot of the caller's expired one (`renews`); expire another executor's
 * overdue one first (`due`); or, if none is set, insert a new one.
 */
export type Decision = {
  readonly existing?: Reservation
  readonly renews?: Id<'reservation'>
  readonly due?: Id<'reservation'>
  /** Number of the new reservation, if the offer has a rate limit. */
  readonly sequenceNumber?: number
}

/** Decides on a reserve; throws the first refusal. The own active reservation is checked first, so a retry is never refused. */
export function decideReserve(facts: Facts, rules: EligibilityRules): Decision {
  if (facts.offer === null) throw OfferNotFound({})
  const own = ownReservation(facts, facts.callerAccount)
  if (own && !isExpired(own, facts.now)) return { existing: own }
  const [refusal] = refusals(refusalFacts(facts, own !== undefined), rules, facts.now)
  if (refusal) throw refusal
  if (own) return { renews: own.id }
  if (facts.remaining === 0 && facts.lapsedId !== null) return { due: facts.lapsedId }
  const sequenceNumber = nextSequenceNumber(facts)
  return sequenceNumber === null ? {} : { sequenceNumber }
}

const refusalFacts = (facts: Facts, renews: boolean) => ({
  ...facts,
  account: facts.callerAccount,
  level: levelOf(facts.accepted, facts.rejected),
  hasSlot: facts.remaining > 0 || facts.lapsedId !== null,
  renews,
})
