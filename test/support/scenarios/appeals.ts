import assert from 'node:assert/strict'
import { verifyExecutions } from '../../../server/executions/consistency/actions.ts'
import { verifyLedger } from '../../../server/ledger/actions.ts'
import { verifyHolds } from '../../../server/offers/lifecycle/actions.ts'
import { sql } from '../../../server/platform/sql.ts'
import type { Answer } from '../client.ts'
import { activeOffer, expectOk, type OfferOptions, type Person, submittedWork, theOperator } from '../fixtures.ts'
import type { Market } from '../market.ts'

export const statement = 'It is the third picture.'

export const appeal = (worker: Person, id: number, body: object = { statement }): Promise<Answer> =>
  worker.a.post(`/api/executor/executions/${id}/dispute`, body)

export type Refused = {
  readonly id: number
  readonly offer: number
  readonly owner: Person
  readonly worker: Person
}

/** Creates rejected work on an offer that costs 1.10 per slot. */
export async function rejectedWork(market: Market, options: OfferOptions = {}): Promise<Refused> {
  const { id: offer, advertiser: owner } = await activeOffer(market, options)
  const { id, executor: worker } = await submittedWork(market, offer)
  expectOk(await owner.b.post(`/v1/reports/${id}/reject`, { reason: 'The last page is missing.' }))
  return { id, offer, owner, worker }
}

/** Returns the id of the dispute about an execution. */
export const disputeOf = async ({ ctx }: Market, execution: number): Promise<number> =>
  (await ctx.db.one<{ id: number }>(sql`select id from disputes where execution = ${execution}::bigint`)).id

/** Creates rejected work with a dispute. */
export async function disputedWork(market: Market, options: OfferOptions = {}): Promise<Refused & { dispute: number }> {
  const work = await rejectedWork(market, options)
  expectOk(await appeal(work.worker, work.id))
  return { ...work, dispute: await disputeOf(market, work.id) }
}

export const verdict = (side: string) => ({ outcome: side, note: 'We looked at all of them.' })

/** The operator decides the dispute. */
export const decide = async (market: Market, dispute: number, side: string): Promise<Answer> =>
  (await theOperator(market)).a.post(`/api/operator/disputes/${dispute}/decide`, verdict(side))

/** Returns the pending payments on behalf of an advertiser. */
export async function waitingPayments(market: Market, owner: Person) {
  const { a } = await theOperator(market)
  const { items } = expectOk(await a.get('/api/operator/guarantee-payments?pageSize=100'))
  return items.filter(({ advertiserId }: { advertiserId: number }) => advertiserId === owner.id)
}

/** The operator approves every pending payment on behalf of an advertiser. */
export async function approvePayments(market: Market, owner: Person): Promise<void> {
  const { a } = await theOperator(market)
  for (const { id } of await waitingPayments(market, owner))
    expectOk(await a.post(`/api/operator/guarantee-payments/${id}/approve`))
}

/** Returns what an executor can withdraw. */
export const earned = async ({ a }: Person): Promise<number> => expectOk(await a.get('/api/executor/balance')).available

/** Asserts that every balance and hold is correct, including those for appeals. */
export async function mustBeInOrder({ ctx }: Market): Promise<void> {
  const { mismatches } = await verifyLedger(ctx)
  assert.deepEqual([...mismatches, ...(await verifyHolds(ctx)), ...(await verifyExecutions(ctx))], [])
}

/** Copies each of the two executions' disputes with a pending payment, and adds debtors; inserted directly. */
export async function fillDisputes({ ctx: { db } }: Market, owner: Person, count: number): Promise<void> {
  await db.run(sql`
    insert into disputes (execution, offer, advertiser, executor, statement, opened_at, respond_by_at, decide_by_at)
    select id, offer, advertiser, executor, ${statement}, now(), now() + interval '2 days',
      now() + id % 7 * interval '1 day'
    from executions where advertiser = ${owner.id}::bigint`)
  await db.run(sql`
    insert into guarantee_payments (dispute, execution, advertiser, executor, cause, outcome, requested_units, requested_at)
    select id, execution, advertiser, executor, 'First', 'Silence', 1000, now() from disputes
    where advertiser = ${owner.id}::bigint`)
  await db.run(sql`
    with made as (
      insert into accounts (email, roles, created_at)
      select 'debtor' || place || '@example.com', '{Advertiser}', now() from generate_series(1, ${count}::integer) place
      returning id
    )
    insert into balances (book, owner, currency, units, updated_at)
    select 'platform.guarantee', id, 'USD', -id, now() from made`)
}
