import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import type { AdvertiserReputation, ListedOfferRow } from '../available.ts'
import { estimatedMinutes, inMs, reputationJson, workSeconds } from '../sql-fragments.ts'
import { foldedSearchable } from '../sql-fragments-content.ts'
import type { EntryColumns } from './entry-columns.ts'

/** Whether the row of slots allows reservations. */
const open = sql`status = 'Active' and remaining > 0 and coalesce(screened_out + reserved < screen_out_max, true)`

/** Whether the offer has started and not ended. */
const isInTime = (db: Db): Sql => sql`
  coalesce(starts_at <= ${db.now()}, true) and coalesce(ends_at > ${db.now()}, true)`

const milliseconds = inMs(sql`activated_at`)

/** Many entries in columns: a million of them as rows would take ten times as long on both sides. */
export type PackedEntries = EntryColumns & {
  /** How many offers were examined, and the id of the last one. */
  readonly picked: number
  readonly lastPicked: number | null
}

/** The audience as the text of a record, the cheapest form; `admissionOf` parses it. */
const audience = sql`(min_age, max_age, gender, target_countries, min_level, allow_list, block_list, requirements)::text`

/** Eight bytes per number. The exact result of extract would take longer than everything else. */
const column = (number: Sql): Sql => sql`string_agg(float8send(${number}::float8), '')`

/**
 * Packs the picked offers that are listed. Offers that are not listed have null columns, which aggregates ignore. Not parallel: starting
 * workers for each part costs more than they save.
 */
const packEntries = (db: Db, picked: Sql): Sql => sql`
  select count(id) as count, count(*) as picked, max(picked.offer) as last_picked, ${column(sql`id`)} as ids,
    ${column(milliseconds)} as ats, ${column(sql`reward_units`)} as rewards, ${column(sql`category`)} as categories,
    ${column(sql`platform`)} as platforms, ${column(sql`advertiser`)} as advertisers,
    string_agg(audience, E'\\n') as audiences, ${column(sql`octet_length(searchable)`)} as lengths,
    string_agg(searchable, '') as texts,
    (select set_config('max_parallel_workers_per_gather', '0', true)) as workers
  from (${picked}) picked left join lateral (
    select id, activated_at, reward_units, category, platform, ${foldedSearchable} as searchable, advertiser, ${audience} as audience
    from offers where offers.id = picked.offer and activated_at is not null and ${isInTime(db)}) listed on true`

/**
 * Reads the next entries in id order. Starts from the states rather than activation time, because ended offers come to outnumber open ones.
 * The literal limit lets the planner use it.
 */
export const readEntries = (db: Db, afterId: number) =>
  db.one<PackedEntries>(
    packEntries(
      db,
      sql`select offer from offer_states where offer > ${afterId}::bigint and ${open} order by offer limit 4000`,
    ),
  )
export const entriesPerRead = 4000

/** Reads the entries of those offers that are listed. */
export const readEntriesOf = (db: Db, offers: readonly number[]) =>
  db.one<PackedEntries>(
    packEntries(db, sql`select offer from offer_states where offer = any(${offers}::bigint[]) and ${open}`),
  )

/** A snapshot of the database and its generation; `generation` is null after a crash emptied the unlogged table. */
export type SyncPoint = {
  readonly generation: string | null
  readonly snapshot: string
  readonly isPurged: boolean | null
  /** The time of the read; the next read looks for scheduled starts and ends from then on. */
  readonly readAt: Date
}

/**
 * A restart, a crash or another database starts a new generation. `seen` is the previous snapshot: changes since then may have been purged.
 */
const syncPoint = (db: Db, seen: Sql): Sql => sql`
  select (select marks.life::text from listing_marks marks) || ' ' || pg_postmaster_start_time() || ' '
      || (select oid::text from pg_database where datname = current_database()) as generation,
    pg_current_snapshot()::text as snapshot, ${db.now()} as read_at,
    (select marks.purged_before > pg_snapshot_xmin(${seen}) from listing_marks marks) as is_purged`

/** Starts a generation if there is none. */
export const beginGeneration = (db: Db) =>
  db.run(sql`insert into listing_marks (marked_at) values (${db.now()}) on conflict do nothing`)

export const readSyncPoint = (db: Db) => db.one<SyncPoint>(syncPoint(db, sql`pg_current_snapshot()`))

export type ChangeRow = SyncPoint & { readonly offer: number | null; readonly at: number | null }

/** With more changes than this, the index is loaded anew. */
export const changesMax = 50_000

/** Selects offers that started or ended since, by the partial indexes on these times. */
const due = (db: Db, time: Sql, since: Date): Sql => sql`
  select id, ${milliseconds} from offers where ${time} >= ${since} and ${time} <= ${db.now()}
    and ${time} is not null and activated_at is not null and completed_at is null and archived_at is null`

/**
 * Reads the changes since a snapshot: those of transactions that it did not see, in any commit order, and scheduled starts and ends.
 * Ignores changes from a restored dump, whose transaction ids are in the future. One row with offer null if there is none.
 */
export const readChanges = (db: Db, snapshot: string, since: Date) =>
  db.many<ChangeRow>(sql`
    select mark.*, changed.* from (${syncPoint(db, sql`${snapshot}::pg_snapshot`)}) mark left join (
      select distinct offer, at from (
        select offer, ${milliseconds} as at from listing_changes
        where xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and xid < pg_snapshot_xmax(pg_current_snapshot())
          and not pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot)
        union all ${due(db, sql`starts_at`, since)} union all ${due(db, sql`ends_at`, since)}) noted
      limit ${changesMax + 1}) changed on true`)

/** How long changes are kept for readers. */
const keptSeconds = 300

/**
 * Purges changes that every reader has seen. Compares transactions rather than times, because the changes of a long transaction appear at
 * its commit: all transactions before the mark had ended when it was set.
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

/** Reads offers that can be reserved: the members that change only with their index entries, and the remaining slots. */
export const readListed = (db: Db, ids: readonly number[]) =>
  db.many<ListedOfferRow & { readonly remaining: number }>(sql`
    select id, overlap is not null as has_items, state.remaining, advertiser, title, source_language, translations, currency, type, reward_units, category, platform,
      reservation_seconds, review_seconds, activated_at, ${estimatedMinutes}, ${workSeconds} as work_seconds, min_age, max_age, gender, target_countries, min_level, allow_list,
      block_list, requirements
    from offers cross join lateral (select remaining from offer_states where offer = offers.id and ${open}) state
    where id = any(${ids}::bigint[])`)

/** Remaining slots of the offers that can be reserved, as "id slots,id slots" or null, and the reputations of advertisers. */
export type CurrentRow = {
  readonly slots: string | null
  readonly reputations: readonly ReputationRow[]
}
type ReputationRow = Omit<AdvertiserReputation, 'advertiserSince'> & {
  readonly account: number
  /** In milliseconds. */
  readonly since: number
}

/** Reads the displayed members that change without the index entries. */
export const readCurrent = (db: Db, offers: readonly number[], advertisers: readonly number[]) =>
  db.one<CurrentRow>(sql`
    select (select string_agg(offer || ' ' || remaining, ',') from offer_states
        where offer = any(${offers}::bigint[]) and ${open}) as slots,
      (select coalesce(json_agg(${reputationJson}), '[]') from advertisers repute
        where repute.account = any(${advertisers}::bigint[])) as reputations`)
