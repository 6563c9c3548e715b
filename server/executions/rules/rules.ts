import type { Stop } from '../../items/stop.ts'
import type { Gold } from '../../values/gold/gold.ts'
import type { Id } from '../../values/id.ts'
import { type Condition, isAboutWork, keyOfRule, type Rule } from '../../values/rules/rule.ts'
import { passed } from '../accuracy.ts'
import { type ExecutionStatus, flagOfCondition } from '../execution.ts'

/** Work of an executor that waits for a decision, or was submitted just now. */
export type RuledWork = {
  readonly id: Id<'execution'>
  readonly status: ExecutionStatus
  readonly revision: number
  readonly seconds: number
  readonly flags: readonly string[]
  readonly canRework: boolean
  /** Whether its items may ask for a further answer. */
  readonly hasRoom: boolean
}

/** What rules look at: one executor on one offer. */
export type RuleFacts = {
  readonly offer: Id<'offer'>
  readonly executor: Id<'account'>
  readonly advertiser: Id<'account'>
  readonly rules: readonly Rule[]
  readonly gold: Gold | null
  readonly itemsPerSlot: number | null
  /** Answers to gold items. */
  readonly right: number
  readonly answered: number
  /** Compared with results: the items, and the answers to their questions. */
  readonly items: number
  readonly compared: number
  readonly agreed: number
  /** Skipped items of submitted work. */
  readonly skipped: number
  /** A text for each of the last answers, newest first; equal answers have the same. */
  readonly lastAnswers: readonly string[]
  readonly works: readonly RuledWork[]
  /** What rules did before: their keys, with the work or 0. */
  readonly done: readonly string[]
}

/** The figures that met a condition, as records keep them. */
export type Figures = Readonly<Record<string, number>>

/** An action that a rule asks for. */
export type DueAction = {
  readonly rule: Rule
  readonly figures: Figures
  /** Null: it is about the executor. */
  readonly work: RuledWork | null
}

export const doneKey = (rule: Rule, work: number | null): string => `${keyOfRule(rule)} ${work ?? 0}`

type ShareCondition = Extract<Condition, { readonly type: 'Accuracy' | 'Agreement' }>

const isShareMet = ({ below, atLeast, minAnswers }: ShareCondition, part: number, whole: number, answers: number) =>
  answers >= minAnswers && whole > 0 && (below === undefined ? part >= (atLeast ?? 0) * whole : part < below * whole)

function sameAnswers(answers: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const answer of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1)
  return Math.max(0, ...counts.values())
}

/** Returns the figures if the executor, or for TooFast the work, meets the condition. */
export function metFigures(when: Condition, facts: RuleFacts, work?: RuledWork): Figures | undefined {
  const { right, answered, agreed, compared, items, skipped } = facts
  switch (when.type) {
    case 'Accuracy':
      return isShareMet(when, right, answered, answered) ? { right, answered } : undefined
    case 'Agreement':
      return isShareMet(when, agreed, compared, items) ? { agreed, compared, items } : undefined
    case 'QuizPassed':
      return passed({ rightCount: right, answeredCount: answered }, facts) ? { right, answered } : undefined
    case 'Skipped':
      return skipped >= when.items ? { skipped } : undefined
    case 'SameAnswers': {
      const last = facts.lastAnswers.slice(0, when.last)
      const same = sameAnswers(last)
      return last.length === when.last && same >= when.share * when.last ? { same, of: when.last } : undefined
    }
    // A rework may be quick, and rules count the first submission only.
    case 'TooFast':
      return work && work.revision === 1 && work.seconds < when.belowSeconds ? { seconds: work.seconds } : undefined
  }
}

const isPossible = (then: Rule['then'], work: RuledWork, flag: string): boolean => {
  if (then.type === 'AskMore') return work.hasRoom
  if (work.status !== 'Pending') return false
  return then.type === 'Rework' ? work.canRework : !work.flags.includes(flag)
}

/** Returns the flag that a rule sets. */
export const flagOf = ({ type }: Condition): string => (type === 'QuizPassed' ? '' : flagOfCondition[type])

