import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../server/platform/sql.ts'
import { activeOffer, expectOk, type Person, submittedWork } from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'

const market = await openMarket()

/** Adds reports with these ids, without their offer and executor. */
const addReports = (first: number, last: number, { id: owner }: Person) =>
  market.owner.transaction(async (db) => {
    await db.run(sql`set local session_replication_role = replica`)
    await db.run(sql`
      insert into executions (id, offer, advertiser, executor, executor_alias, reservation, content_hash, details, reward_units,
        fee_units, add_on_units, currency, offer_version, reserved_at, submitted_at, review_deadline_at, history, created_at,
        updated_at)
      select place, (select min(id) from offers), ${owner}::bigint, place, 'x', place, '', '{}', 1, 0, 0, 'USD', 1, ${db.now()},
        ${db.now()}, ${db.now()}, '[]', ${db.now()}, ${db.now()}
      from generate_series(${first}::bigint, ${last}::bigint) place`)
  })

test('the total of a list is exact up to 10,000; above, it says that there are more', async () => {
  const { advertiser: owner } = await activeOffer(market)
  const total = async (query = '') => {
    const { totalCount, totalCountIsExact } = expectOk(await owner.b.get(`/v1/reports?pageSize=1${query}`))
    return [totalCount, totalCountIsExact]
  }
  await addReports(1_000_001, 1_009_999, owner)
  assert.deepEqual(await total(), [9_999, true])
  await addReports(1_010_000, 1_010_000, owner)
  market.pass(2)
  assert.deepEqual(await total(), [10_000, true])
  await addReports(1_010_001, 1_010_001, owner)
  market.pass(2)
  for (const query of ['', '&hasDispute=false', '&status=Pending', '&page=9000'])
    assert.deepEqual(await total(query), [10_000, false], query)
  assert.deepEqual(await total('&status=Accepted'), [0, true])
  await market.owner.run(sql`delete from executions where id = 1010001`)
  market.pass(11)
  assert.deepEqual(await total(), [10_000, true])
})

/** Adds what counts read of tasks, without the tasks: a first page would be the whole list. */
const addTasks = (first: number, last: number, { id: owner }: Person) =>
  market.owner.run(sql`
    insert into offer_states (offer, advertiser, status, total_limit, remaining)
    select place, ${owner}::bigint, 'Draft', 1, 1 from generate_series(${first}::bigint, ${last}::bigint) place`)

test('the total of tasks and of offers too', async () => {
  const { advertiser: owner } = await activeOffer(market)
  const totals = async () => {
    market.pass(11)
    const lists = [
      await owner.b.get('/v1/tasks?status=Draft,Active&page=2'),
      await owner.b.get('/v1/tasks?page=9000'),
      await owner.a.get('/api/advertiser/offers?page=2'),
    ]
    return lists.map(expectOk).map(({ totalCount, totalCountIsExact }) => [totalCount, totalCountIsExact])
  }
  await addTasks(2_000_001, 2_009_999, owner)
  assert.deepEqual(await totals(), Array(3).fill([10_000, true]))
  await addTasks(2_010_000, 2_010_000, owner)
  assert.deepEqual(await totals(), Array(3).fill([10_000, false]))
  assert.deepEqual(expectOk(await owner.b.get('/v1/tasks?search=nothing')).totalCount, 0)
})

test('the total of a short list is current', async () => {
  const { id, advertiser: owner } = await activeOffer(market, { slots: 2 })
  for (const expected of [1, 2]) {
    await submittedWork(market, id)
    assert.equal(expectOk(await owner.b.get('/v1/reports')).totalCount, expected)
  }
})
