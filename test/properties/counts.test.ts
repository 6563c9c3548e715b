import assert from 'node:assert/strict'
import { test } from 'node:test'
import { purgeOldChanges } from '../../server/executions/report-counts/actions.ts'
import { sql } from '../../server/platform/sql.ts'
import type { Person as Advertiser } from '../model/messages.ts'
import { openTrade, steady, type Trade, tradeOnce } from '../model/trade.ts'
import { othersOver } from '../support/database.ts'
import { activeOffer, advertiser, expectOk, type Person, submittedWork } from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'
import { createMany } from './concurrently.ts'
import { type Rng, rngOf, times } from './rng.ts'

const market = await openMarket({ activeReservationsMax: 3 })
/** A second process on the same database, with its own cached counts. */
const beside = await openMarket({ databaseUrl: market.databaseUrl })

type Row = {
  readonly offer: number
  readonly externalId: string | null
  readonly executorAlias: string
  readonly status: string
  readonly submittedAt: Date
  readonly decidedAt: Date | null
  readonly reviewDeadlineAt: Date
  readonly hasDispute: boolean
}
type Fits = (row: Row) => boolean
type FilterCase = { readonly query: string; readonly fits: Fits }

const reportsOf = ({ id }: Pick<Person, 'id'>): Promise<Row[]> =>
  market.ctx.db.many<Row>(sql`
    select offer, external_id, executor_alias, executions.status, executions.submitted_at, decided_at, review_deadline_at,
      disputed_at is not null as has_dispute
    from executions join offers on offers.id = offer where executions.advertiser = ${id}::bigint`)

const statuses = ['Pending', 'Accepted', 'Rejected', 'Disputed']

/** Returns a random filter of the reports, with values that occur. */
function narrowing(rng: Rng, rows: readonly Row[]): FilterCase {
  const row = rng.one(rows) as Row
  const some = rng.shuffled(statuses).slice(0, 1 + rng.whole(3))
  const offers = [row.offer, (rng.one(rows) as Row).offer]
  const at = (time: Date | null) => (time ?? row.submittedAt).toISOString()
  const ways: FilterCase[] = [
    { query: `status=${some}`, fits: ({ status }) => some.includes(status) },
    { query: `taskId=${row.offer}`, fits: ({ offer }) => offer === row.offer },
    { query: `taskId=${offers}`, fits: ({ offer }) => offers.includes(offer) },
    {
      query: `taskExternalId=${row.externalId ?? 'none'}`,
      fits: ({ externalId }) => externalId === (row.externalId ?? 'none'),
    },
    { query: `executorId=${row.executorAlias}`, fits: ({ executorAlias }) => executorAlias === row.executorAlias },
    { query: `submittedFrom=${at(row.submittedAt)}`, fits: ({ submittedAt }) => submittedAt >= row.submittedAt },
    { query: `submittedTo=${at(row.submittedAt)}`, fits: ({ submittedAt }) => submittedAt <= row.submittedAt },
    {
      query: `decidedFrom=${at(row.decidedAt)}`,
      fits: ({ decidedAt }) => !!decidedAt && at(decidedAt) >= at(row.decidedAt),
    },
    {
      query: `decidedTo=${at(row.decidedAt)}`,
      fits: ({ decidedAt }) => !!decidedAt && at(decidedAt) <= at(row.decidedAt),
    },
    {
      query: `reviewDeadlineBefore=${at(row.reviewDeadlineAt)}`,
      fits: ({ reviewDeadlineAt }) => reviewDeadlineAt < row.reviewDeadlineAt,
    },
    { query: 'hasDispute=false', fits: ({ hasDispute }) => !hasDispute },
    { query: 'hasDispute=true', fits: ({ hasDispute }) => hasDispute },
  ]
  return rng.one(ways) as FilterCase
}

/** Combines up to three of them, each parameter once. */
function filterOf(rng: Rng, rows: readonly Row[]): FilterCase {
  const found = new Map<string, FilterCase>()
  for (let count = rng.whole(4); count > 0 && rows.length > 0; count--) {
    const one = narrowing(rng, rows)
    found.set(one.query.split('=')[0] ?? '', one)
  }
  const all = [...found.values()]
  return { query: all.map(({ query }) => query).join('&'), fits: (row) => all.every(({ fits }) => fits(row)) }
}

const sorts = ['submittedAt', '-submittedAt', 'reviewDeadline', '-updatedAt', 'updatedAt', 'id', '-id']
const askedOf = ({ key }: Advertiser, rng: Rng) => rng.one([market, beside].map((each) => each.as(key)))

/** Asserts that a list fitting on one page has as many entries as its count says, even under concurrent changes. */
async function look(person: Advertiser, query: string, rng: Rng): Promise<void> {
  const list = await askedOf(person, rng)?.get(`/v1/reports?pageSize=100&sort=${rng.one(sorts)}&${query}`)
  const { items, totalCount } = expectOk(list as never)
  assert.equal(items.length, Math.min(totalCount, 100), query)
  const tasks = expectOk((await askedOf(person, rng)?.get('/v1/tasks?pageSize=100&includeArchived=true')) as never)
  assert.equal(tasks.items.length, Math.min(tasks.totalCount, 100))
}

