import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rngOf, times } from '../../../test/properties/rng.ts'
import { othersOver } from '../../../test/support/database.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  moderate,
  type Offered,
  outcome,
  type Person,
  submittedOffer,
  workPath,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import { completeEnded } from '../lifecycle/actions.ts'
import { purgeOldChanges } from './actions.ts'

const market = await openMarket()
const { db } = market.ctx
const owner = await advertiser(market, { funds: 100_000 })
const ann = await executor(market)
const path = '/api/executor/offers/available'

/** Another process on the same database with a lag of two seconds. */
const otherProcess = await openMarket({ databaseUrl: market.databaseUrl, listLagMs: 2000 })

type ListedItem = { readonly id: number; readonly title: string; readonly rewardPerAction: number }
type List = { readonly items: readonly ListedItem[]; readonly totalCount: number }
const list = async (query = '', at = market): Promise<List> => expectOk(await at.as(ann.token).get(`${path}${query}`))
const idsOf = ({ items }: List): number[] => items.map(({ id }) => id)

const truth = async (at: typeof market): Promise<number[]> =>
  idsOf({
    totalCount: 0,
    items: await db.many<ListedItem>(sql`
      select id from offers join offer_states on offer = id where status = 'Active' and remaining > 0
        and coalesce(starts_at <= ${at.ctx.db.now()}, true) and coalesce(ends_at > ${at.ctx.db.now()}, true)
      order by activated_at desc, id desc`),
  })

/** Returns the time this many seconds from now, by the market's clock. */
const fromNow = async (seconds: number): Promise<string> => {
  const { now } = await db.one<{ now: Date }>(sql`select ${db.now()} as now`)
  return new Date(now.getTime() + seconds * 1000).toISOString()
}

async function assertListed(what: string, at = market): Promise<void> {
  const expected = await truth(at)
  const found = await list('?PageSize=100', at)
  assert.deepEqual([idsOf(found), found.totalCount], [expected, expected.length], what)
}

const offering = (members: Readonly<Record<string, unknown>> = {}): Promise<Offered> =>
  activeOffer(market, { advertiser: owner, members })
const pause = ({ id }: Offered) => owner.a.post(`/api/advertiser/offers/${id}/pause`)
const resume = ({ id }: Offered) => owner.a.post(`/api/advertiser/offers/${id}/resume`)

test('the list always equals the offers that can be reserved', async (t) => {
  const chance = rngOf(t)
  const offers: Offered[] = []
  const workers: Person[] = [ann, await executor(market), await executor(market)]
  const anyWorker = () => chance.one(workers) as Person
  const operations: Record<string, (offer: Offered) => Promise<unknown>> = {
    reserve: ({ id }) => anyWorker().a.post(`${workPath(id)}/reserve`),
    cancel: ({ id }) => anyWorker().a.post(`${workPath(id)}/reservation/cancel`),
    pause,
    resume,
    rename: ({ id }) => owner.b.patch(`/v1/tasks/${id}`, { title: `Renamed ${chance.whole(99)}` }),
    approveChange: ({ id }) => moderate(market, id, 'change/approve'),
    resize: ({ id }) => owner.b.patch(`/v1/tasks/${id}`, { totalLimit: 1 + chance.whole(3) }),
    archive: ({ id }) => (chance.happens(0.3) ? owner.b.delete(`/v1/tasks/${id}`) : Promise.resolve()),
    make: async () => offers.push(await offering({ totalLimit: 1 + chance.whole(2) })),
    submit: async () => offers.push(await submittedOffer(market, { advertiser: owner })),
    approve: ({ id }) => moderate(market, id, 'approve'),
    schedule: async ({ id }) => {
      const starts = chance.whole(1200) - 600
      const [startsAtUtc, endsAtUtc] = [
        await fromNow(starts),
        await fromNow(Math.max(starts, 0) + 1 + chance.whole(1200)),
      ]
      await owner.b.patch(`/v1/tasks/${id}`, chance.happens(0.5) ? { startsAtUtc, endsAtUtc } : { endsAtUtc })
    },
    end: async () => completeEnded(market.ctx),
    pass: async () => market.pass(chance.whole(1200)),
  }
  offers.push(await offering())
  for (let step = 0; step < times(120, 2000); step++) {
    const operation = chance.one(Object.keys(operations)) as string
    await operations[operation]?.(chance.one(offers) as Offered)
    await assertListed(operation)
  }
})

