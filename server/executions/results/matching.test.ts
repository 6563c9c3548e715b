import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { answered, type GivenAnswer } from '../../../test/support/answering.ts'
import { activeOffer, advertiser, executor, expectOk, moneyOf, outcome } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import { readMax, reportsMax } from './result.ts'

const market = await openMarket()
const owner = await advertiser(market, { funds: 1_000 })

const offered = async (count: number, members: object = {}) => {
  const items = Array.from({ length: count }, (_, n) => ({ externalId: `item-${n}`, data: { n } }))
  const { id } = await activeOffer(market, {
    advertiser: owner,
    members: { totalLimit: undefined, overlap: 3, attemptsMax: 9, items, ...members },
  })
  return id
}
const give = (offer: number, answers: readonly GivenAnswer[]) => answered(market, offer, answers)
const labels = (...names: readonly string[]) => names.map((label) => ({ value: { label } }))
const resultsOf = async (offer: number, query: string) =>
  expectOk(await owner.b.get(`/v1/tasks/${offer}/results${query}`))
const namesOf = async (offer: number, query: string): Promise<string[]> =>
  (await resultsOf(offer, query)).items.map(({ externalId }: { externalId: string }) => externalId)
const reportsOf = async (offer: number, query = '') =>
  expectOk(await owner.b.get(`/v1/tasks/${offer}/results/reports${query}`))
const idsOf = async (offer: number, query = ''): Promise<number[]> =>
  (await reportsOf(offer, query)).reports.map(({ id }: { id: number }) => id)
const decide = async (report: number, move: string, body = {}) =>
  expectOk(await owner.b.post(`/v1/reports/${report}/${move}`, body))

/** Three items of one slot: all agree on the first, two on the second, and nobody on the third. */
const judged = await offered(3, { itemsPerSlot: 3, skipsMax: 1 })
const [, second, third] = [
  await give(judged, labels('cat', 'cat', 'a')),
  await give(judged, [{ value: { label: 'cat' } }, { value: { label: 'cat', sure: true } }, { value: { label: 'b' } }]),
  await give(judged, [{ value: { label: 'cat' } }, { value: { label: 'dog' } }, { skipped: 'Blurred' }]),
]

