import { OfferNotFound } from '../offers/offer.ts'
import type { Id } from '../values/id.ts'
import { levelOf } from '../values/level.ts'
import { ownReservation, type ReserveRow } from './facts.ts'
import { nextSequenceNumber } from './rate-limit.ts'
import { type Rules, refusals } from './refusals.ts'
import { isExpired, type Reservation } from './reservation.ts'

export type Facts = ReserveRow & { readonly callerAccount: Id<'account'>; readonly now: Date }
/**
 * The reservation that exists; or an own one that is over, whose slot the new one takes over; or one of somebody's that must
 * be expired first; or none of them: one is to be made.
 */
export type Decision = {
  readonly existing?: Reservation
  readonly renews?: Id<'reservation'>
  readonly due?: Id<'reservation'>
  /** Of the one to make, where the offer is capped. */
  readonly sequenceNumber?: number
}

/** What a reserve leads to, or a refusal. The same offer comes before everything else, so that a retry is never refused. */
export function decideReserve(facts: Facts, rules: Rules): Decision {
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
