import { OfferNotFound } from '../offers/offer.ts'
import type { Id } from '../values/id.ts'
import { type EligibilityRules, refusals } from './eligibility.ts'
import type { EligibilityFacts } from './facts.ts'
import { nextSequenceNumber } from './rate-limit.ts'

/** The facts of one reserve. */
export type Facts = EligibilityFacts & {
  readonly now: Date
  /** The id that the new reservation would get: a batch finds the rows of its requests by it. */
  readonly id: Id<'reservation'>
  /** The requested offer; null: there is none. */
  readonly offer: Id<'offer'> | null
}

/**
 * What to do: return the caller's `existing` reservation; reuse the slot of their expired one (`renews`); expire another executor's
 * one that is due first (`due`); or, if none is set, insert a new one. A renewal does not count towards the rate
 * limit.
 */
export type Decision = {
  readonly existing?: Id<'reservation'>
  readonly renews?: Id<'reservation'>
  readonly due?: Id<'reservation'>
  /** Number of the new reservation, if the offer has a rate limit. */
  readonly sequenceNumber?: number
}

/** Decides on a reserve; throws the first refusal. The own active reservation is checked first, so a retry is never refused. */
export function decideReserve(facts: Facts, rules: EligibilityRules): Decision {
  if (facts.offer === null) throw OfferNotFound({})
  if (facts.ownId !== null) return { existing: facts.ownId }
  const [refusal] = refusals(facts, rules, facts.now)
  if (refusal) throw refusal
  if (facts.expiredId !== null) return { renews: facts.expiredId }
  if (facts.remaining === 0 && facts.dueId !== null) return { due: facts.dueId }
  const sequenceNumber = nextSequenceNumber(facts)
  return sequenceNumber === null ? {} : { sequenceNumber }
}
