import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { noon, reserveFacts, secondsFrom } from '../../test/support/inputs/samples.ts'
import { idOf } from '../values/id.ts'
import type { Problem } from '../values/problems/problem.ts'
import { decideReserve, type Facts } from './decide.ts'
import { refusalCodes } from './eligibility.ts'
import { reservationDocs } from './openapi.ts'
import { actionsOnReservation, decideExtend, isExpired, type Reservation, refusalOf } from './reservation.ts'

const rules = { ageFloor: 18, activeReservationsMax: 1, coolDownSeconds: 3_600 }
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

const [held, expired] = [{ ownId: idOf<'reservation'>(40) }, { expiredId: idOf<'reservation'>(40) }]
const inaccurate = { cause: 'Accuracy', figures: { right: 1, answered: 4, minAccuracy: 0.7 } } as const
const other = (active: number) => ({
  runningId: idOf<'reservation'>(41),
  runningOffer: idOf<'offer'>(2),
  runningUntil: secondsFrom(noon, 60),
  runningReservations: active,
})

describe('reserve', () => {
  test('makes a reservation on an active offer for an eligible executor', () => assert.deepEqual(decide(), {}))

  test('returns the active reservation of the same executor whatever else has changed', () => {
    const since = { offerStatus: 'Paused', remaining: 0, taken: 5, executorBirthDate: null, ...other(9) }
    assert.deepEqual(decide({ ...held, ...since }), { existing: 40 })
  })

  test('renews the own expired reservation with its slot, even when no slot is free', () => {
    assert.deepEqual(decide({ ...expired, remaining: 0 }), { renews: 40 })
    assert.deepEqual(decide({ ...expired, remaining: 5, dueId: idOf(41) }), { renews: 40 })
    assert.equal(why({ ...expired, remaining: 0, offerStatus: 'Paused' }), 'offer_unavailable')
  })

  test('first expires a reservation past its hold when no slot is free', () => {
    assert.deepEqual(decide({ remaining: 0, dueId: idOf(41) }), { due: [41] })
    assert.deepEqual(decide({ remaining: 1, dueId: idOf(41) }), {})
  })

  const refused: [string, Partial<Facts>, string][] = [
    ['an unknown offer', { offer: null }, 'offer_not_found'],
    ['a draft', { offerStatus: 'Draft' }, 'offer_not_found'],
    ['an offer that waits for moderation', { offerStatus: 'PendingModeration' }, 'offer_not_found'],
    ['a refused offer', { offerStatus: 'Rejected' }, 'offer_not_found'],
    ['a paused offer', { offerStatus: 'Paused' }, 'offer_unavailable'],
    ['a completed offer', { offerStatus: 'Completed' }, 'offer_unavailable'],
    ['an archived offer', { offerStatus: 'Archived' }, 'offer_unavailable'],
    ['an offer that has not begun', { startsAt: secondsFrom(noon, 0.001) }, 'offer_not_started'],
    ['an offer that has ended', { endsAt: noon }, 'offer_unavailable'],
    ['an offer by somebody who is barred', { isBarred: true }, 'sanctioned'],
    ['an offer whose advertiser blocks them', { isBlocked: true }, 'blocked_by_advertiser'],
    ['an offer for those who are invited', { isInvited: false }, 'not_invited'],
    ['an offer for higher levels', { minLevel: 2, executorAccepted: 49 }, 'level_too_low'],
    ['an own offer', { advertiser: idOf(9) }, 'own_offer'],
    ['an offer for others, by age', { minAge: 60 }, 'age_mismatch'],
    ['an offer for others, by country', { targetCountries: [643] }, 'country_mismatch'],
    ['an offer for others, by gender', { targetGender: 'Male' }, 'gender_mismatch'],
    ['an offer that asks what the profile does not say', { executorBirthDate: null }, 'profile_incomplete'],
    ['an offer while another is reserved', other(1), 'active_reservation_exists'],
    ['an offer that one may take once, again', { taken: 1 }, 'per_executor_limit_reached'],
    ['an offer on which too many submissions failed', { failed: 2 }, 'attempts_exhausted'],
    ['an offer on which they are not accurate enough', { stop: inaccurate }, 'accuracy_too_low'],
    ['an offer of which they skipped too many slots', { slotsSkipped: 3 }, 'skips_exhausted'],
    ['an offer that is taken often enough', { hourlyLimit: 1, hourlyAt: noon }, 'rate_of_offer_exceeded'],
    ['an offer without a free slot', { remaining: 0 }, 'no_slots_available'],
  ]
  for (const [what, members, code] of refused) {
    test(`refuses ${what}`, () => assert.equal(why(members), code))
  }

  test('reports the first reason in the order of the list above', () => {
    const all: Partial<Facts> = { minAge: 60, minLevel: 1, ...other(1), taken: 1, remaining: 0 }
    assert.equal(why({ ...all, endsAt: noon, advertiser: idOf(9) }), 'offer_unavailable')
    const personal = { isBarred: true, isBlocked: true, isInvited: false }
    assert.equal(why({ ...all, ...personal, startsAt: secondsFrom(noon, 1), advertiser: idOf(9) }), 'own_offer')
    assert.equal(why({ ...all, ...personal, startsAt: secondsFrom(noon, 1) }), 'offer_not_started')
    assert.equal(why({ ...all, ...personal }), 'sanctioned')
    assert.equal(why({ ...all, ...personal, isBarred: false }), 'blocked_by_advertiser')
    assert.equal(why({ ...all, isInvited: false }), 'not_invited')
    assert.equal(why(all), 'age_mismatch')
    assert.equal(why({ ...all, minAge: null }), 'level_too_low')
    assert.equal(why({ ...all, minAge: null, minLevel: 0 }), 'active_reservation_exists')
    assert.equal(why({ taken: 1, failed: 2, remaining: 0 }), 'per_executor_limit_reached')
    assert.equal(why({ failed: 2, remaining: 0 }), 'attempts_exhausted')
    assert.equal(why({ dailyLimit: 1, dailyAt: noon, remaining: 0 }), 'rate_of_offer_exceeded')
  })

  test('lists every reason in that order', () => {
    const facts = {
      ...reserveFacts({ minAge: 60, minLevel: 1, ...other(1), taken: 1, failed: 2, stop: inaccurate, slotsSkipped: 4 }),
      dailyLimit: 1,
      dailyAt: noon,
      isBarred: true,
      isBlocked: true,
      isInvited: false,
      advertiserMark: { id: idOf<'advertiserMark'>(7), mark: 'Blocked' as const },
      executor: idOf<'account'>(7),
      remaining: 0,
      endsAt: noon,
      startsAt: secondsFrom(noon, 1),
      executorCountry: null,
      targetCountries: [643],
      targetGender: 'Male' as const,
    }
    const all = [
      'offer_unavailable',
      'own_offer',
      'offer_not_started',
      'sanctioned',
      'blocked_by_advertiser',
      'not_invited',
      'advertiser_blocked',
      'profile_incomplete',
      'age_mismatch',
      'gender_mismatch',
      'level_too_low',
      'active_reservation_exists',
      'per_executor_limit_reached',
      'attempts_exhausted',
      'accuracy_too_low',
      'skips_exhausted',
      'rate_of_offer_exceeded',
      'no_slots_available',
    ]
    assert.deepEqual(refusalCodes(facts, rules, noon), all)
    assert.deepEqual(refusalCodes({ ...facts, ...expired }, rules, noon), all.slice(0, -2), 'a renewal takes no slot')
  })

  test('allows other active reservations up to the configured maximum', () => {
    assert.deepEqual(decide(other(2), { activeReservationsMax: 3 }), {})
    assert.equal(why(other(3), { activeReservationsMax: 3 }), 'active_reservation_exists')
  })

  test('allows one more active reservation for every two levels', () => {
    const level2 = { executorAccepted: 50 }
    assert.deepEqual(decide({ ...level2, ...other(1) }), {})
    assert.equal(why({ ...level2, ...other(2) }), 'active_reservation_exists')
    assert.deepEqual(decide({ executorAccepted: 1_000, ...other(2) }), {}, 'level 4')
    assert.equal(why({ executorAccepted: 10, ...other(1) }), 'active_reservation_exists', 'level 1')
  })

  test('reports when a rate limit has capacity again, and numbers the reservation', () => {
    const at = (seconds: number) => secondsFrom(noon, seconds)
    const both = { hourlyLimit: 2, dailyLimit: 5, lastSequenceNumber: 7 }
    assert.deepEqual(decide({ ...both, hourlyAt: at(-3_600), dailyAt: at(-86_400) }), { sequenceNumber: 8 })
    assert.deepEqual(decide({ ...both, lastSequenceNumber: null }), { sequenceNumber: 1 }, 'the first')
    const hour = { limit: 2, periodSeconds: 3_600, retryAfterSeconds: 1 }
    assert.deepEqual(refusal({ ...both, hourlyAt: at(-3_599.999) }).extras, hour)
    const day = { limit: 5, periodSeconds: 86_400, retryAfterSeconds: 400 }
    assert.deepEqual(refusal({ ...both, hourlyAt: at(-3_500), dailyAt: at(-86_000) }).extras, day, 'the longer one')
    assert.deepEqual(decide({ ...both, ...expired, hourlyAt: noon }), { renews: 40 }, 'a renewal takes no new slot')
  })

  test('reports until when a sanction bars the executor, if that is known', () => {
    const until = secondsFrom(noon, 60)
    const kind = 'NoReservations'
    assert.deepEqual(refusal({ isBarred: true }).extras, { kind, untilUtc: null })
    assert.deepEqual(refusal({ isBarred: true, barredUntil: until }).extras, { kind, untilUtc: until.toISOString() })
  })

  test('names the other active reservation and when it expires', () => {
    assert.deepEqual(refusal(other(1)).extras, {
      reservationId: 41,
      offerId: 2,
      expiresAtUtc: secondsFrom(noon, 60).toISOString(),
    })
  })

  const missed = (last: number, first: number) => ({
    missedLast: secondsFrom(noon, last),
    missedFirst: secondsFrom(noon, first),
  })

  test('refuses during the cool-down after too many cancelled or expired reservations', () => {
    const tooMany = missed(-100, -100 - 86_399)
    assert.deepEqual(refusal(tooMany).extras, { untilUtc: secondsFrom(noon, 3_500).toISOString() })
    assert.equal(why({ ...tooMany, ...other(1) }), 'cooling_down')
    assert.equal(why({ ...tooMany, ...expired }), 'cooling_down', 'also while a slot is held for them')
    assert.deepEqual(decide({ ...tooMany, ...held }).existing, 40, 'what exists is answered')
    assert.deepEqual(decide(missed(-100, -100 - 86_400)), {}, 'not within a day')
    assert.deepEqual(decide(missed(-3_600, -3_601)), {}, 'long enough ago')
    assert.equal(why(missed(-3_599.999, -3_601)), 'cooling_down')
    assert.deepEqual(decide({ ...tooMany, missedFirst: null }), {}, 'not so many')
    assert.deepEqual(decide(tooMany, { coolDownSeconds: 0 }), {})
  })

  test('allows repeated reservations up to the limit for each executor', () => {
    assert.deepEqual(decide({ perExecutorLimit: 3, taken: 2 }), {})
    assert.deepEqual(refusal({ perExecutorLimit: 3, taken: 3 }).extras, { limit: 3 })
    assert.deepEqual(decide({ attemptsMax: 3, failed: 2 }), {})
    assert.deepEqual(refusal({ attemptsMax: 3, failed: 3 }).extras, { limit: 3 })
  })
})

