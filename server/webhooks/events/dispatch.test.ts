import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  advertiser,
  expectOk,
  type Person,
  submittedWork,
  taskBody,
} from '../../../test/support/fixtures.ts'
import { jobNamed } from '../../../test/support/jobs.ts'
import { openMarket } from '../../../test/support/market.ts'
import { type ReceivedEvent, receivedBy, tellAll } from '../../../test/support/scenarios/received-events.ts'
import { type Job, startJobs } from '../../platform/jobs/jobs.ts'
import { sql } from '../../platform/sql.ts'
import { dispatchEvents } from './actions-dispatch.ts'
import type { EventKind } from './event.ts'

const eventsToDispatch = jobNamed('dispatch events')
const oldEvents = jobNamed('purge events')

const market = await openMarket()
const { ctx, logger } = market
const { db } = ctx

const makeDraft = async ({ b }: Person, members: object = {}) =>
  expectOk(await b.post('/v1/tasks', await taskBody(market, { draft: true, ...members })))

describe('a delivery is created', () => {
  async function endpoint({ id }: Person, kinds: readonly EventKind[], status = 'Enabled') {
    const made = await db.one<{ id: number }>(sql`
      insert into endpoints (account, url, kinds, status, secret, created_at, updated_at)
      values (${id}, 'https://receiver.example', ${kinds}::text[], ${status}, '', now(), now()) returning id`)
    return made.id
  }
  type Made = { readonly event: string; readonly kind: string; readonly status: string; readonly attempts: number }
  const deliveriesTo = (to: number) =>
    db.many<Made>(sql`
      select 'evt_' || events.id as event, events.kind, status, attempts from deliveries
      join events on events.id = deliveries.event and events.account = deliveries.account
      where endpoint = ${to}::bigint and due_at = deliveries.created_at and due_at = dispatched_at order by deliveries.id`)
  const dueAt = async (of: number) =>
    (await db.one<{ dueAt: Date | null }>(sql`select due_at from endpoints where id = ${of}`)).dueAt

  test('for each subscribed endpoint of the account, and for no other', async () => {
    const { id, advertiser: owner } = await activeOffer(market, { slots: 1 })
    const other = await advertiser(market)
    const both = await endpoint(owner, ['report.submitted', 'report.accepted'])
    const one = await endpoint(owner, ['task.completed'])
    const none = [await endpoint(owner, []), await endpoint(other, ['report.submitted', 'task.created'])]
    const deaf = [
      await endpoint(owner, ['task.created'], 'Disabled'),
      await endpoint(owner, ['task.created'], 'Deleted'),
    ]
    expectOk(await owner.b.post(`/v1/reports/${(await submittedWork(market, id)).id}/accept`))
    const [, submitted, accepted, completed] = await receivedBy(market, owner)
    const made = (event: ReceivedEvent | undefined) => ({
      event: event?.id,
      kind: event?.type,
      status: 'Pending',
      attempts: 0,
    })
    assert.deepEqual(await deliveriesTo(both), [made(submitted), made(accepted)])
    assert.deepEqual(await deliveriesTo(one), [made(completed)])
    for (const each of [...none, ...deaf]) assert.deepEqual([await deliveriesTo(each), await dueAt(each)], [[], null])
    assert.ok(await dueAt(both))
  })

  test('without delaying the endpoint’s next due time', async () => {
    const owner = await advertiser(market)
    const [idle, early, late] = [
      await endpoint(owner, ['task.created']),
      await endpoint(owner, ['task.created']),
      await endpoint(owner, ['task.created']),
    ]
    await db.run(sql`update endpoints set due_at = '2001-01-01Z' where id = ${early}`)
    await db.run(sql`update endpoints set due_at = '2999-01-01Z' where id = ${late}`)
    await makeDraft(owner)
    await tellAll(market)
    const [now, before, sooner] = [await dueAt(idle), await dueAt(early), await dueAt(late)]
    assert.ok(now)
    assert.equal(before?.getUTCFullYear(), 2001)
    assert.deepEqual(sooner, now)
  })
})

