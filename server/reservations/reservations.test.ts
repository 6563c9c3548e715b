import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  outcome,
  type Person,
  proof,
  readyWork,
  submittedOffer,
  submittedWork,
  theOperator,
  workPath,
} from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { expireOverdue } from './actions-expiry.ts'

const market = await openMarket()
const reserve = (worker: Person, offer: number | string) => worker.a.post(`/api/executor/offers/${offer}/reserve`)
const cancel = (worker: Person, offer: number | string) =>
  worker.a.post(`/api/executor/offers/${offer}/reservation/cancel`)
const countsOf = async ({ b }: Person, id: number) => {
  const { reserved, pending, remaining } = expectOk(await b.get(`/v1/tasks/${id}`)).counts
  return { reserved, pending, remaining }
}

describe('reserve', () => {
  test('takes one slot for the duration of the offer, with the current terms', async () => {
    const { id, advertiser: owner } = await activeOffer(market, { members: { reservationDurationSeconds: 600 } })
    const made = expectOk(await reserve(await executor(market), id))
    const { offerId, status, alreadyExists, extendable, terms } = made
    assert.deepEqual(
      { offerId, status, alreadyExists, extendable },
      { offerId: id, status: 'Active', alreadyExists: false, extendable: true },
    )
    assert.equal(Date.parse(made.expiresAtUtc) - Date.parse(made.createdAtUtc), 600_000)
    assert.deepEqual(terms, {
      rewardPerAction: 1,
      currency: 'USD',
      reviewPeriodSeconds: 259_200,
      offerVersion: 2,
      acceptanceCriteria: [],
      maxReworks: 2,
      reworkPeriodSeconds: 86_400,
    })
    assert.deepEqual(await countsOf(owner, id), { reserved: 1, pending: 0, remaining: 1 })
  })

  test('returns the active reservation unchanged when repeated, even if the offer is paused or full', async () => {
    const { id, advertiser: owner } = await activeOffer(market, { slots: 1 })
    const worker = await executor(market)
    const { alreadyExists, ...made } = expectOk(await reserve(worker, id))
    expectOk(await owner.a.post(`/api/advertiser/offers/${id}/pause`))
    market.pass(1000)
    assert.deepEqual(expectOk(await reserve(worker, id)), { ...made, alreadyExists: true })
    assert.equal(alreadyExists, false)
  })

  test('answers 404 for an offer that cannot be reserved and a refusal for a full one', async () => {
    const worker = await executor(market)
    const owner = await advertiser(market)
    const draft = await submittedOffer(market, { advertiser: owner, members: { draft: true } })
    const waiting = await submittedOffer(market, { advertiser: owner })
    for (const id of [
      draft.id,
      waiting.id,
      999_999,
      '9223372036854775807',
      '99999999999999999999999',
      'x',
      '-1',
      '1e3',
      '%30',
    ]) {
      assert.equal(outcome(await reserve(worker, id)), '404 offer_not_found', String(id))
    }
    const archived = await activeOffer(market, { advertiser: owner })
    expectOk(await owner.b.delete(`/v1/tasks/${archived.id}`))
    assert.equal((await reserve(worker, archived.id)).status, 404)
    const full = await activeOffer(market, { advertiser: owner, slots: 1 })
    expectOk(await reserve(await executor(market), full.id))
    assert.equal(outcome(await reserve(worker, full.id)), '409 no_slots_available')
  })

  test('counts active, pending and accepted work towards the limit for each executor, not rejected work', async () => {
    const { id, advertiser: owner } = await activeOffer(market, { slots: 9, members: { perExecutorLimit: 2 } })
    const worker = await executor(market)
    const first = await submittedWork(market, id, worker)
    expectOk(await reserve(worker, id))
    assert.equal(outcome(await cancel(worker, id)), '200')
    expectOk(await owner.b.post(`/v1/reports/${first.id}/accept`))
    const second = await submittedWork(market, id, worker)
    market.pass(3_600) // until after the end of each reservation
    const refused = await reserve(worker, id)
    assert.deepEqual([outcome(refused), refused.body.limit], ['409 per_executor_limit_reached', 2])
    expectOk(await owner.b.post(`/v1/reports/${second.id}/reject`, { reason: 'Not what was asked' }))
    expectOk(await reserve(worker, id))
  })

  test('counts work once through all reworks, until it is rejected for good or withdrawn', async () => {
    const { id, advertiser: owner } = await activeOffer(market, { slots: 9 })
    const worker = await executor(market)
    const mayReserve = async () => {
      const answer = await reserve(worker, id)
      if (answer.status === 200) expectOk(await cancel(worker, id))
      return outcome(answer)
    }
    const full = '409 per_executor_limit_reached'
    const work = await submittedWork(market, id, worker)
    const review = async (verb: string, body: object) =>
      expectOk(await owner.b.post(`/v1/reports/${work.id}/${verb}`, body))
    const { rework } = await review('rework', { reason: 'Please add the second page.' })
    assert.deepEqual([await mayReserve(), rework.round], [full, 1])
    const { reservationId } = expectOk(await worker.a.get(`/api/executor/executions/${work.id}`)).rework
    const again = { reservationId, proofUrls: [await proof(worker, id)] }
    assert.equal(expectOk(await worker.a.post(`${workPath(id)}/submit-execution`, again)).revision, 2)
    assert.equal(await mayReserve(), full)
    await review('reject', { reason: 'Not what was asked' })
    assert.equal(await mayReserve(), '200')
    expectOk(await worker.a.post(`/api/executor/executions/${work.id}/dispute`, { statement: 'It is all there now.' }))
    assert.equal(await mayReserve(), full)
    await review('accept', {})
    assert.equal(await mayReserve(), full)

    const other = await executor(market)
    const back = await submittedWork(market, id, other)
    expectOk(await other.a.post(`/api/executor/executions/${back.id}/withdraw`))
    expectOk(await reserve(other, id))
  })
})

