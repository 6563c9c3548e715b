import type { Aggregation } from '../../values/consensus/aggregation.ts'
import { alphaOf, type Scale } from '../../values/consensus/alpha.ts'
import { isBounded, roundsOf, type Votes, winnerOf } from '../../values/consensus/dawid-skene.ts'
import { isNear, type NumberMethod, numberOf } from '../../values/consensus/numbers.ts'
import { type Accuracy, majorityOf, type Vote, type Winner, weightedOf } from '../../values/consensus/votes.ts'
import type { JsonObject, ResultMethod, StoredResult } from '../item.ts'
import { type Agreed, type Agreeing, agreedOf, countAgreed } from './agreeing.ts'
import { type Given, type Labelled, labelsOf } from './labels.ts'

/** What an executor answered to the questions of an item. */
export type CountedAnswer = { readonly item: number; readonly executor: number; readonly value: JsonObject }

/** How much the answers to one question agree, over all items. */
export type QuestionAgreement = {
  readonly question: string
  readonly scale: Scale
  /** Null: there is nothing that could disagree. */
  readonly alpha: number | null
  readonly items: number
  readonly answers: number
}

/** The agreement of an offer, when its results were last computed; null: they never were. */
export type Agreement = {
  readonly questions: readonly QuestionAgreement[]
  readonly answers: number
  readonly computedAt: Date | null
}

export type Consensus = {
  readonly results: ReadonlyMap<number, StoredResult>
  /** How often each executor agrees with the results. */
  readonly agreeing: Agreeing
  readonly questions: readonly QuestionAgreement[]
}

export type Method = ResultMethod

type Rule = { readonly method: Method; readonly tolerance: number }

type Found = {
  readonly answer: unknown
  readonly confidence: number
  readonly method: Method
  readonly answers: number
}

/** At most so many questions have a result: those with the most answers. */
const questionsMax = 100

const numberMethods: readonly string[] = ['Median', 'Mean', 'TrimmedMean'] satisfies NumberMethod[]
const isNumeric = (method: Method): method is NumberMethod => numberMethods.includes(method)

export type Known = {
  readonly accuracies: ReadonlyMap<number, Accuracy>
  /** The questions whose texts are compared as they are; others without regard to case, width and accents. */
  readonly exact: ReadonlySet<string>
}

/**
 * Returns the result of each item from its answers, and the agreement of all. Each member of the answers is a question of its own. Yields
 * between long steps, so that other work can go on.
 */
export function* consensusOf(
  answers: readonly CountedAnswer[],
  aggregation: Aggregation,
  known: Known,
): Generator<undefined, Consensus> {
  const results = new Map<number, Map<string, Found>>()
  const questions: QuestionAgreement[] = []
  const agreeing: Agreeing = new Map()
  for (const [question, given] of questionsOf(answers)) {
    const rule = ruleFor(aggregation, question, given)
    if (rule === undefined) continue
    const { found, agreement, agreed } = isNumeric(rule.method)
      ? numbersOf(given, rule.method, rule.tolerance)
      : yield* choicesOf(given, rule.method, { ...known, isExact: known.exact.has(question) })
    for (const [item, one] of found) {
      const own = results.get(item) ?? new Map<string, Found>()
      results.set(item, own.set(question, one))
    }
    questions.push({ question, ...agreement })
    countAgreed(agreeing, agreed)
    yield undefined
  }
  return { results: new Map([...results].map(([item, found]) => [item, resultFrom(found)])), questions, agreeing }
}

/** A confidence with its fourth decimal, which is what is shown and compared. */
const rounded = (share: number): number => Math.round(share * 10_000) / 10_000

function resultFrom(found: ReadonlyMap<string, Found>): StoredResult {
  const each = [...found]
  return {
    answer: Object.fromEntries(each.map(([question, { answer }]) => [question, answer])),
    confidence: rounded(Math.min(...each.map(([, { confidence }]) => confidence))),
    questions: each.map(([question, { confidence, method, answers }]) => ({
      question,
      confidence: rounded(confidence),
      method,
      answers,
    })),
  }
}

