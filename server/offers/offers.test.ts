import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  advertiser,
  moderate as decided,
  eventsOf,
  executor,
  expectOk,
  kindsOf,
  membersOf,
  moneyOf,
  outcome,
  type Person,
  readyWork,
  submittedOffer,
  submittedWork,
  taskBody,
  workPath,
} from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { suspendAccount } from '../accounts/sanctions/actions.ts'
import { verifyLedger } from '../ledger/actions.ts'
import { sql } from '../platform/sql.ts'
import { expireOverdue } from '../reservations/actions-expiry.ts'
import { approveWaiting, verifyHolds } from './lifecycle/actions.ts'

const market = await openMarket()

const task = async ({ b }: Person, id: number) => expectOk(await b.get(`/v1/tasks/${id}`))
const own = (owner: Person, id: number, move: string) => owner.a.post(`/api/advertiser/offers/${id}/${move}`)
const moderate = (id: number, decision: string, body?: object) => decided(market, id, decision, body)

/** An add-on for 0.50 on each action, and one for 5 on the whole offer. */
const addOns = await market.ctx.db.many<{ id: number }>(sql`
  insert into add_ons (code, names, cost_units, flat_units, is_active)
  values ('each', '{"en":"Each"}', 5000, 0, true), ('once', '{"en":"Once"}', 0, 50000, true) returning id`)
const selectedAddOnIds = addOns.map(({ id }) => id)

describe('creating an offer', () => {
  test('and submitting it holds its total cost', async () => {
    const owner = await advertiser(market)
    const body = await taskBody(market, { totalLimit: 10, selectedAddOnIds })
    const made = expectOk(await owner.a.post('/api/advertiser/offers/submit', body))
    assert.deepEqual([made.status, made.costPerAction, made.totalCost], ['PendingModeration', 1.6, 21])
    assert.deepEqual(await moneyOf(owner), { available: 979, held: 21 })
    const shown = (await eventsOf(market, owner)).map(({ kind, data }) => [kind, data.source])
    assert.deepEqual(shown, [['task.created', 'GroupA.submit']])
  })

  test('by a server works as a draft or submitted', async () => {
    const owner = await advertiser(market)
    const answer = await owner.b.post('/v1/tasks', await taskBody(market))
    assert.deepEqual([answer.status, answer.body.status], [201, 'PendingModeration'])
    assert.equal(new URL(answer.headers.get('location') ?? '').pathname, `/v1/tasks/${answer.body.id}`)
    const draft = await owner.b.post('/v1/tasks', await taskBody(market, { draft: true }))
    assert.deepEqual([draft.status, draft.body.status], [201, 'Draft'])
    assert.deepEqual(await moneyOf(owner), { available: 997.8, held: 2.2 })
  })

  test('fails entirely with insufficient funds', async () => {
    const owner = await advertiser(market, { funds: 2 })
    const body = await taskBody(market)
    for (const refused of [
      await owner.a.post('/api/advertiser/offers/submit', body),
      await owner.b.post('/v1/tasks', body),
    ]) {
      const { required, available, shortfall, currency } = refused.body
      assert.equal(outcome(refused), '409 insufficient_funds')
      assert.deepEqual(
        { required, available, shortfall, currency },
        { required: 2.2, available: 2, shortfall: 0.2, currency: 'USD' },
      )
    }
    assert.equal(expectOk(await owner.b.get('/v1/tasks?includeArchived=true')).totalCount, 0)
    assert.deepEqual([await kindsOf(market, owner), await moneyOf(owner)], [[], { available: 2, held: 0 }])
  })
})

