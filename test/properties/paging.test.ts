import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { reportSorts } from '../../server/executions/sql-filter.ts'
import { sorts } from '../../server/offers/list/sql.ts'
import { deposit } from '../../server/payments/deposits/actions-bookings.ts'
import { sql } from '../../server/platform/sql.ts'
import type { Client } from '../support/client.ts'
import { activeOffer, advertiser, executor, expectOk, submittedWork } from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'
import { fillLists } from '../support/scenarios/many-lists.ts'
import { type Item, idsOf, walk, walked } from '../support/scenarios/paging.ts'
import { type Rng, rngOf, times } from './rng.ts'

const market = await openMarket()
const records = times(1_500, 100_000)
const people = { owner: await advertiser(market, { funds: 100_000 }), worker: await executor(market) }
const { owner } = await fillLists(market, people, records)
const { offerPriceId } = expectOk(await owner.b.get('/v1/tasks?pageSize=1')).items[0]
const open = await activeOffer(market, { advertiser: owner, slots: 5_000 })

/** Repeats the work until stopped. Returns how often it ran. */
function repeatUntilStopped(work: () => Promise<void>): { stop(): Promise<number> } {
  let isOver = false
  const done = (async () => {
    let count = 0
    for (; !isOver; count++) await work()
    return count
  })()
  return {
    stop: () => {
      isOver = true
      return done
    },
  }
}

/** Creates tasks and archives older ones, recording which. */
function createAndArchive(rng: Rng, before: readonly number[], archived: Set<number>) {
  // Reports are created for this one, so it is not archived.
  const others = before.filter((id) => id !== open.id)
  return repeatUntilStopped(async () => {
    const title = `Survey ${rng.whole(11)}`
    expectOk(await owner.b.post('/v1/tasks', { offerPriceId, title, totalLimit: 1, draft: true }))
    const id = rng.one(others) as number
    archived.add(id)
    expectOk(await owner.b.delete(`/v1/tasks/${id}`))
  })
}

/** Walks through a list in pages of 100 while others change it. */
async function walkWhile(client: Client, path: string, other: { stop(): Promise<number> }, t: TestContext) {
  const items: Item[] = []
  for await (const { items: some } of walk(client, path, 100)) items.push(...some)
  t.diagnostic(`${items.length} records walked while ${await other.stop()} times something changed`)
  return items
}

function mustBeOnce(items: readonly Item[], expected: readonly number[]): void {
  const seen = new Set(idsOf(items))
  assert.equal(items.length - seen.size, 0, 'records were shown twice')
  assert.deepEqual(
    expected.filter((id) => !seen.has(id)),
    [],
    'records were missed',
  )
}

const tasksNow = async (): Promise<number[]> =>
  idsOf(
    await market.ctx.db.many<Item>(sql`
      select offer as id from offer_states where advertiser = ${owner.id}::bigint and status <> 'Archived'`),
  )
const reportsNow = async (): Promise<number[]> =>
  idsOf(await market.ctx.db.many<Item>(sql`select id from executions where advertiser = ${owner.id}::bigint`))

const isLong = process.env.LONG === '1'

for (const sort of isLong ? sorts.filter((each) => !each.includes('updatedAt')) : ['-createdAt', 'title'])
  test(`tasks by ${sort} are all listed once while tasks are created and archived`, async (t) => {
    const before = await tasksNow()
    const archived = new Set<number>()
    const items = await walkWhile(owner.b, `/v1/tasks?sort=${sort}`, createAndArchive(rngOf(t), before, archived), t)
    assert.ok(archived.size > 0)
    mustBeOnce(
      items,
      before.filter((id) => !archived.has(id)),
    )
  })

test('tasks by updatedAt, including archived ones, are listed again after changes, and none is missed', async (t) => {
  const before = await tasksNow()
  const archived = new Set<number>()
  const path = '/v1/tasks?sort=updatedAt&includeArchived=true'
  const items = await walkWhile(owner.b, path, createAndArchive(rngOf(t), before, archived), t)
  const seen = new Set(idsOf(items))
  assert.deepEqual(
    before.filter((id) => !seen.has(id)),
    [],
  )
  const versions = items.map(({ id, version }) => `${id} ${version}`)
  assert.equal(new Set(versions).size, versions.length, 'a version was shown twice')
  const twice = idsOf(items).filter((id, index, all) => all.indexOf(id) !== index)
  assert.ok(twice.every((id) => archived.has(id)))
})

for (const sort of isLong ? reportSorts.filter((each) => !each.includes('updatedAt')) : ['-submittedAt'])
  test(`reports by ${sort} are all listed once while work is submitted and reviewed`, async (t) => {
    const path = `/v1/reports?sort=${sort}`
    const before = await reportsNow()
    const other = repeatUntilStopped(async () => {
      const { id } = await submittedWork(market, open.id)
      expectOk(await owner.b.post(`/v1/reports/${id}/accept`))
    })
    mustBeOnce(await walkWhile(owner.b, path, other, t), before)
  })

test('transactions are all listed once while deposits arrive', async (t) => {
  const path = '/v1/balance/transactions'
  const before = idsOf(await walked(owner.b, path, 100))
  const other = repeatUntilStopped(async () => void (await deposit(market.ctx, { email: owner.email, amount: 1 })))
  mustBeOnce(await walkWhile(owner.b, path, other, t), before)
})
