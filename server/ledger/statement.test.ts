import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Client } from '../../test/support/client.ts'
import { cellsOf } from '../../test/support/csv.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  outcome,
  submittedWork,
  theOperator,
} from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { earn } from '../../test/support/scenarios/earnings.ts'
import { sql } from '../platform/sql.ts'
import { recordFile } from '../values/csv/file.ts'
import { unitsOf } from '../values/money.ts'
import type { Transaction } from './ledger.ts'
import { statementText } from './statement.ts'

const market = await openMarket({ clearingSeconds: 3_600 })
const { ctx } = market

type Line = Readonly<Record<string, string>>

async function linesOf(client: Client, path: string): Promise<Line[]> {
  const answer = await client.get(path)
  assert.equal(answer.status, 200, answer.raw)
  assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8')
  const [heading, ...records] = await cellsOf(answer.raw)
  return records.map((cells) => Object.fromEntries(cells.map((cell, index) => [heading?.[index], cell])))
}

const units = (text: string | undefined) => unitsOf(Number(text))
const standing = (lines: readonly Line[], type: string) =>
  Object.fromEntries(
    lines.filter((line) => line['type'] === type).map(({ account = '', balance }) => [account, Number(balance)]),
  )

/** Asserts that each line continues the balances of its account and the total, and that the closing balance matches. */
function mustAddUp(lines: readonly Line[]): void {
  const balances = new Map<string, bigint>()
  for (const { type, account = '', amount, balance, total } of lines) {
    if (type === 'Opening') balances.set(account, units(balance))
    else if (type !== 'Closing') balances.set(account, (balances.get(account) ?? 0n) + units(amount))
    assert.equal(balances.get(account), units(balance), `${type} of ${account}`)
    if (type !== 'Opening')
      assert.equal(
        [...balances.values()].reduce((sum, each) => sum + each),
        units(total),
      )
  }
}

const now = async () => (await ctx.db.one<{ now: Date }>(sql`select ${ctx.db.now()} as now`)).now.toISOString()

/** Creates an advertiser and an executor with some history. Returns the times between its days. */
async function history() {
  const [owner, worker] = [await advertiser(market, { funds: 100 }), await executor(market)]
  const days: string[] = []
  await activeOffer(market, { advertiser: owner, slots: 3 })
  for (const comes of ['accept', 'reject', 'accept'] as const) {
    market.pass(1)
    days.push(await now())
    market.pass(86_400)
    const { id } = await activeOffer(market, { advertiser: owner, slots: 2 })
    const work = await submittedWork(market, id, worker)
    const why = comes === 'reject' ? { reason: 'Not what was asked', reasonCode: 'Other' } : {}
    expectOk(await owner.b.post(`/v1/reports/${work.id}/${comes}`, why))
    expectOk(await owner.b.delete(`/v1/tasks/${id}`))
  }
  return { owner, worker, days }
}

