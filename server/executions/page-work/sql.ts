import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import { priceEdition } from '../../catalog/sql-fragments.ts'
import { givenItems } from '../../items/sql-fragments-answers.ts'
import { contentIn } from '../../offers/sql-fragments-content.ts'
import { secretVersionOf } from '../../offers/studies/sql-fragments.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import { editionOf } from '../../reservations/sql-fragments.ts'
import type { Id } from '../../values/id.ts'
import type { ItemValues } from '../../values/placeholders/placeholders.ts'
import type { Draft, PageWorkRow } from './page-work.ts'

/** Days for which drafts of expired reservations are kept, because their executor can continue them. */
const draftDaysKept = 7
/** Items with which moderation sees a page. */
const samplesMax = 3

/** Selects the items of a reservation with their data. */
const itemsOf = (reservation: Sql): Sql => sql`
  select coalesce(json_agg(json_build_object('itemId', items.id, 'data', items.data) order by items.id), '[]')
  from (${givenItems(sql`${reservation}.id`, sql`${reservation}.execution`)}) items`

/** Selects the answers of an execution, as they were submitted. */
const answersOf = (execution: Sql): Sql => sql`
  coalesce(
    (select json_agg(case when skip_reason is null then json_build_object('itemId', item, 'value', value)
        else json_build_object('itemId', item, 'skipped', skip_reason) end)
      from answers where answers.execution = ${execution}),
    (select to_json(details -> 'answers') from executions where executions.id = ${execution}))`

/**
 * Selects the newest draft of each item: from the reservation, or from those of the same executor that expired before it without other work
 * in between.
 */
const draftsOf = (reservation: Sql): Sql => sql`
  select json_object_agg(item, value) from (
    select distinct on (item) item, value from answer_drafts where answer_drafts.reservation = ${reservation}.id
      or answer_drafts.reservation = any(array(
        select id from reservations expired
        where executor = ${reservation}.executor and offer = ${reservation}.offer and id < ${reservation}.id and status = 'Expired'
          and ${reservation}.kind = 'Work' and id > coalesce((
            select max(id) from reservations other where other.executor = ${reservation}.executor and other.offer = ${reservation}.offer
              and other.id < ${reservation}.id and other.status <> 'Expired'), 0)))
    order by item, answer_drafts.reservation desc) kept`

/** Selects a reservation with its page, items and drafts. */
const work = (id: Id<'reservation'>): Sql => sql`
    select reservation.id, reservation.executor, reservation.offer, offers.advertiser, reservation.status, reservation.expires_at, offers.skips_max,
      ${secretVersionOf(sql`offers.id`)} as secret_version,
      reserved.content ->> 'page' as page, reserved.content - 'page' as content, price.offer_details_schema,
      case when offers.overlap is not null then (${itemsOf(sql`reservation`)}) end as items,
      (${draftsOf(sql`reservation`)}) as drafts,
      case when reservation.execution is not null then ${answersOf(sql`reservation.execution`)} end as answered
    from reservations reservation join offers on offers.id = reservation.offer
    cross join lateral (select ${contentIn(sql`reservation.offer_version`)} as content) reserved
    join lateral (${priceEdition(sql`offers.price`, editionOf(sql`reservation`))}) price on true
    where reservation.id = ${id}::bigint`

/** Reads the caller's own reservation with its page, items and drafts; no row if there is none. */
export const readPageWork = (db: Db, by: By, id: Id<'reservation'>) =>
  forCaller<PageWorkRow>(db, by)`select * from (${work(id)}) work where executor = caller.caller_account`

/** Reads the same for whoever holds a capability of the reservation. */
export const readWork = (db: Db, id: Id<'reservation'>) =>
  db.maybe<PageWorkRow & { readonly now: Date }>(sql`select work.*, ${db.now()} as now from (${work(id)}) work`)

/** Reads the page of any offer as moderation decides on it, with the data of its first items; no row if there is no such offer. */
export const readSamples = (db: Db, by: By, id: Id<'offer'>) =>
  forCaller<{ readonly page: string | null; readonly items: readonly ItemValues[] }>(db, by)`
    select case when pending_change ->> 'status' = 'Pending' then pending_change #>> '{content,page}' else page end as page,
      (select coalesce(json_agg(data order by id), '[]')
        from (select id, data from items where offer = offers.id order by id limit ${samplesMax}::integer) items) as items
    from offers where id = ${id}::bigint`

/** Keeps what was entered for an item, as long as the reservation is active. */
export const saveDraft = (db: Db, id: Id<'reservation'>, item: number, draft: Draft) =>
  db.maybe<{ savedAt: Date }>(sql`
    insert into answer_drafts (reservation, item, value, saved_at)
    select id, ${item}::bigint, ${JSON.stringify(draft)}::jsonb, ${db.now()} from reservations
    where id = ${id}::bigint and status = 'Active' and expires_at > ${db.now()}
    on conflict (reservation, item) do update set value = excluded.value, saved_at = excluded.saved_at
    returning saved_at`)

/** Deletes up to `limit` drafts that cannot be continued: of reservations that expired long ago, or ended otherwise. */
export const deleteOldDrafts = (db: Db, limit: number) =>
  db.run(sql`
    delete from answer_drafts where ctid = any(array(
      select draft.ctid from answer_drafts draft join reservations on reservations.id = draft.reservation
      where status not in ('Active', 'Expired')
        or status = 'Expired' and saved_at < ${db.now()} - ${draftDaysKept}::integer * interval '1 day'
      limit ${limit}::bigint))`)
