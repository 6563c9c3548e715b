import {
  bookOf,
  bookWithoutOwner,
  postingRows,
  postTransfers,
  transferBetween,
} from '../../../server/ledger/sql-fragments.ts'
import { sql } from '../../../server/platform/sql.ts'
import { idOf } from '../../../server/values/id.ts'
import { moneyOf } from '../../../server/values/money.ts'
import { expectOk, type Person, theOperator } from '../fixtures.ts'
import type { Market } from '../market.ts'

let serial = 0

/** Gives an executor earnings directly, as if paid from outside. */
export const earn = (market: Market, { id }: Person, amount: number) =>
  post(market, 'Bonus', amount, bookWithoutOwner('external.in'), bookOf('executor.available', idOf(id)))

/** Gives an account a debt directly, like a chargeback of spent money. */
export const owe = (market: Market, { id }: Person, amount: number) =>
  post(market, 'Chargeback', amount, bookOf('platform.guarantee', idOf(id)), bookWithoutOwner('external.in'))

type Places = Parameters<typeof transferBetween>

async function post(
  { ctx: { db, config } }: Market,
  kind: 'Bonus' | 'Chargeback',
  amount: number,
  from: Places[2],
  to: Places[3],
) {
  const facts = { cause: `test:${++serial}:${from.owner || to.owner}`, kind }
  const postings = postingRows(transferBetween(facts, BigInt(Math.round(amount * 10_000)), from, to))
  await db.flight(postTransfers(db, postings, moneyOf(config)))
}

export const bank = { type: 'Bank', holder: 'Maria Muster', iban: 'GB82 WEST 1234 5698 7654 32' }

/** A bank account of this executor alone, with valid check digits. */
export function bankOf({ id }: Person) {
  const account = String(id).padStart(18, '0')
  const check = 98n - (BigInt(`${account}131400`) % 97n)
  return { ...bank, iban: `DE${String(check).padStart(2, '0')}${account}` }
}

const all = '/api/executor/withdrawals'

/** Requests a withdrawal, after cancelling or refusing an open one. Returns its id. */
export async function withdrawal(market: Market, worker: Person, amount = 10): Promise<number> {
  await noWithdrawal(market, worker)
  return expectOk(await worker.a.post(all, { amount, method: bankOf(worker) })).id
}

/** Returns an executor with at least ten units and no open withdrawal. */
export async function noWithdrawal(market: Market, worker: Person): Promise<void> {
  await earn(market, worker, 10)
  const { a } = await theOperator(market)
  const { items } = expectOk(await worker.a.get(`${all}?pageSize=100`))
  for (const { id, status } of items) {
    if (status === 'Requested') expectOk(await a.post(`/api/operator/withdrawals/${id}/reject`, { reason: 'A test' }))
    if (status === 'Processing') expectOk(await a.post(`/api/operator/withdrawals/${id}/failed`, { reason: 'A test' }))
  }
}

export async function approved(market: Market, worker: Person, amount = 10): Promise<number> {
  const id = await withdrawal(market, worker, amount)
  expectOk(await (await theOperator(market)).a.post(`/api/operator/withdrawals/${id}/approve`))
  return id
}

/** Creates a payout with one withdrawal of the executor. Returns its id. */
export async function payout(market: Market, worker: Person): Promise<number> {
  await approved(market, worker)
  return expectOk(await (await theOperator(market)).a.post('/api/operator/payouts')).id
}

/** Inserts failed withdrawals, each in a payout; no money moves. */
export async function fillWithdrawals({ ctx: { db } }: Market, { id }: Person, copies: number): Promise<void> {
  await db.run(sql`
    with made as (
      insert into payouts (withdrawals, units, currency, created_at)
      select 1, 10000, 'USD', now() from generate_series(1, ${copies}::integer) returning id
    )
    insert into withdrawals (executor, units, currency, status, method, hint, details, payout, requested_at, approved_at, ended_at, updated_at)
    select ${id}::bigint, 10000, 'USD', 'Failed', 'Bank', '…3000', '', id, now(), now(), now(), now() from made`)
}
