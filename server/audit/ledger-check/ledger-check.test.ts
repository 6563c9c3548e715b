import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { executor, operator, submittedOffer } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { withdrawal } from '../../../test/support/scenarios/earnings.ts'
import { createAccount } from '../../accounts/actions.ts'
import { listMails } from '../../platform/mail/mail.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import { checkLedgerAndLog, lastLedgerCheck, verifyInvariants } from './actions.ts'

const market = await openMarket()
const { ctx } = market

/** Runs the job in one process. Returns what it logged as errors. */
async function loggedErrors(): Promise<string[]> {
  const lines: string[] = []
  const logger = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
  await checkLedgerAndLog(ctx, logger as never)
  return lines
}

test('the ledger is checked once an hour, and operators see the result', async () => {
  assert.equal(await lastLedgerCheck(ctx), undefined)
  const boss = await operator(market)
  await createAccount(ctx, { email: 'books-ru@example.com', roles: ['Operator'], language: 'ru' })
  await submittedOffer(market)
  await withdrawal(market, await executor(market))
  assert.deepEqual((await Promise.all([loggedErrors(), loggedErrors(), loggedErrors()])).flat(), [])
  const first = await lastLedgerCheck(ctx)
  assert.deepEqual([first?.ok, first?.mismatches], [true, []])

  await ctx.db.run(sql`update withdrawals set units = units + 1`)
  assert.deepEqual(await loggedErrors(), [], 'it is not time yet')
  market.pass(3_601)
  const [line = ''] = await loggedErrors()
  assert.match(line, /withdrawals of \d+/)
  assert.match((await lastLedgerCheck(ctx))?.mismatches.join() ?? '', /withdrawals of \d+/)

  market.pass(3_601)
  await loggedErrors()
  const mails = await listMails(ctx.db, 10)
  const subjects = new Map(mails.map(({ recipient, subject }) => [recipient, subject]))
  assert.equal(subjects.size, mails.length, 'each operator once, not every hour')
  assert.equal(subjects.get(boss.email), 'The books do not balance')
  assert.equal(subjects.get('books-ru@example.com'), 'Баланс не сходится')
  for (const { body } of mails) assert.match(body, /withdrawals of \d+.*\/operator\/ledger$/s)

  await ctx.db.run(sql`update withdrawals set units = units - 1`)
  market.pass(3_601)
  assert.deepEqual(await loggedErrors(), [])
  assert.equal((await lastLedgerCheck(ctx))?.ok, true)
})

const tampered: Readonly<Record<string, Sql>> = {
  'a withdrawal that is gone': sql`delete from withdrawals`,
  'money withdrawing without a withdrawal': sql`update balances set units = units + 1 where book = 'executor.withdrawing'`,
  'a hold without slots': sql`update offer_states set remaining = remaining - 1, total_limit = total_limit - 1`,
  'a slot kept for no rejected execution': sql`update offer_states set kept = kept + 1`,
  'a hold for a slot without a reservation': sql`update offer_states set remaining = remaining - 1, reserved = reserved + 1`,
}
for (const [what, change] of Object.entries(tampered))
  test(`the check of the ledger finds ${what}`, async () => {
    const undone = new Error('undone')
    const tampering = ctx.db.transaction(async (db) => {
      await db.run(change)
      assert.equal((await verifyInvariants({ db })).ok, false)
      throw undone
    })
    await assert.rejects(tampering, (error) => error === undone)
    assert.equal((await verifyInvariants(ctx)).ok, true)
  })
