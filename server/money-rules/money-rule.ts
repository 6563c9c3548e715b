import type { Id } from '../values/id.ts'
import { decimalOf, type Units, unitsOf } from '../values/money.ts'
import { bodyError, conflict, missing, ValidationError } from '../values/problems/problem.ts'
import { timeOf } from '../values/requests/query.ts'
import { mustBeInstant, type Sentence } from '../values/sentences.ts'

/**
 * The rules of money that operators change in the console. Until the first value is set, the setting of the environment holds. Bounds
 * and fraction digits are those of the setting.
 */
export const moneyRules = {
  feePercent: { setting: 'FEE_PERCENT', most: 100, fractionDigits: 2 },
  withdrawalMinimum: { setting: 'WITHDRAWAL_MINIMUM', most: 1_000_000, fractionDigits: 0 },
  guaranteeMaxPerAdvertiser: { setting: 'GUARANTEE_MAX_PER_ADVERTISER', most: 1_000_000, fractionDigits: 4 },
  hourlyRewardMin: { setting: 'HOURLY_REWARD_MIN', most: 10_000, fractionDigits: 4 },
} as const
export type MoneyRuleName = keyof typeof moneyRules
export const moneyRuleNames = Object.keys(moneyRules) as MoneyRuleName[]

/** How far ahead a value can be planned, and how many planned values a rule can have. */
export const planDaysMax = 366
export const plannedMax = 10

/** The settings that rules replace, as the code reads them. */
export type RuledSettings = {
  readonly feeBasisPoints: number
  readonly withdrawalMinimum: number
  readonly guaranteeMaxPerAdvertiser: number
  readonly hourlyRewardMin: number
}

/** Values that hold now, in ten-thousandths; missing: none was ever set. Null: none of any rule. */
export type HeldValues = Readonly<Partial<Record<MoneyRuleName, number>>> | null

/** The next change of the fee; null: none is planned. */
export type FeeChange = { readonly valueUnits: number; readonly holdsFromUtc: string } | null

/** What statements read of the rules. */
export type RuleFacts = { readonly heldRules: HeldValues; readonly feeChange: FeeChange }

/** The values of every rule in units of a percent or of the currency. */
export const valuesOf = (config: RuledSettings): Readonly<Record<MoneyRuleName, number>> => ({
  ...config,
  feePercent: config.feeBasisPoints / 100,
})

/** Returns the settings that hold now: those of the environment, unless an operator has set a value. */
export function ruledSettings(config: RuledSettings, held: HeldValues): RuledSettings {
  const of = (name: MoneyRuleName): number => {
    const units = held?.[name]
    return units === undefined ? valuesOf(config)[name] : decimalOf(BigInt(units))
  }
  return {
    feeBasisPoints: Math.round(of('feePercent') * 100),
    withdrawalMinimum: of('withdrawalMinimum'),
    guaranteeMaxPerAdvertiser: of('guaranteeMaxPerAdvertiser'),
    hourlyRewardMin: of('hourlyRewardMin'),
  }
}

/** A value of a rule that an operator set. */
export type MoneyRuleValue = {
  readonly id: Id<'moneyRuleValue'>
  readonly rule: MoneyRuleName
  readonly valueUnits: Units
  readonly holdsFrom: Date
  readonly setBy: Id<'account'> | null
  readonly setByEmail: string | null
  readonly setAt: Date
  readonly cancelledBy: Id<'account'> | null
  readonly cancelledByEmail: string | null
  readonly cancelledAt: Date | null
  /** Whether it is the value that holds now. */
  readonly isHolding: boolean
  /** When the row was read. */
  readonly readAt: Date
}

/** A rule as operators see it. */
export type MoneyRule = {
  readonly rule: MoneyRuleName
  readonly valueUnits: Units
  /** Of the environment: holds until the first value is set. */
  readonly defaultUnits: Units
  readonly lastValue: Id<'moneyRuleValue'> | null
  readonly planned: readonly MoneyRuleValue[]
}

export const valueStatuses = ['Planned', 'Holding', 'Replaced', 'Cancelled'] as const

