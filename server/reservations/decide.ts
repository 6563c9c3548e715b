import { OfferNotFound } from '../offers/offer.ts'
import { quotasFitting } from '../offers/studies/fit.ts'
import type { Id } from '../values/id.ts'
import { type EligibilityRules, fullQuotasOf, refusals } from './eligibility.ts'
import { type EligibilityFacts, profileOf } from './facts.ts'
import { nextSequenceNumber } from './rate-limit.ts'

/** The facts of one reserve. */
export type Facts = EligibilityFacts & {
  readonly now: Date
  /** The id that the new reservation would get: a batch finds the rows of its requests by it. */
  readonly id: Id<'reservation'>
  /** The requested offer; null: there is none. */
  readonly offer: Id<'offer'> | null
  /** How many gold items each slot has, and whether it has no others; null: the offer has none. */
  readonly goldPerSlot: number | null
  readonly isQuiz: boolean | null
  /** Whether the executor ever had a suite of the offer's items; null: it has none. */
  readonly hadSuites: boolean | null
}

/**
 * What to do: return the caller's `existing` reservation; reuse the slot of their expired one (`renews`); first expire other
 * executors' ones that are due (`due`); or, if none is set, insert a new one. A renewal does not count towards the rate
 * limit.
 */
export type Decision = {
  readonly existing?: Id<'reservation'>
  readonly renews?: Id<'reservation'>
  readonly due?: readonly Id<'reservation'>[]
  /** Number of the new reservation, if the offer has a rate limit. */
  readonly sequenceNumber?: number
  /** The numbers of the quotas that it counts in; a renewal keeps those of the expired one. */
  readonly quotaCells?: readonly number[]
}

/** Decides on a reserve; throws the first refusal. The own active reservation is checked first, so a retry is never refused. */
export function decideReserve(facts: Facts, rules: EligibilityRules): Decision {
  if (facts.offer === null) throw OfferNotFound({})
  if (facts.ownId !== null) return { existing: facts.ownId }
  const [refusal] = refusals(facts, rules, facts.now)
  if (refusal) throw refusal
  if (facts.expiredId !== null) return { renews: facts.expiredId }
  const due = reservationsToEnd(facts)
  if (due.length > 0) return { due }
  const sequenceNumber = nextSequenceNumber(facts)
  const quotaCells = quotasFitting(facts.quotas, profileOf(facts), facts.now)
  return { ...(sequenceNumber === null ? {} : { sequenceNumber }), ...(quotaCells.length > 0 ? { quotaCells } : {}) }
}

/** Returns the overdue reservations that must end before the executor can have what they still take: the slot, and a place in each full quota. */
function reservationsToEnd(facts: Facts): Id<'reservation'>[] {
  const needsSlot = facts.remaining === 0 || (facts.screenOutsLeft !== null && facts.screenOutsLeft <= 0)
  const ofQuotas = fullQuotasOf(facts, facts.now).flatMap(({ dueId }) => dueId ?? [])
  return [...new Set([...(needsSlot && facts.dueId !== null ? [facts.dueId] : []), ...ofQuotas])]
}
