import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { assertInvariants } from '../../../test/properties/invariants.ts'
import {
  activeOffer,
  eventsOf,
  expectOk,
  outcome,
  type Person,
  proof,
  submittedWork,
  theOperator,
  workPath,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { notify } from '../../notifications/actions-notify.ts'
import { sql } from '../../platform/sql.ts'
import { autoAcceptDue } from '../decisions/actions.ts'
import { releaseExpiredHolds } from './actions.ts'

const day = 86_400
const market = await openMarket()
const { db } = market.ctx
afterEach(() => assertInvariants(market))
const reason = 'Four accounts sent one picture.'

/** Work of 1.10 whose report is on hold. */
async function onHold() {
  const { id: offer, advertiser: owner } = await activeOffer(market)
  const { id, executor: worker } = await submittedWork(market, offer)
  const { a } = await theOperator(market)
  expectOk(await a.post(`/api/operator/reports/${id}/hold`, { reason }))
  return { id, offer, owner, worker, a }
}
const statusOf = async (id: number) =>
  (await db.one<{ status: string }>(sql`select status from executions where id = ${id}::bigint`)).status
const notificationsOf = async (person: Person, kind: string) => {
  await notify(market.ctx)
  await notify(market.ctx)
  const { items } = expectOk(await person.a.get('/api/account/notifications?pageSize=100'))
  return items.filter((one: { kind: string }) => one.kind === kind)
}

describe('a report on hold', () => {
  test('is accepted neither by its advertiser, alone or in bulk, nor automatically', async () => {
    const { id, owner } = await onHold()
    for (const body of [{}, { bonus: 0.5 }])
      assert.equal(outcome(await owner.b.post(`/v1/reports/${id}/accept`, body)), '409 report_on_hold')
    const [result] = expectOk(await owner.b.post('/v1/reports/bulk', { items: [{ id, action: 'accept' }] })).results
    assert.deepEqual([result.ok, result.status, result.problem.code], [false, 'Pending', 'report_on_hold'])
    const { allowedActions } = expectOk(await owner.b.get(`/v1/reports/${id}`))
    assert.deepEqual([allowedActions.includes('Accept'), allowedActions.includes('Reject')], [false, true])
    market.pass(4 * day)
    await autoAcceptDue(market.ctx)
    assert.equal(await statusOf(id), 'Pending')
  })

  test('is never both held and accepted under concurrency', async () => {
    const { id: offer, advertiser: owner } = await activeOffer(market, { slots: 10 })
    const { a } = await theOperator(market)
    for (let round = 0; round < 10; round++) {
      const { id } = await submittedWork(market, offer)
      const [hold, accept] = await Promise.all([
        a.post(`/api/operator/reports/${id}/hold`, { reason }),
        owner.b.post(`/v1/reports/${id}/accept`),
      ])
      const isAccepted = (await statusOf(id)) === 'Accepted'
      assert.equal(outcome(accept), isAccepted ? '200' : '409 report_on_hold')
      if (!isAccepted) assert.equal(outcome(hold), '200')
    }
  })

  test('is listed for operators, with its reason and its end, until it is released', async () => {
    const { id, owner, worker, a } = await onHold()
    const listed = async () =>
      expectOk(await a.get('/api/operator/fraud-holds?pageSize=100')).items.find(
        ({ reportId }: { reportId: number }) => reportId === id,
      )
    const hold = await listed()
    assert.deepEqual(
      [hold.reason, hold.advertiserId, hold.executorId, hold.allowedActions],
      [reason, owner.id, worker.id, ['Release']],
    )
    assert.equal(Date.parse(hold.endsAtUtc) - Date.parse(hold.heldAtUtc), 7 * day * 1000)
    expectOk(await a.post(`/api/operator/reports/${id}/release`, { reason: 'It is one family.' }))
    assert.equal(await listed(), undefined)
    expectOk(await owner.b.post(`/v1/reports/${id}/accept`))
  })

  test('gets no more time for a hold that began before its resubmission', async () => {
    const { id, offer, owner, worker, a } = await onHold()
    expectOk(await owner.b.post(`/v1/reports/${id}/rework`, { reason: 'The last page is missing.' }))
    market.pass(3 * 3_600)
    const { reservationId } = expectOk(await worker.a.get(`/api/executor/executions/${id}`)).rework
    const again = { reservationId, proofUrls: [await proof(worker, offer)] }
    expectOk(await worker.a.post(`${workPath(offer)}/submit-execution`, again))
    const deadline = async () => Date.parse(expectOk(await owner.b.get(`/v1/reports/${id}`)).reviewDeadlineAtUtc)
    const before = await deadline()
    market.pass(60)
    expectOk(await a.post(`/api/operator/reports/${id}/release`, { reason: 'It is one family.' }))
    assert.ok((await deadline()) - before < 3_600_000)
  })

  test('is released after FRAUD_HOLD_DAYS, with a decision, and its review continues with the remaining time', async () => {
    const { id, owner } = await onHold()
    const before = expectOk(await owner.b.get(`/v1/reports/${id}`)).reviewDeadlineAtUtc
    market.pass(7 * day - 60)
    await releaseExpiredHolds(market.ctx)
    assert.equal(outcome(await owner.b.post(`/v1/reports/${id}/accept`)), '409 report_on_hold')
    market.pass(60)
    assert.ok((await releaseExpiredHolds(market.ctx)) >= 1)
    const decision = await db.one<{ actor: string; reason: string }>(sql`
      select actor, reason from audit_log where subject = 'report' and subject_id = ${id}::bigint and action = 'report.release'`)
    assert.equal(decision.actor, 'system')
    assert.match(decision.reason, /within the time that a hold may last/)
    const after = expectOk(await owner.b.get(`/v1/reports/${id}`))
    assert.ok(Date.parse(after.reviewDeadlineAtUtc) - Date.parse(before) >= 7 * day * 1000)
    assert.ok(after.allowedActions.includes('Accept'))
    expectOk(await owner.b.post(`/v1/reports/${id}/accept`))
  })

  test('reminds operators once, a day before the hold ends automatically', async () => {
    const { id } = await onHold()
    const operator = await theOperator(market)
    const own = async () =>
      (await notificationsOf(operator, 'FraudHoldEnding')).filter(
        ({ data }: { data: { executionId: number } }) => data.executionId === id,
      )
    assert.deepEqual(await own(), [])
    market.pass(6 * day + 3600)
    assert.equal((await own()).length, 1)
    market.pass(3600)
    assert.equal((await own()).length, 1)
    assert.equal((await own())[0].path, '/operator/fraud-holds')
  })
})

describe('withdrawn work', () => {
  test('notifies its advertiser by an event and a notification, and ends its hold', async () => {
    const { id, offer, owner, worker, a } = await onHold()
    expectOk(await worker.a.post(`/api/executor/executions/${id}/withdraw`))
    const events = (await eventsOf(market, owner)).filter(({ kind }) => kind === 'report.withdrawn')
    assert.deepEqual(
      events.map(({ execution, data }) => [execution, data.execution.status, data.counts.withdrawn]),
      [[id, 'Withdrawn', 1]],
    )
    const [notification] = await notificationsOf(owner, 'ReportWithdrawn')
    assert.deepEqual([notification.data.executionId, notification.data.offerId], [id, offer])
    const { items } = expectOk(await a.get('/api/operator/fraud-holds?pageSize=100'))
    assert.ok(!items.some(({ reportId }: { reportId: number }) => reportId === id))
  })
})
