import { isoText } from '../platform/clock.ts'
import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'
import { moneyRuleNames } from './money-rule.ts'

const feeNames = moneyRuleNames.filter((name) => name === 'feePercent')

/** Selects `held_rules` and `fee_change`: the values that hold at the statement's time, and the next change of the fee. */
export const ruleFacts = (db: Db): Sql => sql`
  (select json_object_agg(held.rule, held.value_units) from unnest(${moneyRuleNames}::text[]) known (name), lateral (
    select rule, value_units from money_rule_values
    where rule = known.name and cancelled_at is null and holds_from <= ${db.now()}
    order by holds_from desc, id desc limit 1) held) as held_rules,
  (select json_build_object('valueUnits', value_units, 'holdsFromUtc', ${isoText(sql`holds_from`)})
    from money_rule_values where rule = any(${feeNames}::text[]) and cancelled_at is null and holds_from > ${db.now()}
    order by holds_from, id desc limit 1) as fee_change`
