import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import { giveEmpty, giveGold } from './sql-fragments-gold.ts'
import { moveShares } from './sql-fragments-shares.ts'
import { setStatuses } from './sql-fragments-statuses.ts'

/*
 * The steps of flights that give suites to executors (docs/decisions/0071-items.md). They expect locked slots (offer_states) of the offers.
 */

type Recipient = {
  readonly id: Id<'reservation'>
  readonly executor: Id<'account'>
  readonly offer: Id<'offer'>
  readonly goldPerSlot: number | null
  readonly isQuiz: boolean
  readonly hadSuites: boolean
}

/**
 * The steps that give one suite to each of these new reservations and then count them all. Refuses the flight if none is left for one of
 * them. Executors who had a suite before get theirs one after the other, because each may have other ones; new executors all at once.
 */
export function giveSuites(db: Db, reservations: readonly Recipient[]): Sql[] {
  if (reservations.length === 0) return []
  return [
    ...giveOpen(
      db,
      reservations.filter(({ isQuiz }) => !isQuiz),
    ),
    ...reservations.filter(({ isQuiz }) => isQuiz).map(giveEmpty),
    ...reservations.filter(({ goldPerSlot }) => goldPerSlot !== null).flatMap(giveGold),
    ...mustHaveGold(reservations),
  ]
}

/** The steps that give suites which miss answers. */
function giveOpen(db: Db, reservations: readonly Recipient[]): Sql[] {
  if (reservations.length === 0) return []
  const ids = sql`${reservations.map(({ id }) => id)}::bigint[]`
  const suites = sql`array(select suite from assignments where reservation = any(${ids}))`
  return [
    ...giveFirst(reservations.filter(({ hadSuites }) => !hadSuites)),
    ...reservations.filter(({ hadSuites }) => hadSuites).map(giveNext),
    sql`select must_hold(count(*) = ${reservations.length}::bigint) from assignments where reservation = any(${ids})`,
    countGiven(suites),
    // A suite that is still open is one more for its new executors. One that has closed counts for no one any more.
    moveShares(sql`
      select offer, executor, sum(is_open::integer - (not is_new)::integer) as open
      from (
        select held.offer, executor, coalesce(reservation = any(${ids}), false) as is_new, (select missing > 0 from suites where suites.id = held.suite) as is_open
        from assignments held where suite = any(${suites})) held
      group by offer, executor`),
    setStatuses(db, closedOf(suites)),
  ]
}

/** Refuses the flight if nothing is left of a quiz. */
function mustHaveGold(reservations: readonly Recipient[]): Sql[] {
  const ids = reservations.flatMap(({ id, isQuiz }) => (isQuiz ? id : []))
  return ids.length === 0
    ? []
    : [sql`select must_hold(bool_and(gold <> '{}')) from assignments where reservation = any(${ids}::bigint[])`]
}

/**
 * Assigns suites to executors who never had one of the offer: to each in turn the first one with the fewest missing answers, so each suite
 * as often as it misses an answer.
 */
function giveFirst(reservations: readonly Recipient[]): Sql[] {
  if (reservations.length === 0) return []
  const column = (name: 'id' | 'executor' | 'offer') => sql`${reservations.map((one) => one[name])}::bigint[]`
  return [
    sql`
      with request as (
        select id, executor, offer, row_number() over (partition by offer) as place
        from unnest(${column('id')}, ${column('executor')}, ${column('offer')}) as request (id, executor, offer)
      ), next as materialized (
        select id, suites.offer, missing, sum(missing) over (partition by suites.offer order by missing, turn) as places
        from (select offer, count(*) as people from request group by offer) wanted
        cross join lateral (
          select id, offer, missing, turn from suites where suites.offer = wanted.offer and missing > 0
          order by missing, turn limit wanted.people) suites
      ), given as (
        insert into assignments (suite, executor, offer, reservation, state, turn)
        select next.id, request.executor, request.offer, request.id, 'Held', nextval('suite_turns')
        from request join next on next.offer = request.offer and place > places - missing and place <= places
        returning suite, turn
      ), known as (
        insert into suite_shares (offer, executor, passed) select offer, executor, '{}' from request on conflict do nothing
      )
      update suites set missing = missing - given.answers, undecided = undecided + given.answers, turn = given.turn
      from (select suite, count(*) as answers, max(turn) as turn from given group by suite) given
      where suites.id = any(array(select suite from given)) and suites.id = given.suite`,
  ]
}

/**
 * Assigns the next suite of an offer: the first one with the fewest missing answers that the executor has no assignment for. For each number
 * of missing answers, `passed` of the executor moves to just before the first such suite, or to the last suite.
 */
const giveNext = ({ id, executor, offer }: Recipient): Sql => sql`
  with level as materialized (
    select known.missing, next.id, coalesce(next.turn - 1, (
        select max(turn) from suites where offer = ${offer}::bigint and suites.missing = known.missing and suites.missing > 0
          and turn > known.passed), known.passed) as passed
    from (
      select missing, coalesce(share.passed[missing], 0) as passed from offers cross join generate_series(1, offers.overlap) missing
      left join suite_shares share on share.offer = offers.id and share.executor = ${executor}::bigint
      where offers.id = ${offer}::bigint) known
    left join lateral (
      select id, turn from suites
      where offer = ${offer}::bigint and suites.missing = known.missing and suites.missing > 0 and turn > known.passed
        and not exists (select from assignments had where had.suite = suites.id and had.executor = ${executor}::bigint)
      order by turn limit 1) next on true
  ), passed as (
    insert into suite_shares (offer, executor, passed)
    select ${offer}::bigint, ${executor}::bigint, array_agg(passed order by missing) from level
    on conflict (offer, executor) do update set passed = excluded.passed
  ), given as (
    insert into assignments (suite, executor, offer, reservation, state, turn)
    select id, ${executor}::bigint, ${offer}::bigint, ${id}::bigint, 'Held', nextval('suite_turns')
    from (select id from level where id is not null order by missing limit 1) next
    returning suite, turn
  )
  update suites set missing = missing - 1, undecided = undecided + 1, turn = (select turn from given) where id = (select suite from given)`

/** Selects those of these suites (an array of ids) that miss no answer. `materialized`: PostgreSQL might read all such suites of an offer. */
const closedOf = (suites: Sql): Sql => sql`
  array(with given as materialized (select id, missing from suites where id = any(${suites})) select id from given where missing = 0)`

/** Counts suites (an array of ids, one for each time that it was given): each misses one answer less. */
const countGiven = (suites: Sql): Sql => sql`
  update item_counts set missing = item_counts.missing - moved.answers, open_suites = open_suites - moved.closed
  from (
    select offer, sum(answers) as answers, count(*) filter (where missing = 0) as closed
    from (select suite, count(*) as answers from unnest(${suites}) as given (suite) group by suite) given
    join suites on suites.id = given.suite where suites.id = any(${suites}) group by offer) moved
  where item_counts.offer = moved.offer`
