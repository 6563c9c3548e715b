import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { stopwatch } from '../../../server/platform/clock.ts'
import { recordDecisions } from '../../../server/platform/database/audit.ts'
import { type Database, openDatabase } from '../../../server/platform/database/db.ts'
import { recordEvents } from '../../../server/platform/database/events.ts'
import { migrate } from '../../../server/platform/database/migrate.ts'
import { programRole } from '../../../server/platform/database/roles.ts'
import { openEmbeddedPostgres } from '../../../server/platform/embedded-postgres/embedded-postgres.ts'
import { type Sql, sql } from '../../../server/platform/sql.ts'
import type { Id } from '../../../server/values/id.ts'
import { deleteOldDeliveries, replayEvents } from '../../../server/webhooks/deliveries/sql.ts'
import {
  claimAttempts,
  endAttempts,
  type FinishedAttempt,
  lockDue,
} from '../../../server/webhooks/deliveries/sql-attempts.ts'
import {
  deleteOldEvents,
  drawSequences,
  readUndispatched,
  writeDispatched,
} from '../../../server/webhooks/events/sql.ts'
import { newDirectory } from '../../support/embedded-postgres/fixtures.ts'

/**
 * How long a statement may wait for the migrations, with much tolerance for a busy machine. The program gives up a lock after two seconds,
 * which would be a failure.
 */
const waitMsMax = 20_000
const rows = process.env['LONG'] ? 1_000_000 : 20_000
const account = 9_000 as Id<'account'>
const endpoint = 1 as Id<'endpoint'>
const kept = join(import.meta.dirname, '../../../server/migrations')
/** The migrations that create partitions. */
const wanted = readdirSync(kept).filter((name) => /^00\d\d_partition/.test(name))

/** Data of a busy installation: events of one account, mostly dispatched and delivered. */
const fill = sql`
  with account as (
    insert into accounts (id, email, roles, created_at) values (${account}, 'busy@example.com', '{Advertiser}', now())
  ), endpoint as (
    insert into endpoints (id, account, url, kinds, secret, created_at, updated_at)
    values (${endpoint}, ${account}, 'https://receiver.example', '{task.created}', '', now(), now())
  ), event as (
    insert into events (kind, account, data, created_at, sequence, body, dispatched_at)
    select 'task.created', ${account}, '{}', now(), each, repeat('x', 500), now() from generate_series(1, ${rows}::integer) each
    returning id
  ), counter as (
    insert into event_counters (account, last_sequence) values (${account}, ${rows})
  ), delivery as (
    insert into deliveries (endpoint, account, event, status, attempts, created_at, ended_at)
    select 2, ${account}, id, 'Delivered', 1, now(), now() from event returning id
  ), attempt as (
    insert into attempts (delivery, endpoint, number, url, request, duration_ms, started_at)
    select id, 2, 1, 'https://receiver.example', '{}', 10, now() from delivery
  )
  insert into audit_log (actor, action, subject, subject_id, created_at)
  select 'system', 'test.fill', 'test', id, now() from event`

/** Writes the migrations of the previous version to a folder. */
function folderBefore(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'market-before-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of readdirSync(kept).filter((each) => /^\d/.test(each) && !wanted.includes(each)))
    cpSync(join(kept, name), join(folder, name))
  return folder
}

const happen = (db: Database): Promise<unknown> =>
  db.run(sql`
    with event as (${recordEvents(
      db,
    )`select 'task.created' as kind, ${account}::bigint as account, null::bigint as offer, null::bigint as execution,
        '{}'::jsonb as data, 1 as rank, null::text as request_id`} returning id)
    ${recordDecisions(
      db,
    )`select 'system' as actor, null::bigint as account, 'test.do' as action, 'test' as subject, id as subject_id,
        null::bigint as owner, null::text as reason, '{}'::jsonb as data from event`}`)