describe('moderation', () => {
  test('publishes an approved offer and pays the flat costs', async () => {
    const owner = await advertiser(market)
    const { id } = await submittedOffer(market, { advertiser: owner, slots: 10, members: { selectedAddOnIds } })
    const approved = expectOk(await moderate(id, 'approve'))
    assert.deepEqual([approved.status, approved.allowedActions], ['Active', ['Pause', 'Suspend']])
    assert.deepEqual(await moneyOf(owner), { available: 979, held: 16 })
    const { moderation, budget, allowedActions } = await task(owner, id)
    assert.equal(moderation.status, 'Approved')
    assert.deepEqual(budget, { total: 21, held: 16, spent: 5, released: 0 })
    assert.deepEqual(allowedActions, ['Pause', 'Archive', 'Update'])
  })

  test('rejects an offer with a reason, releases all money, and allows another submission', async () => {
    const { id, advertiser: owner } = await submittedOffer(market, { members: { selectedAddOnIds } })
    expectOk(await moderate(id, 'reject', { reason: 'Say what is asked' }))
    const refused = await task(owner, id)
    assert.deepEqual(refused.statusReason, { code: 'moderation_rejected', message: 'Say what is asked' })
    assert.deepEqual([refused.moderation.status, refused.moderation.comment], ['Rejected', 'Say what is asked'])
    assert.deepEqual(await moneyOf(owner), { available: 1000, held: 0 })
    expectOk(await owner.b.patch(`/v1/tasks/${id}`, { title: 'A survey about shoes', status: 'PendingModeration' }))
    const again = await task(owner, id)
    assert.deepEqual(
      [again.status, again.statusReason, again.title],
      ['PendingModeration', null, 'A survey about shoes'],
    )
    assert.deepEqual(await moneyOf(owner), { available: 991.8, held: 8.2 })
  })

  test('approves no offer of a suspended advertiser', async () => {
    const { id, advertiser: owner } = await submittedOffer(market)
    await suspendAccount(market.ctx, owner.email, 'Did not pay')
    assert.equal((await moderate(id, 'approve')).status, 409)
  })

  test('can be automatic, also for offers left behind by a crash', async () => {
    const open = await openMarket({ moderation: 'auto' })
    const owner = await advertiser(open)
    const { id } = await submittedOffer(open, { advertiser: owner })
    assert.equal((await task(owner, id)).status, 'Active')
    const waiting = await submittedOffer(market)
    assert.equal(await approveWaiting(market.ctx), 0)
    const { ctx } = market
    assert.ok((await approveWaiting({ ...ctx, config: { ...ctx.config, moderation: 'auto' } })) > 0)
    assert.equal((await task(waiting.advertiser, waiting.id)).status, 'Active')
  })

  test('approves automatically once under concurrency, and refuses no submission for it', async () => {
    const open = await openMarket({ moderation: 'auto' })
    const [owner, body] = [await advertiser(open), await taskBody(open, { totalLimit: 1 })]
    const submits = Array.from({ length: 40 }, () => owner.b.post('/v1/tasks', body))
    for (let round = 0; round < 20; round++) await approveWaiting(open.ctx)
    assert.deepEqual([...new Set((await Promise.all(submits)).map(outcome))], ['201'])
    assert.equal(expectOk(await owner.b.get('/v1/tasks?status=Active')).totalCount, 40)
  })

  test('is withdrawn by the advertiser, which releases the money and makes it a draft', async () => {
    const { id, advertiser: owner } = await submittedOffer(market)
    expectOk(await own(owner, id, 'withdraw'))
    assert.deepEqual([(await task(owner, id)).status, await moneyOf(owner)], ['Draft', { available: 1000, held: 0 }])
    expectOk(await own(owner, id, 'submit'))
    expectOk(await owner.b.patch(`/v1/tasks/${id}`, { status: 'Draft' }))
    assert.deepEqual(await moneyOf(owner), { available: 1000, held: 0 })
  })

  test('refuses a draft whose price is no longer offered', async () => {
    const { id, advertiser: owner } = await submittedOffer(market, { members: { draft: true } })
    const price = (await task(owner, id)).offerPriceId
    await market.ctx.db.run(sql`update prices set is_active = false where id = ${price}::bigint`)
    const refused = await own(owner, id, 'submit')
    await market.ctx.db.run(sql`update prices set is_active = true where id = ${price}::bigint`)
    assert.equal(outcome(refused), '400 price_inactive')
    expectOk(await own(owner, id, 'submit'))
  })
})

test('a pause refuses new reservations, and lets executors finish and be paid', async () => {
  const { id, advertiser: owner } = await activeOffer(market, { slots: 3 })
  const [holder, other] = [await executor(market), await executor(market)]
  const body = await readyWork(holder, id)
  expectOk(await own(owner, id, 'pause'))
  assert.equal(outcome(await other.a.post(`${workPath(id)}/reserve`)), '404 offer_unavailable')
  const { id: work } = expectOk(await holder.a.post(`${workPath(id)}/submit-execution`, body))
  expectOk(await owner.b.post(`/v1/reports/${work}/accept`))
  assert.equal((await task(owner, id)).status, 'Paused')
  expectOk(await own(owner, id, 'resume'))
  expectOk(await other.a.post(`${workPath(id)}/reserve`))
  assert.deepEqual(await moneyOf(owner), { available: 996.7, held: 2.2 })
})

