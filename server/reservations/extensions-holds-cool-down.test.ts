import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  executor,
  expectOk,
  outcome,
  type Person,
  proof,
  readyWork,
  reserved,
  submittedWork,
  theOperator,
  workPath,
} from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { sql } from '../platform/sql.ts'
import { expireOverdue } from './actions-expiry.ts'

const market = await openMarket({ softHoldSeconds: 600, coolDownAfter: 3, coolDownSeconds: 3_600 })
const reserve = (worker: Person, offer: number) => worker.a.post(`${workPath(offer)}/reserve`)
const cancel = (worker: Person, offer: number) => worker.a.post(`${workPath(offer)}/reservation/cancel`)
const extend = (worker: Person, offer: number, body?: unknown) =>
  worker.a.post(`${workPath(offer)}/reservation/extend`, body)
const sweep = () => expireOverdue(market.ctx)
const secondsBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 1000
const ownReservations = async (worker: Person) => expectOk(await worker.a.get('/api/executor/reservations')).items
const countsOf = async ({ b }: Person, id: number) => {
  const { reserved, remaining } = expectOk(await b.get(`/v1/tasks/${id}`)).counts
  return { reserved, remaining }
}

describe('extending a reservation', () => {
  test('works once, by its original duration, and extends the slot hold equally', async () => {
    const { id } = await activeOffer(market, { members: { reservationDurationSeconds: 600 } })
    const worker = await executor(market)
    const made = expectOk(await reserve(worker, id))
    market.pass(300)
    const { expiresAtUtc, heldUntilUtc, extendable, ...rest } = expectOk(await extend(worker, id))
    assert.equal(rest.id, made.id)
    assert.equal(secondsBetween(made.expiresAtUtc, expiresAtUtc), 600)
    assert.equal(secondsBetween(expiresAtUtc, heldUntilUtc), 600)
    assert.deepEqual([made.extendable, extendable], [true, false])
    const again = await extend(worker, id, { seconds: 1 })
    assert.equal(outcome(again), '409 reservation_already_extended')
    assert.equal(again.body.expiresAtUtc, expiresAtUtc)
    assert.equal((await ownReservations(worker))[0].expiresAtUtc, expiresAtUtc)
    market.pass(600)
    const again2 = expectOk(await reserve(worker, id))
    assert.deepEqual([again2.id, again2.expiresAtUtc, again2.alreadyExists], [made.id, expiresAtUtc, true])
  })

  test('adds the requested number of seconds and keeps its terms', async () => {
    const { id, advertiser: owner } = await activeOffer(market, { members: { reservationDurationSeconds: 600 } })
    const worker = await executor(market)
    const made = expectOk(await reserve(worker, id))
    expectOk(await owner.b.patch(`/v1/tasks/${id}`, { title: 'Another title' }))
    const wrong = await extend(worker, id, { seconds: 601 })
    assert.deepEqual([outcome(wrong), wrong.body.errors[0].field], ['400 validation_error', 'seconds'])
    assert.deepEqual(wrong.body.errors[0].params, { max: 600 })
    const extended = expectOk(await extend(worker, id, { seconds: 90 }))
    assert.equal(secondsBetween(made.expiresAtUtc, extended.expiresAtUtc), 90)
    assert.equal(extended.terms.offerVersion, made.terms.offerVersion)
  })
})

describe('the slot of an expired reservation', () => {
  test('is held for its executor, who can renew it, and not for others', async () => {
    const { id, advertiser: owner } = await activeOffer(market, { slots: 1 })
    const [holder, other] = [await executor(market), await executor(market)]
    const { proofUrls, reservationId } = await readyWork(holder, id)
    market.pass(3_600)
    await sweep()
    assert.equal(outcome(await reserve(other, id)), '409 no_slots_available')
    const shown = (await ownReservations(holder))[0]
    assert.deepEqual([shown.status, shown.allowedActions, shown.extendable], ['Expired', [], false])
    assert.equal(secondsBetween(shown.expiresAtUtc, shown.heldUntilUtc), 600)
    market.pass(590)
    const open = `/api/executor/offers/available/${id}`
    assert.deepEqual(expectOk(await holder.a.get(open)).allowedActions, ['Reserve'])
    assert.equal(outcome(await other.a.get(open)), '404 offer_unavailable')
    const again = expectOk(await reserve(holder, id))
    assert.deepEqual([again.alreadyExists, again.id === reservationId], [false, false])
    assert.deepEqual(await countsOf(owner, id), { reserved: 1, remaining: 0 })
    const before = (await ownReservations(holder))[1]
    assert.deepEqual([before.status, before.heldUntilUtc], ['Expired', null])
    const work = { reservationId: again.id, proofUrls }
    expectOk(await holder.a.post(`${workPath(id)}/submit-execution`, work))
  })

  test('is available to anyone after the hold, swept or not', async () => {
    const { id } = await activeOffer(market, { slots: 1 })
    const [holder, other, late] = [await executor(market), await executor(market), await executor(market)]
    await reserved(holder, id)
    market.pass(3_600 + 590)
    assert.equal(outcome(await reserve(other, id)), '409 no_slots_available')
    market.pass(10)
    expectOk(await reserve(other, id))
    assert.equal(outcome(await reserve(holder, id)), '409 no_slots_available')
    market.pass(3_600 + 600)
    assert.ok((await sweep()) > 0)
    expectOk(await reserve(late, id))
  })

  test('does not block the executor from another offer', async () => {
    const [one, two] = [await activeOffer(market), await activeOffer(market)]
    const worker = await executor(market)
    await reserved(worker, one.id)
    market.pass(3_600)
    expectOk(await reserve(worker, two.id))
    assert.equal(outcome(await reserve(worker, one.id)), '409 active_reservation_exists')
  })
})

