import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import { proofsOf } from '../../executions/sql-fragments.ts'
import { releasedUnits } from '../../offers/sql-fragments.ts'
import { titleIn } from '../../offers/sql-fragments-content.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { forgetEvents, stampEvents } from '../../platform/database/events.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import { eventDaysKept, sweptDays } from '../retention.ts'
import type { EventKind, UndispatchedEvent } from './event.ts'

/** Advisory lock key: an arbitrary constant that no other lock uses. */
const dispatcherLock = 7_213_002

export const isUndispatched = (db: Db) =>
  db.one<{ waiting: boolean }>(sql`select exists (select from events where dispatched_at is null) as waiting`)

/**
 * Makes this transaction the only dispatcher unless another is running. A separate statement, so that the next one sees everything
 * the previous dispatcher wrote.
 */
export const lockDispatcher = (db: Db) =>
  db.one<{ granted: boolean }>(sql`select pg_try_advisory_xact_lock(${dispatcherLock}::bigint) as granted`)

/**
 * Selects up to 200 undispatched events in order, with the records they are about. Work that was resubmitted meanwhile is read in
 * the revision of the event.
 */
export const readUndispatched = (db: Db) =>
  db.many<UndispatchedEvent>(sql`
    select events.id as event, events.kind, events.account, events.offer, events.execution, events.data,
      events.created_at as happened_at, to_jsonb(work) - '{content_hash,history,proofs}'::text[]
        || case when former.details is null then '{}' else jsonb_build_object('details', former.details) end as work,
      coalesce(former.proofs, work.proofs, ${proofsOf(sql`events.execution`)}) as proofs,
      case when events.kind in ('task.completed', 'task.archived') then ${releasedUnits(sql`offers`, sql`events.created_at`)} else 0 end
        as released_units, offers.version as offer_version,
      ${titleIn(sql`work.offer_version`)} as reserved_title
    from (select * from events where dispatched_at is null order by id limit 200) events
    left join executions work on work.id = events.execution
    left join revisions former on former.execution = work.id
      and former.revision = (events.data -> 'execution' ->> 'revision')::integer
    left join offers on offers.id = events.offer
    order by events.id`)

/** Draws sequence numbers for each account under the lock of its counter. Returns the last number drawn. */
export const drawSequences = (db: Db, drawn: ReadonlyMap<number, number>) =>
  db.many<{ account: number; lastSequence: number }>(sql`
    insert into event_counters (account, last_sequence)
    select account, drawn from unnest(${[...drawn.keys()]}::bigint[], ${[...drawn.values()]}::bigint[]) as batch (account, drawn)
    order by account
    on conflict (account) do update set last_sequence = event_counters.last_sequence + excluded.last_sequence
    returning account, last_sequence`)

export type Dispatched = { readonly event: Id<'event'>; readonly sequence: number; readonly body: string }

export type DispatchedBatch = {
  readonly events: readonly Dispatched[]
  readonly accounts: readonly number[]
  /** Delay before the first attempt, in seconds. */
  readonly waitSeconds: number
}

const firstAt = (db: Db, waitSeconds: number): Sql => sql`${db.now()} + ${waitSeconds}::integer * interval '1 second'`

/** Records the dispatched events and creates a delivery for each subscribed endpoint. Returns the endpoints with deliveries. */
export const writeDispatched = (db: Db, { events, accounts, waitSeconds }: DispatchedBatch) =>
  db.many<{ endpoint: Id<'endpoint'> }>(sql`
    with subscribed as materialized (
      select id, account, kinds from endpoints where account = any(${accounts}::bigint[]) and status <> 'Deleted' and status = 'Enabled'
    ),
    stamped as (${stampEvents(db, events)}),
    delivery as (
      insert into deliveries (endpoint, account, event, due_at, created_at)
      select subscribed.id, stamped.account, stamped.id, ${firstAt(db, waitSeconds)}, ${db.now()}
      from stamped join subscribed
        on case when subscribed.account = stamped.account then stamped.kind = any(subscribed.kinds) end
      order by stamped.id, subscribed.id
      returning endpoint
    )
    select distinct endpoint from delivery`)

/**
 * Makes endpoints with new deliveries due. A separate statement: the endpoints are locked only until the commit, and an endpoint
 * that another process claims meanwhile becomes due after its claim.
 */
export const wakeEndpoints = (db: Db, endpoints: readonly Id<'endpoint'>[], waitSeconds: number) =>
  db.run(sql`
    with locked as materialized (
      select id from endpoints where id = any(${endpoints}::bigint[]) order by id for update
    )
    update endpoints set due_at = least(due_at, ${firstAt(db, waitSeconds)}) from locked
    where endpoints.id = any(array(select id from locked)) and endpoints.id = locked.id and status = 'Enabled'`)

const isOld = (db: Db, days = eventDaysKept): Sql =>
  sql`dispatched_at < ${db.now()} - ${days}::integer * interval '1 day'`

/** Deletes old dispatched events without pending deliveries. */
export const deleteOldEvents = (db: Db, limit: number) =>
  db.run(
    forgetEvents(sql`
      select id from events where ${isOld(db, sweptDays)}
        and not exists (select from deliveries where deliveries.event = events.id and ended_at is null)
      order by dispatched_at limit ${limit}::bigint`),
  )

export type Feed = { readonly after: number; readonly kinds: readonly EventKind[]; readonly limit: number }
export type FeedRow = {
  readonly lastSequence: number | null
  readonly oldestSequence: number | null
  readonly sequence: number | null
  readonly body: string
}

const firstFrom = (sequence: Sql): Sql => sql`
  select sequence, dispatched_at from events where account = caller.caller_account and sequence >= ${sequence}
  order by sequence limit 1`

/**
 * The first sequence number still available, from part `counter`. Expired events may remain for days, a million for a large
 * account. Numbers increase with time, so this uses a binary search.
 */
const oldestAvailable = (db: Db): Sql => sql`
  with recursive span (low, high) as (
    select sequence, case when ${isOld(db)} then counter.last_sequence + 1 else sequence end from (${firstFrom(sql`0`)}) first
    union all
    select case when ${isOld(db)} then found.sequence + 1 else low end, case when ${isOld(db)} then high else middle end
    from span, lateral (select (low + high) / 2 as middle) half left join lateral (${firstFrom(sql`middle`)}) found on true
    where low < high
  )
  select found.sequence from span, lateral (${firstFrom(sql`low`)}) found where low >= high`

/**
 * Selects the caller's events after a number, in order, one more than requested; also the first available and the last assigned
 * number.
 */
export const readFeed = (db: Db, by: By, { after, kinds, limit }: Feed) =>
  forCaller<FeedRow>(db, by)`
      select counter.last_sequence, kept.sequence as oldest_sequence, item.sequence, item.body
      from (select max(last_sequence) as last_sequence from event_counters where account = caller.caller_account) counter
      left join lateral (${oldestAvailable(db)}) kept on true
      left join lateral (select * from (
        select sequence, body from events
        where account = caller.caller_account and sequence > ${after}::bigint and kind = any(${kinds}::text[])
        order by sequence limit 101) page limit ${limit + 1}::bigint) item on true
      order by item.sequence`

export const readEvent = (db: Db, by: By, id: Id<'event'>) =>
  forCaller<{ body: string }>(db, by)`
      select body from events
      where id = ${id}::bigint and account = caller.caller_account and sequence is not null`
