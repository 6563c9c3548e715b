import type { Offer } from '../../offers/offer.ts'
import { formerPages } from '../../offers/sql-fragments-content.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import type { Accuracy } from '../../values/consensus/votes.ts'
import type { Id } from '../../values/id.ts'
import type { StoredResult } from '../item.ts'
import { moveShares } from '../sql-fragments-shares.ts'
import { setStatuses } from '../sql-fragments-statuses.ts'
import type { CountedAnswer, QuestionAgreement } from './consensus.ts'

/* A literal, because a generic plan uses a partial index only for the condition of the index. */

/** Whether all answers to a suite are there and decided, and its results do not follow from them yet. */
const isToJudge = sql`to_judge and missing = 0 and undecided = 0 and size > 0`

/** Reads offers whose results can be computed now. */
export const readDue = async (db: Db, limit: number) =>
  (
    await db.many<{ offer: Id<'offer'> }>(sql`
      select offer from (select distinct offer from suites where ${isToJudge}) waiting
      where coalesce((select next_at from result_runs run where run.offer = waiting.offer), ${db.now()}) <= ${db.now()}
      order by offer limit ${limit}`)
  ).map(({ offer }) => offer)

/** Answers to earlier versions of the page still count. */
const versionsMax = 20

/** Reads how the results of an offer are computed, with its page and the former ones. */
export const readRule = (db: Db, offer: Id<'offer'>) =>
  db.maybe<Pick<Offer, 'aggregation' | 'page' | 'rules'> & { readonly formerPages: readonly string[] }>(sql`
    select aggregation, page, rules, ${formerPages(versionsMax)} as former_pages from offers where id = ${offer}::bigint`)

/** Reads how many answers of each executor to the gold items of an offer were right. */
export const readAccuracies = (db: Db, offer: Id<'offer'>) =>
  db.many<Accuracy & { readonly executor: number }>(sql`
    select executor, right_count as right, answered_count as answered from executor_accuracy where offer = ${offer}::bigint`)

export type JudgedItem = {
  readonly id: Id<'item'>
  readonly suite: number
  /** How many answers of the suite were accepted when it was read. */
  readonly accepted: number
}

/** Reads the items of suites that are to be judged, suite by suite. */
export const readToJudge = (db: Db, offer: Id<'offer'>, limit: number) =>
  db.many<JudgedItem>(sql`
    select items.id, suites.id as suite, suites.accepted from (
      select id, accepted from suites where offer = ${offer}::bigint and ${isToJudge} order by id limit ${limit}::bigint) suites
    join items on items.suite = suites.id and items.status in ('InProgress', 'Completed')
    order by suites.id, items.id`)

/** Reads the last items of an offer that have a result. */
export const readJudged = (db: Db, offer: Id<'offer'>, limit: number) =>
  db.many<{ readonly id: Id<'item'> }>(sql`
    select id from items where offer = ${offer}::bigint and status = 'Completed' order by id desc limit ${limit}::bigint`)

/** Longer values take no part in results, in bytes. */
export const countedBytesMax = 8_192

/**
 * Reads the answers to items that count: those of work that was not rejected or withdrawn. Skipped ones have no value. Of the values, only what
 * is `asked` (null: everything), so that no executor makes them too long by other members.
 */
export const readCounted = (db: Db, items: readonly Id<'item'>[], asked: readonly string[] | null) =>
  db.many<CountedAnswer & { readonly bytes: number }>(sql`
    select given.item, given.executor, given.value, given.bytes from unnest(${items}::bigint[]) as listed (id)
    cross join lateral (
      select answers.item, work.executor, counted.value, octet_length(counted.value::text) as bytes from answers
      cross join lateral (
        select executor from assignments where assignments.execution = answers.execution and state = 'Answered' limit 1) work
      cross join lateral (select ${asked === null ? sql`answers.value` : partOf(asked)} as value offset 0) counted
      where answers.item = listed.id and counted.value is not null) given
    where given.bytes <= ${countedBytesMax} order by given.item, given.executor`)

const partOf = (asked: readonly string[]): Sql => sql`
  (select jsonb_object_agg(name, member) from jsonb_each(answers.value) as given (name, member) where name = any(${asked}::text[]))`