/** Returns the status of a value at the time it was read. A planned value holds at its time, by the database's clock. */
export function statusOf(value: MoneyRuleValue): (typeof valueStatuses)[number] {
  if (value.cancelledAt !== null) return 'Cancelled'
  if (value.holdsFrom > value.readAt) return 'Planned'
  return value.isHolding ? 'Holding' : 'Replaced'
}

export const MoneyRuleValueNotFound = missing(
  'money_rule_value_not_found',
  'Value not found',
  'No value of a money rule has this id.',
)
export const MoneyRuleChanged = conflict<{ lastValueId: number | null }>(
  'money_rule_changed',
  'Changed by another operator',
  () => 'Another value of this rule was set after lastValueId was read. Read the values again.',
)
export const MoneyRuleTimeTaken = conflict<{ valueId: number }>(
  'money_rule_time_taken',
  'Another value is planned for this time',
  ({ valueId }) => `The value ${valueId} is planned for the same time. Cancel it first, or choose another time.`,
)
export const TooManyPlanned = conflict<{ most: number }>(
  'too_many_planned_values',
  'Too many planned values',
  ({ most }) => `A rule can have ${most} planned values. Cancel one first.`,
)
export const MoneyRuleValueHolds = conflict<{ currentStatus: string }>(
  'money_rule_value_holds',
  'The value is not planned any more',
  ({ currentStatus }) =>
    `Only planned values can be cancelled; this one is ${currentStatus}. Set another value instead.`,
)

/** Parses a value. Throws ValidationError outside the bounds of its rule. */
export function valueUnitsOf(rule: MoneyRuleName, value: number): Units {
  const { most, fractionDigits } = moneyRules[rule]
  const wrong = (detail: Sentence) => ValidationError([bodyError('value', 'range', detail)])
  if (!(value >= 0 && value <= most))
    throw wrong({ en: `must be from 0 to ${most}.`, ru: `должно быть от 0 до ${most}.` })
  if (Number(value.toFixed(fractionDigits)) !== value)
    throw wrong({
      en: `must have at most ${fractionDigits} fraction digits.`,
      ru: `после запятой может быть не больше ${fractionDigits} знаков.`,
    })
  return unitsOf(value)
}

const dayMs = 86_400_000

/** Parses the time from which a value holds; null: from now. Throws ValidationError unless it is ahead, within `planDaysMax` days. */
export function holdsFromOf(text: string | null | undefined, now: Date): Date | null {
  if (text === null || text === undefined) return null
  const from = timeOf(text)
  const wrong = (code: string, detail: Sentence) => ValidationError([bodyError('holdsFromUtc', code, detail)])
  if (from === undefined) throw wrong('format', mustBeInstant)
  if (from <= now) throw wrong('range', { en: 'must be a time that is still ahead.', ru: 'это время уже прошло.' })
  if (from.getTime() - now.getTime() > planDaysMax * dayMs)
    throw wrong('range', {
      en: `must be within ${planDaysMax} days from now.`,
      ru: `должно быть не позже чем через ${planDaysMax} дней.`,
    })
  return from
}

/** What the values of a rule allow. */
export type RuleState = {
  /** The id of the newest one, planned or not. */
  readonly lastValue: Id<'moneyRuleValue'> | null
  readonly planned: readonly Pick<MoneyRuleValue, 'id' | 'holdsFrom'>[]
}

/** Throws unless the new value may be added to those of its rule. `lastSeen`: the newest that the operator read; undefined: any. */
export function mustFit(state: RuleState, holdsFrom: Date | null, lastSeen: number | null | undefined): void {
  if (lastSeen !== undefined && lastSeen !== state.lastValue) throw MoneyRuleChanged({ lastValueId: state.lastValue })
  if (holdsFrom === null) return
  const same = state.planned.find((each) => each.holdsFrom.getTime() === holdsFrom.getTime())
  if (same) throw MoneyRuleTimeTaken({ valueId: same.id })
  if (state.planned.length >= plannedMax) throw TooManyPlanned({ most: plannedMax })
}
