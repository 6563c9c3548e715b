import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openSession } from '../../test/support/console.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  outcome,
  type Person,
  readyWork,
  submittedWork,
  workPath,
} from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { suspendAccount } from '../accounts/sanctions/actions.ts'
import { recordMails } from '../platform/mail/mail.ts'
import { sql } from '../platform/sql.ts'
import { nicknameKey } from '../values/nickname.ts'
import { exportOf } from './actions-export.ts'
import { publicRow } from './export.ts'

const market = await openMarket()
const { db } = market.ctx
const path = '/settings/data'

const pageOf = async ({ id }: Pick<Person, 'id'>) => market.console(await openSession(market, id))

type Row = Readonly<Record<string, unknown>>
type Document = Readonly<Record<string, readonly Row[]>>
const documentOf = async (person: Pick<Person, 'id'>): Promise<Document> =>
  expectOk(await (await pageOf(person)).get(path))

/** Returns these members of each record of a section. */
const listed = (data: Document, name: string, ...members: readonly string[]): unknown[][] =>
  (data[name] ?? []).map((row) => members.map((member) => row[member]))

describe('a personal data export', () => {
  test('contains the nicknames, billing details, receipts and templates', async () => {
    const [worker, owner] = [await executor(market), await advertiser(market)]
    expectOk(await worker.a.patch('/api/account', { profile: { nickname: 'Exported One' } }))
    expectOk(await worker.a.patch('/api/account', { profile: { nickname: 'Second Name' } }))
    const ofWorker = await documentOf(worker)
    assert.deepEqual(listed(ofWorker, 'executorProfile', 'nickname'), [['Second Name']])
    const known = ['Exported One', 'Second Name'].map((name) => [nicknameKey(name)])
    assert.deepEqual(listed(ofWorker, 'nicknames', 'comparisonKey'), known)
    const billing = { name: 'Ulm Bakery', address: 'Ulm', taxId: null }
    expectOk(await owner.a.put('/api/advertiser/billing-details', billing))
    const [{ id }] = expectOk(await owner.a.get('/api/advertiser/deposits')).items
    await owner.a.get(`/api/advertiser/deposits/${id}/receipt`)
    expectOk(await owner.a.post('/api/advertiser/task-templates', { name: 'Mine', content: { totalLimit: 3 } }))
    const data = await documentOf(owner)
    assert.deepEqual(listed(data, 'billingDetails', 'name', 'address'), [['Ulm Bakery', 'Ulm']])
    assert.deepEqual(listed(data, 'receipts', 'depositId', 'buyerName'), [[id, 'Ulm Bakery']])
    assert.deepEqual(listed(data, 'taskTemplates', 'name', 'content'), [['Mine', { totalLimit: 3 }]])
  })

  test('contains an executor’s work, money and texts, and nothing of the advertiser', async () => {
    const worker = await executor(market)
    const { id: offer, advertiser: owner } = await activeOffer(market, { members: { title: 'Breakfast in Ulm' } })
    expectOk(await worker.a.put(`${workPath(offer)}/advertiser-mark`, { mark: 'Favourite' }))
    const body = { ...(await readyWork(worker, offer)), details: { text: 'My own words' } }
    const { id } = expectOk(await worker.a.post(`${workPath(offer)}/submit-execution`, body))
    expectOk(await owner.b.post(`/v1/reports/${id}/accept`, { comment: 'Well done' }))
    const data = await documentOf(worker)
    assert.deepEqual(listed(data, 'account', 'email'), [[worker.email]])
    assert.deepEqual(listed(data, 'executorProfile', 'birthDate'), [['1990-01-31']])
    assert.deepEqual(listed(data, 'executions', 'id', 'status', 'details', 'comment'), [
      [id, 'Accepted', { text: 'My own words' }, 'Well done'],
    ])
    assert.deepEqual(listed(data, 'ledger', 'amount'), [[1]])
    assert.deepEqual(listed(data, 'advertiserMarks', 'mark', 'offerTitle'), [['Favourite', 'Breakfast in Ulm']])
    const [[link] = []] = listed(data, 'proofs', 'downloadUrl')
    assert.equal((await fetch(String(link).replace(market.ctx.config.publicUrl, market.url))).status, 200)
    assert.ok(!JSON.stringify(data).includes(owner.email))
    const ofOwner = await documentOf(owner)
    assert.deepEqual(listed(ofOwner, 'offers', 'title', 'reward'), [['Breakfast in Ulm', 1]])
    assert.deepEqual(listed(ofOwner, 'reviews', 'comment'), [['Well done']])
    const exported = JSON.stringify(ofOwner)
    for (const foreign of ['My own words', worker.email, 'Favourite']) assert.ok(!exported.includes(foreign), foreign)
  })

  test('contains no secrets, and the payout details in readable form', async () => {
    const worker = await executor(market)
    await db.run(sql`
      insert into balances (book, owner, currency, units, updated_at)
      values ('executor.available', ${worker.id}::bigint, 'USD', 100000, now())`)
    const method = { type: 'Bank', holder: 'Ada Byron', iban: 'DE89370400440532013000' }
    expectOk(await worker.a.post('/api/executor/withdrawals', { amount: 6, method }))
    await recordMails(db, [{ recipient: worker.email, subject: 'Welcome', body: 'secret-link', hasSecret: true }])
    const data = await documentOf(worker)
    const raw = JSON.stringify(data)
    assert.deepEqual(listed(data, 'withdrawals', 'method'), [[method]])
    assert.deepEqual(listed(data, 'mails', 'subject'), [['Welcome']])
    for (const hidden of [worker.token, 'secret-link', 'hash', 'sealed']) assert.ok(!raw.includes(hidden), hidden)
  })

  test('contains every row once, in batches of limited size', async () => {
    const owner = await advertiser(market)
    await db.run(sql`
      insert into notifications (account, kind, cause, data, is_shown, created_at)
      select ${owner.id}::bigint, 'BalanceLow', n::text, jsonb_build_object('text', repeat('x', 10000)), true, now()
      from generate_series(1, 700) n`)
    const data = await documentOf(owner)
    const ids = listed(data, 'notifications', 'id').flat()
    assert.deepEqual([ids.length, new Set(ids).size], [700, 700])
    const { account, parts } = await exportOf(market.ctx, owner.email)
    assert.equal(account, owner.id)
    for await (const part of parts) assert.ok(part.length < 1_200_000, `${part.length}`)
  })

  test('requires a confirmation, is limited to five per day, and is open to suspended accounts', async () => {
    const owner = await advertiser(market)
    const page = await pageOf(owner)
    market.pass(601)
    assert.equal(outcome(await page.get(path)), '403 confirmation_required')
    await suspendAccount(market.ctx, owner.email, 'a test')
    const confirmed = await pageOf(owner)
    for (let time = 0; time < 5; time++) assert.equal((await confirmed.get(path)).status, 200)
    assert.equal(outcome(await confirmed.get(path)), '429 rate_limited')
    market.pass(86_400)
    assert.equal((await (await pageOf(owner)).get(path)).status, 200)
  })

  test('is recorded in the audit log with who requested it', async () => {
    const worker = await executor(market)
    await documentOf(worker)
    await exportOf(market.ctx, worker.email)
    const written = await db.many(sql`
      select actor, account from audit_log where action = 'account.export' and owner = ${worker.id}::bigint order by id`)
    assert.deepEqual(written, [
      { actor: 'executor', account: worker.id },
      { actor: 'operator', account: null },
    ])
  })

  test('contains appeals with their statements', async () => {
    const worker = await executor(market)
    const { id: offer, advertiser: owner } = await activeOffer(market)
    const { id } = await submittedWork(market, offer, worker)
    expectOk(await owner.b.post(`/v1/reports/${id}/reject`, { reason: 'The last page is missing.' }))
    expectOk(await worker.a.post(`/api/executor/executions/${id}/dispute`, { statement: 'I did every page of it.' }))
    assert.deepEqual(listed(await documentOf(worker), 'disputesOpened', 'statement'), [['I did every page of it.']])
  })
})

test('rows use public names', () => {
  const row = { amountUnits: 12_500n, endsAt: new Date(Number.NaN), paidAt: null, createdAt: new Date(0), kind: 'A' }
  assert.deepEqual(publicRow(row), {
    amount: 1.25,
    endsAtUtc: null,
    paidAtUtc: null,
    createdAtUtc: '1970-01-01T00:00:00.000Z',
    kind: 'A',
  })
})
