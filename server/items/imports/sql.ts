import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import type { Offer } from '../../offers/offer.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { newestFirst, rowsOfPage, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Units } from '../../values/money.ts'
import type { Page, PagedRow } from '../../values/requests/page.ts'
import type { Packing } from '../sql.ts'
import {
  type Claimed,
  errorsMax,
  type FailureReason,
  type Import,
  type ImportFormat,
  importDays,
  type LineError,
  leaseSeconds,
} from './import.ts'
import type { ReadItem } from './reader.ts'

const columns = sql`item_imports.id, item_imports.offer, item_imports.status, item_imports.format, item_imports.bytes,
  item_imports.read_bytes, item_imports.read_lines, item_imports.faults, item_imports.errors, item_imports.reason, item_imports.items,
  item_imports.created_at, item_imports.ended_at`

/** What an account has imported: how many imports are kept, and the bytes of those that are not done. */
export type Stored = Pick<Offer, 'overlap' | 'itemsPerSlot' | 'status'> & {
  readonly imports: number
  readonly bytes: number
}

/** Reads the caller's own offer for an import into it. */
export const readForImport = (db: Db, by: By, offer: Id<'offer'>) =>
  forCaller<Stored>(db, by)`
    select offers.overlap, offers.items_per_slot, (select status from offer_states where offer = offers.id) as status, count(stored.id) as imports, coalesce(sum(stored.bytes) filter (where stored.status = 'Processing'), 0)::bigint as bytes
    from offers left join item_imports stored on stored.account = offers.advertiser
    where offers.id = ${offer}::bigint and offers.advertiser = caller.caller_account group by offers.id`

/** Reads how the items of an offer become suites. */
export const readPacking = (db: Db, offer: Id<'offer'>) =>
  db.maybe<
    Pick<Offer, 'id' | 'overlap' | 'itemsPerSlot' | 'aggregation' | 'status' | 'itemNames' | 'gold' | 'page'>
  >(sql`
    select id, overlap, items_per_slot, aggregation, item_names, gold, page, (select status from offer_states where offer = offers.id) as status
    from offers where id = ${offer}::bigint`)

export type NewImport = {
  readonly offer: Id<'offer'>
  readonly account: Id<'account'>
  readonly format: ImportFormat
  readonly file: string
  readonly bytes: number
  readonly hash: Buffer
  readonly maxCostUnits: Units | null
  readonly keyHash: Buffer | null
}

export const insertImport = (db: Db, added: NewImport) =>
  db.one<Import>(sql`
    insert into item_imports (offer, account, status, format, file, bytes, hash, max_cost_units, key_hash, created_at)
    values (${added.offer}::bigint, ${added.account}::bigint, 'Processing', ${added.format}, ${added.file}, ${added.bytes}::bigint,
      ${added.hash}::bytea, ${added.maxCostUnits}::bigint, ${added.keyHash}::bytea, ${db.now()})
    returning ${columns}`)

/** Reads a page of the imports of the caller's own offer, newest first; no row if they have no such offer. */
export const readImports = (db: Db, by: By, offer: Id<'offer'>, page: Page) =>
  forCaller<Import & PagedRow>(db, by)`
    select (select count(*) from item_imports where item_imports.offer = named.id) as total_count, import.* from (
      select id from offers where id = ${offer}::bigint and advertiser = caller.caller_account) named
    left join lateral (${rowsOfPage({ columns, from: sql`from item_imports where item_imports.offer = named.id`, order: newestFirst(sql`item_imports.id`) }, page)}) import on true`

/** Reads an import of the caller's own offer: a row without id if it has no such import, no row if they have no such offer. */
export const readImport = (db: Db, by: By, offer: Id<'offer'>, id: Id<'import'>) =>
  forCaller<Import | { readonly id: null }>(db, by)`
    select ${columns} from offers left join item_imports on item_imports.id = ${id}::bigint and item_imports.offer = offers.id
    where offers.id = ${offer}::bigint and offers.advertiser = caller.caller_account`

const lease = (db: Db) => sql`${db.now()} + ${leaseSeconds}::integer * interval '1 second'`

/**
 * Leases the oldest import of an account for which none is running, of the account that has waited longest since its last import ended. So an
 * account with large or many files delays its own.
 */
export const claimImport = (db: Db) =>
  db.maybe<Claimed>(sql`
    update item_imports set leased_until = ${lease(db)}, attempts = attempts + 1, read_bytes = 0, read_lines = 0, faults = 0
    where id = (
      select id from item_imports waiting
      where status = 'Processing' and (leased_until is null or leased_until <= ${db.now()})
        and (
          select id from item_imports running
          where running.status = 'Processing' and running.leased_until > ${db.now()} and running.account = waiting.account limit 1) is null
      order by (select max(ended_at) from item_imports ended where ended.account = waiting.account) nulls first, id
      limit 1 for update skip locked)
    returning id, offer, format, file, max_cost_units, key_hash, attempts`)

