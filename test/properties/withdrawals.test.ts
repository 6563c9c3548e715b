import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { verifyInvariants } from '../../server/audit/ledger-check/actions.ts'
import { clearDue } from '../../server/ledger/actions-clearing.ts'
import { createPayout } from '../../server/payments/payouts/actions.ts'
import { sql } from '../../server/platform/sql.ts'
import { executor, expectOk, outcome, type Person, theOperator } from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'
import { approved, bank, earn, owe, withdrawal } from '../support/scenarios/earnings.ts'
import { countOutcomes } from './concurrently.ts'
import { times } from './rng.ts'

const market = await openMarket({ clearingSeconds: 3_600 })
const { ctx } = market
const { a: operator } = await theOperator(market)
afterEach(async () => assert.deepEqual((await verifyInvariants(ctx)).mismatches, []))

const own = '/api/executor/withdrawals'
const all = '/api/operator/withdrawals'
const ask = ({ a }: Person, amount: number) => a.post(own, { amount, method: bank })
const moneyOf = async ({ a }: Person) => {
  const { pending, available, withdrawing } = expectOk(await a.get('/api/executor/balance'))
  return { pending, available, withdrawing }
}

/** Makes an amount of the executor's earnings pending, to clear in `seconds`. */
const setAside = async ({ id }: Person, amount: number, seconds: number) => {
  const units = Math.round(amount * 10_000)
  const posted = `aside:${id}:${++serial}`
  await ctx.db.transaction(async (db) => {
    await db.run(sql`
      with moved as (
        update balances set units = units - ${units}::bigint
        where book = 'executor.available' and owner = ${id}::bigint and units >= ${units}::bigint returning owner
      ), made as (
        insert into balances (book, owner, currency, units, updated_at)
        select 'executor.pending', owner, 'USD', ${units}::bigint, now() from moved
        on conflict (book, owner) do update set units = balances.units + excluded.units
      ), transfer as (
        insert into transfers (kind, cause, created_at) select 'Bonus', ${posted}::text, now() from moved returning id
      ), entry as (
        insert into entries (transfer, book, owner, account, units, created_at)
        select transfer.id, book, ${id}::bigint, ${id}::bigint, units, now()
        from transfer, (values ('executor.available', -${units}::bigint), ('executor.pending', ${units}::bigint)) part (book, units)
      )
      insert into clearings (executor, execution, cause, units, clears_at)
      select owner, 1, ${posted}::text, ${units}::bigint, ${db.now()} + ${seconds}::integer * interval '1 second' from moved`)
  })
}
let serial = 0

test('one of 20 concurrent withdrawals of one executor is created', async () => {
  for (let round = 0; round < times(1, 50); round++) {
    const worker = await executor(market)
    await earn(market, worker, 100)
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(worker, 5)))
    assert.deepEqual(countOutcomes(answers), { 200: 1, '409 withdrawal_open': 19 })
    assert.deepEqual(await moneyOf(worker), { pending: 0, available: 95, withdrawing: 5 })
  }
})

test('a withdrawal concurrently cancelled, approved and refused has one outcome', async () => {
  const worker = await executor(market)
  for (let round = 0; round < times(2, 200); round++) {
    const id = await withdrawal(market, worker)
    const answers = await Promise.all([
      worker.a.post(`${own}/${id}/cancel`),
      operator.post(`${all}/${id}/approve`),
      operator.post(`${all}/${id}/reject`, { reason: 'Not so' }),
    ])
    assert.deepEqual(countOutcomes(answers), { 200: 1, '409 withdrawal_state_conflict': 2 })
    const { status } = expectOk(await worker.a.get(`${own}/${id}`))
    assert.equal(status, answers.find((answer) => answer.status === 200)?.body.status)
  }
})

test('earnings that clear during a withdrawal are cleared once and can be withdrawn', async () => {
  for (let round = 0; round < times(2, 200); round++) {
    const worker = await executor(market)
    await earn(market, worker, 10)
    for (const amount of [4, 3, 3]) await setAside(worker, amount, 60)
    assert.equal(outcome(await ask(worker, 10)), '409 insufficient_funds')
    market.pass(60)
    const [answer] = await Promise.all([ask(worker, 10), clearDue(ctx), clearDue(ctx)])
    assert.equal(outcome(answer), '200')
    assert.deepEqual(await moneyOf(worker), { pending: 0, available: 0, withdrawing: 10 })
  }
})

