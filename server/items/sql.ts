import { forCaller } from '../accounts/sql-fragments-callers.ts'
import type { By } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { Page, PagedRow } from '../values/requests/page.ts'
import type { AddedItem, Item, ItemFilter, NewItem } from './item.ts'
import { endedTurn, isGiven } from './sql-fragments-answers.ts'
import { pageOfItems } from './sql-fragments-list.ts'
import { resultOf } from './sql-fragments-results.ts'
import { moveShares } from './sql-fragments-shares.ts'
import { countStatuses } from './sql-fragments-statuses.ts'
import { countGoldItems, forgetAnswers, insertHidden } from './sql-gold.ts'

/* All writes expect a transaction that has locked the slots (offer_states) of the offer. */

/** How items are put together in suites. */
export type Packing = {
  readonly offer: Id<'offer'>
  readonly overlap: number
  /** How many items a suite has: a slot has gold items, too. */
  readonly itemsPerSlot: number
  readonly hasGold: boolean
  /** How many further answers a new suite may ask for. */
  readonly spare: number
  /** Whether the answers of its items become results. */
  readonly isJudged: boolean
}

/** Returns how many answers the suites of an offer still miss or may ask for: the free slots that it needs. The caller gives it exactly these. */
export const takeMissing = async (db: Db, offer: Id<'offer'>) => {
  const counts = await db.maybe<{ missing: number }>(sql`
    update item_counts set has_surplus = false where offer = ${offer}::bigint returning missing + spare as missing`)
  return counts?.missing ?? 0
}

type NewSuite = { readonly id: number; readonly turn: number }

/** Inserts suites for a number of items. Returns them in their order: each has `itemsPerSlot` items, the last one may have fewer. */
export function insertSuites(db: Db, packing: Packing, items: number): Promise<NewSuite[]> {
  const { offer, overlap, itemsPerSlot, spare, isJudged } = packing
  const sizes = Array.from({ length: Math.ceil(items / itemsPerSlot) }, (_, place) =>
    Math.min(itemsPerSlot, items - place * itemsPerSlot),
  )
  return db.many<NewSuite>(sql`
    insert into suites (offer, size, capacity, missing, spare, to_judge, turn)
    select ${offer}::bigint, size, ${itemsPerSlot}::smallint, ${overlap}::smallint, ${spare}::smallint, ${isJudged}::boolean, nextval('suite_turns')
    from unnest(${sizes}::smallint[]) with ordinality as suite (size, place) order by place returning id, turn`)
}

/** Counts new items and their suites. */
export const countAdded = (db: Db, { offer, overlap, spare }: Packing, items: number, suites: number) =>
  db.run(sql`
    insert into item_counts as counts (offer, open, open_suites, missing, spare)
    values (${offer}::bigint, ${items}::integer, ${suites}::integer, ${suites * overlap}::integer, ${suites * spare}::integer)
    on conflict (offer) do update set open = counts.open + excluded.open, open_suites = counts.open_suites + excluded.open_suites,
      missing = counts.missing + excluded.missing, spare = counts.spare + excluded.spare`)

/** Inserts items in new suites, then fills up and merges suites that no one was given. Returns the items in their order. */
export async function insertItems(db: Db, packing: Packing, items: readonly NewItem[]): Promise<AddedItem[]> {
  if (packing.hasGold) return insertWithGold(db, packing, items)
  const { offer, itemsPerSlot } = packing
  const suites = await insertSuites(db, packing, items.length)
  const added = await db.many<AddedItem>(sql`
    insert into items (offer, suite, external_id, data, created_at)
    select ${offer}::bigint, suite, external_id, data, ${db.now()}
    from unnest(${items.map((_, place) => suites[Math.floor(place / itemsPerSlot)]?.id)}::bigint[],
      ${items.map(({ externalId }) => externalId)}::text[], ${items.map(({ data }) => JSON.stringify(data))}::jsonb[])
      with ordinality as item (suite, external_id, data, place) order by place returning id, external_id`)
  await countAdded(db, packing, items.length, suites.length)
  await mergeSuites(db, packing)
  return added.toSorted((one, other) => one.id - other.id)
}

/** Returns items with their suites, which gold items do not need. */
export async function placeItems<Item extends NewItem>(db: Db, packing: Packing, items: readonly Item[]) {
  const plain = items.filter(({ goldAnswer }) => goldAnswer === null)
  const suites = plain.length === 0 ? [] : await insertSuites(db, packing, plain.length)
  const suiteOf = new Map(plain.map((item, place) => [item, suites[Math.floor(place / packing.itemsPerSlot)]?.id]))
  return { suites, plain: plain.length, placed: items.map((item) => ({ ...item, suite: suiteOf.get(item) })) }
}