describe('a reservation', () => {
  test('is cancelled by its executor, which frees the slot', async () => {
    const { id, advertiser: owner } = await activeOffer(market, { slots: 1 })
    const worker = await executor(market)
    const made = expectOk(await reserve(worker, id))
    const { cancelledAtUtc, ...cancelled } = expectOk(await cancel(worker, id))
    assert.deepEqual(cancelled, { outcome: 'Cancelled', reservationId: made.id, offerId: id })
    assert.ok(Date.parse(cancelledAtUtc) >= Date.parse(made.createdAtUtc))
    assert.deepEqual(await countsOf(owner, id), { reserved: 0, pending: 0, remaining: 1 })
    assert.equal(outcome(await cancel(worker, id)), '409 reservation_not_active')
    const again = expectOk(await reserve(worker, id))
    assert.deepEqual([again.alreadyExists, again.id === made.id], [false, false])
  })

  test('then reports whether it is missing, submitted, expired or cancelled', async () => {
    const { id } = await activeOffer(market, { slots: 5 })
    const worker = await executor(market)
    assert.equal(outcome(await cancel(worker, 999_999)), '404 offer_not_found')
    assert.equal(outcome(await cancel(worker, id)), '404 reservation_not_found')
    await submittedWork(market, id, worker)
    assert.equal(outcome(await cancel(worker, id)), '409 reservation_already_submitted')
    const late = await executor(market)
    const { expiresAtUtc } = expectOk(await reserve(late, id))
    market.pass(3600)
    const unswept = await cancel(late, id)
    assert.deepEqual([outcome(unswept), unswept.body.expiresAtUtc], ['409 reservation_expired', expiresAtUtc])
    await expireOverdue(market.ctx)
    assert.equal(outcome(await cancel(late, id)), '409 reservation_expired')
    assert.equal(outcome(await cancel(await executor(market), id)), '404 reservation_not_found', 'what is another’s')
  })

  test('expires at its end, whether or not it was swept', async () => {
    const { id, advertiser: owner } = await activeOffer(market, { slots: 1 })
    const worker = await executor(market)
    const body = await readyWork(worker, id)
    market.pass(3601)
    const list = expectOk(await worker.a.get('/api/executor/reservations'))
    const shown = list.items.map((item: { status: string }) => item.status)
    assert.deepEqual(shown, ['Expired'])
    const upload = await worker.a.send('POST', `${workPath(id)}/proof/uploads`, new FormData())
    assert.equal(outcome(upload), '404 no_active_reservation')
    assert.equal(outcome(await worker.a.post(`${workPath(id)}/submit-execution`, body)), '409 reservation_expired')
    assert.deepEqual(await countsOf(owner, id), { reserved: 1, pending: 0, remaining: 0 })
    assert.equal(await expireOverdue(market.ctx), 1)
    assert.deepEqual(await countsOf(owner, id), { reserved: 0, pending: 0, remaining: 1 })
    assert.equal(await expireOverdue(market.ctx), 0)
  })

  test('is expired in batches: the sweeper ends all that are due and no others', async () => {
    const due = await activeOffer(market, { slots: 3, members: { reservationDurationSeconds: 300 } })
    const [one, two, three] = [await executor(market), await executor(market), await executor(market)]
    await Promise.all([one, two, three].map(async (worker) => expectOk(await reserve(worker, due.id))))
    const later = await activeOffer(market)
    const fresh = await executor(market)
    market.pass(240)
    await expireOverdue(market.ctx)
    assert.equal((await countsOf(due.advertiser, due.id)).reserved, 3)
    expectOk(await reserve(fresh, later.id))
    market.pass(61)
    assert.equal(await expireOverdue(market.ctx), 3)
    assert.deepEqual(await countsOf(due.advertiser, due.id), { reserved: 0, pending: 0, remaining: 3 })
    assert.equal((await countsOf(later.advertiser, later.id)).reserved, 1)
  })
})

test('an executor reads an offer with an own reservation while it is paused or full; others do not', async () => {
  const { id, advertiser: owner } = await activeOffer(market, { slots: 1 })
  const [holder, other] = [await executor(market), await executor(market)]
  const made = expectOk(await reserve(holder, id))
  const open = `/api/executor/offers/available/${id}`
  const mine = { reservationId: made.id, expiresAtUtc: made.expiresAtUtc, executionId: null, executionStatus: null }
  assert.deepEqual(expectOk(await holder.a.get(open)).my, mine)
  assert.equal(outcome(await other.a.get(open)), '404 offer_unavailable')
  expectOk(await (await theOperator(market)).a.post(`/api/operator/offers/${id}/pause`))
  assert.equal(expectOk(await holder.a.get(open)).status, 'Paused')
  assert.ok(await proof(holder, id))
  expectOk(await owner.b.delete(`/v1/tasks/${id}`))
  assert.equal(expectOk(await holder.a.get(open)).status, 'Archived')
})
