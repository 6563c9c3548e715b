import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  advertiser,
  eventsOf,
  executor,
  expectOk,
  kindsOf,
  membersOf,
  moderate,
  moneyOf,
  outcome,
  type Person,
  reserved,
  submittedOffer,
  submittedWork,
  taskBody,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { verifyLedger } from '../../ledger/actions.ts'
import { deposit } from '../../payments/deposits/actions-bookings.ts'
import { sql } from '../../platform/sql.ts'
import { expireOverdue } from '../../reservations/actions-expiry.ts'
import { approveWaiting, completeEnded, verifyHolds } from './actions.ts'

const market = await openMarket()
const { db } = market.ctx
const ann = await executor(market)
const patch = ({ b }: Person, id: number, body: object) => b.patch(`/v1/tasks/${id}`, body)
const task = async ({ b }: Person, id: number) => expectOk(await b.get(`/v1/tasks/${id}`))
const board = async (): Promise<number[]> =>
  expectOk(await ann.a.get('/api/executor/offers/available?PageSize=100')).items.map(({ id }: { id: number }) => id)

/** Returns the time this many seconds from now, by the market's clock. */
const fromNow = async (seconds: number): Promise<string> => {
  const { now } = await db.one<{ now: Date }>(sql`select ${db.now()} as now`)
  return new Date(now.getTime() + seconds * 1000).toISOString()
}

describe('an offer with a later start', () => {
  test('appears at its start, without a worker or request in between', async () => {
    const { id } = await activeOffer(market, { members: { startsAtUtc: await fromNow(3600) } })
    assert.ok(!(await board()).includes(id))
    market.pass(3500)
    assert.ok(!(await board()).includes(id))
    market.pass(100)
    assert.ok((await board()).includes(id))
  })

  test('is active before, and starts at once if its start is removed', async () => {
    const { id, advertiser: owner } = await activeOffer(market, { members: { startsAtUtc: await fromNow(3600) } })
    const { status, startsAtUtc } = await task(owner, id)
    assert.deepEqual([status, Date.parse(startsAtUtc) > Date.parse(await fromNow(3500))], ['Active', true])
    expectOk(await patch(owner, id, { startsAtUtc: null }))
    assert.ok((await board()).includes(id))
    expectOk(await patch(owner, id, { startsAtUtc: await fromNow(60) }))
    assert.ok(!(await board()).includes(id))
  })
})

