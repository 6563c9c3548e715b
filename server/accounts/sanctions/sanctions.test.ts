import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { advertiser, executor, expectOk, operator, outcome, type Person } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import { idOf } from '../../values/id.ts'
import { endDue, restoreAccount, suspendAccount } from './actions.ts'
import { endOf } from './sanctions.ts'

const market = await openMarket()
const { ctx } = market
const boss = await operator(market)
const path = '/api/operator/sanctions'
const reason = 'Twelve reservations without work.'

const inDays = (days: number): string => new Date(Date.UTC(2126, 0, days)).toISOString()

async function sanction({ id }: Person, members: object = {}) {
  return expectOk(
    await boss.a.post(path, { accountId: id, kind: 'Suspension', code: 'FraudSuspected', reason, ...members }),
  )
}

const auditOf = async (id: number) =>
  expectOk(await boss.a.get(`/api/operator/audit?subject=sanction&subjectId=${id}`)).items.map(
    (entry: { action: string; actor: string; accountId: number | null }) => [
      entry.action,
      entry.actor,
      entry.accountId,
    ],
  )

describe('a sanction', () => {
  test('restricts its account immediately until it is lifted', async () => {
    const worker = await executor(market)
    const { id, status, allowedActions } = await sanction(worker)
    assert.deepEqual([status, allowedActions], ['InForce', ['Lift']])
    assert.equal(outcome(await worker.a.get('/api/executor/balance')), '403 account_suspended')
    expectOk(await boss.a.post(`${path}/${id}/lift`, { reason: 'It was somebody else.' }))
    expectOk(await worker.a.get('/api/executor/balance'))
    assert.deepEqual(await auditOf(id), [
      ['sanction.lift', 'operator', boss.id],
      ['sanction.impose', 'operator', boss.id],
    ])
  })

  test('ends on time, even before a job has run', async () => {
    const worker = await executor(market)
    const { now } = await ctx.db.one<{ now: Date }>(sql`select ${ctx.db.now()} as now`)
    const { id } = await sanction(worker, { endsAtUtc: new Date(now.getTime() + 60_000).toISOString() })
    const result = async () => outcome(await worker.a.get('/api/executor/balance'))
    assert.equal(await result(), '403 account_suspended')
    market.pass(61)
    assert.equal(await result(), '200')
    const shown = async () => expectOk(await worker.a.get('/api/account/sanctions')).items[0]
    assert.deepEqual([(await shown()).status, (await shown()).allowedActions], ['Ended', []])
    await endDue(ctx)
    assert.deepEqual((await auditOf(id))[0], ['sanction.end', 'system', null])
    assert.equal((await shown()).status, 'Ended')
    assert.equal(outcome(await boss.a.post(`${path}/${id}/lift`, { reason })), '409 sanction_state_conflict')
  })

  test('of several, the one that lasts longest counts', async () => {
    const worker = await executor(market)
    const [short] = [await sanction(worker, { endsAtUtc: inDays(1) }), await sanction(worker)]
    expectOk(await boss.a.post(`${path}/${short.id}/lift`, { reason }))
    assert.equal(outcome(await worker.a.get('/api/executor/balance')), '403 account_suspended')
    await restoreAccount(ctx, worker.email)
    expectOk(await worker.a.get('/api/executor/balance'))
  })

  test('of kind warning restricts nothing', async () => {
    const owner = await advertiser(market)
    await sanction(owner, { kind: 'Warning' })
    expectOk(await owner.b.get('/v1/balance'))
  })

  test('can be appealed once, only by its account, even while suspended', async () => {
    const [worker, other] = [await executor(market), await executor(market)]
    const { id } = await sanction(worker)
    const appeal = (who: Person) => who.a.post(`/api/account/sanctions/${id}/appeal`, { statement: 'It was not me.' })
    assert.equal(outcome(await appeal(other)), '404 sanction_not_found')
    const appealed = expectOk(await appeal(worker))
    assert.deepEqual([appealed.status, appealed.appeal], ['Appealed', 'It was not me.'])
    assert.equal(outcome(await appeal(worker)), '409 sanction_state_conflict')
    const waiting = expectOk(await boss.a.get(`${path}?status=Appealed`)).items.map((item: { id: number }) => item.id)
    assert.ok(waiting.includes(id))
    expectOk(await boss.a.post(`${path}/${id}/uphold`, { reason: 'We looked again.' }))
    assert.equal(outcome(await appeal(worker)), '409 sanction_state_conflict')
    assert.equal(outcome(await worker.a.get('/api/executor/balance')), '403 account_suspended')
    assert.deepEqual(await auditOf(id), [
      ['sanction.uphold', 'operator', boss.id],
      ['sanction.appeal', 'executor', worker.id],
      ['sanction.impose', 'operator', boss.id],
    ])
  })

  test('cannot be imposed or lifted by the sanctioned operator', async () => {
    const own = { accountId: boss.id, kind: 'Suspension', code: 'Other', reason }
    assert.equal(outcome(await boss.a.post(path, own)), '409 own_interest')
    const other = await operator(market)
    const { id } = expectOk(await other.a.post(path, { ...own, kind: 'Warning' }))
    assert.equal(outcome(await boss.a.post(`${path}/${id}/lift`, { reason })), '409 own_interest')
    expectOk(await other.a.post(`${path}/${id}/lift`, { reason }))
  })

  test('can be appealed with an Idempotency-Key', async () => {
    const worker = await executor(market)
    const { id } = await sanction(worker)
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'appeal-1' }
    const body = JSON.stringify({ statement: 'It was not me.' })
    const appeal = () => worker.a.send('POST', `/api/account/sanctions/${id}/appeal`, body, headers)
    const [first, again] = [await appeal(), await appeal()]
    assert.deepEqual([first.status, again.status, again.raw], [200, 200, first.raw])
    const other = await worker.a.send('POST', '/api/executor/offers/1/reserve', undefined, { 'idempotency-key': 'b' })
    assert.equal(outcome(other), '403 account_suspended')
  })

  test('is either lifted or appealed by concurrent requests, never both', async () => {
    const worker = await executor(market)
    for (let round = 0; round < 6; round += 1) {
      const { id } = await sanction(worker)
      const responses = await Promise.all([
        worker.a.post(`/api/account/sanctions/${id}/appeal`, { statement: 'It was not me.' }),
        boss.a.post(`${path}/${id}/lift`, { reason }),
        boss.a.post(`${path}/${id}/lift`, { reason }),
      ])
      const [appealed, ...lifted] = responses.map(outcome)
      assert.deepEqual(lifted.sort(), ['200', '409 sanction_state_conflict'])
      assert.ok(['200', '409 sanction_state_conflict'].includes(appealed ?? ''))
    }
  })
})