describe('an executor who gives up too many reservations', () => {
  /** Reserves and cancels; returns when it was cancelled. */
  const cancelled = async (worker: Person, offer: number): Promise<string> => {
    await reserved(worker, offer)
    return expectOk(await cancel(worker, offer)).cancelledAtUtc
  }
  const ranOut = async (worker: Person, offer: number): Promise<string> => {
    const { expiresAtUtc } = expectOk(await reserve(worker, offer))
    market.pass(3_600)
    return expiresAtUtc
  }

  test('cools down from the last time on, reads until when, and keeps running reservations', async () => {
    const { id } = await activeOffer(market, { slots: 9 })
    const worker = await executor(market)
    await cancelled(worker, id)
    await cancelled(worker, id)
    market.pass(60)
    const last = await cancelled(worker, id)
    const refused = await reserve(worker, id)
    assert.deepEqual([outcome(refused), secondsBetween(last, refused.body.untilUtc)], ['409 cooling_down', 3_600])
    const open = `/api/executor/offers/available/${id}`
    assert.deepEqual(expectOk(await worker.a.get(open)).allowedActions, [])
    market.pass(3_600)
    assert.deepEqual(expectOk(await worker.a.get(open)).allowedActions, ['Reserve'])
    expectOk(await reserve(worker, id))
    expectOk(await cancel(worker, id))
    assert.equal(outcome(await reserve(worker, id)), '409 cooling_down', 'a fourth within the day')
    expectOk(await reserve(await executor(market), id))
  })

  test('includes one whose reservations expire, swept or not, counted from the expiry', async () => {
    const { id } = await activeOffer(market, { slots: 9 })
    const worker = await executor(market)
    await ranOut(worker, id)
    await cancelled(worker, id)
    const last = await ranOut(worker, id)
    market.pass(60)
    const unswept = await reserve(worker, id)
    assert.deepEqual([outcome(unswept), secondsBetween(last, unswept.body.untilUtc)], ['409 cooling_down', 3_600])
    market.pass(600)
    assert.ok((await sweep()) > 0)
    const swept = await reserve(worker, id)
    assert.deepEqual([outcome(swept), swept.body.untilUtc], ['409 cooling_down', unswept.body.untilUtc])
  })

  test('excludes one who submits in between, and one who took more than a day', async () => {
    const { id } = await activeOffer(market, { slots: 9, members: { perExecutorLimit: 9 } })
    const worker = await executor(market)
    await cancelled(worker, id)
    market.pass(43_200)
    await cancelled(worker, id)
    market.pass(43_200)
    await cancelled(worker, id)
    await submittedWork(market, id, worker)
    await cancelled(worker, id)
    assert.equal(outcome(await reserve(worker, id)), '409 cooling_down')
  })
})

test('a rework reservation carries no slot, takes proofs, and lasts as long as the advertiser allows', async () => {
  const { id, advertiser: owner } = await activeOffer(market, { slots: 2, members: { maxReworks: 1 } })
  const worker = await executor(market)
  const work = await submittedWork(market, id, worker)
  expectOk(await owner.b.post(`/v1/reports/${work.id}/rework`, { reason: 'The last page is missing.' }))
  const [rework, first] = await ownReservations(worker)
  assert.deepEqual([first.kind, first.executionId, first.status], ['Work', null, 'Submitted'])
  assert.deepEqual([rework.kind, rework.executionId, rework.status], ['Rework', work.id, 'Active'])
  assert.deepEqual([rework.extendable, rework.heldUntilUtc, rework.terms], [false, null, first.terms])
  assert.deepEqual(rework.allowedActions, ['Cancel', 'Submit'])
  assert.deepEqual(await countsOf(owner, id), { reserved: 0, remaining: 1 })
  expectOk(await reserve(worker, (await activeOffer(market)).id))
  assert.ok(await proof(worker, id))
  market.pass(secondsBetween(rework.createdAtUtc, rework.expiresAtUtc))
  await sweep()
  const { status } = (await ownReservations(worker)).find((item: { id: number }) => item.id === rework.id)
  assert.equal(status, 'Expired')
  const kept = await market.ctx.db.one(sql`select status from reservations where id = ${rework.id}::bigint`)
  assert.deepEqual(kept, { status: 'Active' }, 'its execution ends it')
})

test('a reservation keeps its terms when the offer changes', async () => {
  const acceptanceCriteria = [{ id: 'c1', text: 'All questions are answered.', required: true }]
  const members = { acceptanceCriteria, reviewPeriodSeconds: 7_200 }
  const { id, advertiser: owner } = await activeOffer(market, { slots: 3, members })
  const [before, after] = [await executor(market), await executor(market)]
  const { terms } = expectOk(await reserve(before, id))
  assert.deepEqual(terms.acceptanceCriteria, acceptanceCriteria)
  const { version } = expectOk(await owner.b.patch(`/v1/tasks/${id}`, { acceptanceCriteria: [] }))
  expectOk(await (await theOperator(market)).a.post(`/api/operator/offers/${id}/change/approve`, { version }))
  assert.deepEqual((await ownReservations(before))[0].terms, terms)
  assert.deepEqual(expectOk(await reserve(before, id)).terms, terms)
  const later = expectOk(await reserve(after, id)).terms
  assert.deepEqual([later.acceptanceCriteria, later.offerVersion > terms.offerVersion], [[], true])
  const kept = await market.ctx.db.one<{ criteria: unknown }>(sql`
    select acceptance_criteria as criteria from reservations where executor = ${after.id}::bigint`)
  assert.equal(kept.criteria, null, 'no criteria is not an empty list')
})
