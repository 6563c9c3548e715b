import { type CountedAnswer, consensusOf } from '../../server/items/consensus/consensus.ts'
import type { Aggregation } from '../../server/values/consensus/aggregation.ts'
import type { Accuracy } from '../../server/values/consensus/votes.ts'
import { rngOf } from '../rng.ts'

/** How an executor answers. Colluding ones agree on a wrong answer to each item. */
export type Kind = 'honest' | 'careless' | 'random' | 'colluding'

/** The share of right answers of each kind of executor. A random choice is right once for each label. */
const accuracyOf: Readonly<Record<Kind, (labels: number) => number>> = {
  honest: () => 0.92,
  careless: () => 0.65,
  random: (labels) => 1 / labels,
  colluding: () => 0,
}

export type Crowd = { readonly name: string; readonly shares: Readonly<Partial<Record<Kind, number>>> }

export const crowds: readonly Crowd[] = [
  { name: 'honest', shares: { honest: 1 } },
  { name: 'half careless', shares: { honest: 0.5, careless: 0.5 } },
  { name: 'a third at random', shares: { honest: 0.67, random: 0.33 } },
  { name: 'mixed', shares: { honest: 0.4, careless: 0.3, random: 0.3 } },
  { name: 'a fifth colluding', shares: { honest: 0.8, colluding: 0.2 } },
  { name: 'mixed, a tenth colluding', shares: { honest: 0.4, careless: 0.25, random: 0.25, colluding: 0.1 } },
]

export type Setting = {
  readonly items: number
  readonly executors: number
  readonly labels: number
  /** The answers of each executor to items with a known answer. */
  readonly known: number
}

/** How many answers an item needs at first, and what one costs, as in the tutorial. */
export const [overlap, answerCost] = [3, 0.022]

export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

export const labelOf = (number: number): string => `label ${String(number).padStart(4, '0')}`

/** People who answer items whose truth is known, always the same for a seed. */
export class People {
  readonly #setting: Setting
  readonly #seed: number
  readonly kinds: readonly Kind[]

  constructor(setting: Setting, { shares }: Crowd, seed: number) {
    this.#setting = setting
    this.#seed = seed
    this.kinds = Object.entries(shares).flatMap(([kind, share]) =>
      Array.from({ length: Math.round((share ?? 0) * setting.executors) }, () => kind as Kind),
    )
  }

  truthOf(item: number): number {
    return item % this.#setting.labels
  }

  /** Returns the answer that comes at this place of an item, each from another executor. */
  answer(item: number, place: number): CountedAnswer {
    const start = Math.floor(rngOf(this.#seed, item)() * this.kinds.length)
    // A stride without a common divisor meets everyone once.
    const executor = (start + place * 7) % this.kinds.length
    return { item, executor, value: { label: labelOf(this.chosen(item, executor)) } }
  }

  /** Returns an item with a known answer. */
  goldItem(place: number): number {
    return this.#setting.labels * 1_000_000 + place
  }

  /** Returns the label that an executor chooses for an item. */
  chosen(item: number, executor: number): number {
    const { labels } = this.#setting
    const kind = this.kinds[executor] ?? 'random'
    const next = rngOf(this.#seed + 1_000 + executor, item)
    const truth = this.truthOf(item)
    if (kind === 'colluding') return (truth + 1) % labels
    if (next() < accuracyOf[kind](labels)) return truth
    return (truth + 1 + Math.floor(next() * (labels - 1))) % labels
  }

  /** Returns the accuracy of each executor on items with a known answer. */
  accuracies(): ReadonlyMap<number, Accuracy> {
    const { known } = this.#setting
    const rightOf = (executor: number) =>
      Array.from({ length: known }, (_, place) => this.goldItem(place)).filter(
        (item) => this.chosen(item, executor) === this.truthOf(item),
      ).length
    return new Map(this.kinds.map((_, executor) => [executor, { right: rightOf(executor), answered: known }]))
  }
}

export type Outcome = { readonly right: number; readonly answersPerItem: number }

/** Lets people answer each item, and again while the result is not sure enough. Returns the share of right results, and the cost in answers. */
export function workedOn(people: People, { items }: Setting, aggregation: Aggregation): Outcome {
  const { minConfidence, maxOverlap } = aggregation
  const known = { accuracies: people.accuracies(), exact: new Set(['label']) }
  const all = Array.from({ length: items }, (_, item) => item)
  const answers = all.flatMap((item) => Array.from({ length: overlap }, (_, place) => people.answer(item, place)))
  let asked = overlap
  for (;;) {
    const { results } = finished(consensusOf(answers, aggregation, known))
    const unsure = all.filter((item) => (results.get(item)?.confidence ?? 0) < (minConfidence ?? 0))
    if (unsure.length === 0 || asked >= (maxOverlap ?? overlap)) {
      const right = all.filter((item) => results.get(item)?.answer['label'] === labelOf(people.truthOf(item)))
      return { right: right.length / items, answersPerItem: answers.length / items }
    }
    for (const item of unsure) answers.push(people.answer(item, asked))
    asked++
  }
}

export function finished<Value>(steps: Generator<undefined, Value>): Value {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
