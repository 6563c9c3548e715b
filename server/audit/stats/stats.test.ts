import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  outcome,
  submittedOffer,
  submittedWork,
  theOperator,
} from '../../../test/support/fixtures.ts'
import { jobNamed } from '../../../test/support/jobs.ts'
import { type Market, openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import { countDays } from './actions.ts'
import { daysToCount, medianOf } from './stats.ts'

const now = new Date('2026-03-01T10:00:00Z')
const day = 86_400

test('computes days without statistics, and yesterday and today again', () => {
  assert.deepEqual(daysToCount('2026-03-01', now), ['2026-02-28', '2026-03-01'])
  assert.deepEqual(daysToCount('2026-02-26', now), ['2026-02-26', '2026-02-27', '2026-02-28', '2026-03-01'])
  assert.deepEqual([daysToCount(null, now).length, daysToCount('2020-01-01', now).length], [92, 92])
})

test('the median of daily medians is weighted by the number of reviews', () => {
  const of = (...days: [number, number | null][]) =>
    medianOf(days.map(([reviewed, medianReviewSeconds]) => ({ reviewed, medianReviewSeconds })))
  assert.equal(of(), null)
  assert.equal(of([0, null]), null)
  assert.equal(of([1, 900], [10, 60], [2, 5]), 60)
})

/** Moves the clock to ten in the morning, so that no day ends during a test. */
async function toMorning(market: Market): Promise<Market> {
  const { seconds } = await market.ctx.db.one<{ seconds: number }>(sql`
    select ceil(extract(epoch from date_trunc('day', now(), 'UTC') + interval '34 hours' - now()))::integer as seconds`)
  market.pass(seconds)
  return market
}

/** One execution is accepted after ten minutes, one rejected and disputed, one left pending; one offer is pending too. */
async function someWork(market: Market): Promise<void> {
  const owner = await advertiser(market)
  const worker = await executor(market)
  const { id } = await activeOffer(market, { advertiser: owner, slots: 5 })
  const first = await submittedWork(market, id, worker)
  market.pass(600)
  expectOk(await owner.b.post(`/v1/reports/${first.id}/accept`))
  const second = await submittedWork(market, id)
  expectOk(
    await owner.b.post(`/v1/reports/${second.id}/reject`, { reasonCode: 'ProofMismatch', reason: 'Nothing to see.' }),
  )
  const statement = 'It is on the second page.'
  expectOk(await second.executor.a.post(`/api/executor/executions/${second.id}/dispute`, { statement }))
  await submittedWork(market, id)
  await submittedOffer(market, { advertiser: owner })
}

test('statistics of a day match its events, and recomputing changes nothing', async () => {
  const market = await toMorning(await openMarket())
  const { a } = await theOperator(market)
  const figures = async (query = '') => expectOk(await a.get(`/api/operator/figures${query}`))
  const before = await figures()
  assert.deepEqual([before.countedAtUtc, before.days.length, before.totals.submitted], [null, 30, 0])

  await someWork(market)
  assert.equal(await countDays(market.ctx), 92)
  const counted = await figures()
  const today = counted.days.at(-1)
  assert.deepEqual(today, {
    ...{
      date: counted.to,
      offersActivated: 1,
      submitted: 3,
      accepted: 1,
      rejected: 1,
      disputesOpened: 1,
      disputesDecided: 0,
    },
    ...{ newAdvertisers: 1, newExecutors: 3, newOperators: 1 },
    ...{ deposits: 1000, rewards: 1, fees: 0.1, withdrawals: 0, medianReviewSeconds: today.medianReviewSeconds },
  })
  assert.ok(today.medianReviewSeconds <= 601)
  assert.deepEqual({ date: counted.to, ...counted.totals }, today)
  assert.deepEqual(
    [
      counted.now.activeOffers,
      counted.now.openSlots,
      counted.now.pendingReviews,
      counted.now.offers,
      counted.now.disputes,
    ],
    [1, 3, 1, 1, 1],
  )
  assert.equal(await jobNamed('count days').run(market.ctx, market.logger as never), 0)
  assert.deepEqual((await figures()).days, counted.days)
})

test('a finished day keeps its statistics, and a day without data is included', async () => {
  const market = await toMorning(await openMarket())
  const { a } = await theOperator(market)
  await submittedOffer(market)
  await countDays(market.ctx)
  const counted = expectOk(await a.get('/api/operator/figures'))
  assert.deepEqual([counted.days.at(-1).newAdvertisers, counted.days.at(-1).deposits], [1, 1000])
  market.pass(3 * day)
  await countDays(market.ctx)
  const later = expectOk(await a.get('/api/operator/figures'))
  assert.deepEqual(later.days.at(-4), counted.days.at(-1))
  assert.equal(later.days.at(-1).newAdvertisers, 0)
  const past = expectOk(await a.get('/api/operator/figures?from=2020-01-01&to=2020-01-02'))
  assert.deepEqual([past.days.length, past.countedAtUtc, past.totals.deposits], [2, null, 0])
  assert.equal(outcome(await a.get('/api/operator/figures?from=tomorrow')), '400 validation_error')
})

test('an operator reads the check of the ledger and can run it', async () => {
  const market = await toMorning(await openMarket())
  const { a } = await theOperator(market)
  assert.deepEqual(expectOk(await a.get('/api/operator/ledger')), { currency: 'USD', lastCheck: null })
  const { id, advertiser: owner } = await activeOffer(market, { slots: 2 })
  const { id: report } = await submittedWork(market, id)
  expectOk(await owner.b.post(`/v1/reports/${report}/accept`))
  const { lastCheck } = expectOk(await a.post('/api/operator/ledger/verify'))
  assert.deepEqual([lastCheck.ok, lastCheck.findings, lastCheck.transfers > 2], [true, [], true])
  const { sums } = lastCheck
  assert.deepEqual(
    [sums.advertisersAvailable, sums.held, sums.owedToExecutors, sums.fees, sums.cameIn, sums.wentOut, sums.total],
    [997.8, 1.1, 1, 0.1, 1000, 0, 0],
  )
  assert.deepEqual(expectOk(await a.get('/api/operator/ledger')).lastCheck, lastCheck)

  await market.ctx.db.transaction(async (db) => {
    await db.run(sql`select pg_advisory_xact_lock(3182640958::bigint)`)
    assert.equal(outcome(await a.post('/api/operator/ledger/verify')), '409 check_under_way')
  })
  await market.ctx.db.run(sql`update balances set units = units + 1 where book = 'advertiser.available'`)
  const wrong = expectOk(await a.post('/api/operator/ledger/verify')).lastCheck
  assert.deepEqual([wrong.ok, wrong.findings], [false, [`advertiser.available of ${owner.id}`]])
})
