import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cellsOf } from '../../test/support/csv.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  membersOf,
  moderate,
  type Person,
  submittedOffer,
  submittedWork,
  theOperator,
} from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { disputedWork } from '../../test/support/scenarios/appeals.ts'
import { suspendAccount } from '../accounts/sanctions/actions.ts'
import { sql } from '../platform/sql.ts'

const market = await openMarket({ withdrawalMinimum: 1 })
const { a, id: operator } = await theOperator(market)
type Entry = {
  readonly action: string
  readonly subjectId: number
  readonly data: object
  readonly requestId: string | null
}

const read = async (query: string): Promise<{ items: Entry[]; totalCount: number; nextCursor: string | null }> =>
  expectOk(await a.get(`/api/operator/audit?${query}`))
const actionsIn = async (query: string) => (await read(query)).items.map(({ action }) => action)

test('the log is filtered by one or several actions and by other members', async () => {
  const { id, advertiser } = await activeOffer(market)
  const { id: other } = await submittedOffer(market, { advertiser })
  expectOk(await a.post(`/api/operator/offers/${id}/pause`))
  expectOk(await moderate(market, other, 'reject', { reason: 'It asks for a review.' }))
  assert.deepEqual(await actionsIn('action=task.pause'), ['task.pause'])
  const [both, repeated] = ['action=task.pause,task.reject', 'action=task.pause&action=task.reject']
  assert.deepEqual(await actionsIn(both), ['task.reject', 'task.pause'])
  assert.deepEqual(await actionsIn(repeated), ['task.reject', 'task.pause'])
  assert.deepEqual(await actionsIn(`${both}&subject=task&subjectId=${id}`), ['task.pause'])
  assert.deepEqual(await actionsIn(`${both}&accountId=${operator}&ownerId=${advertiser.id}`), [
    'task.reject',
    'task.pause',
  ])
  const first = await read(`${both}&pageSize=1`)
  assert.deepEqual([first.totalCount, first.items[0]?.action], [2, 'task.reject'])
  assert.deepEqual(await actionsIn(`${both}&pageSize=1&cursor=${first.nextCursor}`), ['task.pause'])
})

test('the log is filtered by the request that made the decision', async () => {
  const { id } = await activeOffer(market)
  const paused = await a.post(`/api/operator/offers/${id}/pause`)
  const request = paused.headers.get('x-request-id')
  const { items } = await read(`requestId=${request}`)
  const found = items.map(({ action, subjectId, requestId }) => [action, subjectId, requestId])
  assert.deepEqual(found, [['task.pause', id, request]])
  const refused = await a.post(`/api/operator/offers/${id}/approve`)
  assert.ok(refused.status >= 400)
  assert.deepEqual(await actionsIn(`requestId=${refused.headers.get('x-request-id')}`), [])
  assert.deepEqual(await actionsIn('requestId=req_1'), [])
  const { raw } = await a.get(`/api/operator/audit/file?requestId=${request}`)
  const seen = (await cellsOf(raw)).map((cells) => cells.at(-3))
  assert.deepEqual(seen, ['requestId', request])
})

test('a decision of the command line has no request', async () => {
  const { email } = await advertiser(market)
  await suspendAccount(market.ctx, email, 'a test')
  const { items } = await read('action=account.suspend,sanction.impose&pageSize=1')
  assert.equal(items[0]?.requestId, null)
})

test('amounts are shown in the usual format', async () => {
  const { email } = await advertiser(market, { funds: 0 })
  expectOk(await a.post('/api/operator/deposits', { email, amount: 12.5, reference: 'audit-1', method: 'Bank' }))
  const { items } = await read('action=deposit.book&pageSize=1')
  assert.deepEqual(items[0]?.data, { amount: 12.5, reference: 'audit-1', method: 'Bank' })
})

test('the log is downloaded as CSV with the same filters, and formulas in texts are defused', async () => {
  const { id, advertiser } = await activeOffer(market)
  expectOk(await a.post(`/api/operator/offers/${id}/suspend`, { reason: '=HYPERLINK("https://example.com")' }))
  const { status, raw } = await a.get(`/api/operator/audit/file?action=task.suspend&subjectId=${id}`)
  assert.equal(status, 200)
  const [heading, record, ...more] = await cellsOf(raw)
  assert.equal(more.length, 0)
  const entry = Object.fromEntries((heading ?? []).map((name, index) => [name, record?.[index]]))
  assert.deepEqual(
    [entry['action'], entry['subjectId'], entry['accountId']],
    ['task.suspend', String(id), String(operator)],
  )
  assert.deepEqual([entry['ownerEmail'], entry['reason']], [advertiser.email, '=HYPERLINK("https://example.com")'])
  assert.match(raw, /"'=HYPERLINK/)
})

const emailOf = async ({ id }: Person) =>
  (await market.ctx.db.one<{ email: string }>(sql`select email from accounts where id = ${id}::bigint`)).email

/** Lists the records of an account by its id and by its e-mail address, and those of an unknown address. */
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
      assert.deepEqual(membersOf(items, 'id'), [dispute])
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
    const found = items.map((each: { accountId: number; email: string }) => [each.accountId, each.email])
    assert.deepEqual(found, [[worker.id, email]])
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

  test('in withdrawals, with the account holder and the earlier payments to it', async () => {
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
