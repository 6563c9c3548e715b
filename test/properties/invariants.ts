import assert from 'node:assert/strict'
import { verifyLedger } from '../../server/ledger/actions.ts'
import { verifyHolds } from '../../server/offers/lifecycle/actions.ts'
import { sql } from '../../server/platform/sql.ts'
import { breachesOf } from '../model/checker.ts'
import { always } from '../model/checks.ts'
import type { Market } from '../support/market.ts'

/** The checks read whole tables, unlike the statements of the server (server/platform/database/pool.ts). */
const planFreely = sql`
  select set_config(name, 'on', true)
  from unnest(array['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'enable_material']) as setting (name)`

/** Asserts all invariants while the market is idle: money, slots, payments, counters, events. The server's own checks must agree. */
export async function assertInvariants({ ctx }: Market): Promise<void> {
  const { db, config } = ctx
  const { ok, mismatches } = await verifyLedger(ctx)
  assert.deepEqual([ok, mismatches, await verifyHolds(ctx)], [true, [], []])
  const breaches = await db.transaction(async (within) => {
    await within.run(planFreely)
    return breachesOf(within, always)
  })
  assert.deepEqual(breaches, [])
  const many = sql`
    select executor from reservations where status = 'Active' and kind = 'Work' and expires_at > ${db.now()}
    group by executor having count(*) > ${config.activeReservationsMax}`
  assert.deepEqual(await db.many(many), [], 'active at once')
}
