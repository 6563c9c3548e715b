import { Type } from 'typebox'
import { decimalOf } from '../values/money.ts'
import { allowedActions } from '../values/moves.ts'
import type { Listed } from '../values/page.ts'
import { arrayOf, id, instant, iso, listOf, money, text, whole } from '../values/schema.ts'
import { isExpired, type Reservation, reservationMoves } from './reservation.ts'

const members = {
  id,
  expiresAtUtc: instant,
  offerId: id,
  status: text,
  createdAtUtc: instant,
  extendable: Type.Boolean({ description: 'Always false until extending is offered' }),
  terms: Type.Object({ rewardPerAction: money, currency: text, reviewPeriodSeconds: whole, offerVersion: whole }),
  allowedActions: arrayOf(text),
}

/** Group A: one slot held for a time, with the terms of the moment in which it was reserved. */
export const reservedSchema = Type.Object({ ...members, alreadyExists: Type.Boolean() }, { title: 'Reserved' })
export const reservationsSchema = listOf(Type.Object(members, { title: 'Reservation' }))

const show = (reservation: Reservation, status: string) => ({
  id: reservation.id,
  expiresAtUtc: iso(reservation.expiresAt),
  offerId: reservation.offer,
  status,
  createdAtUtc: iso(reservation.createdAt),
  extendable: false,
  terms: {
    rewardPerAction: decimalOf(reservation.rewardUnits),
    currency: reservation.currency,
    reviewPeriodSeconds: reservation.reviewSeconds,
    offerVersion: reservation.offerVersion,
  },
  allowedActions: allowedActions(reservationMoves, status, 'executor'),
})

export const showReserved = (reservation: Reservation & { readonly alreadyExists: boolean }) => ({
  ...show(reservation, reservation.status),
  alreadyExists: reservation.alreadyExists,
})

/** What is over is shown as Expired, whether or not the sweeper has seen it. */
export const showReservations = ({ now, ...list }: Listed<Reservation> & { readonly now: Date }) => ({
  ...list,
  items: list.items.map((reservation) => {
    const over = reservation.status === 'Active' && isExpired(reservation, now)
    return show(reservation, over ? 'Expired' : reservation.status)
  }),
})

export const cancelledSchema = Type.Object({ outcome: text, reservationId: id, offerId: id, cancelledAtUtc: instant })

export const showCancelled = (ended: { id: number; offer: number; endedAt: Date }) => ({
  outcome: 'Cancelled',
  reservationId: ended.id,
  offerId: ended.offer,
  cancelledAtUtc: iso(ended.endedAt),
})
