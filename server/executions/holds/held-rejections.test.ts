import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import fc from 'fast-check'
import { countOutcomes, createMany } from '../../../test/properties/concurrently.ts'
import { assertInvariants } from '../../../test/properties/invariants.ts'
import {
  activeOffer,
  advertiser,
  expectOk,
  kindsOf,
  operator,
  outcome,
  type Person,
  submittedWork,
  theOperator,
  withoutLinks,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import { idOf } from '../../values/id.ts'
import { autoAcceptDue } from '../decisions/actions.ts'
import { holdBatched } from '../decisions/actions-review.ts'
import { remainingRejections } from '../decisions/rejection-limit.ts'
import { confirmHeldRejection, listHeldRejections } from './actions.ts'

const limits = { rejectionPercentMax: 30, operatorReviewSeconds: 86_400 }
const market = await openMarket({ ...limits, keyRatePerMinute: 1_000_000 })
const { db } = market.ctx
afterEach(() => assertInvariants(market))
const reason = 'Not what was asked for.'
const reject = (owner: Person, id: number) => owner.b.post(`/v1/reports/${id}/reject`, { reason })
const { id: shared, advertiser: sharedOwner } = await activeOffer(market, {
  advertiser: await advertiser(market, { funds: 10_000 }),
  slots: 200,
})

const decided = await createMany(19, () => submittedWork(market, shared), 8)

for (const { id } of decided) expectOk(await reject(sharedOwner, id))

/** An advertiser who rejected nineteen of nineteen reports, with more work to review. */
async function rejecting(waiting = 1) {
  const works = await createMany(waiting, () => submittedWork(market, shared))
  return { owner: sharedOwner, ids: works.map(({ id }) => id), workers: works.map(({ executor }) => executor) }
}

async function held(waiting = 1) {
  const all = await rejecting(waiting)
  for (const id of all.ids) expectOk(await reject(all.owner, id))
  const { id } = await db.one<{ id: number }>(
    sql`select id from held_rejections where execution = ${all.ids[0] ?? 0}::bigint and ended_at is null`,
  )
  return { ...all, id: all.ids[0] as number, heldId: id }
}

const outcomeOf = async (heldId: number) =>
  (await db.one<{ outcome: string | null }>(sql`select outcome from held_rejections where id = ${heldId}`)).outcome
const decisionsOf = (id: number) =>
  db.many<{ action: string; actor: string; reason: string | null }>(
    sql`select action, actor, reason from audit_log where subject = 'report' and subject_id = ${id} order by id`,
  )

describe('a rejection beyond the allowed share', () => {
  test('waits for an operator: the report stays pending with a flag, and no one is notified', async () => {
    const { owner, ids } = await rejecting()
    const [id = 0] = ids
    const before = expectOk(await owner.b.get(`/v1/reports/${id}`))
    const kinds = await kindsOf(market, owner)
    const report = expectOk(await reject(owner, id))
    assert.deepEqual([report.status, report.flags, report.decision], ['Pending', ['OperatorReview'], null])
    assert.equal(report.version, before.version + 1)
    assert.ok(report.reviewDeadlineAtUtc >= before.reviewDeadlineAtUtc)
    assert.deepEqual(await kindsOf(market, owner), kinds)
    assert.deepEqual(await decisionsOf(id), [{ action: 'report.hold_rejection', actor: 'system', reason }])
    const again = expectOk(await reject(owner, id))
    assert.deepEqual(withoutLinks(again), withoutLinks(report), 'a repeated request returns the report unchanged')
  })

  test('leaves the operator time, even if the review period is nearly over', async () => {
    const members = { reviewPeriodSeconds: 3_600 }
    const { id: offer, advertiser: owner } = await activeOffer(market, { advertiser: sharedOwner, slots: 2, members })
    const { id } = await submittedWork(market, offer)
    market.pass(3_000)
    const { reviewDeadlineAtUtc, updatedAtUtc } = expectOk(await reject(owner, id))
    assert.equal(Date.parse(reviewDeadlineAtUtc) - Date.parse(updatedAtUtc), limits.operatorReviewSeconds * 1000)
  })

  test('is too late after the deadline, and does not extend it', async () => {
    const { ids } = await rejecting()
    const [id = 0] = ids
    const { left } = await db.one<{ left: number }>(sql`
      select extract(epoch from review_deadline_at - ${db.now()})::float8 as left
      from executions where id = ${id}`)
    market.pass(left + 1)
    const rejection = { execution: idOf<'execution'>(id), cause: 'Rate', reasonCode: 'Other', reason } as const
    assert.deepEqual(await holdBatched(market.ctx, [{ ...rejection, failedCriteria: null, blocksExecutor: false }]), [])
    await autoAcceptDue(market.ctx)
  })

  test('takes effect when an operator confirms it, in the operator’s name', async () => {
    const { owner, id, heldId, workers } = await held()
    const { a } = await theOperator(market)
    const { items } = expectOk(await a.get('/api/operator/held-rejections?pageSize=100'))
    const shown = items.find((each: { id: number }) => each.id === heldId)
    assert.deepEqual(
      [shown.reportId, shown.cause, shown.reason, shown.executorId],
      [id, 'Rate', reason, workers[0]?.id],
    )
    const confirmed = expectOk(await a.post(`/api/operator/held-rejections/${heldId}/confirm`))
    assert.deepEqual([confirmed.outcome, confirmed.status], ['Confirmed', 'Rejected'])
    const report = expectOk(await owner.b.get(`/v1/reports/${id}`))
    assert.deepEqual([report.status, report.flags], ['Rejected', []])
    assert.deepEqual([report.decision.by, report.decision.reason], ['Operator', reason])
    assert.ok((await kindsOf(market, owner)).includes('report.rejected'))
    const again = await a.post(`/api/operator/held-rejections/${heldId}/confirm`)
    assert.deepEqual([outcome(again), again.body.outcome], ['409 held_rejection_ended', 'Confirmed'])
  })

  test('dismissed by an operator leaves the report to be decided again', async () => {
    const { owner, id, heldId } = await held()
    const { a } = await theOperator(market)
    const path = `/api/operator/held-rejections/${heldId}`
    assert.equal(outcome(await a.post(`${path}/dismiss`, { reason: ' x ' })), '400 validation_error')
    assert.equal(
      expectOk(await a.post(`${path}/dismiss`, { reason: 'It is what the task requires.' })).outcome,
      'Dismissed',
    )
    assert.equal(outcome(await a.post(`${path}/confirm`)), '409 held_rejection_ended')
    const report = expectOk(await owner.b.get(`/v1/reports/${id}`))
    assert.deepEqual([report.status, report.flags], ['Pending', []])
    expectOk(await owner.b.post(`/v1/reports/${id}/accept`))
  })

  test('can be withdrawn by its advertiser', async () => {
    const { owner, id, heldId } = await held()
    const path = `/v1/reports/${id}/withdraw-rejection`
    assert.deepEqual(expectOk(await owner.b.post(path)).flags, [])
    assert.equal(await outcomeOf(heldId), 'Withdrawn')
    const again = await owner.b.post(path)
    assert.deepEqual([outcome(again), again.body.currentStatus], ['409 no_held_rejection', 'Pending'])
    expectOk(await reject(owner, id))
    assert.notEqual(await outcomeOf(heldId), null)
  })

  test('ends when its advertiser accepts the report', async () => {
    const { owner, id, heldId } = await held()
    const report = expectOk(await owner.b.post(`/v1/reports/${id}/accept`))
    assert.deepEqual([report.status, report.flags], ['Accepted', []])
    assert.equal(await outcomeOf(heldId), 'Overtaken')
  })

  test('ends with auto-acceptance if no operator decides', async () => {
    const { owner, id, heldId } = await held()
    market.pass(259_200 + limits.operatorReviewSeconds)
    const { a } = await operator(market)
    assert.equal(outcome(await a.post(`/api/operator/held-rejections/${heldId}/confirm`)), '409 held_rejection_ended')
    const report = expectOk(await owner.b.get(`/v1/reports/${id}`))
    assert.deepEqual([report.status, report.decision.by, report.flags], ['Accepted', 'AutoAccept', []])
    assert.equal(await outcomeOf(heldId), 'Overtaken')
  })

  test('ends with auto-acceptance, which releases what a completed offer held for screen-outs', async () => {
    const members = { screenOut: { reward: 0.1, max: 3 } }
    const { id: offer } = await activeOffer(market, { advertiser: sharedOwner, slots: 1, members })
    const { id } = await submittedWork(market, offer)
    expectOk(await reject(sharedOwner, id))
    const { heldId } = await db.one<{ heldId: number }>(
      sql`select id as held_id from held_rejections where execution = ${id}::bigint`,
    )
    market.pass(259_200 + limits.operatorReviewSeconds)
    const { a } = await operator(market)
    assert.equal(outcome(await a.post(`/api/operator/held-rejections/${heldId}/confirm`)), '409 held_rejection_ended')
    const { status, budget } = expectOk(await sharedOwner.b.get(`/v1/tasks/${offer}`))
    assert.deepEqual([status, budget.held], ['Completed', 0])
  })

  test('blocks its executor once it takes effect, if requested', async () => {
    const { owner, ids, workers } = await rejecting()
    const [id = 0] = ids
    expectOk(await owner.b.post(`/v1/reports/${id}/reject`, { reason, blockExecutor: true }))
    const blocked = () =>
      db.many(sql`select executor from executor_list_members where executor = ${workers[0]?.id ?? 0}::bigint`)
    assert.deepEqual(await blocked(), [])
    const { a } = await theOperator(market)
    const { id: heldId } = await db.one<{ id: number }>(sql`select id from held_rejections where execution = ${id}`)
    expectOk(await a.post(`/api/operator/held-rejections/${heldId}/confirm`))
    assert.equal((await blocked()).length, 1)
  })

  test('is refused for work sent back for rework', async () => {
    const { owner, ids } = await rejecting()
    const [id = 0] = ids
    expectOk(await owner.b.post(`/v1/reports/${id}/rework`, { reason: 'Please add the second picture.' }))
    assert.equal(outcome(await reject(owner, id)), '409 too_many_rejections')
  })
})

test('forty concurrent rejections are limited as if sent one by one', async () => {
  const { id: offer, advertiser: owner } = await activeOffer(market, { slots: 40 })
  const works = await createMany(40, () => submittedWork(market, offer))
  const answers = await Promise.all(works.map(({ id }) => reject(owner, id)))
  assert.deepEqual(countOutcomes(answers), { 200: 40 })
  const statuses = answers.map(({ body }) => body.status)
  // The first nineteen decisions are not limited by share.
  assert.equal(statuses.filter((status) => status === 'Rejected').length, 19)
  assert.equal(statuses.filter((status) => status === 'Pending').length, 21)
})

test('the command line decides the same as an anonymous operator', async () => {
  const { id, heldId } = await held()
  const { items } = await listHeldRejections(market.ctx, { page: 1, pageSize: 100 })
  assert.ok(items.some((each) => each.id === heldId))
  assert.equal((await confirmHeldRejection(market.ctx, idOf(heldId))).outcome, 'Confirmed')
  const [, decision] = await db.many(
    sql`select actor, account, action from audit_log where subject = 'report' and subject_id = ${id} order by id`,
  )
  assert.deepEqual(decision, { actor: 'operator', account: null, action: 'report.reject' })
})

test('an operator reads any report, with the requested work', async () => {
  const { owner, id } = await held()
  const { a } = await theOperator(market)
  const opened = expectOk(await a.get(`/api/operator/reports/${id}`))
  const report = expectOk(await owner.b.get(`/v1/reports/${id}`))
  assert.ok(report.allowedActions.includes('WithdrawRejection'))
  assert.deepEqual([opened.report.details, opened.report.flags], [report.details, ['OperatorReview']])
  const { title, description } = expectOk(await owner.b.get(`/v1/tasks/${report.taskId}`))
  assert.deepEqual([opened.task.title, opened.task.description], [title, description])
  assert.equal(opened.task.executionDetailsSchema.type, 'object')
  assert.deepEqual([opened.earlierRevisions, opened.allowedActions], [[], ['Hold']])
  const withdrawn = expectOk(await owner.b.post(`/v1/reports/${id}/withdraw-rejection`))
  assert.ok(!withdrawn.allowedActions.includes('WithdrawRejection'))
  assert.equal(outcome(await a.get('/api/operator/reports/999999999')), '404 report_not_found')
})

const config = { rejectionPercentMax: 30, rejectionsAtOnceMax: 25, newAdvertiserRejectionsMax: 5 }

describe('the rejection limit', () => {
  test('is an absolute number for an advertiser with fewer than twenty decisions', () => {
    assert.equal(remainingRejections('', config), 5)
    assert.equal(remainingRejections('RRRR', config), 1)
    assert.equal(remainingRejections('RRRRR', config), 0)
    assert.equal(remainingRejections(`RRRRR${'A'.repeat(13)}`, config), 0)
    assert.equal(
      remainingRejections(`RRRRR${'A'.repeat(14)}`, config),
      1,
      'the twentieth decision is judged by the share',
    )
    assert.equal(remainingRejections('', { ...config, newAdvertiserRejectionsMax: 0 }), 0)
  })

  test('is the share of the last fifty decisions, including the new ones', () => {
    assert.equal(remainingRejections('A'.repeat(49), config), 15)
    assert.equal(remainingRejections(`${'R'.repeat(15)}${'A'.repeat(34)}`, config), 0)
    assert.equal(
      remainingRejections(`${'A'.repeat(35)}${'R'.repeat(15)}`, config),
      15,
      'the oldest are forgotten by then',
    )
    assert.equal(remainingRejections(`${'A'.repeat(50)}${'R'.repeat(50)}`, config), 15)
  })

  test('is unlimited if every share is allowed', () => {
    assert.ok(remainingRejections('R'.repeat(49), { ...config, rejectionPercentMax: 100 }) >= 1_000_000)
  })

  test('is not reduced by acceptances', () => {
    const decisions = fc.string({ unit: fc.constantFrom('A', 'R'), maxLength: 60 })
    fc.assert(
      fc.property(decisions, fc.integer({ min: 0, max: 99 }), (recent, rejectionPercentMax) => {
        const limits = { ...config, rejectionPercentMax }
        if (recent.length >= 19)
          assert.ok(remainingRejections(`A${recent}`, limits) >= remainingRejections(recent, limits))
      }),
    )
  })

  test('is used up one by one', () => {
    const decisions = fc.string({ unit: fc.constantFrom('A', 'R'), maxLength: 60 })
    fc.assert(
      fc.property(decisions, (recent) => {
        const remaining = remainingRejections(recent, config)
        if (remaining > 0) assert.equal(remainingRejections(`R${recent}`, config), remaining - 1)
      }),
    )
  })
})