describe('a list of results', () => {
  test('has only items whose answers agree, in whole or in a member, or differ', async () => {
    assert.deepEqual(await namesOf(judged, '?agreement=Equal'), ['item-0'])
    assert.deepEqual(await namesOf(judged, '?agreement=Differs'), ['item-1', 'item-2'])
    assert.deepEqual(await namesOf(judged, '?agreement=Differs&member=sure'), ['item-1'])
    const { totalCount, totalCountIsExact } = await resultsOf(judged, '?agreement=Differs&pageSize=1')
    assert.deepEqual({ totalCount, totalCountIsExact }, { totalCount: 2, totalCountIsExact: true })
  })

  test('has only items with an answer of a value, and without rejected ones', async () => {
    assert.deepEqual(await namesOf(judged, '?member=label&value=dog'), ['item-1'])
    assert.deepEqual(await namesOf(judged, '?member=sure&value=true'), ['item-1'])
    assert.deepEqual(await namesOf(judged, '?member=label&value=cat&agreement=Equal'), ['item-0'])
    const offer = await offered(1)
    const one = await give(offer, [{ value: { list: ['x', 2], label: 'x' } }])
    assert.deepEqual(await namesOf(offer, '?member=list&value=x'), ['item-0'])
    assert.deepEqual(await namesOf(offer, '?member=list&value=2'), ['item-0'])
    assert.deepEqual(await namesOf(offer, '?member=list&value=y'), [])
    assert.deepEqual(await namesOf(offer, '?agreement=Equal'), [], 'one answer agrees with nobody')
    await give(offer, labels('x'))
    assert.deepEqual(await namesOf(offer, '?agreement=Equal&member=label'), ['item-0'])
    await decide(one, 'reject', { reason: 'Wrong' })
    assert.deepEqual(await namesOf(offer, '?member=list&value=x'), [])
    assert.deepEqual(await namesOf(offer, '?member=list&value=x&reportStatus=Rejected'), ['item-0'])
    assert.deepEqual(await namesOf(offer, '?agreement=Equal&member=label'), [])
  })

  test('has only items with reports of a status, page by page', async () => {
    const offer = await offered(4, { overlap: 1 })
    const reports = []
    for (const label of ['a', 'b', 'c']) reports.push(await give(offer, labels(label)))
    await decide(reports[1] ?? 0, 'accept')
    assert.deepEqual(await namesOf(offer, '?reportStatus=Pending'), ['item-0', 'item-2'])
    assert.deepEqual(await namesOf(offer, '?reportStatus=Accepted,Pending'), ['item-0', 'item-1', 'item-2'])
    assert.deepEqual(await namesOf(offer, '?reportStatus=Pending&status=Completed,Open'), [])
    assert.deepEqual(await namesOf(offer, '?reportStatus=Pending&externalId=item-2'), ['item-2'])
    const { items, nextCursor } = await resultsOf(offer, '?reportStatus=Pending&pageSize=1')
    assert.equal(items.length, 1)
    assert.deepEqual(await namesOf(offer, `?reportStatus=Pending&pageSize=1&cursor=${nextCursor}`), ['item-2'])
    assert.equal(outcome(await owner.b.get(`/v1/tasks/${offer}/results?cursor=${nextCursor}`)), '400 validation_error')
  })

  test('reads a bounded number of items for each page, and says where it continues', async () => {
    const offer = await offered(1, { overlap: 1 })
    const report = await give(offer, labels('x'))
    const { suite } = await market.ctx.db.one<{ suite: number }>(
      sql`select suite from items where offer = ${offer}::bigint`,
    )
    await market.ctx.db.run(sql`
      insert into items (offer, suite, data, status, created_at)
      select ${offer}::bigint, ${suite}::bigint, '{}', 'Cancelled', ${market.ctx.db.now()} from generate_series(1, ${readMax}::integer)`)
    const last = await market.ctx.db.one<{ id: number }>(sql`
      insert into items (offer, suite, data, status, created_at)
      values (${offer}::bigint, ${suite}::bigint, '{"last": true}', 'Cancelled', ${market.ctx.db.now()}) returning id`)
    await market.ctx.db.run(sql`
      insert into answers (item, execution, offer, place, value)
      values (${last.id}::bigint, ${report}::bigint, ${offer}::bigint, 1, '{"label": "y"}') on conflict do nothing`)
    const first = await resultsOf(offer, '?member=label&value=y')
    assert.deepEqual([first.items, first.totalCountIsExact], [[], false])
    const { items, nextCursor } = await resultsOf(offer, `?member=label&value=y&cursor=${first.nextCursor}`)
    assert.deepEqual([items.length, items[0].itemId, nextCursor], [1, last.id, null])
  })
})