async function insertWithGold(db: Db, packing: Packing, items: readonly NewItem[]): Promise<AddedItem[]> {
  const { suites, plain, placed } = await placeItems(db, packing, items)
  const added = await insertHidden(db, packing.offer, placed, null)
  await countAdded(db, packing, plain, suites.length)
  await countGoldItems(db, packing.offer, items.length - plain)
  await mergeSuites(db, packing)
  return added
}

type SuiteSize = { readonly id: number; readonly missing: number; readonly spare: number; readonly size: number }

/** Writes the sizes of suites that miss so many answers. A suite without items misses none and asks for none, and is open for no one. */
async function resizeSuites(db: Db, offer: Id<'offer'>, suites: readonly SuiteSize[]): Promise<void> {
  const emptied = suites.filter(({ size, missing }) => size === 0 && missing > 0)
  const ids = sql`${emptied.map(({ id }) => id)}::bigint[]`
  const missing = emptied.reduce((sum, suite) => sum + suite.missing, 0)
  const spare = suites.reduce((sum, suite) => sum + (suite.size === 0 ? suite.spare : 0), 0)
  const all = sql`${suites.map(({ id }) => id)}::bigint[]`
  await db.flight([
    sql`
      update suites set size = sized.size, missing = case sized.size when 0 then 0 else missing end,
        spare = case sized.size when 0 then 0 else spare end
      from unnest(${all}, ${suites.map(({ size }) => size)}::smallint[]) as sized (id, size) where suites.id = any(${all}) and suites.id = sized.id`,
    moveShares(
      sql`select offer, executor, -count(*) as open from assignments where suite = any(${ids}) group by offer, executor`,
    ),
    sql`
      update item_counts set missing = missing - ${missing}::integer, open_suites = open_suites - ${emptied.length}::integer,
        spare = spare - ${spare}::integer
      where offer = ${offer}::bigint`,
    sql`select`,
  ])
}

type LooseSuite = Omit<SuiteSize, 'size'> & { readonly items: readonly number[] }

/** Fills suites that no executor was given with each other's items. All but the last one are full then, and empty ones need no slot. */
export async function mergeSuites(db: Db, { offer, itemsPerSlot }: Packing): Promise<void> {
  const loose = await db.many<LooseSuite>(sql`
    select id, missing, spare, coalesce((select array_agg(id) from items where suite = suites.id and status = 'Open'), '{}') as items from suites
    where offer = ${offer}::bigint and size < capacity and missing > 0 and undecided = 0 and accepted = 0
      and (select true from assignments where suite = suites.id limit 1) is null order by id`)
  for (const suites of Map.groupBy(loose, ({ missing, spare }) => `${missing} ${spare}`).values()) {
    if (suites.length < 2) continue
    const items = suites.flatMap((suite) => suite.items).toSorted((a, b) => a - b)
    const merged = suites.map((suite, place) => ({
      ...suite,
      items: items.slice(place * itemsPerSlot, (place + 1) * itemsPerSlot),
    }))
    const ids = sql`${merged.flatMap((suite) => suite.items)}::bigint[]`
    await db.run(sql`
      update items set suite = moved.suite
      from unnest(${ids}, ${merged.flatMap(({ id, items }) => items.map(() => id))}::bigint[]) as moved (id, suite)
      where items.id = any(${ids}) and items.id = moved.id`)
    await resizeSuites(
      db,
      offer,
      merged.map((suite) => ({ ...suite, size: suite.items.length })),
    )
  }
}

/** Items of an offer to end. */
export type EndedItems = { readonly ids: readonly Id<'item'>[]; readonly status: 'Cancelled' | 'Waiting' }

/**
 * Cancels items that still need answers or wait for the advertiser, or sets items aside for the advertiser. Answers that were given are kept,
 * executors who have the items finish them, and no one else gets them. Suites without other items need no further slot.
 */
