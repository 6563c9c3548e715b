import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  outcome,
  submittedWork,
  workPath,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import { refreshAdvertisers } from '../reputation/actions.ts'

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
const idsOf = async (query: string): Promise<number[]> => (await list(query)).items.map(({ id }: Listed) => id)

describe('listing reports', () => {
  test('returns them newest first, with their total, without their history', async () => {
    const { items, ...rest } = await list('')
    assert.deepEqual(
      items.map(({ id }: Listed) => id),
      [fourth.id, third.id, second.id, first.id],
    )
    assert.deepEqual(rest, { totalCount: 4, page: 1, pageSize: 20, nextCursor: null })
    assert.ok(items.every((item: object) => !('history' in item)))
  })

  test('returns pages, clamping page numbers to the range', async () => {
    assert.deepEqual(await idsOf('?pageSize=3&page=2'), [first.id])
    assert.deepEqual(await idsOf('?pageSize=0&page=0'), [fourth.id])
    assert.deepEqual(await idsOf('?page=9'), [])
    assert.equal((await list('?pageSize=5000')).pageSize, 100)
  })

  test('filters by task, status, executor and time', async () => {
    const { executor: who, submittedAtUtc } = (await list('')).items[1]
    const cases: [string, number[]][] = [
      [`?taskId=${one.id}`, [second.id, first.id]],
      [`?taskId=${one.id},${two.id}`, [fourth.id, third.id, second.id, first.id]],
      [`?taskId=${one.id}&taskId=${two.id}&status=Pending`, [fourth.id, third.id]],
      ['?taskExternalId=order-1', [second.id, first.id]],
      ['?taskExternalId=order-2', []],
      ['?status=Accepted,Rejected', [second.id, first.id]],
      [`?executorId=${who.id}`, [third.id, first.id]],
      [`?submittedFrom=${submittedAtUtc}`, [fourth.id, third.id]],
      [`?submittedTo=${submittedAtUtc}`, [third.id, second.id, first.id]],
      [`?submittedFrom=${submittedAtUtc}&submittedTo=${submittedAtUtc}`, [third.id]],
      ['?decidedFrom=2020-01-01', [second.id, first.id]],
      ['?decidedTo=2020-01-01', []],
      ['?reviewDeadlineBefore=2020-01-01', []],
      ['?taskId=999999', []],
    ]
    for (const [query, expected] of cases) assert.deepEqual(await idsOf(query), expected, query)
  })

  test('sorts as requested', async () => {
    assert.deepEqual(await idsOf('?sort=submittedAt'), [first.id, second.id, third.id, fourth.id])
    assert.deepEqual(await idsOf('?sort=-id'), [fourth.id, third.id, second.id, first.id])
    assert.deepEqual(await idsOf('?sort=-updatedAt'), [fourth.id, second.id, third.id, first.id])
    assert.deepEqual(await idsOf('?sort=reviewDeadline'), [first.id, second.id, third.id, fourth.id])
  })

  test('returns reports of one task, but not of another advertiser’s', async () => {
    const ofTask = async (id: number | string, client = owner) =>
      expectOk(await client.b.get(`/v1/tasks/${id}/reports`)).totalCount
    assert.deepEqual([await ofTask(one.id), await ofTask(999_999)], [2, 0])
    const stranger = await advertiser(market)
    assert.equal(await ofTask(one.id, stranger), 0)
    assert.equal(expectOk(await stranger.b.get(`/v1/reports?taskId=${one.id}`)).totalCount, 0)
  })

  test('refuses invalid parameters', async () => {
    const wrong = ['sort=name', 'submittedFrom=yesterday', 'page=x', 'submittedTo=2026-02-31', 'hasDispute=perhaps']
    for (const query of [...wrong, 'cursor=x']) {
      assert.equal(outcome(await owner.b.get(`/v1/reports?${query}`)), '400 validation_error', query)
    }
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

  test('gives temporary links to its proofs', async () => {
    const { proofs } = expectOk(await owner.b.get(`/v1/reports/${fourth.id}`))
    const { pathname, search } = new URL(proofs[0].downloadUrl)
    assert.equal((await market.as().get(pathname + search)).status, 200)
    assert.equal((await market.as().get(pathname)).status, 401)
    market.pass(901)
    assert.equal((await market.as().get(pathname + search)).status, 403)
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