test('a change that commits late is seen, whatever was read before', async () => {
  const [early, late] = [await offering({ title: 'Early' }), await offering({ title: 'Late' })]
  const changed = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const change = db.transaction(async (within) => {
    await within.run(sql`update offer_states set status = 'Paused' where offer = ${late.id}::bigint`)
    changed.resolve()
    await over.promise
  })
  await changed.promise
  expectOk(await pause(early))
  await offering({ title: 'Between' })
  assert.ok(idsOf(await list('?PageSize=100')).includes(late.id))
  await assertListed('while it is not committed')
  over.resolve()
  await change
  assert.ok(!idsOf(await list('?PageSize=100')).includes(late.id))
  await assertListed('behind the late one')
})

test('a change of the audience or the advertiser changes the index', async () => {
  const { id } = await offering()
  const fresh = await executor(market)
  const isEligible = async () =>
    idsOf(expectOk(await fresh.a.get(`${path}?OnlyEligible=true&PageSize=100`))).includes(id)
  assert.ok(await isEligible())
  for (const [changed, back] of [
    [sql`min_age = 99`, sql`min_age = null`],
    [sql`max_age = 18`, sql`max_age = null`],
    [sql`min_level = 4`, sql`min_level = 0`],
    [sql`target_countries = '{9,10}'`, sql`target_countries = '{}'`],
    [sql`advertiser = ${fresh.id}::bigint`, sql`advertiser = ${owner.id}::bigint`],
  ] as const) {
    await db.run(sql`update offers set ${changed} where id = ${id}::bigint`)
    assert.ok(!(await isEligible()))
    await db.run(sql`update offers set ${back} where id = ${id}::bigint`)
    assert.ok(await isEligible())
  }
  await db.run(sql`update offers set gender = 'Female' where id = ${id}::bigint`)
  const women = await isEligible()
  await db.run(sql`update offers set gender = 'Male' where id = ${id}::bigint`)
  assert.notEqual(await isEligible(), women)
})

const otherPrice = sql`(select code from prices where code <> type limit 1)`
const displayedChanges = [
  ['offers', sql`title = upper(title)`, ''],
  ['offers', sql`translations = '{"ru": {"title": "Другое"}}'`, '&Locale=ru'],
  ['offers', sql`source_language = 'fr'`, ''],
  ['offers', sql`type = ${otherPrice}`, ''],
  ['offers', sql`currency = 'EUR'`, ''],
  ['offers', sql`reward_units = reward_units + 1`, ''],
  ['offers', sql`category = (select min(id) from categories where id <> category)`, ''],
  ['offers', sql`platform = (select min(id) from platforms where id <> platform)`, ''],
  ['offers', sql`reservation_seconds = reservation_seconds + 1`, ''],
  ['offers', sql`review_seconds = review_seconds + 1`, ''],
  ['offers', sql`details = details || '{"estimatedMinutes": 7}'`, ''],
  ['offers', sql`activated_at = activated_at + interval '1 millisecond'`, ''],
  ['offer_states', sql`total_limit = total_limit + 1, remaining = remaining + 1`, ''],
  ['advertisers', sql`decided = decided + 5, accepted = accepted + 1`, ''],
  ['advertisers', sql`disputes_decided = disputes_decided + 5, disputes_lost = disputes_lost + 1`, ''],
  ['advertisers', sql`median_review_seconds = coalesce(median_review_seconds, 0) + 1`, ''],
] as const

test('a change of each displayed member is shown at once, and by another process after its lag', async () => {
  const { id } = await offering({ translations: { ru: { title: 'Первое' } } })
  const shown = async (at: typeof market, locale = '') => {
    const { items } = await list(`?PageSize=1${locale}`, at)
    assert.equal(items[0]?.id, id)
    return JSON.stringify(items[0])
  }
  for (const [table, change, locale] of displayedChanges) {
    otherProcess.pass(5)
    const [here, there] = [await shown(market, locale), await shown(otherProcess, locale)]
    const key = {
      offers: sql`offers set ${change} where id`,
      offer_states: sql`offer_states set ${change} where offer`,
    }
    await db.run(
      table === 'advertisers'
        ? sql`update advertisers set ${change} where account = ${owner.id}::bigint`
        : sql`update ${key[table]} = ${id}::bigint`,
    )
    assert.equal(await shown(otherProcess, locale), there)
    assert.notEqual(await shown(market, locale), here, `${table} ${change.parts.join('')}`)
    otherProcess.pass(3)
    assert.notEqual(await shown(otherProcess, locale), there)
  }
})

test('repeated requests get the same page, and each executor their own reasons', async () => {
  await offering({ title: 'Разложи 写真 🙂', minAge: 60 })
  const [young, old] = [await executor(market), await executor(market, { birthDate: '1950-01-31' })]
  otherProcess.pass(5)
  const pageOf = async ({ token }: Person) => JSON.stringify(expectOk(await otherProcess.as(token).get(path)).items)
  const asked = [young, old, young, old, young, old]
  const pages: string[] = []
  for (const person of asked) pages.push(await pageOf(person))
  assert.equal(new Set(pages).size, 2)
  assert.deepEqual(pages.slice(2), [...pages.slice(0, 2), ...pages.slice(0, 2)])
  assert.ok(pages[0]?.includes('"title":"Разложи 写真 🙂"'))
})