describe('the end of an offer', () => {
  test('by completion, when the last slot is accepted: events in order, nothing held', async () => {
    const { id, advertiser: owner } = await activeOffer(market, { slots: 1 })
    const work = await submittedWork(market, id)
    expectOk(await owner.b.post(`/v1/reports/${work.id}/accept`))
    const completed = await task(owner, id)
    assert.deepEqual([completed.status, completed.statusReason.code], ['Completed', 'limit_reached'])
    assert.ok(completed.completedAtUtc)
    assert.deepEqual(completed.budget, { total: 1.1, held: 0, spent: 1.1, released: 0 })
    const events = await eventsOf(market, owner)
    const kinds = ['task.created', 'task.moderated', 'report.submitted', 'report.accepted', 'task.completed']
    assert.deepEqual(membersOf(events, 'kind'), kinds)
    const { data } = events[4] as (typeof events)[0]
    assert.deepEqual([data.reason, data.counts.status, data.counts.accepted], ['limit_reached', 'Completed', 1])
    assert.equal(outcome(await (await executor(market)).a.post(`${workPath(id)}/reserve`)), '404 offer_unavailable')
  })

  test('by archiving, which changes nothing when repeated', async () => {
    const { id, advertiser: owner } = await activeOffer(market)
    const archived = expectOk(await owner.b.delete(`/v1/tasks/${id}`))
    assert.deepEqual([archived.status, archived.allowedActions], ['Archived', []])
    assert.deepEqual(expectOk(await owner.b.delete(`/v1/tasks/${id}`)), archived)
    assert.equal(expectOk(await owner.a.delete(`/api/advertiser/offers/${id}`)).version, archived.version)
    assert.deepEqual(await moneyOf(owner), { available: 1000, held: 0 })
    assert.equal(outcome(await owner.b.patch(`/v1/tasks/${id}`, { title: 'New' })), '409 task_not_editable')
    assert.equal(outcome(await own(owner, id, 'submit')), '409 task_state_conflict')
  })

  test('by archiving with open work: each slot keeps its money until its work ends', async () => {
    const { id, advertiser: owner } = await activeOffer(market, { slots: 8 })
    const [paid, refused] = [await submittedWork(market, id), await submittedWork(market, id)]
    const [canceller, late, diligent] = [await executor(market), await executor(market), await executor(market)]
    expectOk(await canceller.a.post(`${workPath(id)}/reserve`))
    const body = await readyWork(diligent, id)
    expectOk(await late.a.post(`${workPath(id)}/reserve`))
    const held = async () => (await moneyOf(owner)).held
    expectOk(await owner.b.delete(`/v1/tasks/${id}`))
    assert.deepEqual(await moneyOf(owner), { available: 994.5, held: 5.5 })
    expectOk(await owner.b.post(`/v1/reports/${paid.id}/accept`))
    assert.equal(await held(), 4.4)
    expectOk(await owner.b.post(`/v1/reports/${refused.id}/reject`, { reason: 'Not what was asked' }))
    assert.deepEqual(await moneyOf(owner), { available: 994.5, held: 4.4 }, 'kept for an appeal')
    expectOk(await canceller.a.post(`${workPath(id)}/reservation/cancel`))
    assert.deepEqual(await moneyOf(owner), { available: 995.6, held: 3.3 })
    const { id: last } = expectOk(await diligent.a.post(`${workPath(id)}/submit-execution`, body))
    market.pass(3600)
    await expireOverdue(market.ctx)
    assert.deepEqual(await moneyOf(owner), { available: 996.7, held: 2.2 })
    expectOk(await owner.b.post(`/v1/reports/${last}/accept`))
    assert.deepEqual(await moneyOf(owner), { available: 996.7, held: 1.1 })
    const { status, budget, counts } = await task(owner, id)
    assert.deepEqual([status, budget], ['Archived', { total: 8.8, held: 1.1, spent: 2.2, released: 5.5 }])
    assert.deepEqual([counts.accepted, counts.rejected, counts.remaining], [2, 1, 6])
  })
})

test('the ledger balances after all tests', async () => {
  const { ok, mismatches } = await verifyLedger(market.ctx)
  assert.deepEqual([ok, mismatches, await verifyHolds(market.ctx)], [true, [], []])
})
