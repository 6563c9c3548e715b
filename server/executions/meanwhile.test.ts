import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { mustAddUp } from '../../test/laws/books.ts'
import { openMarket } from '../../test/support/market.ts'
import { activeOffer, good, moneyOf, proof, submittedWork } from '../../test/support/world.ts'
import { sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import { moneyOf as moneyFrom } from '../values/money.ts'
import { resubmitExecutions } from './sql-resubmit.ts'
import { acceptExecutions, rejectExecutions } from './sql-review.ts'
import type { Review } from './sql-review-asked.ts'

const market = await openMarket()
const { ctx } = market
afterEach(() => mustAddUp(market))

/** Until a statement waits for what a transaction has locked. */
async function somebodyWaits(): Promise<void> {
  const waiting = sql`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await ctx.db.many(waiting)).length === 0);
}

const decided = { accept: acceptExecutions, reject: rejectExecutions }

for (const move of ['accept', 'reject'] as const)
  test(`work that is submitted again while a statement waits to ${move} it is decided on wholly, or not at all`, async () => {
    const offer = await activeOffer(market)
    const work = await submittedWork(market, offer.id)
    const { b } = offer.advertiser
    good(await b.post(`/v1/reports/${work.id}/rework`, { reason: 'The last page is missing.' }))
    const { rework } = good(await work.executor.a.get(`/api/executor/executions/${work.id}`))
    const url = await proof(work.executor, offer.id)
    const [of] = [{ id: work.id as Id<'execution'>, offer: offer.id as Id<'offer'> }]
    const again = { ...of, reservation: rework.reservationId, contentHash: Buffer.alloc(32), details: {} }
    const asked: Review = {
      execution: of.id,
      offer: of.offer,
      executor: work.executor.id as Id<'account'>,
      by: 'Advertiser',
      account: offer.advertiser.id as Id<'account'>,
      comment: null,
      rating: null,
      reasonCode: null,
      reason: null,
      failedCriteria: null,
    }
    const terms = { from: 'Pending', money: moneyFrom(ctx.config), appealSeconds: 60 } as const
    const before = await moneyOf(offer.advertiser)
    const deciding = await ctx.db.transaction(async (db) => {
      const proofs = [/[0-9a-f-]{36}/.exec(url)?.[0] ?? '']
      assert.equal((await resubmitExecutions(db, [{ ...again, proofs }])).length, 1)
      const late = decided[move](ctx.db, [asked], terms)
      await somebodyWaits()
      return { late }
    })
    assert.deepEqual(await deciding.late, [])
    assert.equal(good(await b.get(`/v1/reports/${work.id}`)).status, 'Pending')
    assert.deepEqual(await moneyOf(offer.advertiser), before)
    assert.equal(good(await b.post(`/v1/reports/${work.id}/accept`)).status, 'Accepted')
  })