describe('a statement', async () => {
  const { owner, worker, days } = await history()

  test('starts at zero, ends with the balance, and adds up in between', async () => {
    const lines = await linesOf(owner.b, '/v1/balance/statement')
    mustAddUp(lines)
    const { available, held } = expectOk(await owner.b.get('/v1/balance'))
    assert.deepEqual(standing(lines, 'Opening'), { available: 0, held: 0 })
    assert.deepEqual(standing(lines, 'Closing'), { available, held })
    const { totalCount } = expectOk(await owner.b.get('/v1/balance/transactions'))
    assert.equal(lines.length, totalCount + 4)
    const charge = lines.find(({ type }) => type === 'Charge')
    assert.ok(charge?.['taskId'] && charge['reportId'] && charge['time']?.endsWith('Z'))
  })

  test('has the same running balances as the list of transactions, on each of its pages', async () => {
    for (const [client, statement, list] of [
      [owner.b, '/v1/balance/statement', '/v1/balance/transactions'],
      [worker.a, '/api/executor/statement', '/api/executor/transactions'],
    ] as const) {
      const lines = (await linesOf(client, statement)).filter(({ transactionId }) => transactionId !== '')
      const listed: { id: number; balanceAfter: number; totalAfter: number }[] = []
      for (let page = 1; listed.length < lines.length; page++)
        listed.push(...expectOk(await client.get(`${list}?page=${page}&pageSize=3`)).items)
      const shown = listed.map(({ id, balanceAfter, totalAfter }) => [id, balanceAfter, totalAfter])
      assert.deepEqual(
        shown,
        lines.map(({ transactionId, balance, total }) => [transactionId, balance, total].map(Number)).reverse(),
      )
    }
  })

  test('of each period starts with the closing balance of the previous one', async () => {
    const { items, totalCount } = expectOk(await worker.a.get('/api/executor/transactions'))
    // An entry at the first millisecond of a period belongs to it.
    const times = items.map(({ createdAtUtc }: { createdAtUtc: string }) => createdAtUtc)
    const bounds = [undefined, ...[...days, ...times].sort(), undefined]
    let before: Record<string, number> = { pending: 0, available: 0, withdrawing: 0 }
    let entries = 0
    for (const [index, from] of bounds.slice(0, -1).entries()) {
      const until = bounds[index + 1]
      const to = until && new Date(Date.parse(until) - 1).toISOString()
      const query = new URLSearchParams({ ...(from ? { from } : {}), ...(to ? { to } : {}) })
      const lines = await linesOf(worker.a, `/api/executor/statement?${query}`)
      mustAddUp(lines)
      assert.deepEqual(standing(lines, 'Opening'), before)
      before = standing(lines, 'Closing')
      entries += lines.length - 6
    }
    assert.equal(entries, totalCount)
    assert.equal(before['pending'], 2)
  })

  test('uses the names of its group', async () => {
    const path = '/api/advertiser/statement'
    const lines = await linesOf(owner.a, path)
    assert.deepEqual(Object.keys(lines[0] ?? {}).slice(6), [
      'currency',
      'offerId',
      'executionId',
      'description',
      'transactionId',
    ])
    assert.equal(lines.length, (await linesOf(owner.b, '/v1/balance/statement')).length)
  })

  test('of any account is available to operators, with both roles', async () => {
    const { a } = await theOperator(market)
    const lines = await linesOf(a, `/api/operator/accounts/${owner.id}/statement`)
    mustAddUp(lines)
    assert.ok('advertiser.held' in standing(lines, 'Closing'))
    assert.ok('executor.available' in standing(lines, 'Closing'))
    const { status, body } = await a.get('/api/operator/accounts/4711000/statement')
    assert.deepEqual([status, body.code, body.accountId, body.email], [404, 'account_not_found', 4_711_000, undefined])
    assert.equal(body.detail, 'No account has the id 4711000.')
  })

  test('contains only the account of the caller', async () => {
    assert.equal((await linesOf((await advertiser(market, { funds: 0 })).a, '/api/advertiser/statement')).length, 4)
  })

  for (const query of ['from=yesterday', 'to=2026-02-30', 'from=2026-02-02&to=2026-02-01'])
    test(`is rejected: ${query}`, async () =>
      assert.equal(outcome(await owner.a.get(`/api/advertiser/statement?${query}`)), '400 validation_error'))

  test('is streamed, whatever its length', async () => {
    const rich = await executor(market)
    await earn(market, rich, 1)
    await ctx.db.run(sql`
      insert into entries (transfer, book, owner, account, units, balance_after_units, created_at)
      select (select max(id) from transfers), 'executor.available', ${rich.id}::bigint, ${rich.id}::bigint, 1, 1, ${ctx.db.now()}
      from generate_series(1, 2500)`)
    const lines = await linesOf(rich.a, '/api/executor/statement')
    mustAddUp(lines)
    assert.equal(lines.length, 6 + 2_501)
    assert.equal(standing(lines, 'Closing')['available'], 1.25)
  })
})

test('texts in a statement cannot be formulas, and are unchanged in JSON lines', () => {
  const form = {
    books: ['advertiser.available'],
    currency: 'USD',
    idNames: ['offerId', 'executionId'],
    file: recordFile(),
  } as const
  const entries: Parameters<ReturnType<typeof statementText>['entries']>[0] = [
    {
      id: 1,
      kind: 'Deposit',
      book: 'advertiser.available',
      units: 1n,
      description: '=1+1',
      createdAt: new Date(0),
    } as Transaction,
  ]
  const text = statementText(form, {}).entries(entries)
  assert.match(text, /,"'=1\+1",/)
  const line = statementText({ ...form, file: recordFile({ format: 'jsonl' }) }, {}).entries(entries)
  assert.deepEqual(JSON.parse(line).description, entries[0]?.description)
})
