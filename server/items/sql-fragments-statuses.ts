import { offerNames, stateSnapshot } from '../offers/sql-fragments.ts'
import type { Db } from '../platform/database/db.ts'
import { recordEvents } from '../platform/database/events.ts'
import { join, name, nothing, type Sql, sql } from '../platform/sql.ts'
import { storedResult } from './sql-fragments-results.ts'

/** How many answers to an item, a row with id, count. */
const answersTo = (item: Sql): Sql => sql`
  (select count(*) from answers where answers.item = ${item}.id and answers.value is not null and (
    select state from assignments where assignments.execution = answers.execution) = 'Answered')`

/**
 * The status of an item of a row of suites. With a skipped answer it lacks one, and waits for the advertiser. The first result is part of what
 * makes an item complete; a later one only changes it.
 */
const statusOf = sql`
  case when suites.missing > 0 then 'Open' when suites.undecided > 0 or (suites.to_judge and items.status <> 'Completed') then 'InProgress'
    when items.skips > 0 and suites.accepted + suites.fewer - suites.more > ${answersTo(sql`items`)} then 'Waiting'
    else 'Completed' end`

export const countedStatuses = [
  ['open', 'Open'],
  ['in_progress', 'InProgress'],
  ['completed', 'Completed'],
  ['waiting', 'Waiting'],
  ['cancelled', 'Cancelled'],
  ['gold', 'Gold'],
] as const

const eachCount = (each: (column: Sql, status: string) => Sql): Sql =>
  join(
    countedStatuses.map(([column, status]) => each(name(column), status)),
    sql`, `,
  )

/** Writes `changed`, an update of items that returns id, offer, external_id, `before` and `after`: counts it, and records completed items. */
export const countStatuses = (db: Db, changed: Sql, before: Sql = nothing): Sql => sql`
  with ${before} changed as (${changed}), completed as (${recordEvents(db)`
    select 'item.completed' as kind, offers.advertiser as account, changed.offer, null::bigint as execution,
      jsonb_build_object('offer', ${offerNames(sql`offers`)}, 'counts', ${stateSnapshot(sql`state`)}, 'answers', ${answersTo(sql`changed`)},
        'result', ${storedResult(sql`changed.id`)},
        'item', jsonb_build_object('id', changed.id, 'externalId', changed.external_id, 'status', after,
          'data', (select data from items where items.id = changed.id))) as data, 2 as rank
    from changed join offers on offers.id = changed.offer join offer_states state on state.offer = changed.offer where after = 'Completed'`})
  update item_counts set ${eachCount((column) => sql`${column} = item_counts.${column} + moved.${column}`)}
  from (
    select offer, ${eachCount(
      (column, status) =>
        sql`count(*) filter (where after = ${status}) - count(*) filter (where before = ${status}) as ${column}`,
    )}
    from changed group by offer) moved
  where item_counts.offer = any(array(select offer from changed)) and item_counts.offer = moved.offer`

/** Sets the status of the items of these suites (an array of ids), as their counts say. */
export const setStatuses = (db: Db, suites: Sql): Sql =>
  setStatusesWhere(db, sql`suites.id = any(${suites}) and items.suite = any(${suites})`)

/** As `setStatuses`, for rows of suites and items that fulfil a condition. */
export const setStatusesWhere = (db: Db, condition: Sql): Sql =>
  countStatuses(
    db,
    sql`
      update items set status = next.status, ended_turn = case next.status when 'Waiting' then nextval('suite_turns') end
      from next where items.id = any(array(select id from next)) and items.id = next.id
      returning items.id, items.offer, items.external_id, next.before, items.status as after`,
    sql`
      next as (
        select * from (
          select items.id, items.status as before, ${statusOf} as status from suites join items on items.suite = suites.id
          where ${condition} and items.status in ('Open', 'InProgress', 'Completed')) items
        where status <> before),`,
  )
