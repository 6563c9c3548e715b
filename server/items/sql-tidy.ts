import type { Db } from '../platform/database/db.ts'
import { sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'

/* Literals, because a generic plan uses a partial index only for the condition of the index. */

/** Whether the work on a suite was rejected so often that its items wait for their advertiser. */
const isGivenUp = sql`missing > 0 and rejections >= 10`
/** Whether so many executors have skipped an item that it waits for its advertiser. */
const isSkippedOften = sql`skips >= 3 and status in ('Open', 'InProgress')`

/** Reads offers whose suites were given up too often, or that have more free slots than their suites need. */
export const readToTidy = async (db: Db, limit: number) =>
  (
    await db.many<{ offer: Id<'offer'> }>(sql`
      select distinct offer from (
        select offer from suites where ${isGivenUp}
        union all select offer from items where ${isSkippedOften}
        union all select offer from item_counts where has_surplus) untidy
      order by offer limit ${limit}`)
  ).map(({ offer }) => offer)

/** Reads the items of an offer that were given up too often. */
export const readGivenUp = async (db: Db, offer: Id<'offer'>) =>
  (
    await db.many<{ id: Id<'item'> }>(sql`
      select items.id from suites join items on items.suite = suites.id and items.status in ('Open', 'InProgress')
      where suites.offer = ${offer}::bigint and ${isGivenUp}
      union select id from items where offer = ${offer}::bigint and ${isSkippedOften}`)
  ).map(({ id }) => id)