test('a process sees changes of others after its lag, not before', async () => {
  const { id } = await offering()
  otherProcess.pass(5)
  assert.equal(idsOf(await list('?PageSize=1', otherProcess))[0], id)
  const { totalCount } = await list('', otherProcess)
  const next = await offering()
  expectOk(await pause({ ...next, id }))
  assert.equal((await list('', otherProcess)).totalCount, totalCount)
  otherProcess.pass(3)
  assert.equal(idsOf(await list('?PageSize=1', otherProcess))[0], next.id)
  await assertListed('after its lag', otherProcess)
})

test('an offer that can no longer be reserved leaves the index with the first page that would show it, which is refilled', async () => {
  const [third, second, first] = [await offering(), await offering(), await offering()]
  otherProcess.pass(5)
  const { totalCount } = await list('?PageSize=1', otherProcess)
  expectOk(await pause(second))
  const page = await list('?PageSize=2', otherProcess)
  assert.deepEqual([idsOf(page), page.totalCount], [[first.id, third.id], totalCount - 1])
  expectOk(await resume(second))
  otherProcess.pass(3)
  assert.deepEqual(idsOf(await list('?PageSize=3', otherProcess)), [first.id, second.id, third.id])
})

test('a process that missed purged changes loads the index anew', async () => {
  const gone = await offering()
  otherProcess.pass(5)
  await list('', otherProcess)
  expectOk(await pause(gone))
  const changes = async () => (await db.one<{ count: number }>(sql`select count(*) from listing_changes`)).count
  assert.ok((await changes()) > 0)
  for (const _ of [1, 2]) {
    market.pass(301)
    await othersOver(db)
    await purgeOldChanges(market.ctx)
  }
  assert.equal(await changes(), 0)
  otherProcess.pass(5)
  await assertListed('after the purge', otherProcess)
  await offering()
  assert.equal(await purgeOldChanges(market.ctx), 0, 'what is new stays')
  await assertListed('with what is new')
})

/** Simulates a crash: undoes commits that were not on disk, and empties unlogged tables. */
test('the index is loaded anew after a crash', async () => {
  const undone = await offering()
  await assertListed('before it')
  await market.owner.transaction(async (within) => {
    await within.run(sql`set local session_replication_role = replica`)
    await within.run(sql`update offer_states set status = 'PendingModeration' where offer = ${undone.id}::bigint`)
    await within.run(sql`truncate listing_marks`)
  })
  await assertListed('after it')
  otherProcess.pass(5)
  await assertListed('in the other process', otherProcess)
})

test('changes that a restored dump brought from another generation are skipped and purged', async () => {
  const { id } = await offering()
  const future = sql`((pg_snapshot_xmax(pg_current_snapshot())::text::numeric + 1000000)::text)::xid8`
  await db.run(sql`insert into listing_changes (xid, offer) values (${future}, ${id}::bigint)`)
  await assertListed('with what is yet to come')
  market.pass(301)
  await purgeOldChanges(market.ctx)
  assert.equal(await db.run(sql`select from listing_changes where xid >= pg_snapshot_xmax(pg_current_snapshot())`), 0)
})

test('a failed read refuses the list, and the next request reads it again', async () => {
  await assertListed('before it')
  const locked = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const holder = db.transaction(async (within) => {
    await within.run(sql`lock table listing_changes`)
    locked.resolve()
    await over.promise
  })
  await locked.promise
  const waiting = [ann.a.get(path), ann.a.get(`${path}?PageSize=2`)]
  const ended = sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%listing_changes%'`
  while ((await db.run(ended)) === 0);
  assert.equal(outcome(await Promise.any(waiting)), '503 temporarily_unavailable')
  over.resolve()
  await holder
  for (const answer of await Promise.all(waiting))
    assert.match(outcome(answer), /^(?:200|503 temporarily_unavailable)$/)
  await assertListed('after it')
})

test('concurrent requests share one read', async () => {
  await offering()
  otherProcess.pass(5)
  const before = otherProcess.ctx.db.sent()
  const answers = await Promise.all(Array.from({ length: 60 }, () => otherProcess.as(ann.token).get(path)))
  assert.ok(answers.every(({ status }) => status === 200))
  const sent = otherProcess.ctx.db.sent() - before
  // Usually seven. A busy machine makes the requests less concurrent; reads of their own would be a statement each.
  assert.ok(sent < answers.length, `${sent} statements`)
})
