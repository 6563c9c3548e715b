import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import type { AvailableRow } from '../available.ts'
import { availableColumns, inMs } from '../sql-fragments.ts'
import type { PackedColumns } from './packed.ts'

/** What can be reserved, by the row of slots alone. */
const open = sql`status = 'Active' and remaining > 0`

/** Its time has come, and is not over. */
const isInTime = (db: Db): Sql => sql`
  coalesce(starts_at <= ${db.now()}, true) and coalesce(ends_at > ${db.now()}, true)`

const milliseconds = inMs(sql`activated_at`)

/** Many listings, a column each: the same million of them as rows would take ten times as long, here and there. */
export type Packed = PackedColumns & {
  /** How many offers were looked at for it, and which of them was the last. */
  readonly picked: number
  readonly lastPicked: number | null
}

/** A record as text, which costs least: what it says, `admissionOf` reads. */
const audience = sql`(min_age, max_age, gender, target_countries, min_level, allow_list, block_list)::text`

/** Eight bytes for each number. What extract answers would be exact, and take longer than all the rest. */
const column = (number: Sql): Sql => sql`string_agg(float8send(${number}::float8), '')`

/**
 * Those of the picked offers that have their place on the board. Where one has none, its columns are null, and aggregates pass
 * over them. Not in parallel: workers that start for each part take longer than they help.
 */
const packed = (db: Db, picked: Sql): Sql => sql`
  select count(id) as count, count(*) as picked, max(picked.offer) as last_picked, ${column(sql`id`)} as ids,
    ${column(milliseconds)} as ats, ${column(sql`reward_units`)} as rewards, ${column(sql`category`)} as categories,
    ${column(sql`platform`)} as platforms, ${column(sql`advertiser`)} as advertisers,
    string_agg(audience, E'\\n') as audiences, ${column(sql`octet_length(searchable)`)} as lengths,
    string_agg(searchable, '') as texts,
    (select set_config('max_parallel_workers_per_gather', '0', true)) as workers
  from (${picked}) picked left join lateral (
    select id, activated_at, reward_units, category, platform, searchable, advertiser, ${audience} as audience
    from offers where offers.id = picked.offer and activated_at is not null and ${isInTime(db)}) listed on true`

/**
 * The next listings in the order of their ids. Begins at the states, not at the time of activation: what is over one day
 * outnumbers what is open. The size stands in the text, so that the plan is made for it.
 */
export const readEntries = (db: Db, afterId: number) =>
  db.one<Packed>(
    packed(
      db,
      sql`select offer from offer_states where offer > ${afterId}::bigint and ${open} order by offer limit 4000`,
    ),
  )
export const entriesRead = 4000

/** Those of the offers that are listed. */
export const readEntriesOf = (db: Db, offers: readonly number[]) =>
  db.one<Packed>(packed(db, sql`select offer from offer_states where offer = any(${offers}::bigint[]) and ${open}`))

/** A moment of the database, and whose life it is: nobody's where a crash has emptied what stood there. */
export type Mark = {
  readonly life: string | null
  readonly snapshot: string
  readonly isPurged: boolean | null
  /** The time of the read: what begins or ends by itself is looked for from then on by the next. */
  readonly readAt: Date
}

/**
 * A restart, a crash and another database all begin another life. `seen` is the snapshot that was seen last: what was
 * changed since may be purged already.
 */
const mark = (db: Db, seen: Sql): Sql => sql`
  select (select marks.life::text from listing_marks marks) || ' ' || pg_postmaster_start_time() || ' '
      || (select oid::text from pg_database where datname = current_database()) as life,
    pg_current_snapshot()::text as snapshot, ${db.now()} as read_at,
    (select marks.purged_before > pg_snapshot_xmin(${seen}) from listing_marks marks) as is_purged`

/** Begins a life where there is none. */
export const beginGeneration = (db: Db) =>
  db.run(sql`insert into listing_marks (marked_at) values (${db.now()}) on conflict do nothing`)

export const readMark = (db: Db) => db.one<Mark>(mark(db, sql`pg_current_snapshot()`))

export type Noted = Mark & { readonly offer: number | null; readonly at: number | null }

/** So many changes are applied one by one; with more of them the board is read anew. */
export const changesMax = 50_000

/** Offers whose beginning or end has come since, by the indexes that know only those. */
const due = (db: Db, time: Sql, since: Date): Sql => sql`
  select id, ${milliseconds} from offers where ${time} >= ${since} and ${time} <= ${db.now()}
    and ${time} is not null and activated_at is not null and completed_at is null and archived_at is null`

/**
 * What changed since a read: the changes of the transactions that its snapshot did not see, in whatever order they committed,
 * and what began or ended by itself. What a restored dump has brought from another life has numbers that are yet to come. One
 * row with offer null where there is none.
 */
export const readChanges = (db: Db, snapshot: string, since: Date) =>
  db.many<Noted>(sql`
    select mark.*, changed.* from (${mark(db, sql`${snapshot}::pg_snapshot`)}) mark left join (
      select distinct offer, at from (
        select offer, ${milliseconds} as at from listing_changes
        where xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and xid < pg_snapshot_xmax(pg_current_snapshot())
          and not pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot)
        union all ${due(db, sql`starts_at`, since)} union all ${due(db, sql`ends_at`, since)}) noted
      limit ${changesMax + 1}) changed on true`)

/** How long changes stay for those who read them. */
const keptSeconds = 300

/**
 * Purges changes that everybody who follows has read long ago. By transactions and not by time, because what a long one
 * changed appears when it commits: all before the mark were over when it was set.
 */
export const purgeChanges = (db: Db) =>
  db.run(sql`
    with purged as (
      update listing_marks set purged_before = marked_before, marked_before = pg_snapshot_xmin(pg_current_snapshot()),
        marked_at = ${db.now()}
      where marked_at <= ${db.now()} - ${keptSeconds}::integer * interval '1 second' returning purged_before
    )
    delete from listing_changes using purged
    where xid < purged_before or xid >= pg_snapshot_xmax(pg_current_snapshot())`)

/** Offers as executors see them, in whatever status they are by now. */
export const readAvailable = (db: Db, ids: readonly number[]) =>
  db.many<AvailableRow>(sql`
    select ${availableColumns}, offers.allow_list, offers.block_list, ${open} and ${isInTime(db)} as is_open
    from offers join offer_states state on state.offer = offers.id
    left join advertisers repute on repute.account = offers.advertiser
    where offers.id = any(${ids}::bigint[])`)
