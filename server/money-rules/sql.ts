import { emailOf } from '../accounts/sql-fragments.ts'
import { forCaller } from '../accounts/sql-fragments-callers.ts'
import { isoText } from '../platform/clock.ts'
import { recordDecisions } from '../platform/database/audit.ts'
import type { By } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { newestFirst, pageOfList, type Sql, sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { Units } from '../values/money.ts'
import type { Page, PagedRow } from '../values/requests/page.ts'
import type { MoneyRuleName, MoneyRuleValue, RuleFacts, RuleState } from './money-rule.ts'
import { ruleFacts } from './sql-fragments.ts'

export const readRuleFacts = (db: Db) => db.one<RuleFacts>(sql`select ${ruleFacts(db)}`)

const isHolding = (db: Db): Sql => sql`id = (
  select held.id from money_rule_values held
  where held.rule = money_rule_values.rule and held.cancelled_at is null and held.holds_from <= ${db.now()}
  order by held.holds_from desc, held.id desc limit 1)`

const columns = (db: Db): Sql => sql`id, rule, value_units, holds_from, set_by,
  ${emailOf(sql`money_rule_values.set_by`)} as set_by_email, set_at, cancelled_by,
  ${emailOf(sql`money_rule_values.cancelled_by`)} as cancelled_by_email, cancelled_at,
  coalesce(${isHolding(db)}, false) as is_holding, ${db.now()} as read_at`

/** Selects a page of values, the one that was set last first. */
export const readValues = (db: Db, by: By, rules: readonly string[], page: Page) => {
  const from = sql`from money_rule_values where rule = any(${rules}::text[])`
  const list = { columns: columns(db), from, order: newestFirst(sql`id`) }
  return forCaller<MoneyRuleValue & PagedRow>(db, by)`${pageOfList(list, page)}`
}

/** Serializes changes of a rule until the transaction ends. */
export const lockRule = (db: Db, rule: MoneyRuleName) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended('money rule ' || ${rule}, 0))`)

/** Selects the id of the rule's newest value, planned or not. */
export const readLastValue = (db: Db, rule: MoneyRuleName) =>
  db.one<Pick<RuleState, 'lastValue'> & { readonly now: Date }>(sql`
    select ${db.now()} as now, (select max(id) from money_rule_values where rule = ${rule}) as last_value`)

/** Selects the planned values of a rule, the next one first. */
export const readPlanned = (db: Db, rules: readonly string[]) =>
  db.many<MoneyRuleValue>(sql`
    select ${columns(db)} from money_rule_values
    where rule = any(${rules}::text[]) and cancelled_at is null and holds_from > ${db.now()} order by holds_from, id`)

export type NewValue = Pick<MoneyRuleValue, 'rule'> & {
  readonly valueUnits: Units
  /** Null: from now. */
  readonly holdsFrom: Date | null
  readonly by: Id<'account'> | null
}

/**
 * Inserts a value. The rule must be locked. One from now never holds before another from now that was set while this transaction waited:
 * both then have the same time, and the later id holds.
 */
export const insertValue = (db: Db, { rule, valueUnits, holdsFrom, by }: NewValue) =>
  db.one<Pick<MoneyRuleValue, 'id'>>(sql`
    with made as (
      insert into money_rule_values (rule, value_units, holds_from, set_by, set_at)
      select ${rule}, ${valueUnits}::bigint, coalesce(${holdsFrom}::timestamptz, greatest(${db.now()}, (
          select max(holds_from) from money_rule_values
          where rule = ${rule} and cancelled_at is null and holds_from = set_at))), ${by}::bigint, ${db.now()}
      returning *),
    audit as (${recordDecisions(db)`${decision(sql`'money_rule.set'`, sql`set_by`)} from made`})
    select id from made`)

export const findValue = (db: Db, by: By, id: Id<'moneyRuleValue'>) =>
  forCaller<MoneyRuleValue>(db, by)`select ${columns(db)} from money_rule_values where id = ${id}::bigint`

/** Cancels a value that does not hold yet. Returns no row if it does, or is cancelled. */
export const cancelValue = (db: Db, id: Id<'moneyRuleValue'>, by: Id<'account'> | null) =>
  db.maybe<MoneyRuleValue>(sql`
    with changed as (
      update money_rule_values set cancelled_by = ${by}::bigint, cancelled_at = ${db.now()}
      where id = ${id}::bigint and cancelled_at is null and holds_from > ${db.now()}
      returning *),
    audit as (${recordDecisions(db)`${decision(sql`'money_rule.cancel'`, sql`cancelled_by`)} from changed`})
    select ${columns(db)} from changed money_rule_values`)

const decision = (action: Sql, who: Sql): Sql => sql`
  select 'operator' as actor, ${who} as account, ${action} as action, 'money_rule' as subject, id as subject_id,
    null::bigint as owner, null::text as reason, jsonb_build_object('rule', rule, 'valueUnits', value_units,
      'holdsFromUtc', ${isoText(sql`holds_from`)}) as data`