describe('an event that cannot be serialized', () => {
  const broken = (kind: string, data: object) =>
    db.run(sql`update events set data = ${JSON.stringify(data)}::jsonb where kind = ${kind} and dispatched_at is null`)

  test('is sent with its ids and does not block later ones', async () => {
    const { id, advertiser: owner } = await activeOffer(market)
    const work = await submittedWork(market, id)
    await broken('task.created', {})
    await broken('report.submitted', { execution: { submittedAt: 'never' }, offer: 'none' })
    const draft = await makeDraft(owner)
    const errors: unknown[] = []
    const log = { error: (about: object) => errors.push(about) }
    assert.equal(await dispatchEvents(ctx, log as never), 4)
    const events = await receivedBy(market, owner)
    const shown = events.map(({ sequence, truncated, data }) => [sequence, truncated, data.task.id, data.report])
    assert.deepEqual(shown, [
      [1, true, id, undefined],
      [3, true, id, { id: work.id, taskId: id }],
      [4, undefined, draft.id, undefined],
    ])
    assert.equal(errors.length, 2)
  })

  test('is dispatched even if its records are gone', async () => {
    const { id, advertiser: owner } = await activeOffer(market)
    const work = await submittedWork(market, id)
    await db.run(sql`
      update events set execution = execution + 4711000, offer = offer + 4711000, data = 'null' where dispatched_at is null`)
    const events = await receivedBy(market, owner)
    const shown = events.map(({ truncated, data }) => [truncated, data])
    assert.deepEqual(shown, [
      [true, { task: { id: id + 4_711_000 } }],
      [true, { report: { id: work.id + 4_711_000, taskId: id + 4_711_000 }, task: { id: id + 4_711_000 } }],
    ])
  })
})

test('more than two hundred events are dispatched in several batches', async () => {
  const owner = await advertiser(market)
  await tellAll(market)
  await db.run(sql`
    insert into events (kind, account, offer, data, created_at)
    select 'task.created', ${owner.id}, each, '{}', now() from generate_series(1, 450) each`)
  const sets = [await dispatchEvents(ctx, logger), await dispatchEvents(ctx, logger), await dispatchEvents(ctx, logger)]
  assert.deepEqual([...sets, await dispatchEvents(ctx, logger)], [200, 200, 50, 0])
  const told = await receivedBy(market, owner)
  assert.deepEqual(
    told.map(({ sequence, data }) => [sequence, data.task.id]),
    Array.from({ length: 450 }, (_, each) => [each + 1, each + 1]),
  )
})

test('concurrent dispatchers send nothing twice and do not wait for each other', async () => {
  const owner = await advertiser(market)
  await makeDraft(owner)
  await db.transaction(async (first) => {
    await first.run(sql`select pg_advisory_xact_lock(7213002)`)
    assert.equal(await dispatchEvents(ctx, logger), 0)
  })
  assert.equal(await dispatchEvents(ctx, logger), 1)
  assert.equal((await receivedBy(market, owner)).length, 1)
})

test('the jobs dispatch the events of a request without waiting for their interval', async () => {
  const owner = await advertiser(market)
  await tellAll(market)
  let told = Promise.withResolvers<number>()
  const run: Job<typeof ctx>['run'] = async (...around) => {
    const done = await eventsToDispatch.run(...around)
    if (done > 0) told.resolve(done)
    return done
  }
  // The interval is an hour, so an earlier dispatch was caused by the wakeup.
  const jobs = startJobs([{ ...eventsToDispatch, everySeconds: 3_600, run }, oldEvents], ctx, logger, {
    wakeup: market.wakeup,
  })
  for (const _ of [1, 2, 3]) {
    told = Promise.withResolvers()
    await makeDraft(owner)
    assert.equal(await told.promise, 1)
  }
  await jobs.stop()
  assert.equal((await receivedBy(market, owner)).length, 3)
})