/** Brings leases forward after the clock was set back. */
export const bringLeasesForward = (db: Db, seconds: number) =>
  db.run(sql`
    update item_imports set leased_until = leased_until - ${seconds}::float8 * interval '1 second'
    where status = 'Processing' and leased_until > ${db.now()}`)

export type Progress = { readonly readBytes: number; readonly readLines: number; readonly faults: number }

/** Extends the lease and shows how far the import is. */
export const writeProgress = (db: Db, id: Id<'import'>, { readBytes, readLines, faults }: Progress) =>
  db.run(sql`
    update item_imports set leased_until = ${lease(db)}, read_bytes = ${readBytes}::bigint, read_lines = ${readLines}::integer,
      faults = ${faults}::integer
    where id = ${id}::bigint and status = 'Processing'`)

/** Errors may quote the file. They are cut between the halves of a character, too. */
const quoting = (value: unknown): string =>
  JSON.stringify(value, (_, each) => (typeof each === 'string' ? each.replaceAll('\0', ' ').toWellFormed() : each))

type Ended = Progress & {
  readonly status: 'Completed' | 'Failed'
  readonly errors: readonly LineError[]
  readonly reason: FailureReason | null
  readonly items: number | null
}

/** Ends an import, once: returns 0 if another process has ended it. */
export const endImport = (db: Db, id: Id<'import'>, ended: Ended) =>
  db.run(sql`
    update item_imports set status = ${ended.status}, read_bytes = ${ended.readBytes}::bigint, read_lines = ${ended.readLines}::integer,
      faults = ${ended.faults}::integer, errors = ${quoting(ended.errors.slice(0, errorsMax))}::jsonb,
      reason = ${ended.reason === null ? null : quoting(ended.reason)}::jsonb, items = ${ended.items}::integer, file = null,
      leased_until = null, ended_at = ${db.now()}
    where id = ${id}::bigint and status = 'Processing'`)

type PlacedItem = ReadItem & { readonly suite: number }

/** Inserts items without those whose externalId is taken. Returns how many. */
export const insertPlaced = (db: Db, offer: Id<'offer'>, id: Id<'import'>, items: readonly PlacedItem[]) =>
  db.run(sql`
    insert into items (offer, suite, external_id, data, import, created_at)
    select ${offer}::bigint, suite, external_id, data, ${id}::bigint, ${db.now()}
    from unnest(${items.map(({ suite }) => suite)}::bigint[], ${items.map(({ externalId }) => externalId)}::text[],
      ${items.map(({ data }) => JSON.stringify(data))}::jsonb[]) with ordinality as item (suite, external_id, data, place) order by place
    on conflict (offer, external_id) where external_id is not null do nothing`)

/** Returns the external ids of the items of these suites. */
export const readExternalIds = (db: Db, suites: readonly number[]) =>
  db.many<{ externalId: string | null }>(sql`select external_id from items where suite = any(${suites}::bigint[])`)

/** What was added; `names`: those that all of the items have as a text, number or boolean. */
export type Added = {
  readonly items: number
  /** How many of them are gold items. */
  readonly gold: number
  readonly suites: number
  readonly firstTurn: number
  readonly names: readonly string[] | null
}

/**
 * Makes executors look for suites from the first one of an import on again: its suites have older turns than those that others got while it
 * ran. Expects locked slots.
 */
export const lowerPassed = (db: Db, { offer, overlap }: Packing, firstTurn: number) =>
  db.run(sql`
    update suite_shares set passed[${overlap}::integer] = least(passed[${overlap}::integer], ${firstTurn - 1}::bigint)
    where offer = ${offer}::bigint`)

/** Deletes up to `limit` imports that ended long ago. Returns how many. */
export const deleteOldImports = (db: Db, limit: number) =>
  db.run(sql`
    delete from item_imports where ctid = any(array(
      select ctid from item_imports
      where ended_at is not null and ended_at <= ${db.now()} - ${importDays}::integer * interval '1 day'
      order by ended_at limit ${limit} for update skip locked))`)

/** Returns those of these files that an import still needs. */
export const neededFiles = async (db: Db, files: readonly string[]) =>
  (
    await db.many<{ file: string }>(sql`
      select file from item_imports where status = 'Processing' and file = any(${files}::text[])`)
  ).map(({ file }) => file)

export const readNow = (db: Db) => db.one<{ readonly now: Date }>(sql`select ${db.now()} as now`)
