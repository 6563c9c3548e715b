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
import { withdrawExecution } from './sql-withdraw.ts'

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

type Offered = Awaited<ReturnType<typeof activeOffer>>

/** Work that was sent back, and what submits it again. */
async function sentBack(offer: Offered) {
  const work = await submittedWork(market, offer.id)
  good(await offer.advertiser.b.post(`/v1/reports/${work.id}/rework`, { reason: 'The last page is missing.' }))
  const { rework } = good(await work.executor.a.get(`/api/executor/executions/${work.id}`))
  const proofs = [/[0-9a-f-]{36}/.exec(await proof(work.executor, offer.id))?.[0] ?? '']
  const of = { id: work.id as Id<'execution'>, offer: offer.id as Id<'offer'> }
  const again = { ...of, reservation: rework.reservationId, contentHash: Buffer.alloc(32), details: {}, proofs }
  return { work, of, again }
}

/** Submits work again while a statement that `ask` sends waits for that; answers what the statement did. */
async function meanwhile<Rows>(again: Parameters<typeof resubmitExecutions>[1][0], ask: () => Promise<Rows>) {
  const { late } = await ctx.db.transaction(async (db) => {
    assert.equal((await resubmitExecutions(db, [again])).length, 1)
    const late = ask()
    await somebodyWaits()
    return { late }
  })
  return late
}

for (const move of ['accept', 'reject'] as const)
  test(`work that is submitted again while a statement waits to ${move} it is decided on wholly, or not at all`, async () => {
    const offer = await activeOffer(market)
    const { work, of, again } = await sentBack(offer)
    const { b } = offer.advertiser
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
    assert.deepEqual(await meanwhile(again, () => decided[move](ctx.db, [asked], terms)), [])
    assert.equal(good(await b.get(`/v1/reports/${work.id}`)).status, 'Pending')
    assert.deepEqual(await moneyOf(offer.advertiser), before)
    assert.equal(good(await b.post(`/v1/reports/${work.id}/accept`)).status, 'Accepted')
  })

test('work that is submitted again while it is withdrawn gives back the reservation that it was first done for', async () => {
  const offer = await activeOffer(market)
  // Of another's work, so that the counts of the offer do not tell that anything happened.
  await submittedWork(market, offer.id)
  const { work, of, again } = await sentBack(offer)
  const withdrawn = await meanwhile(again, () => withdrawExecution(ctx.db, of.id, moneyFrom(ctx.config)))
  assert.equal(withdrawn?.status, 'Withdrawn')
  const taken = sql`select id from reservations where executor = ${work.executor.id}::bigint and is_taken`
  assert.deepEqual(await ctx.db.many(taken), [])
})