export async function endItems(db: Db, packing: Packing, { ids, status }: EndedItems): Promise<void> {
  const { offer } = packing
  const from = status === 'Cancelled' ? ['Open', 'Waiting', 'Gold'] : ['Open', 'InProgress']
  const ended = await db.many<{ id: number; suite: number; isGold: boolean }>(sql`
    select id, suite, status = 'Gold' as is_gold from items where offer = ${offer}::bigint and status = any(${from}::text[]) and id = any(${ids}::bigint[])`)
  const touched = sql`${ended.map(({ id }) => id)}::bigint[]`
  await db.run(
    countStatuses(
      db,
      sql`
        update items set status = ${status}, ended_turn = ${endedTurn} from was where items.id = any(${touched}) and items.id = was.id
        returning items.id, items.offer, items.external_id, was.before, items.status as after`,
      sql`was as (select id, status as before from items where id = any(${touched})),`,
    ),
  )
  const gold = ended.filter(({ isGold }) => isGold).map(({ id }) => id)
  if (gold.length > 0) await forgetAnswers(db, offer, gold)
  const sizes = await db.many<SuiteSize>(sql`
    select id, missing, spare, (select count(*) from items where suite = suites.id and status not in ('Waiting', 'Cancelled')) as size
    from suites where id = any(${[...new Set(ended.map(({ suite }) => suite))]}::bigint[])`)
  await resizeSuites(db, offer, sizes)
  await mergeSuites(db, packing)
}

type WaitingItem = { readonly id: Id<'item'>; readonly missing: number }

/** Reads waiting items that no one has at the moment, and how many answers each still needs. */
export const readWaiting = (db: Db, { offer, overlap }: Packing, ids: readonly Id<'item'>[]) =>
  db.many<WaitingItem>(sql`
    select id, greatest(${overlap}::integer - (
        select count(*) from answers where answers.item = items.id and value is not null
          and (select state from assignments where assignments.execution = answers.execution) = 'Answered'), 1)::integer as missing
    from items
    where id = any(${ids}::bigint[]) and offer = ${offer}::bigint and status = 'Waiting'
      and (select undecided from suites where suites.id = items.suite) = 0
    order by id`)

/**
 * Puts waiting items, which need the same number of answers, in a new suite. Those who had them before are excluded: they are counted with
 * the open suites that they have.
 */
export async function reopenItems(db: Db, packing: Packing, items: readonly WaitingItem[]) {
  const { offer, overlap, itemsPerSlot, isJudged } = packing
  const missing = items[0]?.missing ?? 1
  const ids = sql`${items.map(({ id }) => id)}::bigint[]`
  const { id: suite } = await db.one<{ id: number }>(sql`
    insert into suites (offer, size, capacity, fewer, missing, to_judge, turn)
    values (${offer}::bigint, ${items.length}::integer, ${itemsPerSlot}::integer, ${overlap - missing}::integer, ${missing}::integer,
      ${isJudged}::boolean, nextval('suite_turns'))
    returning id`)
  await db.flight([
    sql`
      insert into assignments (suite, executor, offer, state)
      select distinct ${suite}::bigint, executor, had.offer, 'Excluded'
      from items join assignments had on had.suite = items.suite and ${isGiven(sql`items`, sql`had`)} where items.id = any(${ids})`,
    countStatuses(
      db,
      sql`
        update items set status = 'Open', skips = 0, suite = ${suite}::bigint, ended_turn = null where id = any(${ids}) and status = 'Waiting'
        returning items.id, items.offer, items.external_id, 'Waiting' as before, items.status as after`,
    ),
    moveShares(sql`select offer, executor, 1 as open from assignments where suite = ${suite}::bigint`),
    sql`
      update item_counts set missing = item_counts.missing + ${missing}::integer, open_suites = open_suites + 1
      where offer = ${offer}::bigint`,
    sql`select`,
  ])
}

/** Reads a page of the items of the caller's own offer; no row if they have no such offer. */
export const readItems = (db: Db, by: By, offer: Id<'offer'>, filter: ItemFilter, page: Page) =>
  forCaller<Item & PagedRow>(db, by)`${pageOfItems(offer, filter, page, sql`, ${resultOf(sql`item`)} as result`)}`

const externalIdsOf = (offer: Id<'offer'>) => sql`hashtextextended('external ids of ' || ${offer}::bigint, 0)`

/** Whether no import is adding external ids to the offer. None begins before the transaction ends. */
export const tryExternalIds = (db: Db, offer: Id<'offer'>) =>
  db.one<{ granted: boolean }>(sql`select pg_try_advisory_xact_lock_shared(${externalIdsOf(offer)}) as granted`)

/** Lets no one else add external ids to the offer until the end of the transaction. */
export const lockExternalIds = (db: Db, offer: Id<'offer'>) =>
  db.run(sql`select pg_advisory_xact_lock(${externalIdsOf(offer)})`)

/** Selects those of these external ids that an offer's items already have. */
export const readTaken = (db: Db, offer: Id<'offer'>, externalIds: readonly string[]) =>
  db.many<{ id: Id<'item'>; externalId: string }>(sql`
    select id, external_id from items
    where offer = ${offer}::bigint and external_id = any(${externalIds}::text[]) and external_id is not null order by id`)
