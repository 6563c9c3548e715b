import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  reserved,
  submittedWork,
  workPath,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { issueToken } from '../../accounts/actions.ts'
import { sql } from '../../platform/sql.ts'
import { levelOf } from '../../values/level.ts'
import { nextLevelOf } from '../reputation.ts'
import { refreshAdvertisers } from './actions.ts'

const market = await openMarket({ coolDownAfter: 2, coolDownSeconds: 3_600, clearingSeconds: 600 })
const { db } = market.ctx

describe('the distance to the next level', () => {
  test('is the exact number of acceptances needed without rejections', () => {
    for (const accepted of [0, 3, 9, 10, 44, 49, 50, 240, 250, 999, 1_000])
      for (const rejected of [0, 1, 5, 13, 100]) {
        const next = nextLevelOf(accepted, rejected)
        if (!next) {
          assert.equal(levelOf(accepted, rejected), 4)
          continue
        }
        assert.equal(next.level, levelOf(accepted, rejected) + 1)
        assert.ok(levelOf(accepted + next.acceptedMissing, rejected) >= next.level)
        assert.ok(levelOf(accepted + next.acceptedMissing - 1, rejected) < next.level)
      }
  })

  test('is shown with the requirements of the level', () => {
    assert.deepEqual(nextLevelOf(44, 2), { level: 2, acceptedCount: 50, acceptanceRate: 0.9, acceptedMissing: 6 })
    assert.deepEqual(nextLevelOf(40, 10), { level: 2, acceptedCount: 50, acceptanceRate: 0.9, acceptedMissing: 50 })
    assert.equal(nextLevelOf(2_000, 0), null)
  })
})

describe('an executor', () => {
  test('who is new has an empty record', async () => {
    const worker = await executor(market)
    const { sinceUtc, ...reputation } = expectOk(await worker.a.get('/api/executor/standing'))
    assert.ok(Date.parse(sinceUtc) > 0)
    assert.deepEqual(reputation, {
      level: 0,
      acceptedCount: 0,
      rejectedCount: 0,
      acceptanceRate: null,
      nextLevel: { level: 1, acceptedCount: 10, acceptanceRate: 0, acceptedMissing: 10 },
      clearingSeconds: 600,
      missedReservations: 0,
      missedReservationsMax: 2,
      coolingDownUntilUtc: null,
      disputesDecided: 0,
      disputesWon: 0,
    })
  })

  test('sees the decisions on their work, and the level from which they are paid at once', async () => {
    const { id: offer, advertiser: owner } = await activeOffer(market, { slots: 9 })
    const work = await submittedWork(market, offer)
    expectOk(await owner.b.post(`/v1/reports/${work.id}/accept`))
    const { a, id } = work.executor
    const first = expectOk(await a.get('/api/executor/standing'))
    assert.deepEqual([first.acceptedCount, first.acceptanceRate, first.clearingSeconds], [1, 1, 600])
    await db.run(sql`update executors set accepted = 60, rejected = 3 where account = ${id}::bigint`)
    const trusted = expectOk(await a.get('/api/executor/standing'))
    assert.deepEqual([trusted.level, trusted.clearingSeconds, trusted.rejectedCount], [2, 0, 3])
  })

  test('sees missed reservations, swept or not, and the end of the cool-down', async () => {
    const worker = await executor(market)
    const [one, two] = [await activeOffer(market), await activeOffer(market)]
    await reserved(worker, one.id)
    expectOk(await worker.a.post(`${workPath(one.id)}/reservation/cancel`))
    await reserved(worker, two.id)
    market.pass(3_601)
    const reputation = expectOk(await worker.a.get('/api/executor/standing'))
    assert.equal(reputation.missedReservations, 2)
    const refused = await worker.a.post(`${workPath(one.id)}/reserve`)
    assert.deepEqual([refused.status, refused.body.untilUtc], [409, reputation.coolingDownUntilUtc])
    market.pass(86_400)
    const later = expectOk(await worker.a.get('/api/executor/standing'))
    assert.deepEqual([later.missedReservations, later.coolingDownUntilUtc], [1, null], 'one was not swept yet')
  })

  test('sees how their appeals ended', async () => {
    const worker = await executor(market)
    await dispute({ executor: worker.id, outcome: 'Executor' })
    await dispute({ executor: worker.id, outcome: 'Advertiser' })
    await dispute({ executor: worker.id, outcome: null })
    const { disputesDecided, disputesWon } = expectOk(await worker.a.get('/api/executor/standing'))
    assert.deepEqual([disputesDecided, disputesWon], [2, 1])
  })
})

