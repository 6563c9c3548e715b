import { resultOf } from '../../items/sql-fragments-results.ts'
import { skipReasons } from '../../items/sql-fragments-skips.ts'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import { type Result, valueBytesMax } from './result.ts'
import { answersOf } from './sql-fragments.ts'

/** Which answers of an offer are exported, and after which item to continue. */
export type ExportQuery = {
  readonly offer: Id<'offer'>
  readonly status: readonly string[]
  readonly after: Id<'item'> | undefined
}

/** A batch ends with the item that brings its values to this size, in bytes. */
const batchBytes = 1024 * 1024

/** Reads the next items of an export with their answers: up to `limit`, fewer if these are large, none at the end. */
export const readNext = (db: Db, { offer, status, after }: ExportQuery, limit: number) =>
  db.many<Result>(sql`
    with listed as materialized (
      select id, external_id, data, status, octet_length(data::text) + (
        select coalesce(sum(octet_length(value::text)), 0) from answers where answers.item = items.id) as bytes
      from items where offer = ${offer}::bigint and id > ${after ?? 0}::bigint order by id limit ${limit}::bigint
    ), summed as (select listed.*, sum(bytes) over (order by id) - bytes as bytes_before from listed)
    select id, external_id, data, status, ${skipReasons(sql`summed.id`)} as skip_reasons, ${resultOf(sql`summed`)} as result,
      ${answersOf(sql`summed.id`, { bytesMax: valueBytesMax, status })} as answers
    from summed where bytes_before < ${batchBytes} order by id`)

/** The items and answers whose members have a column, and how many columns these get; further members stay together in one. */
const readMax = 1_000
const columnsMax = 200

export type ReadNames = {
  readonly id: Id<'offer'>
  readonly data: readonly string[]
  readonly answer: readonly string[]
  /** Whether the answers to its items become results. */
  readonly hasResults: boolean
}

/** Reads the names of the members of the first items and answers, if the account has such an offer. */
export const readNames = (db: Pick<Db, 'maybe'>, account: Id<'account'>, offer: Id<'offer'>) =>
  db.maybe<ReadNames>(sql`
    select id, aggregation is not null as has_results,
      array(
        select member.name from (
          select data from items where items.offer = offers.id order by items.id limit ${readMax}::bigint) first
        cross join lateral jsonb_each(first.data) as member (name, value)
        where jsonb_typeof(member.value) in ('string', 'number', 'boolean')
        group by member.name order by min(length(member.name)), member.name collate "C" limit ${columnsMax}::bigint) as data,
      array(
        select name from (
          select answers.value from (
            select items.id from items where items.offer = offers.id order by items.id limit ${readMax}::bigint) first
          cross join lateral (
            select value from answers where answers.item = first.id and jsonb_typeof(value) = 'object' order by execution limit 3) answers
          limit ${readMax}::bigint) given
        cross join lateral jsonb_object_keys(given.value) as name
        group by name order by min(length(name)), name collate "C" limit ${columnsMax}::bigint) as answer
    from offers where id = ${offer}::bigint and advertiser = ${account}::bigint`)
