import type { Stop } from '../items/stop.ts'
import type { Profile } from '../offers/audience.ts'
import type { AdvertiserMark } from '../offers/available.ts'
import type { Limits } from '../offers/limits.ts'
import type { Audience, Offer } from '../offers/offer.ts'
import type { Id } from '../values/id.ts'
import { levelOf } from '../values/level.ts'
import type { MissedReservations } from './cool-down.ts'
import type { ReservationRate } from './rate-limit.ts'

/** The facts about an executor that hold for every offer. */
export type ExecutorFacts = MissedReservations & {
  readonly executor: Id<'account'>
  /** The advertisers for whom they act as a member: their offers count as own ones. */
  readonly workspaces: readonly Id<'account'>[]
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

/** Whether the executor owns the advertiser's offers, or acts for who does. */
export const isOwn = ({ executor, workspaces }: ExecutorFacts, advertiser: Id<'account'>): boolean =>
  advertiser === executor || workspaces.includes(advertiser)

/** Returns the profile and level of an executor, and what they have of what an offer requires. */
export const profileOf = (facts: ExecutorFacts & Pick<OfferFacts, 'standing' | 'requiredNames'>): Profile => ({
  birthDate: facts.executorBirthDate,
  country: facts.executorCountry,
  gender: facts.executorGender,
  level: levelOf(facts.executorAccepted, facts.executorRejected),
  standing: facts.standing,
  requiredNames: facts.requiredNames,
})

type QuotaCounts = Readonly<Record<string, { readonly taken: number; readonly dueId: Id<'reservation'> | null }>>

/** The facts about an offer, and whether its lists name the executor. */
export type OfferFacts = Pick<Limits, 'startsAt' | 'endsAt' | 'minLevel'> &
  ReservationRate & {
    readonly advertiser: Id<'account'>
    readonly offerStatus: string
    readonly minAge: number | null
    readonly maxAge: number | null
    readonly targetGender: Audience['gender']
    readonly targetCountries: readonly number[]
    readonly requirements: Audience['requirements']
    /** What the executor has of them, and the names of the qualifications among them; null without such. */
    readonly standing: Profile['standing']
    readonly requiredNames: Profile['requiredNames']
    readonly perExecutorLimit: number
    readonly attemptsMax: number
    /** Whether the advertiser blocks the executor, and whether the offer's invitation list (if any) includes them. */
    readonly isBlocked: boolean
    readonly isInvited: boolean
    /** What the executor has marked the advertiser as. */
    readonly advertiserMark: AdvertiserMark | null
    readonly quotas: Offer['quotas']
    /** By number, how many took part in each quota, and the first overdue reservation among them; null without quotas. */
    readonly quotaCounts: QuotaCounts | null
    /** Whether they took part in another offer of the same exclusion group. */
    readonly isExcluded: boolean
    /** How many further executors the offer can pay for being screened out, if all with a slot are; null: it pays none. */
    readonly screenOutsLeft: number | null
    readonly remaining: number
    /** An overdue reservation whose slot is no longer held; looked up only if no slot is free, or no one else may be screened out. */
    readonly dueId: Id<'reservation'> | null
  }

/** What the executor has done on the offer. */
export type ParticipationFacts = {
  /** Their active reservation of kind Work, and the one that has expired but still has its slot: a new one takes over that slot. */
  readonly ownId: Id<'reservation'> | null
  readonly expiredId: Id<'reservation'> | null
  /** How many of their reservations count towards the offer's limit. */
  readonly taken: number
  /** How many of their attempts failed (`isFailed` in `sql-fragments.ts`). */
  readonly failed: number
  /** Whether they were screened out of it. */
  readonly isScreenedOut: boolean
  /** How many suites of items they can still get; null: the offer has no items. */
  readonly suitesLeft: number | null
  /** How many slots of items they skipped; null: the offer has no items. */
  readonly slotsSkipped: number | null
  /** Why they get no more slots of the offer; null: nothing stops them. */
  readonly stop: Stop | null
}

/** The facts that decide whether an executor without an active reservation may reserve an offer. */
export type EligibilityFacts = ExecutorFacts & OfferFacts & ParticipationFacts
