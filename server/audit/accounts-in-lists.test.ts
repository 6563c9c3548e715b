import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  type Person,
  submittedWork,
  theOperator,
} from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { disputedWork } from '../../test/support/scenarios/appeals.ts'
import { sql } from '../platform/sql.ts'

const market = await openMarket({ withdrawalMinimum: 1 })
const { a } = await theOperator(market)
const emailOf = async ({ id }: Person) =>
  (await market.ctx.db.one<{ email: string }>(sql`select email from accounts where id = ${id}::bigint`)).email

/** Lists records by an account's id, by its e-mail address, and by one that nobody has. */
async function listedBy(path: string, person: Person, parameter = 'accountId') {
  const email = await emailOf(person)
  const list = async (value: string) =>
    expectOk(await a.get(`/api/operator/${path}${path.includes('?') ? '&' : '?'}${parameter}=${value}`)).items
  const [byId, byEmail, byNobody] = [
    await list(String(person.id)),
    await list(encodeURIComponent(` ${email.toUpperCase()} `)),
    await list('nobody@example.com'),
  ]
  assert.deepEqual([byEmail, byNobody], [byId, []])
  return { email, items: byId }
}

describe('operators read the e-mail address beside the number of an account, and filter by either', () => {
  test('in disputes, by executor and advertiser', async () => {
    const { owner, worker, dispute } = await disputedWork(market)
    await disputedWork(market)
    for (const person of [owner, worker]) {
      const { items } = await listedBy('disputes', person)
      assert.deepEqual(
        items.map(({ id }: { id: number }) => id),
        [dispute],
      )
    }
    const opened = expectOk(await a.get(`/api/operator/disputes/${dispute}`))
    assert.deepEqual([opened.advertiserEmail, opened.executorEmail], [await emailOf(owner), await emailOf(worker)])
    const [seenByWorker] = expectOk(await worker.a.get('/api/executor/disputes')).items
    assert.equal(
      JSON.stringify([seenByWorker, expectOk(await owner.b.get(`/v1/disputes/${dispute}`))]).includes('@'),
      false,
    )
  })

  test('in sanctions', async () => {
    const worker = await executor(market)
    const body = { accountId: worker.id, kind: 'Warning', code: 'TermsBroken', reason: 'Sent the same picture twice.' }
    expectOk(await a.post('/api/operator/sanctions', body))
    const { email, items } = await listedBy('sanctions', worker)
    assert.deepEqual(
      items.map((each: { accountId: number; email: string }) => [each.accountId, each.email]),
      [[worker.id, email]],
    )
  })

  test('in the audit log, by author and by the account concerned', async () => {
    const { owner, worker } = await disputedWork(market)
    const decided = await listedBy('audit?action=report.reject', owner)
    const concerned = await listedBy('audit?action=report.reject', worker, 'ownerId')
    for (const [entry] of [decided.items, concerned.items])
      assert.deepEqual([entry.accountEmail, entry.ownerEmail], [decided.email, concerned.email])
  })

  test('in held and open work', async () => {
    const { id: offer, advertiser: owner } = await activeOffer(market)
    const { id, executor: worker } = await submittedWork(market, offer)
    expectOk(await a.post(`/api/operator/reports/${id}/hold`, { reason: 'Four accounts sent one picture.' }))
    const holds = expectOk(await a.get('/api/operator/fraud-holds')).items
    const hold = holds.find(({ reportId }: { reportId: number }) => reportId === id)
    const emails = [await emailOf(owner), await emailOf(worker)]
    for (const { advertiserEmail, executorEmail } of [hold, expectOk(await a.get(`/api/operator/reports/${id}`))])
      assert.deepEqual([advertiserEmail, executorEmail], emails)
  })

  test('in withdrawals, with the holder and what was paid before', async () => {
    const owner = await advertiser(market)
    const worker = await executor(market)
    const withdraw = async (iban: string) => {
      const { id: work } = await submittedWork(market, (await activeOffer(market, { advertiser: owner })).id, worker)
      expectOk(await owner.b.post(`/v1/reports/${work}/accept`))
      const method = { type: 'Bank', holder: 'Maria Muster', iban }
      return expectOk(await worker.a.post('/api/executor/withdrawals', { amount: 1, method })).id
    }
    const first = await withdraw('GB82 WEST 1234 5698 7654 32')
    const { email, items } = await listedBy('withdrawals', worker, 'executorId')
    const [{ id, executorEmail, executorStatus, holder, isNewMethod, paidBefore }] = items
    assert.deepEqual([id, executorEmail, executorStatus], [first, email, 'Active'])
    assert.deepEqual([holder, isNewMethod, paidBefore], ['Maria Muster', true, { count: 0, amount: 0 }])
    expectOk(await a.post(`/api/operator/withdrawals/${first}/approve`))
    expectOk(await a.post(`/api/operator/withdrawals/${first}/paid`, { reference: 'SEPA 1' }))
    for (const [iban, isNew] of [
      ['GB82WEST12345698765432', false],
      ['DE89370400440532013000', true],
    ] as const) {
      const next = await withdraw(iban)
      const shown = (await listedBy('withdrawals', worker, 'executorId')).items[0]
      assert.deepEqual([shown.id, shown.isNewMethod, shown.paidBefore], [next, isNew, { count: 1, amount: 1 }])
      expectOk(await worker.a.post(`/api/executor/withdrawals/${next}/cancel`))
    }
  })
})
