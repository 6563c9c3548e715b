import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { assertInvariants } from '../../../test/properties/invariants.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  kindsOf,
  moderate,
  moneyOf,
  type Offered,
  outcome,
  type Person,
  reserved,
  submittedWork,
  taskBody,
  workPath,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { completeEnded } from '../../offers/lifecycle/actions.ts'
import { retryOnConflict } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'
import { idOf } from '../../values/id.ts'
import { Problem } from '../../values/problems/problem.ts'
import { expireOverdue } from '../actions-expiry.ts'
import { screenOut } from './actions.ts'

const market = await openMarket({ clearingSeconds: 0, softHoldSeconds: 60 })
const { db } = market.ctx
afterEach(() => assertInvariants(market))

/** A study for 1.10 a slot that pays 0.20 and a fee of 0.02 to those whom it turns away. */
const study = (slots: number, max: number, options: { advertiser?: Person; members?: object } = {}) =>
  activeOffer(market, {
    slots,
    ...(options.advertiser ? { advertiser: options.advertiser } : {}),
    members: { screenOut: { reward: 0.2, max }, ...options.members },
  })
const turnAway = (reservation: number) => retryOnConflict(() => screenOut(market.ctx, { id: idOf(reservation) }))
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error) => {
      if (error instanceof Problem) return error.type.code
      throw error
    },
  )
const taskOf = async ({ id, advertiser: owner }: Offered) => expectOk(await owner.b.get(`/v1/tasks/${id}`))
const earned = async ({ a }: Person) => expectOk(await a.get('/api/executor/balance')).total
const reserve = ({ a }: Person, offer: number) => a.post(`${workPath(offer)}/reserve`)

