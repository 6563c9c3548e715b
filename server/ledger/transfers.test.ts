import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import {
  activeOffer,
  advertiser,
  expectOk,
  outcome,
  type Person,
  submittedOffer,
  submittedWork,
} from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { deposit } from '../payments/deposits/actions-bookings.ts'
import { type Sql, sql } from '../platform/sql.ts'
import { verifyLedger } from './actions.ts'

const market = await openMarket()
const { ctx } = market
afterEach(async () => assert.deepEqual((await verifyLedger(ctx)).mismatches, []))

const balanceOf = async ({ b }: Person) => expectOk(await b.get('/v1/balance'))
type ListedItem = {
  type: string
  account: string
  amount: number
  balanceAfter: number
  taskId: number | null
  reportId: number | null
}
const historyOf = async ({ b }: Person): Promise<ListedItem[]> =>
  expectOk(await b.get('/v1/balance/transactions?pageSize=100')).items
const brief = (items: readonly ListedItem[]) =>
  items.map(({ type, account, amount, balanceAfter }) => `${type} ${account} ${amount} ${balanceAfter}`)

describe('an advertiser', () => {
  test('without deposits has a zero balance and no entries', async () => {
    const poor = await advertiser(market, { funds: 0 })
    const { available, held, total, updatedAtUtc } = await balanceOf(poor)
    assert.deepEqual({ available, held, total, updatedAtUtc }, { available: 0, held: 0, total: 0, updatedAtUtc: null })
    const { items, totalCount } = expectOk(await poor.b.get('/v1/balance/transactions'))
    assert.deepEqual([items, totalCount], [[], 0])
  })

  test('filters entries, and balances after them stay those of all entries', async () => {
    const owner = await advertiser(market, { funds: 0 })
    for (const [amount, reference, note] of [
      [5, 'Invoice-7', 'ACME Ltd'],
      [70, 'D-17-47 50%_a', undefined],
    ] as const)
      await deposit(ctx, { email: owner.email, amount, reference, note })
    const offer = await activeOffer(market, { advertiser: owner, slots: 3 })
    const found = async (query: string) => {
      const { items, totalCount } = expectOk(await owner.b.get(`/v1/balance/transactions?${query}`))
      assert.equal(items.length, totalCount)
      return brief(items)
    }
    const [held, taken, second, first] = brief(await historyOf(owner))
    assert.deepEqual(await found('type=Deposit'), [second, first])
    assert.deepEqual(await found('type=Hold,Charge'), [held, taken])
    assert.deepEqual(await found(`taskId=${offer.id}`), [held, taken])
    assert.deepEqual(await found('search=acme%20LTD'), [first])
    assert.deepEqual(await found('search=invoice'), [first])
    assert.deepEqual(await found(`search=${encodeURIComponent('50%_A')}`), [second])
    assert.deepEqual(await found('search=booking'), [])
    assert.deepEqual(await found('createdTo=2020-01-01'), [])
    assert.deepEqual((await found('createdFrom=2020-01-01')).length, 4)
    for (const wrong of ['type=Gift', 'taskId=x', 'createdFrom=soon', 'search=', `search=${'x'.repeat(201)}`])
      assert.equal(outcome(await owner.b.get(`/v1/balance/transactions?${wrong}`)), '400 validation_error', wrong)
  })

  test('sees deposits, holds, charges and releases as entries, newest first', async () => {
    const owner = await advertiser(market, { funds: 100 })
    const offer = await activeOffer(market, { advertiser: owner, slots: 3 })
    assert.deepEqual(brief(await historyOf(owner)), [
      'Hold held 3.3 3.3',
      'Hold available -3.3 96.7',
      'Deposit available 100 100',
    ])
    const work = await submittedWork(market, offer.id)
    expectOk(await owner.b.post(`/v1/reports/${work.id}/accept`))
    const [charge] = await historyOf(owner)
    assert.deepEqual(
      {
        type: charge?.type,
        amount: charge?.amount,
        balanceAfter: charge?.balanceAfter,
        taskId: charge?.taskId,
        reportId: charge?.reportId,
      },
      { type: 'Charge', amount: -1.1, balanceAfter: 2.2, taskId: offer.id, reportId: work.id },
    )
    expectOk(await owner.b.delete(`/v1/tasks/${offer.id}`))
    assert.deepEqual(brief((await historyOf(owner)).slice(0, 2)), ['Release available 2.2 98.9', 'Release held -2.2 0'])
    const { available, held, total } = await balanceOf(owner)
    assert.deepEqual({ available, held, total }, { available: 98.9, held: 0, total: 98.9 })
    const earned = expectOk(await work.executor.a.get('/api/executor/balance'))
    assert.deepEqual([earned.available, earned.total], [1, 1])
    const [pay] = expectOk(await work.executor.a.get('/api/executor/transactions')).items
    assert.deepEqual([pay.type, pay.amount, pay.balanceAfter, pay.reportId], ['Charge', 1, 1, work.id])
  })
})

