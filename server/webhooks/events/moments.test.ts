import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { breachesOf } from '../../../test/support/answers.ts'
import {
  activeOffer,
  advertiser,
  expectOk,
  moderate,
  type Person,
  submittedOffer,
  submittedWork,
  taskBody,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { type ReceivedEvent, receivedBy } from '../../../test/support/scenarios/received-events.ts'
import { deposit } from '../../payments/deposits/actions-bookings.ts'
import { sql } from '../../platform/sql.ts'
import type { EventKind } from './event.ts'
import { bodies } from './serialize.ts'

// The tests change records before their events are dispatched, and check that each event has the state at its time.
const market = await openMarket({ activeReservationsMax: 10 })
const criteria = { acceptanceCriteria: [{ id: 'c1', text: 'All pages are there.' }] }
const reject = { reason: 'The last page is missing.', reasonCode: 'ProofMissing', failedCriteria: ['c1'] }

const task = async ({ b }: Person, id: number) => expectOk(await b.get(`/v1/tasks/${id}`))
/** Returns a report as events serialize it. */
const report = async ({ b }: Person, id: number) => {
  const { history: _, taskContent: ___, proofs, ...rest } = expectOk(await b.get(`/v1/reports/${id}`))
  return { ...rest, proofs: proofs.map(({ downloadUrl: __, ...proof }: { downloadUrl: string }) => proof) }
}
const refOf = ({ id, externalId, title, status, counts, totalLimit, version }: ReceivedEvent['data']) => {
  return { id, externalId, title, status, counts, totalLimit, version }
}

/** Returns the data of events of one kind. */
async function told(owner: Person, kind: EventKind): Promise<ReceivedEvent['data'][]> {
  const events = (await receivedBy(market, owner)).filter(({ type }) => type === kind)
  for (const { data, truncated } of events) {
    assert.equal(truncated, undefined)
    assert.deepEqual(breachesOf(bodies[kind].schema, data), [])
  }
  return events.map(({ data }) => data)
}

/** Rewrites the editable members of a task and ends it. */
async function goOn(owner: Person, id: number, words: object = {}): Promise<void> {
  expectOk(await owner.b.patch(`/v1/tasks/${id}`, { externalId: `late-${id}`, metadata: { late: 'yes' }, ...words }))
  expectOk(await owner.b.delete(`/v1/tasks/${id}`))
}
const otherWords = { title: 'Another title', description: 'Other words' }

describe('task.created', () => {
  test('contains the draft, even if it was changed, submitted, approved and archived since', async () => {
    const owner = await advertiser(market)
    const draft = await taskBody(market, {
      draft: true,
      externalId: 'order-1',
      description: 'As it was',
      details: { notes: 'a' },
    })
    const made = expectOk(await owner.b.post('/v1/tasks', draft))
    expectOk(await owner.b.patch(`/v1/tasks/${made.id}`, { totalLimit: 9, title: 'Bigger', minAge: 21 }))
    expectOk(await owner.b.patch(`/v1/tasks/${made.id}`, { status: 'PendingModeration' }))
    expectOk(await moderate(market, made.id, 'approve'))
    await goOn(owner, made.id, otherWords)
    const [event, ...more] = await told(owner, 'task.created')
    const { warnings: _, ...task } = made
    assert.deepEqual(event, { task, source: 'GroupB' })
    const { status, version, submittedAtUtc, budget } = event.task
    assert.deepEqual([status, version, submittedAtUtc, budget.held, more], ['Draft', 1, null, 0, []])
  })

  test('of a task submitted at once contains its hold and pending moderation', async () => {
    const owner = await advertiser(market)
    const body = await taskBody(market, { totalLimit: 3 })
    const made = expectOk(await owner.a.post('/api/advertiser/offers/submit', body))
    const before = await task(owner, made.id)
    expectOk(await moderate(market, made.id, 'reject', { reason: 'Not like this' }))
    await goOn(owner, made.id, otherWords)
    const [event] = await told(owner, 'task.created')
    assert.deepEqual(event, { task: before, source: 'GroupA.submit' })
    assert.deepEqual(
      [before.status, before.budget.held, before.moderation.status],
      ['PendingModeration', 3.3, 'Pending'],
    )
  })

  test('contains the state at its time even if the offer is approved immediately', async () => {
    const quick = await openMarket({ moderation: 'auto' })
    const owner = await advertiser(quick)
    const { id } = await submittedOffer(quick, { advertiser: owner })
    assert.equal((await task(owner, id)).status, 'Active')
    const [event] = await receivedBy(quick, owner)
    assert.deepEqual([event?.data.task.status, event?.data.task.version], ['PendingModeration', 1])
  })
})

describe('task.completed', () => {
  test('contains the state of each completion, even if the task was raised, completed again and archived', async () => {
    const owner = await advertiser(market)
    const { id } = await activeOffer(market, { advertiser: owner, slots: 2, members: criteria })
    expectOk(await owner.b.post(`/v1/reports/${(await submittedWork(market, id)).id}/reject`, reject))
    for (const _ of [1, 2]) expectOk(await owner.b.post(`/v1/reports/${(await submittedWork(market, id)).id}/accept`))
    const first = await task(owner, id)
    expectOk(await owner.b.patch(`/v1/tasks/${id}`, { totalLimit: 5 }))
    expectOk(await owner.b.post(`/v1/reports/${(await submittedWork(market, id)).id}/accept`))
    expectOk(await owner.b.patch(`/v1/tasks/${id}`, { totalLimit: 3 }))
    const second = await task(owner, id)
    assert.deepEqual([second.budget.held, second.budget.released], [1.1, 0], 'one slot is kept for the rejection')
    await goOn(owner, id)
    const events = await told(owner, 'task.completed')
    const completionReason = 'limit_reached'
    assert.deepEqual(events, [
      {
        task: first,
        completionReason,
        summary: { accepted: 2, rejected: 1, spent: 2.2, released: 0, currency: 'USD' },
      },
      {
        task: second,
        completionReason,
        summary: { accepted: 3, rejected: 1, spent: 3.3, released: 1.1, currency: 'USD' },
      },
    ])
  })

  test('contains the money released since the last submission only', async () => {
    const owner = await advertiser(market)
    const { id } = await submittedOffer(market, { advertiser: owner, slots: 5 })
    expectOk(await owner.b.patch(`/v1/tasks/${id}`, { status: 'Draft' }))
    market.pass(1)
    expectOk(await owner.b.patch(`/v1/tasks/${id}`, { status: 'PendingModeration' }))
    expectOk(await moderate(market, id, 'approve'))
    expectOk(await owner.b.patch(`/v1/tasks/${id}`, { totalLimit: 2 }))
    expectOk(await owner.b.patch(`/v1/tasks/${id}`, { totalLimit: 3 }))
    for (const _ of [1, 2, 3])
      expectOk(await owner.b.post(`/v1/reports/${(await submittedWork(market, id)).id}/accept`))
    const [event] = await told(owner, 'task.completed')
    assert.deepEqual([event.summary.spent, event.summary.released], [3.3, 3.3])
  })
})

describe('reports', () => {
  test('contain the state at submission and at decision, even if decided since', async () => {
    const owner = await advertiser(market)
    const { id } = await activeOffer(market, { advertiser: owner, members: { externalId: 'order-7', ...criteria } })
    const work = await submittedWork(market, id)
    const [submitted, whenSubmitted] = [await report(owner, work.id), await task(owner, id)]
    expectOk(await owner.b.post(`/v1/reports/${work.id}/accept`, { comment: 'Thank you', rating: 5 }))
    const [accepted, whenAccepted] = [await report(owner, work.id), await task(owner, id)]
    const other = await submittedWork(market, id)
    expectOk(await owner.b.post(`/v1/reports/${other.id}/reject`, reject))
    const [rejected, whenRejected] = [await report(owner, other.id), await task(owner, id)]
    expectOk(await owner.b.post(`/v1/reports/${(await submittedWork(market, id)).id}/accept`))
    await goOn(owner, id)
    assert.deepEqual((await told(owner, 'report.submitted'))[0], {
      report: submitted,
      task: refOf(whenSubmitted),
      resubmission: false,
      previousRevision: null,
    })
    assert.deepEqual((await told(owner, 'report.accepted'))[0], {
      report: accepted,
      task: refOf(whenAccepted),
      decidedBy: 'Advertiser',
      charged: 1.1,
      currency: 'USD',
    })
    const decided = new Date(rejected.decision.decidedAtUtc).getTime()
    assert.deepEqual(await told(owner, 'report.rejected'), [
      {
        report: rejected,
        task: refOf(whenRejected),
        decidedBy: 'Advertiser',
        reasonCode: 'ProofMissing',
        reason: 'The last page is missing.',
        appealDeadlineAtUtc: new Date(decided + market.ctx.config.appealSeconds * 1000).toISOString(),
      },
    ])
    assert.equal(market.ctx.config.appealSeconds, 7 * 86_400)
  })

  test('contain the state at submission, even if more flags were found since', async () => {
    const owner = await advertiser(market)
    const { id } = await activeOffer(market, { advertiser: owner })
    const work = await submittedWork(market, id)
    const before = await report(owner, work.id)
    await market.ctx.db.run(sql`
      update executions set flags = '{DuplicateProof}', proofs = jsonb_set(proofs, '{0,flags}', '["Duplicate"]')
      where id = ${work.id}::bigint`)
    assert.deepEqual((await report(owner, work.id)).proofs[0].flags, ['Duplicate'])
    const [event] = await told(owner, 'report.submitted')
    assert.deepEqual(event.report, before)
  })

  test('name the task as reserved, and refer to its current version', async () => {
    const { id, advertiser: owner } = await activeOffer(market)
    await submittedWork(market, id)
    await market.ctx.db.transaction(async (db) => {
      await db.run(sql`
        insert into offer_contents (offer, last_version, content, replaced_at)
        select id, version, jsonb_build_object('title', title), ${db.now()} from offers where id = ${id}::bigint`)
      await db.run(sql`update offers set title = 'Another title', version = version + 1 where id = ${id}::bigint`)
    })
    const { id: later } = await submittedWork(market, id)
    const [first, second] = await told(owner, 'report.submitted')
    assert.deepEqual([first.report.taskTitle, first.task.title], ['A short survey', 'A short survey'])
    assert.deepEqual(
      [second.report.id, second.report.taskTitle, second.task.title],
      [later, 'Another title', 'Another title'],
    )
  })
})

test('balance.low contains the balance at its time, whatever happened since', async () => {
  const owner = await advertiser(market, { funds: 14.4 })
  await submittedOffer(market, { advertiser: owner, slots: 2 })
  await submittedOffer(market, { advertiser: owner, slots: 3 })
  const balance = expectOk(await owner.b.get('/v1/balance'))
  await deposit(market.ctx, { email: owner.email, amount: 100 })
  await submittedOffer(market, { advertiser: owner, slots: 4 })
  assert.deepEqual(await told(owner, 'balance.low'), [
    { balance, threshold: 10, previousAvailable: 12.2, trigger: 'TaskSubmitted', estimatedExhaustionAtUtc: null },
  ])
  assert.deepEqual([balance.available, balance.held, balance.isLow], [8.9, 5.5, true])
})