const operations = Number(process.env.OPERATIONS ?? times(240, 10_000))
const clients = 12

/** Some people make changes, while others read lists repeatedly. */
async function runRandomOperations(trade: Trade, rng: Rng): Promise<void> {
  const { advertisers } = trade.world
  const first = await Promise.all(advertisers.map(reportsOf))
  await createMany(clients, async (index) => {
    const own = rng.fork()
    const whose = index % advertisers.length
    const queries = Array.from({ length: 6 }, () => filterOf(own, first[whose] ?? []).query)
    for (let done = 0; done < operations / clients; done++) {
      if (index % 3 === 0) await look(advertisers[whose] as Advertiser, own.one(queries) ?? '', own)
      else await tradeOnce(trade, own)
    }
  })
}

/** Without changes, asserts that each process counts exactly, for any filter. */
async function mustCount({ world }: Trade, rng: Rng): Promise<void> {
  for (const person of world.advertisers) {
    const rows = await reportsOf(person)
    for (let round = 0; round < times(15, 400); round++) {
      const { query, fits } = filterOf(rng, rows)
      for (const each of [market, beside]) {
        const { totalCount } = expectOk(await each.as(person.key).get(`/v1/reports?pageSize=1&${query}`))
        assert.equal(totalCount, rows.filter(fits).length, query)
      }
    }
  }
}

test('lists count exactly with any filter, during and after changes, in two processes', async (t) => {
  const rng = rngOf(t)
  const nodes = [market, beside].map(({ url }) => steady(url))
  const trade = await openTrade({ ctx: market.ctx, owner: market.owner, nodes, seed: rng.whole(2 ** 30) })
  // Counts are cached from the first purge on.
  await purgeOldChanges(market.ctx)
  await runRandomOperations(trade, rng)
  for (let round = 0; round < times(2, 10); round++) {
    await runRandomOperations(trade, rng)
    await mustCount(trade, rng)
    for (const each of [market, beside]) each.pass(5_000)
    // Alternates between recounting and incremental updates.
    if (round % 2 === 1) await purgeOldChanges(market.ctx)
  }
  await mustCount(trade, rng)
})

/** Adds a report without the triggers that record changes, so that a kept count does not have it. */
const addUnnoted = (id: number, advertiser: Person) =>
  market.owner.transaction(async (db) => {
    await db.run(sql`set local session_replication_role = replica`)
    await db.run(sql`
      insert into executions (id, offer, advertiser, executor, executor_alias, reservation, content_hash, details, reward_units,
        fee_units, add_on_units, currency, offer_version, reserved_at, submitted_at, review_deadline_at, history, created_at,
        updated_at)
      select ${id}::bigint, offers.id, ${advertiser.id}::bigint, ${id}::bigint, 'x', ${id}::bigint, '', '{}', 1, 0, 0, 'USD', 1,
        ${db.now()}, ${db.now()}, ${db.now()}, '[]', ${db.now()}, ${db.now()} from offers limit 1`)
  })

test('a cached count is recomputed when the changes since are deleted or were lost by the database', async () => {
  const person = await advertiser(market)
  const count = async () => expectOk(await market.as(person.key).get('/v1/reports?status=Pending')).totalCount
  assert.equal(await count(), 0)
  await addUnnoted(1_000_001, person)
  assert.equal(await count(), 0, 'kept')
  await market.ctx.db.run(sql`select pg_current_xact_id()`)
  await market.ctx.db.run(sql`update count_marks set forgotten_before = pg_current_xact_id()`)
  await othersOver(market.ctx.db)
  assert.equal(await count(), 1, 'forgotten')
  await addUnnoted(1_000_002, person)
  assert.equal(await count(), 1, 'kept')
  await market.owner.run(sql`truncate count_marks`)
  assert.equal(await count(), 2, 'lost')
  market.pass(600)
  await purgeOldChanges(market.ctx)
  assert.equal(await count(), 2)
  await addUnnoted(1_000_003, person)
  assert.equal(await count(), 2, 'kept in the new life')
})

test('the counts of time filters are kept, and changes since are added', async () => {
  // Counts are cached from the first purge on.
  await purgeOldChanges(market.ctx)
  const { id, advertiser: owner } = await activeOffer(market, { slots: 2 })
  const count = async () => {
    market.pass(2)
    return expectOk(await owner.b.get('/v1/reports?submittedFrom=2020-01-01')).totalCount
  }
  await submittedWork(market, id)
  assert.equal(await count(), 1)
  await addUnnoted(2_000_001, owner)
  assert.equal(await count(), 1, 'kept')
  await submittedWork(market, id)
  assert.equal(await count(), 2, 'added')
})
