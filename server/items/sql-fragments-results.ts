import { isoText } from '../platform/clock.ts'
import { type Sql, sql } from '../platform/sql.ts'

/** Selects the stored result of an item (its id), as `ItemResult`; null if it has none. */
export const storedResult = (item: Sql): Sql => sql`
  (select result || jsonb_build_object('computedAtUtc', ${isoText(sql`computed_at`)}) from item_results where item_results.item = ${item})`

/** Selects the result of a complete item, a row with id and status; null if it has none. */
export const resultOf = (item: Sql): Sql => sql`
  (case when ${item}.status = 'Completed' then ${storedResult(sql`${item}.id`)} end)`
