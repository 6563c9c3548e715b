import { at, pageWith } from '../values/example.ts'
import { idOf } from '../values/id.ts'
import { docsIn } from '../values/requests/operation.ts'
import type { MoneyRuleValue } from './money-rule.ts'
import { moneyRuleValueJson, serializeMoneyRules } from './serialize.ts'

const planned: MoneyRuleValue = {
  id: idOf(4),
  rule: 'feePercent',
  valueUnits: 120_000n,
  holdsFrom: at('12:00:00'),
  setBy: idOf(3),
  setByEmail: 'olga@example.com',
  setAt: at('09:00:00'),
  cancelledBy: null,
  cancelledByEmail: null,
  cancelledAt: null,
  isHolding: false,
  readAt: at('10:00:00'),
}
const cancelled: MoneyRuleValue = {
  ...planned,
  cancelledBy: idOf(5),
  cancelledByEmail: 'oscar@example.com',
  cancelledAt: at('09:30:00'),
}
const fee = {
  rule: 'feePercent',
  valueUnits: 100_000n,
  defaultUnits: 100_000n,
  lastValue: idOf<'moneyRuleValue'>(4),
  planned: [planned],
} as const

export const moneyRuleDocs = docsIn('Operations', {
  'GET /api/operator/money-rules': {
    id: 'listMoneyRules',
    summary: 'Read the fee and the money limits',
    about: 'Each with its value, its default from the settings, and its planned values.',
    answers: { 200: { rules: serializeMoneyRules([fee], 'USD') } },
  },
  'GET /api/operator/money-rule-values': {
    id: 'listMoneyRuleValues',
    summary: 'List past and planned values, the one that was set last first',
    about: 'With who set or cancelled each, and when. Filter: `rule`.',
    answers: { 200: { page: moneyRuleValueJson.serializePage(pageWith(planned)) } },
  },
  'POST /api/operator/money-rule-values': {
    id: 'setMoneyRuleValue',
    summary: 'Change the fee or a money limit, from now or from a later time',
    about:
      "Times are those of the database's clock. A fee applies to offers that are created, or whose price is changed, while it holds; every other offer keeps the fee with which it was created. Bonuses pay the fee that holds when they are paid.",
    body: {
      planned: { rule: 'feePercent', value: 12, holdsFromUtc: '2026-03-01T12:00:00.000Z', lastValueId: null },
      now: { rule: 'withdrawalMinimum', value: 10 },
    },
    answers: { 201: { set: moneyRuleValueJson.serialize(planned) } },
    problems: ['money_rule_changed', 'money_rule_time_taken', 'operator_waiting', 'too_many_planned_values'],
  },
  'POST /api/operator/money-rule-values/:id/cancel': {
    id: 'cancelMoneyRuleValue',
    summary: 'Cancel a planned value',
    about: 'Before it holds. To undo a value that holds, set another one.',
    answers: { 200: { cancelled: moneyRuleValueJson.serialize(cancelled) } },
    problems: ['money_rule_value_not_found', 'money_rule_value_holds', 'operator_waiting'],
  },
})
