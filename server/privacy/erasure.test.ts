import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openSession } from '../../test/support/console.ts'
import {
  activeOffer,
  executor,
  expectOk,
  outcome,
  type Person,
  readyWork,
  theOperator,
  workPath,
} from '../../test/support/fixtures.ts'
import { pdfWith } from '../../test/support/inputs/pdf.ts'
import { openMarket } from '../../test/support/market.ts'
import { erasureByTable } from '../../test/support/personal-columns.ts'
import { withdrawal } from '../../test/support/scenarios/earnings.ts'
import { verifyLedger } from '../ledger/actions.ts'
import { recordMails } from '../platform/mail/mail.ts'
import { name, sql } from '../platform/sql.ts'
import { keyOf } from '../proofs/proof.ts'
import { sweepFiles } from '../proofs/sweep/actions.ts'
import { advanceClosings } from './actions-closing-steps.ts'

const market = await openMarket()
const { ctx } = market
const day = 86_400
const [iban, ip, fileName, device, comment] = [
  'GB82WEST12345698765432',
  '203.0.113.77',
  'passport-of-zoraida.pdf',
  'ZoraidaBrowser/7',
  'They asked for the passport of Zoraida.',
]

type Column = { readonly table: string; readonly column: string }

const columns = await ctx.db.many<Column>(sql`
  select table_name as table, column_name as column from information_schema.columns
  where table_schema = 'public' and data_type in ('text', 'json', 'jsonb', 'bytea', 'date', 'ARRAY', 'inet', 'character varying')
    and udt_name not in ('_int8', '_int4') and table_name not in (select inhrelid::regclass::text from pg_inherits)
  order by table_name, ordinal_position`)

test('every column that can hold personal data states what erasing an account does to it', () => {
  const declared = new Set(
    Object.entries(erasureByTable).flatMap(([table, its]) => Object.keys(its).map((one) => `${table}.${one}`)),
  )
  const there = new Set(columns.map(({ table, column }) => `${table}.${column}`))
  assert.deepEqual([...there.difference(declared)], [], 'undeclared columns')
  assert.deepEqual([...declared.difference(there)], [], 'declared, and not there')
})

/** Returns the columns whose text contains the words. */
async function whereSaid(words: string): Promise<string[]> {
  const found: string[] = []
  for (const { table, column } of columns) {
    const { count } = await ctx.db.one<{ count: number }>(sql`
      select count(*) from ${name(`public.${table}`)} its
      where strpos(lower(case when ${name(column)} is null then '' else ${name(column)}::text end), ${words.toLowerCase()}) > 0`)
    if (count > 0) found.push(`${table}.${column}`)
  }
  return found
}

/** Creates an executor with work, a payout, sessions and a profile, with text that occurs nowhere else. */
async function zoraida(): Promise<Person & { readonly proof: string; readonly work: number }> {
  const { a: operator } = await theOperator(market)
  const worker = await executor(market, { birthDate: '1971-03-09' })
  expectOk(await worker.a.patch('/api/account', { profile: { nickname: `Zoraida ${worker.id}` } }))
  const { id: offer, advertiser: owner } = await activeOffer(market)
  const ready = await readyWork(worker, offer)
  const form = new FormData()
  form.append('files', new Blob([pdfWith('zoraida')], { type: 'application/pdf' }), fileName)
  const uploaded = expectOk(await worker.a.send('POST', `${workPath(offer)}/proof/uploads`, form)).items[0]
  const body = { ...ready, proofUrls: [uploaded.url] }
  expectOk(await worker.a.post(`/api/executor/offers/${offer}/report`, { code: 'Phishing', comment }))
  const { id: work } = expectOk(await worker.a.post(`${workPath(offer)}/submit-execution`, body))
  expectOk(await owner.b.post(`/v1/reports/${work}/accept`))
  await ctx.db.run(sql`update balances set units = units where owner = ${worker.id}::bigint`)
  const id = await withdrawal(market, worker, 10)
  expectOk(await operator.post(`/api/operator/withdrawals/${id}/approve`))
  expectOk(await operator.post(`/api/operator/withdrawals/${id}/paid`, { reference: 'bank-1' }))
  await openSession(market, worker.id)
  await recordMails(ctx.db, [{ recipient: worker.email, subject: 'Hello', body: `Dear ${worker.email}` }])
  await ctx.db.run(sql`
    update sign_in_sessions set ip_address = ${ip}, user_agent = ${device} where user_id = ${worker.id}::bigint`)
  await ctx.db.run(sql`
    insert into sign_in_guesses (subject, guesses, since) values (${`password at ${worker.email}`}, 1, now())`)
  return { ...worker, proof: uploaded.id, work }
}

