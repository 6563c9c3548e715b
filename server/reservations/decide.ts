import { Sanctioned } from '../accounts/sanction.ts'
import { misfits } from '../offers/audience.ts'
import { isAhead, isOver } from '../offers/limits.ts'
import { isBeforePublic, NoSlots, OfferNotFound, OfferNotStarted, OfferUnavailable, OwnOffer } from '../offers/offer.ts'
import type { Id } from '../values/id.ts'
import { levelOf } from '../values/level.ts'
import { conflict } from '../values/problem.ts'
import { CoolingDown, coolingUntil } from './cooling.ts'
import { ownReservation, type ReserveRow } from './facts.ts'
import { nextTurn, tooFast } from './pace.ts'
import { isExpired, type Reservation } from './reservation.ts'

export type Rules = {
  readonly ageFloor: number
  readonly activeReservationsMax: number
  readonly coolDownSeconds: number
}
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
  readonly turn?: number
}

type About = { readonly reservationId: number; readonly offerId: number; readonly expiresAtUtc: string }
export const ActiveReservationExists = conflict<About>(
  'active_reservation_exists',
  'Another reservation is active',
  ({ offerId, expiresAtUtc }) =>
    `Finish or cancel the reservation of offer ${offerId} first; it lasts until ${expiresAtUtc}.`,
)
export const PerExecutorLimitReached = conflict<{ limit: number }>(
  'per_executor_limit_reached',
  'Limit for each executor reached',
  ({ limit }) => `An executor may take this offer ${limit === 1 ? 'once' : `${limit} times`}.`,
)

export const AttemptsExhausted = conflict<{ limit: number }>(
  'attempts_exhausted',
  'No attempts left',
  ({ limit }) =>
    `${limit === 1 ? 'A submission' : `${limit} submissions`} of this executor on this offer ended rejected or withdrawn; no more are taken.`,
)

export const BlockedByAdvertiser = conflict(
  'blocked_by_advertiser',
  'Blocked by the advertiser',
  'The advertiser of this offer does not want to work with this executor.',
)
export const NotInvited = conflict(
  'not_invited',
  'Not invited',
  'This offer is for executors whom its advertiser has chosen.',
)

/** Every second level allows one more reservation at once than the setting says: level 2 one, level 4 two. */
export const activeMax = (activeReservationsMax: number, level: number): number =>
  activeReservationsMax + Math.floor(level / 2)

/** What a reserve leads to, or a refusal. The same offer comes before everything else, so that a retry is never refused. */
export function decideReserve(facts: Facts, rules: Rules): Decision {
  if (facts.offer === null) throw OfferNotFound({})
  const own = ownReservation(facts, facts.callerAccount)
  if (own && !isExpired(own, facts.now)) return { existing: own }
  mustBeOffered(facts)
  mustFit(facts, rules)
  // Nothing new is taken: the slot was counted when it was reserved first.
  if (own) return { renews: own.id }
  const pace = tooFast(facts, facts.now)
  if (pace) throw pace
  if (facts.remaining === 0 && facts.lapsedId === null) throw NoSlots({})
  if (facts.remaining === 0 && facts.lapsedId !== null) return { due: facts.lapsedId }
  const turn = nextTurn(facts)
  return turn === null ? {} : { turn }
}

/** Refuses what nobody may reserve now, or not this executor, whoever they are. */
function mustBeOffered(facts: Facts): void {
  if (isBeforePublic(facts.offerStatus)) throw OfferNotFound({})
  if (facts.offerStatus !== 'Active') throw OfferUnavailable({})
  if (isOver(facts, facts.now)) throw OfferUnavailable({})
  if (facts.advertiser === facts.callerAccount) throw OwnOffer({})
  if (facts.startsAt && isAhead(facts, facts.now)) throw OfferNotStarted({ startsAtUtc: facts.startsAt.toISOString() })
}

/** Refuses by what the executor is, and by what they have taken already. */
function mustFit(facts: Facts, { ageFloor, activeReservationsMax, coolDownSeconds }: Rules): void {
  const { barredUntil } = facts
  if (facts.isBarred) throw Sanctioned({ kind: 'NoReservations', untilUtc: barredUntil?.toISOString() ?? null })
  if (facts.isBlocked) throw BlockedByAdvertiser({})
  if (!facts.isInvited) throw NotInvited({})
  const level = levelOf(facts.accepted, facts.rejected)
  const [misfit] = misfits({ ...facts, gender: facts.targetGender }, { ...facts, level }, facts.now, ageFloor)
  if (misfit) throw misfit
  const until = coolingUntil(facts, coolDownSeconds, facts.now)
  if (until) throw CoolingDown({ untilUtc: until.toISOString() })
  const { otherId, otherOffer, otherExpiresAt, otherActive } = facts
  if (
    otherId !== null &&
    otherOffer !== null &&
    otherExpiresAt !== null &&
    (otherActive ?? 0) >= activeMax(activeReservationsMax, level)
  ) {
    const other = { reservationId: otherId, offerId: otherOffer, expiresAtUtc: otherExpiresAt.toISOString() }
    throw ActiveReservationExists(other)
  }
  if (facts.taken >= facts.perExecutorLimit) throw PerExecutorLimitReached({ limit: facts.perExecutorLimit })
  if (facts.failed >= facts.attemptsMax) throw AttemptsExhausted({ limit: facts.attemptsMax })
}
