import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { rowsOfPage, type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Page, PagedRow } from '../../values/requests/page.ts'
import { keyOfRule, lastMax } from '../../values/rules/rule.ts'
import type { DueAction, RuleAction, RuleFacts } from './rules.ts'

/** Works of an executor on an offer that rules look at in one run, newest first. */
const worksMax = 200
/** Beyond it, skipped items are not counted. */
const skippedMax = 1_000

/** An executor of an offer, and the work that they submitted just now. */
export type Ruled = {
  readonly offer: Id<'offer'>
  readonly executor: Id<'account'>
  readonly works: readonly Id<'execution'>[]
}

const own = sql`executions.executor = pair.executor and executions.offer = pair.offer`
const has = (type: string): Sql => sql`offers.rules @> ${JSON.stringify([{ when: { type } }])}::jsonb`

/** Selects, as JSON, the works of a pair that wait for a decision or were submitted just now. */
const works = sql`
  select coalesce(json_agg(json_build_object('id', work.id, 'status', work.status, 'revision', work.revision,
    'seconds', round(extract(epoch from work.submitted_at - work.reserved_at)), 'flags', work.flags,
    'canRework', work.rework_round < work.max_reworks, 'hasRoom', coalesce(suites.spare > 0, false)) order by work.id), '[]')
  from (
    select * from executions where ${own} and (status = 'Pending' or id = any(string_to_array(pair.works, ',')::bigint[]))
    order by id desc limit ${worksMax}::bigint) work
  left join lateral (select suite from assignments where assignments.execution = work.id limit 1) given on true
  left join lateral (select spare from suites where suites.id = given.suite limit 1) suites on true`

/** Selects the skipped items of the submitted work of a pair. */
const skipped = sql`
  select count(*) from (
    select from executions cross join lateral (
      select from answers where answers.execution = executions.id and value is null offset 0) answers
    where ${own} limit ${skippedMax}::bigint) found`

/** Members that a page names and asks for: executors must not make answers different by others. */
const askedOf = (value: Sql) => sql`
  coalesce((select jsonb_object_agg(name, member) from jsonb_each(${value}) as given (name, member) where asked.members ? name), ${value})`

/** Selects a hash of each of the last answers of a pair, newest first. */
const lastAnswers = sql`
  select md5(${askedOf(sql`answers.value`)}::text) from (
    select offers.page::jsonb #> '{answerSchema,properties}' as members offset 0) asked
  cross join (
    select id from executions where ${own} order by id desc limit ${lastMax}::bigint) work
  cross join lateral (
    select value, place from answers where answers.execution = work.id and value is not null offset 0) answers
  order by work.id desc, answers.place desc limit ${lastMax}::bigint`

/** Reads what rules look at. Executors of offers without rules are left out. */
export const readRuleFacts = (db: Db, pairs: readonly Ruled[]) =>
  db.many<RuleFacts>(sql`
    select pair.offer, pair.executor, offers.advertiser, offers.rules, offers.gold, offers.items_per_slot,
      coalesce(accuracy.right_count, 0) as right, coalesce(accuracy.answered_count, 0) as answered,
      coalesce(agreement.items, 0) as items, coalesce(agreement.compared, 0) as compared, coalesce(agreement.agreed, 0) as agreed,
      case when ${has('Skipped')} then (${skipped}) else 0 end as skipped,
      case when ${has('SameAnswers')} then array(${lastAnswers}) else '{}' end as last_answers, (${works}) as works,
      array(
        select rule_key || ' ' || execution from rule_actions did
        where did.offer = pair.offer and did.executor = pair.executor
          and (did.rule -> 'then' ->> 'type' <> 'Stop' or stop.stopped_at is not null)) as done
    from unnest(${pairs.map(({ offer }) => offer)}::bigint[], ${pairs.map(({ executor }) => executor)}::bigint[],
      ${pairs.map(({ works: ids }) => ids.join(','))}::text[]) with ordinality as pair (offer, executor, works, place)
    join offers on offers.id = pair.offer and offers.rules is not null
    join executors on executors.account = pair.executor and executors.deleted_at is null
    left join executor_stops stop on stop.offer = pair.offer and stop.executor = pair.executor
    left join executor_accuracy accuracy on accuracy.offer = pair.offer and accuracy.executor = pair.executor
    left join executor_agreements agreement on agreement.offer = pair.offer and agreement.executor = pair.executor
    order by pair.place`)