describe('a posted entry', () => {
  const changes: Readonly<Record<string, Sql>> = {
    'cannot be changed': sql`update entries set units = units + 1`,
    'cannot be removed': sql`delete from entries`,
    'cannot be truncated': sql`truncate entries`,
    'has a transfer that cannot be changed': sql`update transfers set cause = cause || 'x'`,
    'has a transfer that cannot be removed': sql`delete from transfers`,
  }
  for (const [what, change] of Object.entries(changes))
    test(what, async () => {
      await advertiser(market)
      await assert.rejects(ctx.db.run(change), /permission denied/)
      await assert.rejects(market.owner.run(change), /append-only/, 'not even as their owner')
    })

  test('never makes a balance negative: the database refuses', async () => {
    const { id } = await advertiser(market)
    await assert.rejects(ctx.db.run(sql`update balances set units = -1 where owner = ${id}`), /balances_not_negative/)
    const offer = await submittedOffer(market)
    await assert.rejects(ctx.db.run(sql`update holds set units = -1 where offer = ${offer.id}`), /holds_not_negative/)
  })
})

describe('the verification of the ledger', () => {
  const undone = new Error('undone')
  /** Returns the verification result after a change that is rolled back. */
  async function verdictAfter(change: Sql) {
    let verdict: Awaited<ReturnType<typeof verifyLedger>> | undefined
    await ctx.db
      .transaction(async (db) => {
        await db.run(change)
        verdict = await verifyLedger({ db: db as typeof ctx.db })
        throw undone
      })
      .catch((error: unknown) => assert.equal(error, undone))
    return verdict
  }

  const wrong: Readonly<Record<string, readonly [Sql, RegExp]>> = {
    'a wrong stored balance': [
      sql`update balances set units = units + 1 where units > 0`,
      /^advertiser\.available of \d+$/,
    ],
    'a wrong stored hold': [sql`update holds set units = units + 1`, /^advertiser\.held of \d+$/],
    'a balance that is gone': [sql`delete from balances`, /^advertiser\.available of \d+$/],
    'a balance without entries': [
      sql`insert into balances (book, owner, currency, units, updated_at) values ('executor.available', 4711, 'USD', 1, now())`,
      /^executor\.available of 4711$/,
    ],
    'an entry without a transfer': [
      sql`insert into entries (transfer, book, owner, units, created_at) values (4711000, 'external.in', 0, 1, now())`,
      /^transfer 4711000$/,
    ],
    'a transfer without entries': [
      sql`insert into transfers (id, kind, cause, created_at) values (4711001, 'Hold', 'nothing', now())`,
      /^transfer 4711001$/,
    ],
  }
  for (const [what, [change, name]] of Object.entries(wrong))
    test(`finds ${what}`, async () => {
      await submittedOffer(market)
      const verdict = await verdictAfter(change)
      assert.equal(verdict?.ok, false)
      assert.ok(
        verdict?.mismatches.some((mismatch) => name.test(mismatch.what)),
        JSON.stringify(verdict?.mismatches.map(({ what: each }) => each)),
      )
    })

  test('finds nothing in a correct ledger, and counts accounts and transfers', async () => {
    const before = await verifyLedger(ctx)
    const owner = await advertiser(market, { funds: 5 })
    await submittedOffer(market, { advertiser: owner, slots: 1 })
    const { ok, sumUnits, accounts, transfers } = await verifyLedger(ctx)
    assert.deepEqual(
      { ok, sumUnits, accounts: accounts - before.accounts, transfers: transfers - before.transfers },
      { ok: true, sumUnits: 0n, accounts: 2, transfers: 2 },
    )
  })
})
