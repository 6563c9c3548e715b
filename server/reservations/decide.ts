import { misfits } from '../offers/audience.ts'
import { isBeforePublic, NoSlots, OfferNotFound, OfferUnavailable, OwnOffer } from '../offers/offer.ts'
import type { Id } from '../values/id.ts'
import {
  ActiveReservationExists,
  isExpired,
  ownReservation,
  PerExecutorLimitReached,
  type Reservation,
  type ReserveRow,
} from './reservation.ts'

export type Rules = { readonly ageFloor: number; readonly activeReservationsMax: number }
export type Facts = ReserveRow & { readonly callerAccount: Id<'account'>; readonly now: Date }
/** The reservation that exists, or one that is over and must be expired first, or neither: one is to be made. */
export type Decision = { readonly existing?: Reservation; readonly due?: Id<'reservation'> }

/** What a reserve leads to, or a refusal. The same offer comes before everything else, so that a retry is never refused. */
export function decideReserve(facts: Facts, rules: Rules): Decision {
  if (facts.offer === null) throw OfferNotFound({})
  const own = ownReservation(facts, facts.callerAccount)
  if (own && !isExpired(own, facts.now)) return { existing: own }
  const due = own?.id ?? facts.lapsedId
  mayTake(facts, rules, due === null ? 0 : 1)
  return due === null || (!own && facts.remaining > 0) ? {} : { due }
}

/** Says whether the executor may take a slot, and if not, why. `freed` slots come back before. */
function mayTake(facts: Facts, { ageFloor, activeReservationsMax }: Rules, freed: number): void {
  if (isBeforePublic(facts.offerStatus)) throw OfferNotFound({})
  if (facts.offerStatus !== 'Active') throw OfferUnavailable({})
  if (facts.advertiser === facts.callerAccount) throw OwnOffer({})
  const [misfit] = misfits({ ...facts, gender: facts.targetGender }, facts, facts.now, ageFloor)
  if (misfit) throw misfit
  const { otherId, otherOffer, otherExpiresAt, otherActive } = facts
  if (
    otherId !== null &&
    otherOffer !== null &&
    otherExpiresAt !== null &&
    (otherActive ?? 0) >= activeReservationsMax
  ) {
    const other = { reservationId: otherId, offerId: otherOffer, expiresAtUtc: otherExpiresAt.toISOString() }
    throw ActiveReservationExists(other)
  }
  if (facts.taken >= facts.perExecutorLimit) throw PerExecutorLimitReached({ limit: facts.perExecutorLimit })
  if (facts.remaining + freed < 1) throw NoSlots({})
}