test('on the command line is the same as in the API', async () => {
  const { email, id } = await executor(market)
  assert.equal((await suspendAccount(ctx, email, 'spam')).status, 'Suspended')
  assert.equal((await restoreAccount(ctx, email)).status, 'Active')
  const rows = await ctx.db.many<{ status: string }>(sql`
    select status from sanctions where account = ${idOf<'account'>(id)}::bigint`)
  assert.deepEqual(rows, [{ status: 'Lifted' }])
})

test('the audit log cannot be changed', async () => {
  for (const change of [sql`update audit_log set reason = 'x'`, sql`delete from audit_log`, sql`truncate audit_log`]) {
    await assert.rejects(ctx.db.run(change), /permission denied/)
    await assert.rejects(market.owner.run(change), /append-only/, 'not even as its owner')
  }
})

test('the end of a sanction has a zone, whichever way it is given', () => {
  const now = new Date('2126-01-01T00:00:00Z')
  assert.equal(endOf('2126-01-01t12:00:00z', now)?.toISOString(), '2126-01-01T12:00:00.000Z')
  for (const local of ['2126-01-01T12:00:00', '2126-01-02', '2127', 'tomorrow'])
    assert.throws(() => endOf(local, now), /endsAtUtc: must be a date-time with its zone/)
})