type Disputed = { readonly executor?: number; readonly advertiser?: number; readonly outcome: string | null }
let serial = 1_000_000

const dispute = ({ executor: worker = 0, advertiser: owner = 0, outcome }: Disputed) =>
  db.run(sql`
    insert into disputes (execution, offer, advertiser, executor, status, statement, opened_at, respond_by_at, decide_by_at,
      outcome, resolved_at)
    select ${++serial}::bigint, 1, ${owner}::bigint, ${worker}::bigint, ${outcome ? 'Resolved' : 'Open'}, 'It is there.',
      ${db.now()}, ${db.now()}, ${db.now()}, ${outcome}::text, case when ${outcome}::text is not null then ${db.now()} end`)

describe('an advertiser', () => {
  test('without history has an empty record', async () => {
    const owner = await advertiser(market)
    const { sinceUtc, ...reputation } = expectOk(await owner.b.get('/v1/standing'))
    assert.ok(Date.parse(sinceUtc) > 0)
    assert.deepEqual(reputation, {
      decidedCount: 0,
      acceptedCount: 0,
      acceptanceRate: null,
      medianReviewSeconds: null,
      disputesDecided: 0,
      disputesLost: 0,
      disputeLossRate: null,
      updatedAtUtc: null,
    })
  })

  test('sees what executors see: acceptances, review time, and lost appeals', async () => {
    const { id: offer, advertiser: owner } = await activeOffer(market, { slots: 9 })
    const [one, two] = [await submittedWork(market, offer), await submittedWork(market, offer)]
    market.pass(120)
    expectOk(await owner.b.post(`/v1/reports/${one.id}/accept`))
    expectOk(await owner.b.post(`/v1/reports/${two.id}/reject`, { reason: 'The last page is missing.' }))
    for (const outcome of ['Executor', 'Conceded', 'Silence', 'Advertiser', null])
      await dispute({ advertiser: owner.id, outcome })
    await refreshAdvertisers(market.ctx)
    const reputation = expectOk(await owner.b.get('/v1/standing'))
    const { decidedCount, acceptedCount, acceptanceRate, medianReviewSeconds } = reputation
    assert.deepEqual([decidedCount, acceptedCount, acceptanceRate], [2, 1, 0.5])
    assert.ok(medianReviewSeconds >= 120 && medianReviewSeconds < 150, `${medianReviewSeconds}`)
    assert.deepEqual([reputation.disputesDecided, reputation.disputesLost, reputation.disputeLossRate], [4, 3, 0.75])
    assert.deepEqual(expectOk(await owner.a.get('/api/advertiser/standing')), reputation)
  })

  test('is updated after an appeal alone, which stops counting after a year', async () => {
    const owner = await advertiser(market)
    await dispute({ advertiser: owner.id, outcome: 'Executor' })
    await refreshAdvertisers(market.ctx)
    assert.equal(expectOk(await owner.b.get('/v1/standing')).disputesLost, 1)
    market.pass(366 * 86_400)
    await dispute({ advertiser: owner.id, outcome: 'Advertiser' })
    await refreshAdvertisers(market.ctx)
    const { a } = await renewed(owner.email)
    assert.equal(expectOk(await a.get('/api/advertiser/standing')).disputesLost, 0)
  })
})

/** Tokens expire after a year or earlier. */
async function renewed(email: string) {
  const { secret } = await issueToken(market.ctx, { email })
  return { a: market.as(secret) }
}
