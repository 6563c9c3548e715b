import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { advertiser, expectOk, membersOf, moneyOf, operator, outcome } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { bookOrRequest } from './actions.ts'

const market = await openMarket({ bookingApprovalAbove: 1_000 })
const { ctx } = market
const [one, two, three] = [await operator(market), await operator(market), await operator(market)]
const requests = '/api/operator/booking-requests'
const deposits = '/api/operator/deposits'

let serial = 0
const bookingFor = (email: string, amount = 1_000.01) => ({ email, amount, reference: `large ${++serial}` })
const funds = async (person: Parameters<typeof moneyOf>[0]) => (await moneyOf(person)).available

describe('a booking above BOOKING_APPROVAL_ABOVE', () => {
  test('moves no money until another operator approves it, and is audited', async () => {
    const owner = await advertiser(market, { funds: 1 })
    const requested = await one.a.post(deposits, bookingFor(owner.email))
    assert.deepEqual([requested.status, requested.body.status, await funds(owner)], [202, 'Requested', 1])
    const { id } = requested.body
    assert.equal(outcome(await one.a.post(`${requests}/${id}/approve`)), '409 own_interest')
    const seen = async (person: typeof one) =>
      expectOk(await person.a.get(requests)).items.find((each: { id: number }) => each.id === id).allowedActions
    assert.deepEqual([await seen(one), await seen(two)], [[], ['Approve', 'Refuse']])
    const approved = expectOk(await two.a.post(`${requests}/${id}/approve`))
    assert.deepEqual([approved.status, approved.decidedById, await funds(owner)], ['Approved', two.id, 1_001.01])
    assert.equal(expectOk(await two.a.get(`${deposits}/${approved.depositId}`)).amount, 1_000.01)
    const { items } = expectOk(await two.a.get(`/api/operator/audit?subject=booking&subjectId=${id}`))
    const decisions = items.map((each: { action: string; account: { id: number } }) => each.action)
    assert.deepEqual(decisions, ['booking.approve', 'booking.request'])
  })

  test('is not needed up to the limit, nor on the command line', async () => {
    const owner = await advertiser(market, { funds: 1 })
    assert.equal((await one.a.post(deposits, bookingFor(owner.email, 1_000))).status, 201)
    assert.ok('booked' in (await bookOrRequest(ctx, bookingFor(owner.email, 5_000))))
    assert.equal(await funds(owner), 6_001)
  })

  test('is requested once per reference, and booked once', async () => {
    const owner = await advertiser(market, { funds: 1 })
    const booking = bookingFor(owner.email)
    const ids = await Promise.all(
      [one, two, one, two].map(async ({ a }) => expectOk(await a.post(deposits, booking)).id),
    )
    assert.equal(new Set(ids).size, 1)
    const other = await one.a.post(deposits, { ...booking, amount: 2_000 })
    assert.equal(outcome(other), '409 deposit_reference_taken')
    expectOk(await three.a.post(`${requests}/${ids[0]}/approve`))
    assert.equal((await one.a.post(deposits, booking)).status, 200)
    assert.equal(await funds(owner), 1_001.01)
  })

  test('is decided by only one of several concurrent operators', async () => {
    for (let round = 0; round < 5; round++) {
      const owner = await advertiser(market, { funds: 1 })
      const { id } = expectOk(await one.a.post(deposits, bookingFor(owner.email)))
      const answers = await Promise.all([
        two.a.post(`${requests}/${id}/approve`),
        three.a.post(`${requests}/${id}/approve`),
        three.a.post(`${requests}/${id}/refuse`, { reason: 'The bank knows no such payment.' }),
      ])
      const done = answers.filter(({ status }) => status === 200)
      assert.equal(done.length, 1)
      assert.ok(answers.every((each) => each.status === 200 || outcome(each) === '409 booking_request_state_conflict'))
      assert.equal(await funds(owner), done[0]?.body.status === 'Approved' ? 1_001.01 : 1)
    }
  })

  test('that is a refund also waits, and stays open while the money is not available', async () => {
    const owner = await advertiser(market, { funds: 1 })
    const { id: request } = expectOk(await one.a.post(deposits, bookingFor(owner.email, 3_000)))
    const { depositId } = expectOk(await two.a.post(`${requests}/${request}/approve`))
    assert.equal((await one.a.post(`${deposits}/${depositId}/refund`, { amount: 900 })).status, 200)
    const asked = await one.a.post(`${deposits}/${depositId}/refund`, { reason: 'Paid too much' })
    assert.deepEqual([asked.status, asked.body.kind, asked.body.amount], [202, 'Refund', 2_100])
    assert.equal(await funds(owner), 2_101)
    const path = `${requests}/${asked.body.id}`
    assert.equal((await two.a.post(`${deposits}/${depositId}/refund`, { amount: 1_000 })).status, 200)
    assert.equal(outcome(await two.a.post(`${path}/approve`)), '400 validation_error')
    assert.equal(expectOk(await two.a.post(`${path}/refuse`, { reason: 'It went back in parts.' })).status, 'Refused')
    assert.equal(await funds(owner), 1_101)
  })
})

