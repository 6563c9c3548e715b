import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { noon, reserveFacts, secondsFrom } from '../../test/support/samples.ts'
import { idOf } from '../values/id.ts'
import type { Problem } from '../values/problem.ts'
import { decideReserve, type Facts } from './decide.ts'
import { isExpired, ownReservation, type Reservation, refusalOf } from './reservation.ts'

const rules = { ageFloor: 18, activeReservationsMax: 1 }
const decide = (members: Partial<Facts> = {}, more: Partial<typeof rules> = {}) =>
  decideReserve(reserveFacts(members), { ...rules, ...more })

function refusal(members: Partial<Facts>, more: Partial<typeof rules> = {}): Problem {
  try {
    decide(members, more)
  } catch (error) {
    return error as Problem
  }
  return assert.fail('nothing was refused')
}
const why = (members: Partial<Facts>, more: Partial<typeof rules> = {}) => refusal(members, more).type.code

const own = (seconds: number) => ({ ownId: idOf<'reservation'>(40), ownExpiresAt: secondsFrom(noon, seconds) })
const other = (active: number) => ({
  otherId: idOf<'reservation'>(41),
  otherOffer: idOf<'offer'>(2),
  otherExpiresAt: secondsFrom(noon, 60),
  otherActive: active,
})

describe('a reserve', () => {
  test('of an active offer by someone whom it fits is made', () => assert.deepEqual(decide(), {}))

  test('of an offer with an active reservation of the same executor answers that one, whatever has happened since', () => {
    const since = { offerStatus: 'Paused', remaining: 0, taken: 5, birthDate: null, ...other(9) }
    const { existing, due } = decide({ ...own(1), ...since })
    assert.deepEqual([existing?.id, existing?.expiresAt, due], [40, secondsFrom(noon, 1), undefined])
  })

  test('of one whose reservation has just ended ends it first, and counts its slot as free', () => {
    assert.deepEqual(decide({ ...own(0), remaining: 0 }).due, 40)
    assert.deepEqual(decide({ remaining: 0, lapsedId: idOf(41) }).due, 41, 'the lapsed one of somebody else')
    assert.equal(why({ ...own(0), remaining: 0, offerStatus: 'Paused' }), 'offer_unavailable')
  })

  const refused: [string, Partial<Facts>, string][] = [
    ['an unknown offer', { offer: null }, 'offer_not_found'],
    ['a draft', { offerStatus: 'Draft' }, 'offer_not_found'],
    ['an offer that waits for moderation', { offerStatus: 'PendingModeration' }, 'offer_not_found'],
    ['a refused offer', { offerStatus: 'Rejected' }, 'offer_not_found'],
    ['a paused offer', { offerStatus: 'Paused' }, 'offer_unavailable'],
    ['a completed offer', { offerStatus: 'Completed' }, 'offer_unavailable'],
    ['an archived offer', { offerStatus: 'Archived' }, 'offer_unavailable'],
    ['an own offer', { advertiser: idOf(9) }, 'own_offer'],
    ['an offer for others, by age', { minAge: 60 }, 'age_mismatch'],
    ['an offer for others, by country', { targetCountries: [643] }, 'country_mismatch'],
    ['an offer for others, by gender', { targetGender: 'Male' }, 'gender_mismatch'],
    ['an offer that asks what the profile does not say', { birthDate: null }, 'profile_incomplete'],
    ['an offer while another is reserved', other(1), 'active_reservation_exists'],
    ['an offer that one may take once, again', { taken: 1 }, 'per_executor_limit_reached'],
    ['an offer without a free slot', { remaining: 0 }, 'no_slots_available'],
  ]
  for (const [what, members, code] of refused) {
    test(`of ${what} is refused`, () => assert.equal(why(members), code))
  }

  test('is refused for the first reason in the order of the list above', () => {
    const all: Partial<Facts> = { minAge: 60, ...other(1), taken: 1, remaining: 0 }
    assert.equal(why({ ...all, advertiser: idOf(9) }), 'own_offer')
    assert.equal(why(all), 'age_mismatch')
    assert.equal(why({ ...all, minAge: null }), 'active_reservation_exists')
    assert.equal(why({ taken: 1, remaining: 0 }), 'per_executor_limit_reached')
  })

  test('beside others is made while the operator allows as many at once', () => {
    assert.deepEqual(decide(other(2), { activeReservationsMax: 3 }), {})
    assert.equal(why(other(3), { activeReservationsMax: 3 }), 'active_reservation_exists')
  })

  test('that is refused for another reservation says which, and until when', () => {
    assert.deepEqual(refusal(other(1)).extras, {
      reservationId: 41,
      offerId: 2,
      expiresAtUtc: secondsFrom(noon, 60).toISOString(),
    })
  })

  test('of an offer that one may take several times is made until then', () => {
    assert.deepEqual(decide({ perExecutorLimit: 3, taken: 2 }), {})
    assert.deepEqual(refusal({ perExecutorLimit: 3, taken: 3 }).extras, { limit: 3 })
  })
})

describe('a reservation', () => {
  const reservation = (members: Partial<Reservation> = {}): Reservation => ({
    ...(ownReservation(reserveFacts(own(60)), idOf(9)) as Reservation),
    ...members,
  })
  const refusedAs = (members: Partial<Reservation>, now = noon) => refusalOf(reservation(members), now)?.type.code

  test('is over at the millisecond at which it ends', () => {
    const { expiresAt } = reservation()
    assert.equal(isExpired({ expiresAt }, new Date(expiresAt.getTime() - 1)), false)
    assert.equal(isExpired({ expiresAt }, expiresAt), true)
  })

  test('that is active is refused nothing, and any other says what it is', () => {
    assert.equal(refusedAs({}), undefined)
    assert.equal(refusedAs({}, secondsFrom(noon, 60)), 'reservation_expired')
    assert.equal(refusedAs({ status: 'Expired' }), 'reservation_expired')
    assert.equal(refusedAs({ status: 'Submitted' }, secondsFrom(noon, 999)), 'reservation_already_submitted')
    assert.equal(refusedAs({ status: 'Cancelled' }, secondsFrom(noon, 999)), 'reservation_not_active')
    assert.equal(refusedAs({ status: 'Revoked' }), 'reservation_not_active')
  })

  test('of nobody is none', () => assert.equal(ownReservation(reserveFacts(), idOf(9)), undefined))
})
