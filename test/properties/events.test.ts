import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../server/platform/sql.ts'
import { dispatchEvents } from '../../server/webhooks/events/actions-dispatch.ts'
import { allKinds } from '../../server/webhooks/events/event.ts'
import { activeOffer, advertiser, expectOk, membersOf, type Person, submittedWork } from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'
import { type ReceivedEvent, receivedBy } from '../support/scenarios/received-events.ts'
import { createMany, inParallel } from './concurrently.ts'
import { type Rng, rngOf, times } from './rng.ts'

const market = await openMarket()
const { ctx, logger } = market
const reject = { reason: 'Not what was asked' }

/** An advertiser's feed reader with a cursor. */
type Reader = { readonly owner: Person; readonly read: ReceivedEvent[]; after: number }

async function readOn(reader: Reader): Promise<void> {
  const { items, nextAfter } = expectOk(
    await reader.owner.b.get(`/v1/events?limit=100&after=${reader.after}&types=${allKinds.join(',')}`),
  )
  reader.read.push(...items)
  reader.after = nextAfter
}

/** Runs two dispatchers continuously during the work and until no events are left. */
async function whileTold(work: () => Promise<void>): Promise<void> {
  let more = true
  const dispatcher = async () => {
    let done = 1
    while (more || done > 0) done = await dispatchEvents(ctx, logger)
  }
  const telling = Promise.all([dispatcher(), dispatcher()])
  await work().finally(() => {
    more = false
  })
  await telling
  // Both may have stopped because the other held the lock.
  while ((await dispatchEvents(ctx, logger)) > 0);
}

/** Works on the offer, with some failures, until every slot is accepted; the owner reads the feed in between. */
async function fill(reader: Reader, offer: number, slots: number, rng: Rng): Promise<void> {
  let accepted = 0
  while (accepted < slots) {
    const works = await createMany(Math.min(3, slots - accepted), () => submittedWork(market, offer))
    await inParallel(works, 3, async ({ id }) => {
      const isGood = rng.happens(0.7)
      if (isGood) accepted++
      const path = `/v1/reports/${id}/${isGood ? 'accept' : 'reject'}`
      expectOk(await reader.owner.b.post(path, isGood ? undefined : reject))
      await readOn(reader)
    })
  }
}

/** Asserts that each event's state follows from the previous events of the offer: none precedes its cause. */
function mustFollow(events: readonly ReceivedEvent[], slots: number): void {
  const seen = { submitted: 0, accepted: 0, rejected: 0 }
  const pending = new Set<number>()
  assert.deepEqual([events[0]?.type, events[1]?.type], ['task.created', 'task.moderated'])
  assert.equal(events.at(-1)?.type, 'task.completed')
  const reports = events.slice(2, -1)
  for (const [index, { type, data, timestamp }] of reports.entries()) {
    const what = type.replace('report.', '') as keyof typeof seen
    seen[what]++
    if (what === 'submitted') pending.add(data.report.id)
    else
      assert.ok(pending.delete(data.report.id), `${type} of ${data.report.id} came before it was submitted, or twice`)
    const { accepted, rejected, pending: waiting } = data.task.counts
    // Events that took effect together show the counts after all of them.
    if (reports[index + 1]?.timestamp === timestamp) continue
    assert.deepEqual([accepted, rejected, waiting], [seen.accepted, seen.rejected, pending.size])
    assert.equal(data.task.status, seen.accepted === slots ? 'Completed' : 'Active')
  }
  assert.deepEqual([seen.accepted, pending.size], [slots, 0])
}

test('with concurrent writers and two dispatchers every event is sent once, in causal order', async (t) => {
  const rng = rngOf(t)
  const readers: Reader[] = await createMany(3, async () => ({ owner: await advertiser(market), read: [], after: 0 }))
  const slots = 4
  for (let round = 0; round < times(1, 20); round++) {
    const plan = readers.flatMap((reader) => [reader, reader]).map((reader) => ({ reader, chance: rng.fork() }))
    await whileTold(async () => {
      await inParallel(plan, plan.length, async (each) => {
        const { id } = await activeOffer(market, { advertiser: each.reader.owner, slots })
        await fill(each.reader, id, slots, each.chance)
      })
    })
  }
  const { undispatched } = await ctx.db.one<{ undispatched: number }>(
    sql`select count(*) as undispatched from events where dispatched_at is null`,
  )
  assert.equal(undispatched, 0)
  for (const reader of readers) await mustHaveAll(reader, slots)
})

async function mustHaveAll(reader: Reader, slots: number): Promise<void> {
  await readOn(reader)
  const all = await receivedBy(market, reader.owner, allKinds)
  const { count } = await ctx.db.one<{ count: number }>(
    sql`select count(*) as count from events where account = ${reader.owner.id}`,
  )
  assert.deepEqual(
    membersOf(all, 'sequence'),
    Array.from({ length: count }, (_, index) => index + 1),
  )
  assert.equal(new Set(all.map(({ id }) => id)).size, count)
  // Concurrent readers may read an event twice but never skip one.
  const known = new Set(reader.read.map(({ id }) => id))
  const shown = all.filter(({ id }) => !known.has(id))
  assert.deepEqual(shown, [])
  const offers = Map.groupBy(all, ({ data }) => data.task.id)
  for (const events of offers.values()) mustFollow(events, slots)
}