type Recorded = Pick<RuleFacts, 'offer' | 'executor' | 'advertiser'>

/** The statement that records what a rule does, with its figures in the audit log. `made` has a row, unless the rule has done it before. */
const recordAction = (
  db: Db,
  { offer, executor, advertiser }: Recorded,
  { rule, figures, work }: DueAction,
  answer: Sql,
): Sql => sql`
  with made as (
    insert into rule_actions (offer, executor, rule_key, execution, rule, figures, acted_at)
    values (${offer}::bigint, ${executor}::bigint, ${keyOfRule(rule)}::text, ${work?.id ?? 0}::bigint, ${JSON.stringify(rule)}::jsonb,
      ${JSON.stringify(figures)}::jsonb, ${db.now()})
    on conflict (offer, executor, rule_key, execution) do nothing
    returning id, rule_actions.offer, rule_actions.executor, execution, rule, rule_actions.figures
  ), decided as (
    ${recordDecisions(db)`
      select 'system' as actor, ${advertiser}::bigint as account, 'task.apply_rule' as action, 'task' as subject, offer as subject_id,
        executor as owner, null::text as reason, rule || jsonb_build_object('figures', figures, 'reportId', nullif(execution, 0)) as data
      from made`}
  )
  ${answer}`

/** Records what a rule does. Returns no row if it has done it before. */
export const writeAction = (db: Db, facts: Recorded, due: DueAction) =>
  db.maybe<{ id: number }>(recordAction(db, facts, due, sql`select id from made`))

/** The step of a flight that records what a rule does. Refuses the flight if it has done it before. */
export const mustRecordAction = (db: Db, facts: Recorded, due: DueAction): Sql =>
  recordAction(db, facts, due, sql`select must_hold(count(*) = 1) from made`)

/** Forgets that a rule has stopped an executor who gets slots again, so that it can stop them once more. */
export const forgetLifted = (db: Db, { offer, executor }: Recorded, { rule }: DueAction) =>
  db.run(sql`
    delete from rule_actions where offer = ${offer}::bigint and executor = ${executor}::bigint
      and rule_key = ${keyOfRule(rule)}::text and execution = 0
      and (select stopped_at from executor_stops
        where executor_stops.offer = ${offer}::bigint and executor_stops.executor = ${executor}::bigint) is null`)

/** Locks work that waits for a decision. Returns no row if it does not. */
export const lockPending = (db: Db, id: Id<'execution'>) =>
  db.maybe<{ id: number }>(sql`
    select id from executions where id = ${id}::bigint and status = 'Pending' for update`)

export const writeFlag = (db: Db, id: Id<'execution'>, flag: string) =>
  db.run(sql`
    update executions set flags = array_remove(flags, ${flag}::text) || ${flag}::text, version = version + 1, updated_at = ${db.now()}
    where id = ${id}::bigint`)

/** Reads a page of what rules did on the caller's own offer; no row if they have no such offer. */
export const readRuleActions = (db: Db, by: By, offer: Id<'offer'>, page: Page) =>
  forCaller<RuleAction & PagedRow>(db, by)`
    select (select count(*) from rule_actions where rule_actions.offer = named.id) as total_count, named.advertiser, item.*
    from (select id, advertiser from offers where id = ${offer}::bigint and advertiser = caller.caller_account) named
    left join lateral (${rowsOfPage(
      {
        columns: sql`did.id, did.executor, nullif(did.execution, 0) as execution, did.rule, did.figures, did.acted_at`,
        from: sql`from rule_actions did where did.offer = named.id`,
        order: { id: sql`did.id`, isBackwards: true },
      },
      page,
    )}) item on true order by item.id desc`
