import type { Db } from '../platform/database/db.ts'
import { nothing, type Sql, sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import { countSkips } from './sql-fragments-answers.ts'
import { moveShares } from './sql-fragments-shares.ts'
import { setStatuses } from './sql-fragments-statuses.ts'

/*
 * The steps of flights that renew suites, take them back and accept them (docs/decisions/0071-items.md). All of them expect locked slots
 * (offer_states) of the offers, so that nothing else changes their suites meanwhile.
 */

/** The steps by which new reservations take over the suites of the expired ones that they renew. */
export const renewSuites = (
  reservations: readonly { readonly id: Id<'reservation'>; readonly renews: Id<'reservation'> | null }[],
): Sql[] => {
  if (reservations.length === 0) return []
  const former = sql`${reservations.map(({ renews }) => renews)}::bigint[]`
  return [
    sql`
      update assignments set reservation = renewed.id from unnest(${reservations.map(({ id }) => id)}::bigint[], ${former}) as renewed (id, former)
      where assignments.reservation = any(${former}) and assignments.reservation = renewed.former`,
  ]
}

/** The steps that take the suites of reservations (an array of ids) back which ended without work. */
export const takeBackSuites = (db: Db, reservations: Sql): Sql[] =>
  returnSuites(db, { which: sql`assignments.reservation = any(${reservations})`, state: 'deleted' })

/** Which assignments come back: a condition on rows of assignments; and what becomes of their rows. */
type Returned = {
  readonly which: Sql
  readonly state: 'deleted' | 'Rejected' | 'Withdrawn' | 'Skipped'
  readonly skipReason?: string
}

const overlapOf = sql`(select overlap from offers where offers.id = suites.offer)`

/**
 * Selects the missing answers of a row of suites: the wanted ones and the further ones it asked for, less the accepted and undecided ones. `answers`: how many of the undecided
 * ones do not count any more. A suite without open items misses none.
 */
export const missingWithout = (answers: Sql, overlap = overlapOf): Sql => sql`
  case when suites.size > 0 then greatest(${overlap} + suites.more - suites.fewer - suites.undecided - suites.accepted + ${answers}, 0) else 0 end`

/** The steps that return suites to the others: each misses one more answer, unless it has as many as are wanted. */
export function returnSuites(db: Db, { which, state, skipReason }: Returned): Sql[] {
  const suites = sql`array(select suite from assignments where ${which})`
  return [
    returnShares(suites, which, state === 'deleted'),
    sql`
      with returned as (
        update suites set missing = ${missingWithout(sql`back.answers`)}, undecided = undecided - back.answers,
          turn = nextval('suite_turns') ${state === 'Rejected' ? sql`, rejections = rejections + back.answers` : nothing}
        from (
          select given.suite, count(*)::integer as answers, (select missing from suites where suites.id = given.suite) as before
          from unnest(${suites}) as given (suite) group by given.suite) back
        where suites.id = any(${suites}) and suites.id = back.suite returning suites.offer, back.answers, back.before, suites.missing as after
      )
      update item_counts set missing = item_counts.missing + moved.missing, open_suites = open_suites + moved.opened,
        has_surplus = item_counts.has_surplus or moved.has_surplus
      from (
        select offer, sum(after - before) as missing, count(*) filter (where before = 0 and after > 0) as opened,
          bool_or(after - before < answers) as has_surplus
        from returned group by offer) moved
      where item_counts.offer = any(array(select offer from returned)) and item_counts.offer = moved.offer`,
    setStatuses(db, suites),
    state === 'deleted'
      ? sql`delete from assignments where ${which}`
      : sql`update assignments set state = ${state}, skip_reason = ${skipReason ?? null} where ${which}`,
  ]
}

/**
 * Updates how many open suites each executor has, before the suites of the assignments that `which` selects come back. A suite that opens
 * counts for every executor who has an assignment of it, but not for those whose assignments are deleted next (`areDeleted`).
 */
const returnShares = (suites: Sql, which: Sql, areDeleted: boolean): Sql =>
  moveShares(sql`
    select held.offer, executor, sum((is_open and not (is_back and ${areDeleted}))::integer - was_open::integer) as open
    from (
      select assignments.offer, suite, executor, coalesce(${which}, false) as is_back,
        (count(*) filter (where ${which}) over (partition by suite))::integer as back
      from assignments where suite = any(${suites})) held
    cross join lateral (
      select missing > 0 as was_open, ${missingWithout(sql`held.back`)} > 0 as is_open from suites where suites.id = held.suite limit 1) suites
    group by held.offer, executor`)

/** The steps that count the answers of accepted work (an array of ids of executions). */
export const acceptAnswers = (db: Db, executions: Sql): Sql[] => {
  const suites = sql`array(select suite from assignments where execution = any(${executions}))`
  return [
    sql`
      update suites set undecided = undecided - done.answers, accepted = accepted + done.answers
      from (select suite, count(*) as answers from assignments where execution = any(${executions}) group by suite) done
      where suites.id = done.suite`,
    countSkips(executions),
    setStatuses(db, suites),
  ]
}

/**
 * The steps that count the answers of rejected work that is accepted after all. If its suite still misses an answer, it misses one less, and
 * if it may ask for further ones, it asks for one less; the job `tidyItems` frees its slot, unless the acceptance used it. Results follow.
 */
export const acceptOverturned = (db: Db, execution: Id<'execution'>): Sql[] => {
  const suites = sql`array(select suite from assignments where execution = ${execution}::bigint)`
  return [
    moveShares(sql`
      select held.offer, executor, -1 as open from assignments held join suites on suites.id = held.suite
      where held.suite = any(${suites}) and suites.missing = 1`),
    sql`
      with counted as (
        update suites set missing = greatest(was.missing - 1, 0), accepted = accepted + 1,
          spare = case when was.missing > 0 then suites.spare else greatest(was.spare - 1, 0) end,
          to_judge = suites.to_judge or (select aggregation is not null from offers where offers.id = suites.offer),
          turn = case when was.missing > 0 then nextval('suite_turns') else turn end
        from (select id, missing, spare from suites where id = any(${suites})) was
        where suites.id = any(${suites}) and suites.id = was.id
        returning suites.offer, was.missing as before, suites.missing as after, was.spare - suites.spare as unasked
      )
      update item_counts set missing = missing - (counted.before - counted.after),
        open_suites = open_suites - (counted.before > 0 and counted.after = 0)::integer, spare = spare - counted.unasked,
        has_surplus = has_surplus or counted.before > counted.after or counted.unasked > 0
      from counted where item_counts.offer = any(array(select offer from counted)) and item_counts.offer = counted.offer`,
    sql`update assignments set state = 'Answered' where execution = ${execution}::bigint`,
    countSkips(sql`${[execution]}::bigint[]`),
    setStatuses(db, suites),
  ]
}