describe('an erased account', () => {
  test('leaves no personal data, and the ledger balances', async () => {
    const worker = await zoraida()
    const searched = [worker.email, '1971-03-09', ip, device, fileName, comment, 'Maria Muster', iban]
    assert.deepEqual(await whereSaid(worker.email), [
      'accounts.email',
      'mails.recipient',
      'mails.body',
      'sign_in_guesses.subject',
      'sign_in_users.email',
    ])
    for (const words of ['1971-03-09', ip, device, fileName, comment])
      assert.notDeepEqual(await whereSaid(words), [], `${words} is there before`)
    const page = market.console(await openSession(market, worker.id))
    expectOk(await page.post('/settings/closing', { giveUpBalance: true }))
    market.pass(14 * day)
    await advanceClosings(ctx)
    await advanceClosings(ctx)
    market.pass(2 * day)
    await advanceClosings(ctx)
    for (const words of searched) assert.deepEqual(await whereSaid(words), [], words)
    assert.deepEqual(await whereSaid(`Zoraida ${worker.id}`), ['events.data'], 'events expire')
    const kept = await ctx.db.one(sql`select status, email from account_closings where account = ${worker.id}::bigint`)
    assert.deepEqual(kept, { status: 'Erased', email: null })
    const twin = await (await executor(market)).a.patch('/api/account', {
      profile: { nickname: `zoraida-${worker.id}` },
    })
    assert.equal(twin.body.errors[0].code, 'taken', 'nobody else can take the nickname')
    assert.equal(await ctx.storage.sizeOf(keyOf({ id: worker.proof, extension: 'pdf' })), undefined)
    assert.equal((await verifyLedger(ctx)).ok, true)
    const { details, units } = await ctx.db.one<{ details: Buffer; units: bigint }>(sql`
      select details, units from withdrawals where executor = ${worker.id}::bigint`)
    assert.deepEqual([details.length, units], [0, 100_000n])
  })

  test('is completed by the next run after a crash', async () => {
    const worker = await zoraida()
    const page = market.console(await openSession(market, worker.id))
    expectOk(await page.post('/settings/closing', { giveUpBalance: true }))
    market.pass(14 * day)
    await advanceClosings(ctx)
    const broken = { ...ctx, storage: { ...ctx.storage, remove: async () => Promise.reject(new Error('no disk')) } }
    await assert.rejects(advanceClosings(broken), /no disk/)
    market.pass(2 * day)
    await Promise.all([advanceClosings(ctx), advanceClosings(ctx)])
    assert.deepEqual(await whereSaid(worker.email), [])
    assert.equal(outcome(await worker.a.get('/api/account')), '401 token_invalid')
  })

  test('does not wait for another account whose files cannot be deleted', async () => {
    const [first, second] = [await zoraida(), await zoraida()]
    for (const { id } of [first, second])
      expectOk(await market.console(await openSession(market, id)).post('/settings/closing', { giveUpBalance: true }))
    market.pass(14 * day)
    await advanceClosings(ctx)
    const stuck = keyOf({ id: first.proof, extension: 'pdf' })
    const remove = async (key: string) => {
      if (key === stuck) throw new Error('no disk')
      await ctx.storage.remove(key)
    }
    await assert.rejects(advanceClosings({ ...ctx, storage: { ...ctx.storage, remove } }), /no disk/)
    assert.equal(await ctx.storage.sizeOf(keyOf({ id: second.proof, extension: 'pdf' })), undefined)
    await advanceClosings(ctx)
    assert.equal(await ctx.storage.sizeOf(stuck), undefined)
  })

  test('still appears to the other party, without its files', async () => {
    const worker = await zoraida()
    const page = market.console(await openSession(market, worker.id))
    expectOk(await page.post('/settings/closing', { giveUpBalance: true }))
    market.pass(14 * day)
    for (let step = 0; step < 2; step++) await advanceClosings(ctx)
    const { a: operator } = await theOperator(market)
    const report = expectOk(await operator.get(`/api/operator/reports/${worker.work}`))
    assert.equal(report.report.proofs[0].fileName, 'erased')
    const account = expectOk(await operator.get(`/api/operator/accounts/${worker.id}`))
    assert.match(JSON.stringify(account), /deleted-account-\d+@deleted\.invalid/)
    assert.equal(
      (await fetch(report.report.proofs[0].downloadUrl.replace(ctx.config.publicUrl, market.url))).status,
      404,
    )
    await ctx.db.run(sql`update file_sweeps set due_at = now() - interval '1 day'`)
    assert.equal((await sweepFiles(ctx))?.missingCount ?? 0, 0, 'an erased file is not missed')
  })
})
