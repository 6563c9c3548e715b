import type { Db } from '../platform/database/db.ts'
import { sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { AddedItem, NewItem } from './item.ts'
import type { Stop } from './stop.ts'

/** The suite of gold items: they belong to none. */
const noSuite = 0

type PlacedItem = NewItem & { readonly suite: number | undefined }

/**
 * Inserts items of an offer with gold, gold items in no suite, and skips those whose externalId is taken. Returns the others in their order.
 * Their ids say nothing about it, because executors could tell gold items by ids that are far from the others of the slot.
 */
export async function insertHidden(
  db: Db,
  offer: Id<'offer'>,
  items: readonly PlacedItem[],
  imported: Id<'import'> | null,
): Promise<AddedItem[]> {
  const drawn = await db.many<{ id: Id<'item'> }>(sql`
    select hidden_item_id(nextval(pg_get_serial_sequence('items', 'id'))) as id from generate_series(1, ${items.length}::integer)`)
  const ids = drawn.map(({ id }) => id)
  const inserted = await db.many<AddedItem>(sql`
    insert into items (id, offer, suite, external_id, data, gold_answer, status, import, created_at)
    select id, ${offer}::bigint, suite, external_id, data, gold_answer, case when gold_answer is null then 'Open' else 'Gold' end,
      ${imported}::bigint, ${db.now()}
    from unnest(${ids}::bigint[], ${items.map(({ suite }) => suite ?? noSuite)}::bigint[], ${items.map(({ externalId }) => externalId)}::text[],
      ${items.map(({ data }) => JSON.stringify(data))}::jsonb[],
      ${items.map(({ goldAnswer }) => (goldAnswer === null ? null : JSON.stringify(goldAnswer)))}::jsonb[])
      as item (id, suite, external_id, data, gold_answer)
    on conflict (offer, external_id) where external_id is not null do nothing returning id, external_id`)
  const places = new Map(ids.map((id, place) => [id, place]))
  return inserted.toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0))
}

/** Counts new gold items. Expects a row of their offer. */
export const countGoldItems = (db: Db, offer: Id<'offer'>, items: number) =>
  db.run(sql`update item_counts set gold = gold + ${items}::integer where offer = ${offer}::bigint`)

/**
 * Takes the answers to gold items (an array of ids) out of the accuracy of executors: they were cancelled, because their known answer is wrong.
 * Stopped executors who are accurate enough without them, or have too few answers then, get slots again.
 */
export async function forgetAnswers(db: Db, offer: Id<'offer'>, items: readonly number[]): Promise<void> {
  await db.run(sql`
    with wrong as (
      update gold_given set is_right = null from (
        select offer, executor, item, is_right from gold_given
        where item = any(${items}::bigint[]) and is_right is not null and offer = ${offer}::bigint) was
      where gold_given.offer = was.offer and gold_given.executor = was.executor and gold_given.item = was.item
      returning was.offer, was.executor, was.is_right)
    update executor_accuracy accuracy
    set right_count = right_count - forgotten.rights, answered_count = answered_count - forgotten.answers
    from (select offer, executor, count(*) filter (where is_right) as rights, count(*) as answers from wrong group by offer, executor) forgotten
    where accuracy.offer = ${offer}::bigint and accuracy.offer = forgotten.offer and accuracy.executor = forgotten.executor`)
  const isLifted = sql`offer = ${offer}::bigint and cause = 'Accuracy' and (
    select right_count >= (figures ->> 'minAccuracy')::numeric * answered_count or answered_count < (figures ->> 'minAnswers')::integer
    from executor_accuracy accuracy where accuracy.offer = stop.offer and accuracy.executor = stop.executor)`
  // The stop by a rule that one by gold replaced holds again.
  await db.run(sql`
    update executor_stops stop set cause = figures -> 'before' ->> 'cause', figures = figures -> 'before' -> 'figures',
      handled_at = coalesce(handled_at, ${db.now()})
    where ${isLifted} and figures ? 'before'`)
  await db.run(sql`delete from executor_stops stop where ${isLifted}`)
}

/** Notes that the earlier work of a stopped executor was seen to. */
export const writeHandled = (
  db: Db,
  { offer, executor }: { readonly offer: Id<'offer'>; readonly executor: Id<'account'> },
) =>
  db.run(sql`
    update executor_stops set handled_at = ${db.now()}
    where offer = ${offer}::bigint and executor = ${executor}::bigint and handled_at is null`)

/**
 * Gives an executor no more slots of an offer, with nothing to do about their earlier work. An earlier stop stays; one by the threshold of
 * gold replaces it, because that decides about earlier work too.
 */
export const writeStop = (
  db: Db,
  { offer, executor }: { readonly offer: Id<'offer'>; readonly executor: Id<'account'> },
  { cause, figures }: Stop,
) =>
  db.run(sql`
    insert into executor_stops (offer, executor, cause, figures, stopped_at, handled_at)
    values (${offer}::bigint, ${executor}::bigint, ${cause}::text, ${JSON.stringify(figures)}::jsonb, ${db.now()}, ${db.now()})
    on conflict (offer, executor) do nothing`)