const dispatch = (db: Database): Promise<unknown> =>
  db.transaction(async (within) => {
    const happened = await readUndispatched(within)
    const [counter] = await drawSequences(within, new Map([[account, happened.length]]))
    const first = (counter?.lastSequence ?? 0) - happened.length + 1
    const events = happened.map(({ event }, index) => ({ event, sequence: first + index, body: '{}' }))
    return writeDispatched(within, { events, accounts: [account], waitSeconds: 0 })
  })

const outcome = { statusCode: 204, error: null, durationMs: 1, excerpt: null }
const decision = { status: 'Delivered', waitSeconds: null, pauseSeconds: null, isGone: false } as const

async function deliver(db: Database): Promise<void> {
  const claimed = await db.transaction(async (within) => {
    const due = await lockDue(within)
    return claimAttempts(
      within,
      due.map(({ id }) => id),
      { limit: 100, perEndpoint: 8, open: [] },
    )
  })
  const ended: FinishedAttempt[] = claimed.map((attempt) => ({ attempt, headers: { sent: 'yes' }, outcome, decision }))
  await endAttempts(db, ended)
}

const replay = (db: Database): Promise<unknown> =>
  replayEvents(db, endpoint, account, { fromSequence: 1, toSequence: 5, kinds: ['task.created'], onlyFailed: false })

async function sweep(db: Database): Promise<void> {
  await deleteOldEvents(db, 100)
  await deleteOldDeliveries(db, 100)
}

type WriteOutcomes = { done: number; slowestMs: number; readonly failures: unknown[] }

/** Repeats the work and measures each run. */
async function repeat(met: WriteOutcomes, isOver: () => boolean, work: () => Promise<unknown>): Promise<void> {
  while (!isOver()) {
    const passed = stopwatch()
    await work().catch((error: unknown) => met.failures.push(error))
    met.done++
    met.slowestMs = Math.max(met.slowestMs, passed())
  }
}

const count = async (db: Database, of: Sql): Promise<number> =>
  (await db.one<{ count: number }>(sql`select count(*)::integer as count from ${of}`)).count

test('large tables become partitioned while the previous version records, dispatches, delivers and sweeps', async (t) => {
  const embedded = await openEmbeddedPostgres(newDirectory(t, 'partitions'), { settings: { fsync: 'off' } })
  t.after(() => embedded.leave())
  await migrate(embedded.url(), { folder: folderBefore(t) })
  const [program, owner] = [programRole, undefined].map((role) => openDatabase({ url: embedded.url('market', role) }))
  assert.ok(program && owner)
  t.after(() => Promise.all([program.close(), owner.close()]))
  await owner.run(fill)
  const met: WriteOutcomes = { done: 0, slowestMs: 0, failures: [] }
  let isOver = false
  const works = [happen, happen, dispatch, deliver, replay, sweep]
  const working = works.map((work) =>
    repeat(
      met,
      () => isOver,
      () => work(program),
    ),
  )
  const heldUp: string[] = []
  const [passed, ended] = [stopwatch(), () => met.done]
  const applied = await migrate(embedded.url(), { onRetry: (message) => heldUp.push(message) })
  const [ms, meanwhile] = [Math.round(passed()), ended()]
  while (met.done < meanwhile + 300) await happen(program)
  isOver = true
  await Promise.all(working)
  t.diagnostic(`${rows} rows each: ${ms} ms, held up ${heldUp.length} times; ${met.done} done, ${meanwhile} meanwhile`)
  t.diagnostic(`slowest ${Math.round(met.slowestMs)} ms`)
  assert.deepEqual([met.failures, applied], [[], wanted])
  assert.ok(met.slowestMs < waitMsMax, `${met.slowestMs}`)
  assert.ok((await count(program, sql`events`)) > rows)
  assert.equal(await count(program, sql`events`), await count(owner, sql`events_0`))
  assert.equal(await count(program, sql`deliveries`), await count(owner, sql`deliveries_0`))
  assert.equal(
    await count(program, sql`audit_log where action = 'test.do'`),
    (await count(owner, sql`events_0`)) - rows,
  )
  const { again } = await program.one<{ again: number }>(sql`
    select count(*)::integer as again from (select sequence from events where sequence > 0 group by sequence having count(*) > 1) twice`)
  assert.equal(again, 0)
})