describe('an offer with an end', () => {
  test('leaves the list at its end, and is completed with its remaining money released', async () => {
    const owner = await advertiser(market)
    const { id } = await activeOffer(market, { advertiser: owner, members: { endsAtUtc: await fromNow(600) } })
    market.pass(500)
    assert.equal(await completeEnded(market.ctx), 0)
    assert.ok((await board()).includes(id))
    market.pass(100)
    assert.ok(!(await board()).includes(id))
    assert.equal(await completeEnded(market.ctx), 1)
    const { status, statusReason, completedAtUtc, budget, counts, version, allowedActions } = await task(owner, id)
    assert.deepEqual(
      [status, statusReason.code, counts.remaining, version, allowedActions],
      ['Completed', 'end_date_reached', 2, 3, ['Archive', 'Update']],
    )
    assert.ok(completedAtUtc)
    assert.deepEqual(budget, { total: 2.2, held: 0, spent: 0, released: 2.2 })
    assert.deepEqual(await moneyOf(owner), { available: 1000, held: 0 })
    assert.equal(await completeEnded(market.ctx), 0, 'once')
    assert.equal((await kindsOf(market, owner)).filter((kind) => kind === 'task.completed').length, 1)
  })

  test('waits while it is reserved or work is under review, then counts what was paid', async () => {
    const owner = await advertiser(market)
    const members = { endsAtUtc: await fromNow(600) }
    const { id } = await activeOffer(market, { advertiser: owner, slots: 3, members })
    const work = await submittedWork(market, id)
    await reserved(await executor(market), id)
    market.pass(600)
    assert.equal(await completeEnded(market.ctx), 0)
    expectOk(await owner.b.post(`/v1/reports/${work.id}/accept`))
    assert.equal(await completeEnded(market.ctx), 0)
    market.pass(3600)
    await expireOverdue(market.ctx)
    assert.equal(await completeEnded(market.ctx), 1)
    assert.deepEqual(await moneyOf(owner), { available: 998.9, held: 0 })
    const event = await db.one<{ data: { reason: string } }>(sql`
      select data from events where kind = 'task.completed' and offer = ${id}::bigint`)
    assert.equal(event.data.reason, 'end_date_reached')
  })

  test('also ends while paused, but not as a draft', async () => {
    const members = { endsAtUtc: await fromNow(600) }
    const { id, advertiser: owner } = await activeOffer(market, { members })
    expectOk(await patch(owner, id, { status: 'Paused' }))
    const draft = await submittedOffer(market, { advertiser: owner, members: { ...members, draft: true } })
    market.pass(600)
    assert.equal(await completeEnded(market.ctx), 1)
    assert.deepEqual([(await task(owner, id)).status, (await task(owner, draft.id)).status], ['Completed', 'Draft'])
  })

  test('continues if its end is moved in time, and reopens with more slots and a new end', async () => {
    const owner = await advertiser(market)
    const { id } = await activeOffer(market, { advertiser: owner, members: { endsAtUtc: await fromNow(600) } })
    market.pass(600)
    expectOk(await patch(owner, id, { endsAtUtc: await fromNow(600) }))
    assert.ok((await board()).includes(id))
    assert.equal(await completeEnded(market.ctx), 0)
    market.pass(600)
    assert.equal(await completeEnded(market.ctx), 1)
    assert.equal(outcome(await patch(owner, id, { totalLimit: 3 })), '409 offer_ended')
    const opened = expectOk(await patch(owner, id, { totalLimit: 3, endsAtUtc: await fromNow(60) }))
    assert.deepEqual([opened.status, opened.statusReason, opened.counts.remaining], ['Active', null, 3])
    assert.deepEqual(await moneyOf(owner), { available: 996.7, held: 3.3 })
    assert.ok((await board()).includes(id))
    market.pass(60)
    assert.equal(await completeEnded(market.ctx), 1, 'and ends again')
    assert.deepEqual(await moneyOf(owner), { available: 1000, held: 0 })
  })

  test('cannot be submitted, approved or resumed after its end', async () => {
    const owner = await advertiser(market)
    const members = { endsAtUtc: await fromNow(600) }
    const [draft, waiting, paused] = [
      await submittedOffer(market, { advertiser: owner, members: { ...members, draft: true } }),
      await submittedOffer(market, { advertiser: owner, members }),
      await activeOffer(market, { advertiser: owner, members }),
    ]
    expectOk(await patch(owner, paused.id, { status: 'Paused' }))
    market.pass(600)
    assert.equal(outcome(await owner.a.post(`/api/advertiser/offers/${draft.id}/submit`)), '409 offer_ended')
    assert.equal(outcome(await patch(owner, paused.id, { status: 'Active' })), '409 offer_ended')
    const approving = await moderate(market, waiting.id, 'approve')
    assert.deepEqual([outcome(approving), approving.body.endsAtUtc], ['409 offer_ended', members.endsAtUtc])
    const late = await taskBody(market, { ...members, draft: true })
    assert.equal(outcome(await owner.b.post('/v1/tasks', late)), '400 validation_error')
    expectOk(await patch(owner, draft.id, { endsAtUtc: null, status: 'PendingModeration' }))
    const auto = { ...market.ctx, config: { ...market.ctx.config, moderation: 'auto' as const } }
    assert.equal(await approveWaiting(auto), 1, 'an offer past its end does not block the others')
  })
})

test('a concurrent end and extension: one wins, and the money is correct', async () => {
  const owner = await advertiser(market, { funds: 10_000 })
  for (let round = 0; round < 8; round++) {
    const { id } = await activeOffer(market, { advertiser: owner, members: { endsAtUtc: await fromNow(60) } })
    market.pass(60)
    const [changed] = await Promise.all([
      patch(owner, id, { endsAtUtc: await fromNow(600) }),
      completeEnded(market.ctx),
    ])
    assert.equal((await task(owner, id)).status, changed.body.status, outcome(changed))
  }
  assert.deepEqual((await verifyLedger(market.ctx)).mismatches, [])
  assert.deepEqual(await verifyHolds(market.ctx), [])
})

/** Takes an offer of this owner through every decision until it is archived. */
async function offerThroughAllDecisions(owner: Person): Promise<number> {
  const { id } = await submittedOffer(market, { advertiser: owner, members: { draft: true } })
  expectOk(await patch(owner, id, { title: 'Another title' }))
  expectOk(await patch(owner, id, { status: 'PendingModeration' }))
  expectOk(await patch(owner, id, { status: 'Draft' }))
  expectOk(await owner.a.post(`/api/advertiser/offers/${id}/submit`))
  expectOk(await moderate(market, id, 'reject', { reason: 'Not clear enough' }))
  expectOk(await patch(owner, id, { status: 'PendingModeration' }))
  expectOk(await moderate(market, id, 'approve'))
  expectOk(await patch(owner, id, { status: 'Paused' }))
  expectOk(await patch(owner, id, { status: 'Active', endsAtUtc: await fromNow(60) }))
  market.pass(60)
  await completeEnded(market.ctx)
  expectOk(await owner.b.delete(`/v1/tasks/${id}`))
  return id
}