function dueOf(rule: Rule, facts: RuleFacts, submitted: ReadonlySet<number>): DueAction[] {
  const { when } = rule
  if (!isAboutWork(rule)) {
    // An executor is too fast by the work that they submitted just now.
    const works = facts.works.filter(({ id }) => submitted.has(id))
    const candidates = when.type === 'TooFast' ? works : [undefined]
    const figures = candidates.map((work) => metFigures(when, facts, work)).find((met) => met !== undefined)
    return figures ? [{ rule, figures, work: null }] : []
  }
  return facts.works
    .filter((work) => isPossible(rule.then, work, flagOf(when)))
    .flatMap((work) => {
      const figures = metFigures(when, facts, work)
      return figures ? [{ rule, figures, work }] : []
    })
}

/** Returns what the rules of an offer ask for and have not done yet, rule by rule. `submitted`: the work that was submitted just now. */
export function dueActions(facts: RuleFacts, submitted: ReadonlySet<number>): DueAction[] {
  const done = new Set(facts.done)
  return facts.rules
    .flatMap((rule) => dueOf(rule, facts, submitted))
    .filter(({ rule, work }) => !done.has(doneKey(rule, work?.id ?? null)))
}

/** Returns why an executor is stopped. Throws for conditions that stop no one: they are refused in rules. */
export function stopFor({ when }: Rule, figures: Figures): Stop {
  const limit = 'below' in when ? when.below : undefined
  const { right = 0, answered = 0, agreed = 0, compared = 0, seconds = 0, skipped = 0, same = 0, of = 0 } = figures
  switch (when.type) {
    case 'Accuracy':
      return { cause: 'Accuracy', figures: { right, answered, minAccuracy: limit ?? 0, minAnswers: when.minAnswers } }
    case 'Agreement':
      return { cause: 'Agreement', figures: { agreed, compared, minAgreement: limit ?? 0 } }
    case 'TooFast':
      return { cause: 'TooFast', figures: { seconds, minSeconds: when.belowSeconds } }
    case 'Skipped':
      return { cause: 'Skipped', figures: { skipped } }
    case 'SameAnswers':
      return { cause: 'SameAnswers', figures: { same, of } }
    case 'QuizPassed':
      throw new Error('a passed quiz stops nobody')
  }
}

const percent = (part = 0, whole = 0): number => (whole === 0 ? 0 : Math.round((100 * part) / whole))

/** Returns the score that a grant has: as the rule says, or the share in percent. Null for other actions. */
export function scoreFor({ then }: Rule, { right, answered, agreed, compared }: Figures): number | null {
  if (then.type !== 'Grant') return null
  return then.score ?? (compared === undefined ? percent(right, answered) : percent(agreed, compared))
}

/** Returns why work goes back to its executor. It names no item whose answer is known. */
export function reworkReason({ when }: Rule, figures: Figures): string {
  const { right, answered, agreed, compared, seconds, skipped, same, of } = figures
  const please = 'Please check your answers and submit them again.'
  switch (when.type) {
    case 'Agreement':
      return `${percent(agreed, compared)} % of your answers to this task agree with its results. ${please}`
    case 'TooFast':
      return `This work took ${seconds} s. The task expects at least ${when.belowSeconds} s. ${please}`
    case 'Skipped':
      return `You skipped ${skipped} items of this task. Please answer what you can, and submit it again.`
    case 'SameAnswers':
      return `${same} of your last ${of} answers to this task are the same. ${please}`
    default:
      return `${percent(right, answered)} % of your checked answers to this task were right. ${please}`
  }
}

/** What a rule did, for the advertiser of the offer. */
export type RuleAction = {
  readonly id: number
  readonly executor: Id<'account'>
  readonly advertiser: Id<'account'>
  readonly execution: Id<'execution'> | null
  readonly rule: Rule
  readonly figures: Figures
  readonly actedAt: Date
}
export type ListedRuleAction = RuleAction & { readonly executorAlias: string }
