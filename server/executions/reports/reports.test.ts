import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { activeOffer, advertiser, executor, expectOk, submittedWork, workPath } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import { refreshAdvertisers } from '../reputation/actions.ts'
import { findThenRead } from './actions.ts'

const market = await openMarket()
const owner = await advertiser(market)
const reject = { reason: 'Not what was asked' }

/** Four reports on two tasks: accepted, rejected and pending ones, an hour apart. */
const one = await activeOffer(market, { advertiser: owner, slots: 5, members: { externalId: 'order-1' } })
const two = await activeOffer(market, { advertiser: owner, slots: 5 })
const ann = await executor(market)
const first = await submittedWork(market, one.id, ann)
market.pass(3_600)
const second = await submittedWork(market, one.id)
expectOk(await owner.b.post(`/v1/reports/${first.id}/accept`))
market.pass(3_600)
const third = await submittedWork(market, two.id, ann)
expectOk(await owner.b.post(`/v1/reports/${second.id}/reject`, reject))
market.pass(3_600)
const fourth = await submittedWork(market, two.id)

type Listed = { readonly id: number; readonly executor: { readonly id: string }; readonly submittedAtUtc: string }
const list = async (query: string) => expectOk(await owner.b.get(`/v1/reports${query}`))

describe('listing reports', () => {
  test('returns them newest first, with their total, without their history', async () => {
    const { items, ...rest } = await list('')
    assert.deepEqual(
      items.map(({ id }: Listed) => id),
      [fourth.id, third.id, second.id, first.id],
    )
    assert.deepEqual(rest, { totalCount: 4, totalCountIsExact: true, page: 1, pageSize: 20, nextCursor: null })
    assert.ok(items.every((item: object) => !('history' in item)))
  })
})

describe('a report', () => {
  test('shows the executor by an alias for this advertiser, and their record', async () => {
    const { executor: who } = expectOk(await owner.b.get(`/v1/reports/${third.id}`))
    assert.match(who.id, /^ex_[0-9a-f]{20}$/)
    assert.deepEqual(
      { ...who, id: '' },
      { id: '', nickname: null, countryId: 840, level: 0, acceptanceRate: 1, acceptedCount: 1 },
    )
    assert.equal(expectOk(await owner.b.get(`/v1/reports/${first.id}`)).executor.id, who.id)
    const { id, advertiser: other } = await activeOffer(market)
    const elsewhere = await submittedWork(market, id, ann)
    assert.notEqual(expectOk(await other.b.get(`/v1/reports/${elsewhere.id}`)).executor.id, who.id)
  })

  test('shows the working time in seconds, and the history', async () => {
    const { id } = await activeOffer(market, { advertiser: owner })
    const worker = await executor(market)
    expectOk(await worker.a.post(`${workPath(id)}/reserve`))
    market.pass(418)
    const work = await submittedWork(market, id, worker)
    expectOk(await owner.b.post(`/v1/reports/${work.id}/accept`, { comment: 'Well done' }))
    const { workSeconds, history, offerVersion } = expectOk(await owner.b.get(`/v1/reports/${work.id}`))
    assert.deepEqual([workSeconds >= 418 && workSeconds < 430, offerVersion], [true, 2])
    const shown = history.map(({ event, actor, note, revision }: Record<string, unknown>) => [
      event,
      actor,
      note,
      revision,
    ])
    assert.deepEqual(shown, [
      ['Submitted', 'Executor', null, 1],
      ['Accepted', 'Advertiser', 'Well done', 1],
    ])
  })

  test('hides the advertiser’s members from its executor', async () => {
    const work = expectOk(await first.executor.a.get(`/api/executor/executions/${first.id}`))
    assert.deepEqual(
      [work.status, work.rewardPerAction, 'costPerAction' in work, 'executor' in work],
      ['Accepted', 1, false, false],
    )
    assert.equal((await second.executor.a.get(`/api/executor/executions/${first.id}`)).status, 404)
    const { items, totalCount } = expectOk(await second.executor.a.get('/api/executor/executions'))
    assert.deepEqual([items.map(({ id }: Listed) => id), totalCount], [[second.id], 1])
  })
})

test('an advertiser’s decisions become their record, which executors see before they reserve', async () => {
  assert.ok((await refreshAdvertisers(market.ctx)) > 0)
  const { id } = await activeOffer(market, { advertiser: owner })
  const { advertiser: record } = expectOk(await ann.a.get(`/api/executor/offers/available/${id}`))
  assert.ok(record.acceptanceRate > 0.6 && record.acceptanceRate < 0.7, String(record.acceptanceRate))
  assert.ok(record.medianReviewSeconds >= 0)
  assert.equal(await refreshAdvertisers(market.ctx), 0, 'nothing was decided since')
  const { refreshed } = await market.ctx.db.one<{ refreshed: number }>(sql`
    select count(*) as refreshed from advertisers where refreshed_at is not null`)
  assert.ok(refreshed > 0)
})

test('a balance shows when it last changed, even if only held money did', async () => {
  const work = await submittedWork(market, two.id)
  market.pass(60)
  const { decision } = expectOk(await owner.b.post(`/v1/reports/${work.id}/accept`))
  assert.equal(expectOk(await owner.b.get('/v1/balance')).updatedAtUtc, decision.decidedAtUtc)
})

test('a report that is decided while a page of pending ones is read is not on it', async () => {
  const { id } = await activeOffer(market, { advertiser: owner, slots: 2 })
  const [decided, pending] = [await submittedWork(market, id), await submittedWork(market, id)]
  const { db } = market.ctx
  const reads: unknown[] = []
  const many = async <Row>(statement: Sql): Promise<Row[]> => {
    const rows = await db.many<Row>(statement)
    if (reads.push(rows) === 1) expectOk(await owner.b.post(`/v1/reports/${decided.id}/accept`))
    return rows
  }
  const filter = { tasks: [id], status: ['Pending'] }
  const page = { page: 1, pageSize: 20 }
  const rows = await findThenRead(
    { ...db, many },
    { account: owner.id as Id<'account'>, filter, page, total: undefined },
  )
  assert.deepEqual([rows.map((row) => row.id), reads.length], [[pending.id], 3])
})