describe('several bookings that together exceed BOOKING_APPROVAL_ABOVE', () => {
  test('need a second operator once they exceed it within 24 hours', async () => {
    const [owner, other] = [await advertiser(market, { funds: 1 }), await advertiser(market, { funds: 1 })]
    const book = async (person: typeof one, amount: number, to = owner) =>
      (await person.a.post(deposits, bookingFor(to.email, amount))).status
    assert.deepEqual([await book(one, 600), await book(one, 400), await book(one, 0.01)], [201, 201, 202])
    assert.deepEqual([await book(two, 1_000), await book(one, 1_000, other)], [201, 201], 'another operator or account')
    assert.equal(await funds(owner), 2_001)
    market.pass(86_000)
    assert.equal(await book(one, 0.01), 202)
    market.pass(800)
    assert.deepEqual([await book(one, 1_000), await book(one, 0.01)], [201, 202])
  })

  test('are counted exactly when concurrent', async () => {
    const owner = await advertiser(market, { funds: 1 })
    const book = () => one.a.post(deposits, bookingFor(owner.email, 300))
    const answers = await Promise.all(Array.from({ length: 8 }, book))
    const statuses = answers.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [201, 201, 201, 202, 202, 202, 202, 202])
    assert.equal(await funds(owner), 901)
  })

  test('exclude bookings approved for another operator, and repeated ones', async () => {
    const owner = await advertiser(market, { funds: 1 })
    const { id } = expectOk(await one.a.post(deposits, bookingFor(owner.email, 5_000)))
    expectOk(await two.a.post(`${requests}/${id}/approve`))
    const whole = bookingFor(owner.email, 1_000)
    const answers = [await two.a.post(deposits, whole), await two.a.post(deposits, whole)]
    assert.deepEqual(membersOf(answers, 'status'), [201, 200])
    assert.equal((await two.a.post(deposits, bookingFor(owner.email, 1))).status, 202)
  })

  test('are summed for refunds too, separately from deposits', async () => {
    const owner = await advertiser(market, { funds: 1 })
    const booked = await bookOrRequest(ctx, bookingFor(owner.email, 5_000))
    assert.ok('booked' in booked)
    const refund = async (person: typeof one, amount: number) =>
      (await person.a.post(`${deposits}/${booked.booked.id}/refund`, { amount })).status
    const both = await Promise.all([refund(one, 700), refund(one, 700)])
    assert.deepEqual(both.sort(), [200, 202])
    const { items } = expectOk(await two.a.get(requests))
    const { id } = items.find((each: { depositId: number }) => each.depositId === booked.booked.id)
    expectOk(await two.a.post(`${requests}/${id}/approve`))
    assert.deepEqual([await refund(two, 1_000), await refund(one, 301)], [200, 202])
    assert.equal((await one.a.post(deposits, bookingFor(owner.email, 1_000))).status, 201)
  })

  test('are summed for voids and refunds together; a void waits for another operator too', async () => {
    const owner = await advertiser(market, { funds: 1 })
    const booked = await bookOrRequest(ctx, bookingFor(owner.email, 600))
    const other = await bookOrRequest(ctx, bookingFor(owner.email, 5_000))
    assert.ok('booked' in booked && 'booked' in other)
    const voided = (id: number) => one.a.post(`${deposits}/${id}/void`, { reason: 'For another account.' })
    assert.equal((await one.a.post(`${deposits}/${other.booked.id}/refund`, { amount: 401 })).status, 200)
    const asked = await voided(booked.booked.id)
    const { kind, depositId, amount, note } = asked.body
    assert.deepEqual(
      [asked.status, kind, depositId, amount, note],
      [202, 'Void', booked.booked.id, 600, 'For another account.'],
    )
    assert.equal((await voided(booked.booked.id)).body.id, asked.body.id)
    const path = `${requests}/${asked.body.id}/approve`
    assert.equal(outcome(await one.a.post(path)), '409 own_interest')
    assert.equal(expectOk(await two.a.post(path)).status, 'Approved')
    assert.equal(await funds(owner), 4_600)
    market.pass(86_400)
    assert.equal(outcome(await voided(other.booked.id)), '409 deposit_state_conflict')
  })

  test('void that is approved after a day is refused', async () => {
    const owner = await advertiser(market, { funds: 1 })
    const booked = await bookOrRequest(ctx, bookingFor(owner.email, 2_000))
    assert.ok('booked' in booked)
    const { id } = expectOk(await one.a.post(`${deposits}/${booked.booked.id}/void`, { reason: 'A mistake.' }))
    market.pass(86_400)
    assert.equal(outcome(await two.a.post(`${requests}/${id}/approve`)), '409 void_window_closed')
    assert.equal(await funds(owner), 2_001)
  })
})
