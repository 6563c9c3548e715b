import { Type } from 'typebox'
import type { JsonSchema } from '../catalog/catalog.ts'
import type { Id } from '../values/id.ts'
import { bodyError, type FieldError } from '../values/problems/problem.ts'
import { timeOf } from '../values/requests/query.ts'
import { optional } from '../values/requests/schema.ts'
import { rulesMax as qualityRulesMax, type Rule, ruleBody, rulesFrom } from '../values/rules/rule.ts'
import { ruleErrors as qualityRuleErrors } from '../values/rules/rule-errors.ts'
import { mustBeInstant, type Sentence } from '../values/sentences.ts'

const limitMax = 1_000_000
const rulesMax = 10

export const acceptRuleTypes = ['CompletionCode', 'MinAcceptanceRate'] as const
/** Rules that accept work automatically: by a correct completion code, or by the executor's acceptance rate. */
export type AcceptRule =
  | { readonly type: 'CompletionCode' }
  | { readonly type: 'MinAcceptanceRate'; readonly value: number }

/** Limits of an offer: reservation rates, schedule, lists and level of executors, and automatic acceptance. */
export type Limits = {
  /** Maximum reservations in any hour, and in any day; null: no limit. */
  readonly hourlyLimit: number | null
  readonly dailyLimit: number | null
  readonly startsAt: Date | null
  readonly endsAt: Date | null
  readonly allowList: Id<'list'> | null
  readonly blockList: Id<'list'> | null
  readonly minLevel: number
  readonly maxReworks: number
  readonly autoAcceptRules: readonly AcceptRule[]
  /** What follows from the work of an executor; null: nothing. */
  readonly rules: readonly Rule[] | null
}

const moment = Type.String({ maxLength: 40, description: 'RFC 3339 date-time' })
const listId = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'An executor list of the account',
})
const rule = Type.Object({
  type: Type.Enum([...acceptRuleTypes]),
  value: optional(Type.Number({ minimum: 0, maximum: 1, description: 'For MinAcceptanceRate, such as 0.95' })),
})

export const limitMembers = {
  maxReworks: optional(Type.Integer({ minimum: 0, maximum: 5, description: 'Default: 2' })),
  reworkPeriodSeconds: optional(Type.Integer({ minimum: 3_600, maximum: 1_209_600 })),
  hourlyLimit: optional(
    Type.Integer({ minimum: 1, maximum: limitMax, description: 'Maximum new reservations per hour' }),
  ),
  dailyLimit: optional(
    Type.Integer({ minimum: 1, maximum: limitMax, description: 'Maximum new reservations per 24 hours' }),
  ),
  startsAtUtc: optional(moment),
  endsAtUtc: optional(moment),
  allowListId: optional(listId),
  blockListId: optional(listId),
  minExecutorLevel: optional(Type.Integer({ minimum: 0, maximum: 4 })),
  autoAcceptRules: optional(Type.Array(rule, { maxItems: rulesMax })),
  rules: optional(
    Type.Array(ruleBody, { maxItems: qualityRulesMax, description: 'What follows from the work of an executor' }),
  ),
}

const noTime = new Date(Number.NaN)

/** Returns the time in a text; an invalid date, which `limitErrors` reports, if it is none. */
export const timeFrom = (text: string): Date => timeOf(text) ?? noTime

const ruleFrom = ({ type, value }: { readonly type: unknown; readonly value?: number | null }): AcceptRule =>
  type === 'MinAcceptanceRate' ? { type, value: value ?? Number.NaN } : { type: 'CompletionCode' }

/** Conversions of rules, which a body writes differently. */
export const rulesReaders = {
  autoAcceptRules: (rules: readonly Parameters<typeof ruleFrom>[0][]) => rules.map(ruleFrom),
  rules: rulesFrom,
}

/** Returns the errors of limits that contradict each other or are no dates. */
export function limitErrors({ startsAt, endsAt, allowList, blockList, autoAcceptRules, rules }: Limits): FieldError[] {
  const isInvalid = (time: Date | null) => time !== null && Number.isNaN(time.getTime())
  const noDate = (field: string) => bodyError(field, 'format', mustBeInstant)
  const endsBeforeStart = startsAt !== null && endsAt !== null && endsAt <= startsAt
  const usesSameList = allowList !== null && allowList === blockList
  return [
    ...(isInvalid(startsAt) ? [noDate('startsAtUtc')] : []),
    ...(isInvalid(endsAt) ? [noDate('endsAtUtc')] : []),
    ...(endsBeforeStart
      ? [bodyError('endsAtUtc', 'range', { en: 'must be later than startsAtUtc.', ru: 'должно быть позже начала.' })]
      : []),
    ...(usesSameList
      ? [
          bodyError('blockListId', 'range', {
            en: 'must be another list than allowListId.',
            ru: 'должно отличаться от списка приглашённых.',
          }),
        ]
      : []),
    ...qualityRuleErrors(rules),
    ...autoAcceptRules.flatMap((one, index) => ruleErrors(one, `autoAcceptRules.${index}`)),
    ...(new Set(autoAcceptRules.map(({ type }) => type)).size < autoAcceptRules.length
      ? [
          bodyError('autoAcceptRules', 'unique_items', {
            en: 'must not repeat a type.',
            ru: 'виды не должны повторяться.',
          }),
        ]
      : []),
  ]
}

const ruleErrors = (rule: AcceptRule, path: string): FieldError[] =>
  rule.type === 'MinAcceptanceRate' && Number.isNaN(rule.value)
    ? [
        bodyError(`${path}.value`, 'required', {
          en: 'is required: a share of accepted work from 0 to 1.',
          ru: 'нужно указать долю принятых работ от 0 до 1.',
        }),
      ]
    : []

/** Returns an error if the requested end is not in the future. */
export const endErrors = ({ endsAt }: Pick<Limits, 'endsAt'>, now: Date): FieldError[] =>
  isPastEnd({ endsAt }, now)
    ? [bodyError('endsAtUtc', 'range', { en: 'must be in the future.', ru: 'это время уже прошло.' })]
    : []

/** Whether the work of a type of tasks has a completion code. */
export const hasCode = ({ properties }: JsonSchema): boolean =>
  typeof properties === 'object' && properties !== null && Object.hasOwn(properties, 'completionCode')

/** Returns the errors of acceptance by completion code: the work must have one. */
export function codeErrors(
  { autoAcceptRules }: Pick<Limits, 'autoAcceptRules'>,
  { executionDetailsSchema, keepsDetails = false }: CodeFacts,
): FieldError[] {
  const index = autoAcceptRules.findIndex(({ type }) => type === 'CompletionCode')
  if (index < 0 || keepsDetails || hasCode(executionDetailsSchema)) return []
  return [bodyError(`autoAcceptRules.${index}.type`, 'not_possible', isNotForPrice)]
}

export const isNotForPrice: Sentence = {
  en: 'is not for tasks of this price.',
  ru: 'это не для заданий с такой ценой.',
}

/** `keepsDetails`: neither details nor rules change, so an offer stays valid when its price changes. */
type CodeFacts = { readonly executionDetailsSchema: JsonSchema; readonly keepsDetails?: boolean }

export const isBeforeStart = ({ startsAt }: Pick<Limits, 'startsAt'>, now: Date): boolean =>
  startsAt !== null && now < startsAt
export const isPastEnd = ({ endsAt }: Pick<Limits, 'endsAt'>, now: Date): boolean => endsAt !== null && now >= endsAt
