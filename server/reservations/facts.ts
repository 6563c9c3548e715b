import type { Profile } from '../offers/audience.ts'
import type { Limits } from '../offers/limits.ts'
import type { Audience } from '../offers/offer.ts'
import type { Id } from '../values/id.ts'
import { levelOf } from '../values/level.ts'
import type { MissedReservations } from './cool-down.ts'
import type { ReservationRate } from './rate-limit.ts'

/** The facts about an executor that hold for every offer. */
export type ExecutorFacts = MissedReservations & {
  readonly executor: Id<'account'>
  readonly executorBirthDate: Profile['birthDate']
  readonly executorCountry: Profile['country']
  readonly executorGender: Profile['gender']
  readonly executorAccepted: number
  readonly executorRejected: number
  /** Their reservations ever made; a write that was decided on another number is refused. */
  readonly reservationsMade: number
  /** Whether a sanction bars the executor, and until when; null: indefinitely. */
  readonly isBarred: boolean
  readonly barredUntil: Date | null
  /** Of their running reservations on all offers, the one that ends last, and how many there are; null: none. */
  readonly runningId: Id<'reservation'> | null
  readonly runningOffer: Id<'offer'> | null
  readonly runningUntil: Date | null
  readonly runningReservations: number | null
}

/** Returns the profile and level of an executor. */
export const profileOf = (facts: ExecutorFacts): Profile => ({
  birthDate: facts.executorBirthDate,
  country: facts.executorCountry,
  gender: facts.executorGender,
  level: levelOf(facts.executorAccepted, facts.executorRejected),
})

/** The facts about an offer, and whether its lists name the executor. */
export type OfferFacts = Pick<Limits, 'startsAt' | 'endsAt' | 'minLevel'> &
  ReservationRate & {
    readonly advertiser: Id<'account'>
    readonly offerStatus: string
    readonly minAge: number | null
    readonly maxAge: number | null
    readonly targetGender: Audience['gender']
    readonly targetCountries: readonly number[]
    readonly perExecutorLimit: number
    readonly attemptsMax: number
    /** Whether the advertiser blocks the executor, and whether the offer's invitation list (if any) includes them. */
    readonly isBlocked: boolean
    readonly isInvited: boolean
    readonly remaining: number
    /** An overdue reservation whose slot is no longer held; looked up only if no slot is free. */
    readonly dueId: Id<'reservation'> | null
  }

/** What the executor has done on the offer. */
export type ParticipationFacts = {
  /** Their active reservation of kind Work, and the one that has expired but still has its slot: a new one takes over that slot. */
  readonly ownId: Id<'reservation'> | null
  readonly expiredId: Id<'reservation'> | null
  /** How many of their reservations count towards the offer's limit. */
  readonly taken: number
  /** How many of their submissions ended as rejected or withdrawn. */
  readonly failed: number
  /** How many suites of items they can still get; null: the offer has no items. */
  readonly suitesLeft: number | null
}

/** The facts that decide whether an executor without an active reservation may reserve an offer. */
export type EligibilityFacts = ExecutorFacts & OfferFacts & ParticipationFacts