describe('an offer that pays screened-out executors', () => {
  test('holds the pay of all of them, and estimates say so', async () => {
    const owner = await advertiser(market)
    const body = await taskBody(market, { screenOut: { reward: 0.2, max: 10 } })
    const estimate = expectOk(await owner.b.post('/v1/tasks/estimate', body))
    assert.equal(estimate.totalCost, 4.4)
    assert.equal(outcome(await owner.b.post('/v1/tasks', { ...body, maxCost: 4.3999 })), '409 max_cost_exceeded')
    const offered = await study(2, 10, { advertiser: owner })
    assert.deepEqual(await moneyOf(owner), { available: 995.6, held: 4.4 })
    const task = await taskOf(offered)
    assert.deepEqual(task.screenOut, { reward: 0.2, fee: 0.02, max: 10 })
    assert.deepEqual([task.budget.total, task.budget.spent, task.counts.screenedOut], [4.4, 0, 0])
    assert.ok(!('quotas' in task))
  })

  test('pays at once, frees the slot, and takes the executor no more', async () => {
    const offered = await study(1, 2)
    const worker = await executor(market)
    const reservation = await reserved(worker, offered.id)
    const first = await turnAway(reservation)
    assert.equal(first.paidUnits, 2_000n)
    assert.deepEqual(await turnAway(reservation), first, 'twice: the same answer, and nothing more')
    assert.equal(await earned(worker), 0.2)
    const task = await taskOf(offered)
    assert.deepEqual([task.budget.spent, task.budget.held], [0.22, 1.32])
    assert.deepEqual([task.counts.screenedOut, task.counts.remaining, task.counts.reserved], [1, 1, 0])
    assert.equal(outcome(await reserve(worker, offered.id)), '409 screened_out')
    const [own] = expectOk(await worker.a.get('/api/executor/reservations')).items
    assert.deepEqual([own.status, own.allowedActions], ['ScreenedOut', []])
    const [shown] = expectOk(await offered.advertiser.b.get(`/v1/tasks/${offered.id}/reservations`)).items
    assert.equal(shown.status, 'ScreenedOut')
  })

  test('shows the pay in statements, earnings and figures', async () => {
    const offered = await study(1, 2)
    const worker = await executor(market)
    await turnAway(await reserved(worker, offered.id))
    const lines = expectOk(await worker.a.get('/api/executor/transactions')).items
    assert.deepEqual(
      lines.map(({ type, amount, taskId }: Record<string, unknown>) => [type, amount, taskId]),
      [['ScreenOut', 0.2, offered.id]],
    )
    const { items } = expectOk(await offered.advertiser.b.get('/v1/balance/transactions?type=ScreenOut'))
    assert.deepEqual(
      items.map(({ amount, account }: Record<string, unknown>) => [amount, account]),
      [[-0.22, 'held']],
    )
    assert.equal(expectOk(await worker.a.get('/api/executor/balance/months')).total, 0.2)
    const { total } = expectOk(await offered.advertiser.a.get('/api/advertiser/figures'))
    assert.deepEqual([total.spent, total.fees, total.accepted], [0.22, 0.02, 0])
  })

  test('lets no more executors in than it can pay', async () => {
    const offered = await study(5, 2)
    const [first, second, third] = [await executor(market), await executor(market), await executor(market)]
    const reservation = await reserved(first, offered.id)
    await reserved(second, offered.id)
    assert.equal(outcome(await reserve(third, offered.id)), '409 screen_outs_used_up')
    market.pass(2)
    const { items } = expectOk(await third.a.get('/api/executor/offers/available?PageSize=100'))
    assert.ok(items.every(({ id }: { id: number }) => id !== offered.id))
    await turnAway(reservation)
    assert.equal(outcome(await reserve(third, offered.id)), '409 screen_outs_used_up')
    expectOk(await second.a.post(`${workPath(offered.id)}/reservation/cancel`))
    assert.equal(outcome(await reserve(third, offered.id)), '200')
  })

  test('ends an overdue reservation for another executor', async () => {
    const offered = await study(5, 1, { members: { reservationDurationSeconds: 300 } })
    const [first, second] = [await executor(market), await executor(market)]
    await reserved(first, offered.id)
    market.pass(359)
    assert.equal(outcome(await reserve(second, offered.id)), '409 screen_outs_used_up')
    market.pass(2)
    assert.equal(outcome(await reserve(second, offered.id)), '200')
    assert.equal(await expireOverdue(market.ctx), 0)
  })

  test('raises the number, and lowers it down to those who may still be paid', async () => {
    const offered = await study(5, 3)
    const { id, advertiser: owner } = offered
    const change = (screenOut: object | null) => owner.b.patch(`/v1/tasks/${id}`, { screenOut })
    await turnAway(await reserved(await executor(market), id))
    await reserved(await executor(market), id)
    assert.equal(expectOk(await change({ reward: 0.2, max: 10 })).budget.held, 5.5 + 9 * 0.22)
    const refused = await change({ reward: 0.2, max: 1 })
    assert.deepEqual([outcome(refused), refused.body.errors[0].field], ['400 validation_error', 'screenOut.max'])
    assert.equal(expectOk(await change({ reward: 0.2, max: 2 })).budget.held, 5.72)
    for (const other of [{ reward: 0.3, max: 2 }, null])
      assert.deepEqual((await change(other)).body.members, ['screenOut'])
    assert.equal(
      outcome(await owner.b.patch(`/v1/tasks/${id}`, { screenOut: { reward: 0.2, max: 9 }, maxCost: 7 })),
      '409 max_cost_exceeded',
    )
  })

  test('releases the rest when the last slot is accepted, and holds it again when it is reopened', async () => {
    const owner = await advertiser(market, { funds: 20 })
    const offered = await study(1, 10, { advertiser: owner })
    await turnAway(await reserved(await executor(market), offered.id))
    const work = await submittedWork(market, offered.id)
    expectOk(await owner.b.post(`/v1/reports/${work.id}/accept`, {}))
    const task = await taskOf(offered)
    assert.deepEqual([task.status, task.budget.held, task.budget.spent], ['Completed', 0, 1.32])
    assert.equal(task.budget.released, 1.98)
    assert.deepEqual(await moneyOf(owner), { available: 18.68, held: 0 })
    expectOk(await owner.b.patch(`/v1/tasks/${offered.id}`, { totalLimit: 2 }))
    assert.deepEqual(await moneyOf(owner), { available: 15.6, held: 3.08 })
    assert.deepEqual((await kindsOf(market, owner)).filter((kind) => kind === 'task.completed').length, 1)
  })

  test('releases the rest when a concession accepts the last slot', async () => {
    const owner = await advertiser(market, { funds: 20 })
    const offered = await study(1, 10, { advertiser: owner })
    const work = await submittedWork(market, offered.id)
    expectOk(await owner.b.post(`/v1/reports/${work.id}/reject`, { reason: 'The last page is missing.' }))
    expectOk(
      await work.executor.a.post(`/api/executor/executions/${work.id}/dispute`, {
        statement: 'It is there, look again.',
      }),
    )
    expectOk(await owner.b.post(`/v1/reports/${work.id}/accept`, {}))
    assert.deepEqual(await moneyOf(owner), { available: 18.9, held: 0 })
    assert.equal((await taskOf(offered)).status, 'Completed')
  })

  test('pays from the slot of a running reservation once it is archived', async () => {
    const owner = await advertiser(market, { funds: 20 })
    const offered = await study(3, 10, { advertiser: owner })
    const [first, second] = [await executor(market), await executor(market)]
    const reservation = await reserved(first, offered.id)
    const other = await reserved(second, offered.id)
    expectOk(await owner.b.delete(`/v1/tasks/${offered.id}`))
    assert.deepEqual(await moneyOf(owner), { available: 17.8, held: 2.2 })
    await turnAway(reservation)
    assert.deepEqual([await earned(first), await moneyOf(owner)], [0.2, { available: 18.68, held: 1.1 }])
    expectOk(await second.a.post(`${workPath(offered.id)}/reservation/cancel`, { reservationId: other }))
    assert.deepEqual(await moneyOf(owner), { available: 19.78, held: 0 })
  })

  test('releases everything at its end, and when it is rejected or a draft', async () => {
    const owner = await advertiser(market, { funds: 20 })
    const { now } = await db.one<{ now: Date }>(sql`select ${db.now()} as now`)
    const endsAtUtc = new Date(now.getTime() + 3_600_000).toISOString()
    const offered = await study(3, 10, { advertiser: owner, members: { endsAtUtc } })
    await turnAway(await reserved(await executor(market), offered.id))
    market.pass(3_601)
    assert.equal(await completeEnded(market.ctx), 1)
    assert.deepEqual(await moneyOf(owner), { available: 19.78, held: 0 })
    const draft = expectOk(
      await owner.b.post('/v1/tasks', await taskBody(market, { draft: true, screenOut: { reward: 0.2, max: 10 } })),
    )
    assert.equal(draft.budget.total, 4.4)
    const dearer = expectOk(await owner.b.patch(`/v1/tasks/${draft.id}`, { screenOut: { reward: 0.5, max: 4 } }))
    assert.deepEqual(dearer.screenOut, { reward: 0.5, fee: 0.05, max: 4 })
    assert.equal(dearer.budget.total, 4.4)
    assert.equal('screenOut' in expectOk(await owner.b.patch(`/v1/tasks/${draft.id}`, { screenOut: null })), false)
    expectOk(
      await owner.b.patch(`/v1/tasks/${draft.id}`, { screenOut: { reward: 0.5, max: 4 }, status: 'PendingModeration' }),
    )
    expectOk(await moderate(market, draft.id, 'reject', { reason: 'The page asks for a password.' }))
  })

  test('needs a lower reward than that of the work', async () => {
    const owner = await advertiser(market)
    for (const [reward, code] of [
      [1, 'range'],
      [0.12345, 'amount'],
      [0, 'minimum'],
    ]) {
      const { body } = await owner.b.post('/v1/tasks', await taskBody(market, { screenOut: { reward, max: 1 } }))
      assert.deepEqual(
        [body.code, body.errors[0].field, body.errors[0].code],
        ['validation_error', 'screenOut.reward', code],
      )
    }
  })
})

