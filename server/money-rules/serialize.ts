import { Type } from 'typebox'
import { decimalOf } from '../values/money.ts'
import { amount, arrayOf, id, instant, known, nullable, text } from '../values/requests/schema.ts'
import { serializer } from '../values/requests/serializer.ts'
import {
  type FeeChange,
  type MoneyRule,
  type MoneyRuleValue,
  moneyRuleNames,
  moneyRules,
  statusOf,
  valueStatuses,
} from './money-rule.ts'

const rule = known('MoneyRuleName', moneyRuleNames)
const value = amount({ description: 'Percent for feePercent; otherwise an amount of the currency' })

export const moneyRuleValueJson = serializer<MoneyRuleValue>({ title: 'MoneyRuleValue' })({
  id,
  rule,
  value: [value, 'valueUnits'],
  status: [known('MoneyRuleValueStatus', valueStatuses), statusOf],
  holdsFromUtc: instant,
  setById: [nullable(Type.Integer({ description: 'null: the command line' })), 'setBy'],
  setByEmail: nullable(text),
  setAtUtc: instant,
  cancelledById: [nullable(id), 'cancelledBy'],
  cancelledByEmail: nullable(text),
  cancelledAtUtc: nullable(instant),
  allowedActions: [arrayOf(text), (each) => (statusOf(each) === 'Planned' ? ['Cancel'] : [])],
})

const moneyRuleJson = serializer<MoneyRule>({ title: 'MoneyRule' })({
  rule,
  value: [value, 'valueUnits'],
  default: [amount({ description: 'Of the setting; holds until the first value is set' }), 'defaultUnits'],
  setting: [text, ({ rule }) => moneyRules[rule].setting],
  most: [Type.Number({ description: 'Largest value' }), ({ rule }) => moneyRules[rule].most],
  fractionDigits: [Type.Integer(), ({ rule }) => moneyRules[rule].fractionDigits],
  lastValueId: [nullable(Type.Integer({ description: 'Of the value that was set last' })), 'lastValue'],
  planned: [arrayOf(moneyRuleValueJson.schema), (each) => each.planned.map((one) => moneyRuleValueJson.serialize(one))],
})
export const moneyRulesSchema = Type.Object(
  { currency: text, items: Type.Array(moneyRuleJson.schema) },
  { title: 'MoneyRules' },
)
export const serializeMoneyRules = (rules: readonly MoneyRule[], currency: string) => ({
  currency,
  items: rules.map((each) => moneyRuleJson.serialize(each)),
})

/** The next change of the fee; absent if none is planned. */
export const feeChangeSchema = Type.Object(
  { feePercent: Type.Number({ description: 'On top of the reward' }), holdsFromUtc: instant },
  { title: 'FeeChange', description: 'The next change of the fee. Offers that were created before keep their fee' },
)
export const feeChangeOf = (change: FeeChange) =>
  change ? { feePercent: decimalOf(BigInt(change.valueUnits)), holdsFromUtc: change.holdsFromUtc } : undefined
/** Of an estimate. */
export const feeChangeMember = [
  Type.Optional(Type.Unsafe<ReturnType<typeof feeChangeOf>>(feeChangeSchema)),
  (_: unknown, { feeChange }: { readonly feeChange: FeeChange }) => feeChangeOf(feeChange),
] as const