test('concurrent payouts contain each withdrawal once', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => executor(market)))
  const ids = await Promise.all(people.map((each) => approved(market, each)))
  const made = await Promise.allSettled(Array.from({ length: 4 }, () => createPayout(ctx)))
  const sizes = made.flatMap((each) => (each.status === 'fulfilled' ? [each.value.withdrawals] : []))
  assert.ok(sizes.reduce((sum, each) => sum + each, 0) >= ids.length)
  const { left } = await ctx.db.one<{ left: number }>(
    sql`select count(*) as left from withdrawals where id = any(${ids}::bigint[]) and payout is null`,
  )
  assert.equal(left, 0)
})

test('one of 20 concurrent exports of a payout succeeds, plus each explicit repeat', async () => {
  for (let round = 0; round < times(1, 50); round++) {
    await approved(market, await executor(market))
    const { id } = expectOk(await operator.post('/api/operator/payouts'))
    const file = `/api/operator/payouts/${id}/file`
    const again = `${file}?again=true&reason=The+first+was+lost`
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => operator.get(index % 4 ? file : again)))
    const { 200: made = 0, ...refused } = countOutcomes(answers)
    // All repeated exports succeed; of the first-time exports only one, if it came first.
    assert.ok(made === 5 || made === 6, `${made} files`)
    assert.deepEqual(refused, { '409 payout_exported': 20 - made })
    assert.equal(expectOk(await operator.get(`/api/operator/payouts/${id}`)).exportCount, made)
  }
})

test('a withdrawal marked while its payout is exported is in no later file', async () => {
  for (let round = 0; round < times(2, 200); round++) {
    const ids = [await approved(market, await executor(market)), await approved(market, await executor(market))]
    const { id } = expectOk(await operator.post('/api/operator/payouts'))
    const file = `/api/operator/payouts/${id}/file?again=true&reason=The+first+was+lost`
    const [marked] = await Promise.all([operator.post(`${all}/${ids[0]}/paid`, { reference: 'x' }), operator.get(file)])
    assert.equal(outcome(marked), '200')
    const { raw } = await operator.get(file)
    assert.deepEqual(raw.match(/^\d+(?=,)/gm)?.map(Number), [ids[1]])
  }
})

test('concurrent settlements and withdrawals settle the debt first and once', async () => {
  for (let round = 0; round < times(1, 100); round++) {
    const worker = await executor(market)
    await earn(market, worker, 20)
    await owe(market, worker, 8)
    const settle = () => worker.a.post('/api/executor/balance/settle-debt')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? settle() : ask(worker, 12))),
    )
    const refused = answers.flatMap((answer) => (answer.status === 200 ? [] : [outcome(answer)]))
    const shown = [...new Set(refused)].filter((each) => !['409 debt_unsettled', '409 withdrawal_open'].includes(each))
    assert.deepEqual(shown, [])
    const { available, withdrawing } = await moneyOf(worker)
    assert.equal(available + withdrawing, 12)
    assert.equal(expectOk(await settle()).debt, 0)
  }
})

test('a withdrawal is never approved while its executor has a debt', async () => {
  for (let round = 0; round < times(2, 200); round++) {
    const worker = await executor(market)
    const id = await withdrawal(market, worker)
    const [answer] = await Promise.all([operator.post(`${all}/${id}/approve`), owe(market, worker, 1)])
    assert.ok(['200', '409 debt_unsettled'].includes(outcome(answer)), outcome(answer))
    const { payout } = await ctx.db.one<{ payout: number | null }>(
      sql`select payout from withdrawals where id = ${id}::bigint`,
    )
    assert.equal(payout, null)
    await operator.post('/api/operator/payouts')
    const again = await ctx.db.one<{ payout: number | null }>(
      sql`select payout from withdrawals where id = ${id}::bigint`,
    )
    assert.equal(again.payout, null, 'nothing of a debtor is in a payout')
  }
})