describe('screening out', () => {
  test('refuses reservations that ended, and those of work that was submitted', async () => {
    const offered = await study(3, 5, { members: { reservationDurationSeconds: 300 } })
    const work = await submittedWork(market, offered.id)
    assert.equal(await codeOf(turnAway(work.reservation)), 'reservation_already_submitted')
    expectOk(await offered.advertiser.b.post(`/v1/reports/${work.id}/rework`, { reason: 'A page is missing.' }))
    const { id: rework } = await db.one<{ id: number }>(sql`
      select id from reservations where execution = ${work.id}::bigint and kind = 'Rework'`)
    assert.equal(await codeOf(turnAway(rework)), 'screen_out_not_possible')
    const worker = await executor(market)
    const late = await reserved(worker, offered.id)
    market.pass(301)
    assert.equal(await codeOf(turnAway(late)), 'reservation_expired')
    assert.equal(await codeOf(turnAway(999_999)), 'reservation_not_found')
    const given = await reserved(await executor(market), offered.id)
    assert.equal(await codeOf(turnAway(given)), 'done')
    assert.equal((await taskOf(offered)).counts.screenedOut, 1)
  })

  test('pays nothing without `screenOut`, and is no reason for a cool-down', async () => {
    const worker = await executor(market)
    for (let round = 0; round < 6; round++) {
      const { id } = await activeOffer(market)
      const { paidUnits } = await turnAway(await reserved(worker, id))
      assert.equal(paidUnits, null)
      assert.equal(outcome(await reserve(worker, id)), '409 screened_out')
    }
    assert.equal(await earned(worker), 0)
  })

  test('pays once, whatever happens at the same time', async () => {
    for (let round = 0; round < 10; round++) {
      const offered = await study(1, 1)
      const worker = await executor(market)
      const reservation = await reserved(worker, offered.id)
      const answers = await Promise.all([
        codeOf(turnAway(reservation)),
        codeOf(turnAway(reservation)),
        worker.a.post(`${workPath(offered.id)}/reservation/cancel`, { reservationId: reservation }).then(outcome),
      ])
      const isPaid = answers[0] === 'done'
      assert.equal(answers[1] === 'done', isPaid)
      assert.equal(answers[2] === '200', !isPaid, answers.join())
      assert.equal(await earned(worker), isPaid ? 0.2 : 0)
    }
  })
})

test('the pay clears as other earnings do', async () => {
  const slow = await openMarket({ clearingSeconds: 3_600 })
  const { id } = await activeOffer(slow, { members: { screenOut: { reward: 0.2, max: 3 } } })
  const worker = await executor(slow)
  await screenOut(slow.ctx, { id: idOf(await reserved(worker, id)) })
  const balance = async () => expectOk(await worker.a.get('/api/executor/balance'))
  assert.deepEqual([(await balance()).pending, (await balance()).available], [0.2, 0])
  slow.pass(3_601)
  assert.deepEqual([(await balance()).pending, (await balance()).available], [0, 0.2])
  await assertInvariants(slow)
})
