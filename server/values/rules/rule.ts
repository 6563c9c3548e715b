import { createHash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { canonicalJson } from '../canonical.ts'
import { known, optional } from '../requests/schema.ts'

export const rulesMax = 20
const countMax = 1_000
export const lastMax = 200
const lastMin = 3
const minAnswersDefault = 5

export const conditionTypes = ['Accuracy', 'Agreement', 'QuizPassed', 'TooFast', 'Skipped', 'SameAnswers'] as const
export const actionTypes = ['Stop', 'Flag', 'AskMore', 'Grant', 'Take', 'Rework'] as const
export type ConditionType = (typeof conditionTypes)[number]

const share = (description: string) => optional(Type.Number({ minimum: 0, maximum: 1, description }))
const count = (maximum: number, description: string, minimum = 1) =>
  optional(Type.Integer({ minimum, maximum, description }))

export const ruleBody = Type.Object(
  {
    when: Type.Object({
      type: Type.Enum([...conditionTypes], {
        description: 'What is looked at: the work of one executor on this task',
      }),
      below: share('Of Accuracy and Agreement: the share is less'),
      atLeast: share('Of Accuracy and Agreement: the share is at least that. Only to grant or take a qualification'),
      minAnswers: count(countMax, `Of Accuracy and Agreement: after so many answers. Default: ${minAnswersDefault}`),
      belowSeconds: count(86_400, 'Of TooFast: the work took less'),
      items: count(countMax, 'Of Skipped: the rule acts if at least this number of items in the work is skipped'),
      share: share('Of SameAnswers: at least this share of the last answers is the same answer'),
      last: count(lastMax, 'Of SameAnswers: how many of the last answers', lastMin),
    }),
    then: Type.Object({
      type: Type.Enum([...actionTypes], {
        description:
          'Stop: no more slots of this task. Flag: a flag on the work. AskMore: one further answer to its items. Grant, Take: a qualification. Rework: the work goes back to the executor',
      }),
      qualificationId: optional(
        Type.Integer({
          minimum: 1,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'Of Grant and Take: an own qualification',
        }),
      ),
      score: optional(
        Type.Integer({
          minimum: 0,
          maximum: 100,
          description: 'Of Grant. Default: the share of Accuracy, Agreement or QuizPassed in percent',
        }),
      ),
    }),
  },
  { title: 'Rule' },
)
export type RuleBody = Static<typeof ruleBody>

type ShareLimit = { readonly minAnswers: number } & (
  | { readonly below: number; readonly atLeast?: undefined }
  | { readonly atLeast: number; readonly below?: undefined }
)
export type Condition =
  | ({ readonly type: 'Accuracy' | 'Agreement' } & ShareLimit)
  | { readonly type: 'QuizPassed' }
  | { readonly type: 'TooFast'; readonly belowSeconds: number }
  | { readonly type: 'Skipped'; readonly items: number }
  | { readonly type: 'SameAnswers'; readonly share: number; readonly last: number }

export type Action =
  | { readonly type: 'Stop' | 'Flag' | 'AskMore' | 'Rework' }
  | { readonly type: 'Grant'; readonly qualificationId: number; readonly score?: number }
  | { readonly type: 'Take'; readonly qualificationId: number }

/** What follows from the work of an executor on an offer: once for each executor or, if the action is about work, for each work. */
export type Rule = { readonly when: Condition; readonly then: Action }

/** The members that a condition of a type has, with the values of those that may be left out. */
export const conditionMembers: Readonly<Record<ConditionType, Readonly<Record<string, number | undefined>>>> = {
  Accuracy: { below: undefined, atLeast: undefined, minAnswers: minAnswersDefault },
  Agreement: { below: undefined, atLeast: undefined, minAnswers: minAnswersDefault },
  QuizPassed: {},
  TooFast: { belowSeconds: undefined },
  Skipped: { items: undefined },
  SameAnswers: { share: undefined, last: undefined },
}

/** Returns the rules of a body in the form in which they are stored; null if there are none. */
export const rulesFrom = (bodies: readonly RuleBody[]): readonly Rule[] | null =>
  bodies.length === 0 ? null : bodies.map(ruleFrom)

function ruleFrom({ when, then }: RuleBody): Rule {
  const given = (
    { type, ...members }: { readonly type: string; readonly [name: string]: unknown },
    defaults: object,
  ) => ({
    type,
    ...defaults,
    ...Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== null)),
  })
  const defaults = Object.entries(conditionMembers[when.type]).filter(([, value]) => value !== undefined)
  return { when: given(when, Object.fromEntries(defaults)), then: given(then, {}) } as unknown as Rule
}

/** Whether the action is about work, so that it may follow for each of them. */
export const isAboutWork = ({ then }: Rule): boolean => ['Flag', 'AskMore', 'Rework'].includes(then.type)

/** What a rule is remembered by: other figures make another rule, another place does not. */
export const keyOfRule = (rule: Rule): string =>
  createHash('sha256').update(canonicalJson(rule)).digest('base64url').slice(0, 22)

/** The ids of the qualifications that rules grant or take, each once. */
export const qualificationsOf = (rules: readonly Rule[] | null): number[] => [
  ...new Set((rules ?? []).flatMap(({ then }) => ('qualificationId' in then ? [then.qualificationId] : []))),
]

const number = Type.Optional(Type.Number())

/** A rule, as its advertiser set it. */
export const ruleAnswer = Type.Unsafe<Rule>(
  Type.Object(
    {
      when: Type.Object({
        type: known('RuleCondition', conditionTypes),
        below: number,
        atLeast: number,
        minAnswers: number,
        belowSeconds: number,
        items: number,
        share: number,
        last: number,
      }),
      then: Type.Object({ type: known('RuleAction', actionTypes), qualificationId: number, score: number }),
    },
    { title: 'TaskRule' },
  ),
)