describe('a reservation', () => {
  const reservation = (members: Partial<Reservation> = {}): Reservation => ({
    id: idOf(40),
    offer: idOf(1),
    executor: idOf(9),
    kind: 'Work',
    execution: null,
    status: 'Active',
    rewardUnits: 10_000n,
    currency: 'USD',
    reviewSeconds: 259_200,
    offerVersion: 2,
    acceptanceCriteria: null,
    maxReworks: 2,
    reworkSeconds: 86_400,
    createdAt: noon,
    expiresAt: secondsFrom(noon, 60),
    heldUntil: null,
    extendedAt: null,
    hasItems: false,
    ...members,
  })
  const refusedAs = (members: Partial<Reservation>, now = noon) => refusalOf(reservation(members), now)?.type.code

  test('expires at the exact millisecond of its end', () => {
    const { expiresAt } = reservation()
    assert.equal(isExpired({ expiresAt }, new Date(expiresAt.getTime() - 1)), false)
    assert.equal(isExpired({ expiresAt }, expiresAt), true)
  })

  test('is not refused while active; otherwise the refusal names its status', () => {
    assert.equal(refusedAs({}), undefined)
    assert.equal(refusedAs({}, secondsFrom(noon, 60)), 'reservation_expired')
    assert.equal(refusedAs({ status: 'Expired' }), 'reservation_expired')
    assert.equal(refusedAs({ status: 'Submitted' }, secondsFrom(noon, 999)), 'reservation_already_submitted')
    assert.equal(refusedAs({ status: 'Cancelled' }, secondsFrom(noon, 999)), 'reservation_not_active')
    assert.equal(refusedAs({ status: 'Revoked' }), 'reservation_not_active')
  })

  const extended = (seconds: number | undefined, members: Partial<Reservation> = {}, now = noon) => {
    const createdAt = secondsFrom(noon, -540)
    try {
      return decideExtend(reservation({ createdAt, ...members }), seconds, now)
    } catch (error) {
      const { type, errors } = error as Problem
      return `${type.code} ${JSON.stringify(errors)}`
    }
  }

  test('is extended by its original duration or less', () => {
    assert.equal(extended(undefined), 600)
    assert.equal(extended(1), 1)
    assert.equal(extended(600), 600)
    assert.match(String(extended(601)), /^validation_error .*"field":"seconds".*at most 600/)
  })

  test('is not extended twice, after its end, or for a rework', () => {
    assert.match(String(extended(1, { extendedAt: noon })), /^reservation_already_extended/)
    assert.match(String(extended(1, {}, secondsFrom(noon, 60))), /^reservation_expired/)
    assert.match(String(extended(999, { status: 'Cancelled' })), /^reservation_not_active/)
    assert.match(String(extended(1, { kind: 'Rework' })), /^reservation_not_extendable/)
  })

  test('shows whether it can be extended', () => {
    const actions = (members: Partial<Reservation>, status = 'Active') =>
      actionsOnReservation(reservation(members), status)
    assert.deepEqual(actions({}), ['Cancel', 'Submit', 'Extend'])
    assert.deepEqual(actions({ extendedAt: noon }), ['Cancel', 'Submit'])
    assert.deepEqual(actions({ kind: 'Rework' }), ['Cancel', 'Submit'])
    assert.deepEqual(actions({}, 'Expired'), [])
  })
})

test('the table of the documents has the refusals of reserve in their order', async () => {
  const [, table = ''] = (await readFile('docs/api/reservations.md', 'utf8')).split(/^\| code \| when \|$/m)
  const codes = table.split('\n\n')[0]?.matchAll(/^\| (.+?) \|/gm) ?? []
  assert.deepEqual(
    [...codes].flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, code]) => code)),
    reservationDocs['POST /api/executor/offers/:offerId/reserve']?.problems,
  )
})