/** Returns the answers to each question, in the order of their names. Null is no answer. */
function questionsOf(answers: readonly CountedAnswer[]): [string, Given[]][] {
  const given = new Map<string, Given[]>()
  for (const { item, executor, value } of answers)
    for (const [question, own] of Object.entries(value)) {
      if (own === null) continue
      const all = given.get(question)
      if (all) all.push({ item, executor, value: own })
      else given.set(question, [{ item, executor, value: own }])
    }
  const byName = [...given].sort(([one], [other]) => (one < other ? -1 : 1))
  if (byName.length <= questionsMax) return byName
  const least = byName.map(([, { length }]) => length).sort((a, b) => b - a)[questionsMax - 1] ?? 0
  return byName.filter(([, { length }]) => length >= least).slice(0, questionsMax)
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/** Returns how the answers to a question become one; undefined: they do not. Most of them decide whether it is about numbers. */
function ruleFor(aggregation: Aggregation, question: string, given: readonly Given[]): Rule | undefined {
  const { questions, method, numbers, tolerance } = aggregation
  const own = questions?.find((one) => one.question === question)
  if (own?.method === 'None') return undefined
  const ofNumbers = given.filter(({ value }) => isNumber(value)).length * 2 > given.length
  return {
    method: own?.method ?? (ofNumbers ? (numbers ?? 'Median') : method),
    tolerance: own?.tolerance ?? tolerance ?? 0,
  }
}

type Answered = {
  readonly found: ReadonlyMap<number, Found>
  readonly agreement: Omit<QuestionAgreement, 'question'>
  readonly agreed: readonly Agreed[]
}

/** Answers that are no numbers are left out. */
function numbersOf(given: readonly Given[], method: NumberMethod, tolerance: number): Answered {
  const byItem = Map.groupBy(
    given.filter(({ value }) => isNumber(value)),
    ({ item }) => item,
  )
  const units = [...byItem].map(([item, own]) => [item, own.map(({ value }) => value as number)] as const)
  const found = units.flatMap(([item, numbers]) => {
    const one = numberOf(numbers, method, tolerance)
    return one
      ? [[item, { answer: one.number, confidence: one.confidence, method, answers: numbers.length }] as const]
      : []
  })
  return {
    found: new Map(found),
    agreement: agreementOf(new Map(units), 'Interval'),
    agreed: agreedOf(byItem, new Map(found), ({ value }, { answer }) =>
      isNear(value as number, answer as number, tolerance),
    ),
  }
}

const agreementOf = (units: ReadonlyMap<number, readonly number[]>, scale: Scale): Answered['agreement'] => {
  const all = [...units.values()]
  const alpha = alphaOf(all, scale)
  return {
    scale,
    alpha: alpha === null ? null : rounded(alpha),
    items: all.length,
    answers: all.reduce((sum, { length }) => sum + length, 0),
  }
}

type ChoiceMethod = Exclude<Method, NumberMethod>

/** Labels are numbered in the order of their texts, so that the order of answers decides nothing. */
function* choicesOf(
  given: readonly Given[],
  wanted: ChoiceMethod,
  { accuracies, isExact }: Pick<Known, 'accuracies'> & { readonly isExact: boolean },
): Generator<undefined, Answered> {
  const { labelled, shown } = labelsOf(given, isExact)
  const byItem = Map.groupBy(labelled, ({ item }) => item)
  const votes = columnsOf(byItem, shown.length)
  const method = wanted === 'DawidSkene' && !isBounded(votes) ? 'Majority' : wanted
  const winners: ReadonlyMap<number, Winner | undefined> =
    method === 'DawidSkene' ? yield* estimated(votes, byItem) : counted(byItem, method, accuracies, shown.length)
  const found = [...byItem].flatMap(([item, own]) => {
    const winner = winners.get(item)
    return winner
      ? [[item, { answer: shown[winner.label], confidence: winner.confidence, method, answers: own.length }] as const]
      : []
  })
  const units = new Map([...byItem].map(([item, own]) => [item, own.map(({ label }) => label)]))
  return {
    found: new Map(found),
    agreement: agreementOf(units, 'Nominal'),
    agreed: agreedOf(byItem, new Map(found), ({ item, label }) => label === winners.get(item)?.label),
  }
}

const counted = (
  byItem: ReadonlyMap<number, readonly Vote[]>,
  method: ChoiceMethod,
  accuracies: Known['accuracies'],
  labels: number,
) =>
  new Map(
    [...byItem].map(([item, own]) => [
      item,
      method === 'Weighted' ? weightedOf(own, accuracies, labels) : majorityOf(own),
    ]),
  )

function* estimated(votes: Votes, byItem: ReadonlyMap<number, unknown>): Generator<undefined, Map<number, Winner>> {
  const model = yield* roundsOf(votes)
  return new Map([...byItem.keys()].map((item, place) => [item, winnerOf(model, place, votes.labelCount)]))
}

function columnsOf(byItem: ReadonlyMap<number, readonly Labelled[]>, labelCount: number): Votes {
  const executors = new Map<number, number>()
  const rows = [...byItem.values()].flatMap((own, place) =>
    own.map(({ executor, label }) => {
      const number = executors.get(executor) ?? executors.size
      executors.set(executor, number)
      return [place, number, label] as const
    }),
  )
  return {
    items: Int32Array.from(rows, ([item]) => item),
    executors: Int32Array.from(rows, ([, executor]) => executor),
    labels: Int32Array.from(rows, ([, , label]) => label),
    itemCount: byItem.size,
    executorCount: executors.size,
    labelCount,
  }
}