describe('the reports that match', () => {
  test('are those of which every answer matches', async () => {
    const offer = await offered(2, { itemsPerSlot: 2, skipsMax: 1 })
    const both = [await give(offer, labels('cat', 'dog')), await give(offer, labels('cat', 'dog'))]
    assert.deepEqual(await idsOf(offer, '?agreement=Equal'), both)
    assert.deepEqual(await idsOf(offer, '?member=label&value=cat'), [])
    const last = await give(offer, [{ value: { label: 'cat' } }, { skipped: 'Blurred' }])
    assert.deepEqual(await idsOf(offer, '?agreement=Equal'), both, 'skipped items agree with nothing')
    assert.deepEqual(await idsOf(offer), [...both, last])
    assert.deepEqual(await idsOf(offer, '?status=Completed'), [])
    assert.deepEqual(await idsOf(judged, '?agreement=Equal'), [])
    assert.deepEqual(await idsOf(judged, '?member=label&value=cat'), [])
    assert.deepEqual((await idsOf(judged)).slice(1), [second, third])
  })

  test('are found by their other answers if they have gold items', async () => {
    const known = { externalId: 'known', data: { n: 9 }, goldAnswer: { label: 'bird' } }
    const items = [{ externalId: 'item', data: { n: 1 } }, known]
    const offer = await offered(0, { items, itemsPerSlot: 2, gold: { perSlot: 1, minAccuracy: null } })
    const { items: listed } = expectOk(await owner.b.get(`/v1/tasks/${offer}/items`))
    // The id of a gold item is random.
    const byName = (item: string, known: string) =>
      give(offer, labels(...listed.map(({ externalId }: { externalId: string }) => ({ item, known })[externalId])))
    const both = [await byName('cat', 'bird'), await byName('cat', 'dog')]
    assert.deepEqual(await idsOf(offer, '?agreement=Equal'), both)
    assert.deepEqual(await idsOf(offer, '?member=label&value=cat&status=Open'), both)
    assert.deepEqual(await idsOf(offer, '?member=label&value=bird'), [])
  })

  test('are accepted as they were counted: not with a later answer, a later change or a flag', async () => {
    const offer = await offered(3, { overlap: 2 })
    const [one, other] = [await give(offer, labels('cat')), await give(offer, labels('cat'))]
    const [flagged, held] = [await give(offer, labels('dog')), await give(offer, labels('dog'))]
    await market.ctx.db.run(sql`update executions set flags = '{TooFast}' where id = ${flagged}::bigint`)
    await market.ctx.db.run(
      sql`update executions set fraud_hold_at = ${market.ctx.db.now()} where id = ${held}::bigint`,
    )
    const before = await moneyOf(owner)
    const counted = await reportsOf(offer, '?agreement=Equal')
    assert.deepEqual(counted, {
      reports: [one, other].map((id) => ({ id, version: counted.reports[0].version })),
      costTotal: 2.2,
      currency: 'USD',
      flaggedCount: 1,
      checkedCount: 4,
      nextAfter: null,
    })
    const later = await give(offer, labels('bird'))
    await decide(other, 'rework', { reason: 'Please look again.' })
    const body = { items: counted.reports.map((report: object) => ({ ...report, action: 'accept' })) }
    const { results } = expectOk(await owner.b.post('/v1/reports/bulk', body))
    assert.deepEqual(
      results.map(({ ok, problem }: { ok: boolean; problem?: { code: string } }) => (ok ? 'ok' : problem?.code)),
      ['ok', 'version_conflict'],
    )
    assert.equal(expectOk(await owner.b.get(`/v1/reports/${later}`)).status, 'Pending')
    assert.equal((before.held - (await moneyOf(owner)).held).toFixed(2), '1.10')
  })

  test('are searched among a bounded number, and the next search continues', async () => {
    const offer = await offered(1, { overlap: 1 })
    const report = await give(offer, labels('x'))
    await market.ctx.db.run(sql`
      insert into executions (offer, advertiser, executor, executor_alias, reservation, content_hash, details, reward_units, fee_units,
        add_on_units, currency, offer_version, max_reworks, reserved_at, submitted_at, review_deadline_at, history, status, has_items, is_sole,
        created_at, updated_at)
      select offer, advertiser, executor, executor_alias, -n, content_hash, details, reward_units, fee_units, add_on_units, currency,
        offer_version, max_reworks, reserved_at, submitted_at, review_deadline_at, history, status, has_items, false, created_at, updated_at
      from executions, generate_series(1, ${reportsMax}::integer) n where id = ${report}::bigint`)
    const { nextAfter, checkedCount, reports } = await reportsOf(offer, '?member=label&value=x')
    assert.deepEqual([checkedCount, reports.length], [reportsMax, 1])
    const next = await reportsOf(offer, `?member=label&value=x&after=${nextAfter}`)
    assert.deepEqual(next, { ...next, reports: [], checkedCount: 1, nextAfter: null })
  })
})

test('filters that do not belong together, and tasks of others, are refused', async () => {
  for (const path of ['results', 'results/reports']) {
    const refusalOf = async (query: string) => (await owner.b.get(`/v1/tasks/${judged}/${path}?${query}`)).body
    assert.equal((await refusalOf('value=x')).errors[0].parameter, 'value')
    assert.equal((await refusalOf('member=x')).errors[0].parameter, 'member')
    assert.equal((await refusalOf('agreement=Same')).errors[0].parameter, 'agreement')
    const rival = await advertiser(market)
    const answer = await rival.b.get(`/v1/tasks/${judged}/${path}?agreement=Equal`)
    assert.equal(outcome(answer), '404 task_not_found')
    assert.equal(
      outcome(await (await executor(market)).b.get(`/v1/tasks/${judged}/${path}?agreement=Equal`)).slice(0, 3),
      '401',
    )
  }
})