test('every decision about an offer is in the audit log with its actor and reason', async () => {
  const owner = await advertiser(market)
  const id = await offerThroughAllDecisions(owner)
  const rows = await db.many<{
    actor: string
    account: number | null
    action: string
    reason: string | null
    data: object
  }>(sql`
    select actor, account, action, reason, data from audit_log where subject = 'task' and subject_id = ${id}::bigint
    order by id`)
  const shown = rows.map(({ actor, action, reason }) => [actor, action, reason])
  assert.deepEqual(shown, [
    ['advertiser', 'task.update', null],
    ['advertiser', 'task.submit', null],
    ['advertiser', 'task.withdraw', null],
    ['advertiser', 'task.submit', null],
    ['operator', 'task.reject', 'Not clear enough'],
    ['advertiser', 'task.submit', null],
    ['operator', 'task.approve', null],
    ['advertiser', 'task.pause', null],
    ['advertiser', 'task.resume', null],
    ['system', 'task.complete', null],
    ['advertiser', 'task.archive', null],
  ])
  assert.deepEqual(rows[0]?.data, { from: 'Draft', to: 'Draft', version: 2, members: ['title'] })
  assert.deepEqual(rows[8]?.data, { from: 'Paused', to: 'Active', version: 10, members: ['endsAtUtc'] })
  assert.deepEqual([rows[9]?.account, typeof rows[4]?.account], [null, 'number'])
  const made = await submittedOffer(market, { advertiser: owner })
  const first = await db.one<{ action: string; account: number }>(sql`
    select action, account from audit_log where subject = 'task' and subject_id = ${made.id}::bigint`)
  assert.equal(first.action, 'task.submit')
})

const lows = async (owner: Person) => (await eventsOf(market, owner)).filter(({ kind }) => kind === 'balance.low')
const payIn = (owner: Person, amount: number) => deposit(market.ctx, { email: owner.email, amount })
const spend = async (owner: Person, slots: number) => (await submittedOffer(market, { advertiser: owner, slots })).id

test('notifies an advertiser once when the balance falls below the threshold, with the figures at that time', async () => {
  const owner = await advertiser(market, { funds: 14.3 })
  await spend(owner, 3)
  assert.equal((await lows(owner)).length, 0, '11 is not low')
  await spend(owner, 1)
  const [event, ...more] = await lows(owner)
  assert.deepEqual(event?.data, {
    thresholdUnits: 100_000,
    previousAvailableUnits: 110_000,
    availableUnits: 99_000,
    heldUnits: 44_000,
    debtUnits: 0,
    trigger: 'TaskSubmitted',
  })
  assert.deepEqual([event?.offer, more], [null, []])
  await spend(owner, 1)
  assert.equal((await lows(owner)).length, 1, 'it is still low')
  const { isLow, lowBalanceThreshold } = expectOk(await owner.b.get('/v1/balance'))
  assert.deepEqual([isLow, lowBalanceThreshold], [true, 10])
})

test('notifies again only after the balance has reached 1.2 times the threshold', async () => {
  const owner = await advertiser(market, { funds: 10 })
  await spend(owner, 1)
  assert.equal((await lows(owner)).length, 1)
  await payIn(owner, 3.0999)
  assert.equal((await moneyOf(owner)).available, 11.9999)
  await spend(owner, 2)
  assert.equal((await lows(owner)).length, 1, 'not armed below 12')
  await payIn(owner, 2.2001)
  assert.equal((await moneyOf(owner)).available, 12)
  await spend(owner, 2)
  assert.equal((await lows(owner)).length, 2, 'armed at 12')
})

test('money released by an offer re-arms the notification, too', async () => {
  const owner = await advertiser(market, { funds: 13.2 })
  const id = await spend(owner, 4)
  assert.equal((await lows(owner)).length, 1)
  expectOk(await owner.a.post(`/api/advertiser/offers/${id}/withdraw`))
  expectOk(await owner.a.post(`/api/advertiser/offers/${id}/submit`))
  assert.equal((await lows(owner)).length, 2)
})

test('a higher limit may cause and is named by the notification; refused requests and drafts cause none', async () => {
  const owner = await advertiser(market, { funds: 12 })
  const { id } = await activeOffer(market, { advertiser: owner, slots: 1 })
  assert.equal((await owner.b.post('/v1/tasks', await taskBody(market, { totalLimit: 100 }))).status, 409)
  assert.equal((await owner.b.patch(`/v1/tasks/${id}`, { totalLimit: 100 })).status, 409)
  expectOk(await owner.b.post('/v1/tasks', await taskBody(market, { totalLimit: 100, draft: true })))
  assert.deepEqual(await lows(owner), [])
  expectOk(await owner.b.patch(`/v1/tasks/${id}`, { totalLimit: 2 }))
  const shown = (await lows(owner)).map(({ data }) => data.trigger)
  assert.deepEqual(shown, ['LimitIncreased'])
})

test('the event of the created offer precedes the low balance that it causes', async () => {
  const owner = await advertiser(market, { funds: 10 })
  await spend(owner, 1)
  assert.deepEqual(membersOf(await eventsOf(market, owner), 'kind'), ['task.created', 'balance.low'])
})

test('a balance that never reached the threshold causes no notification', async () => {
  const owner = await advertiser(market, { funds: 5 })
  await spend(owner, 1)
  assert.deepEqual(await lows(owner), [])
})