/** Writes results. Those that stay the same keep their time. */
export const saveResults = (db: Db, offer: Id<'offer'>, results: readonly (readonly [item: number, StoredResult])[]) =>
  db.run(sql`
    insert into item_results as kept (item, offer, result, computed_at)
    select item, ${offer}::bigint, result, ${db.now()}
    from unnest(${results.map(([item]) => item)}::bigint[], ${results.map(([, result]) => JSON.stringify(result))}::jsonb[]) as found (item, result)
    order by item
    on conflict (item) do update set result = excluded.result, computed_at = excluded.computed_at
    where kept.result is distinct from excluded.result`)

export type Run = {
  readonly answers: number
  readonly questions: readonly QuestionAgreement[]
  readonly restSeconds: number
}

/** Records a computation of the results of an offer. The next may begin after a rest. */
export const recordRun = (db: Db, offer: Id<'offer'>, { answers, questions, restSeconds }: Run) =>
  db.run(sql`
    insert into result_runs (offer, answers, questions, computed_at, next_at)
    values (${offer}::bigint, ${answers}::integer, ${JSON.stringify(questions)}::jsonb, ${db.now()}, ${db.now()} + make_interval(secs => ${restSeconds}::integer))
    on conflict (offer) do update set answers = excluded.answers, questions = excluded.questions, computed_at = excluded.computed_at,
      next_at = excluded.next_at`)

/** A suite as it was when its results were computed, and whether one of them is too unsure. */
export type Judgement = { readonly suite: number; readonly accepted: number; readonly isUnsure: boolean }

/** Whether a rule, or a stop by gold items, asks for a further answer to a row of suites. */
const isDoubted = sql`
  coalesce((select true from assignments where suite = suites.id and state = 'Answered' and doubted limit 1), false)`

/**
 * Ends the wait of suites for their results, if their answers are still the same: their items are complete, and those that are too unsure or
 * doubted ask for one further answer, while they have some to spare and `mayAsk`. Others need no further slot. Expects locked slots.
 */
export async function judgeSuites(
  db: Db,
  offer: Id<'offer'>,
  judgements: readonly Judgement[],
  mayAsk: boolean,
): Promise<void> {
  const ids = sql`${judgements.map(({ suite }) => suite)}::bigint[]`
  const judged = await db.many<{ id: number; asked: boolean; unasked: number }>(sql`
    update suites set to_judge = verdict.asks, spare = case when verdict.asks then spare - 1 else 0 end,
      more = more + verdict.asks::integer, missing = verdict.asks::integer,
      turn = case when verdict.asks then nextval('suite_turns') else turn end
    from (
      select suites.id, (given.is_unsure or ${isDoubted}) and ${mayAsk}::boolean and suites.spare > 0 as asks, suites.spare as before
      from unnest(${ids}, ${judgements.map(({ accepted }) => accepted)}::integer[], ${judgements.map(({ isUnsure }) => isUnsure)}::boolean[])
        as given (id, accepted, is_unsure)
      join suites on suites.id = given.id
      where suites.id = any(${ids}) and suites.offer = ${offer}::bigint and ${isToJudge} and suites.accepted = given.accepted) verdict
    where suites.id = any(${ids}) and suites.id = verdict.id
    returning suites.id, verdict.asks as asked, verdict.before - suites.spare as unasked`)
  const asked = judged.filter((suite) => suite.asked).map(({ id }) => id)
  const unasked = judged.reduce((sum, suite) => sum + suite.unasked, 0)
  await db.flight([
    sql`
      update item_counts set missing = missing + ${asked.length}::integer, open_suites = open_suites + ${asked.length}::integer,
        spare = spare - ${unasked}::integer
      where offer = ${offer}::bigint`,
    moveShares(sql`
      select offer, executor, count(*) as open from assignments where suite = any(${asked}::bigint[]) group by offer, executor`),
    sql`
      update assignments set doubted = false from (
        select suite, min(executor) as executor from assignments
        where suite = any(${asked}::bigint[]) and state = 'Answered' and doubted group by suite) heard
      where assignments.suite = heard.suite and assignments.executor = heard.executor`,
    setStatuses(db, sql`${judged.map(({ id }) => id)}::bigint[]`),
    sql`select`,
  ])
}
