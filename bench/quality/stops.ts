import { dueActions, type RuleFacts } from '../../server/executions/rules/rules.ts'
import { type CountedAnswer, consensusOf } from '../../server/items/consensus/consensus.ts'
import { checkedAnswers } from '../../server/items/gold.ts'
import type { Aggregation } from '../../server/values/consensus/aggregation.ts'
import { idOf } from '../../server/values/id.ts'
import type { Rule } from '../../server/values/rules/rule.ts'
import { rngOf } from '../rng.ts'
import { finished, type Kind, labelOf, overlap, type People, type Setting } from './crowd.ts'

/** How executors are stopped: by their accuracy on gold items, or by their agreement with the results. */
export type Stopping = {
  readonly rule: Rule
  readonly itemsPerSlot: number
  readonly goldPerSlot: number
  /** Whether all earlier work of a stopped executor is rejected: it waits for a decision until the end. */
  readonly isRejected: boolean
  /** Of the results with which executors should agree. */
  readonly aggregation: Aggregation
}

type Suite = { readonly items: readonly number[]; readonly had: Set<number>; missing: number }
export type Worker = {
  readonly executor: number
  readonly kind: Kind
  right: number
  answered: number
  slots: number
  /** Slots that are paid. */
  paid: number
  isStopped: boolean
}

/** The facts of rules about executors who submitted work and never skipped. */
const ruled = { offer: idOf<'offer'>(1), advertiser: idOf<'account'>(1), lastAnswers: [], works: [], done: [] }
const unused = { gold: null, itemsPerSlot: null, skipped: 0 }

/** Lets people work in turns, each on one slot of a round, and stops whom the rule stops. */
export class Work {
  readonly #people: People
  readonly #setting: Setting
  readonly #how: Stopping
  readonly #suites: Suite[]
  readonly workers: readonly Worker[]
  #answers: CountedAnswer[] = []

  constructor(people: People, setting: Setting, how: Stopping) {
    this.#people = people
    this.#setting = setting
    this.#how = how
    const size = how.itemsPerSlot - how.goldPerSlot
    this.#suites = Array.from({ length: Math.ceil(setting.items / size) }, (_, suite) => ({
      items: Array.from({ length: size }, (_, n) => suite * size + n).filter((item) => item < setting.items),
      had: new Set<number>(),
      missing: overlap,
    }))
    this.workers = people.kinds.map((kind, executor) => ({
      ...{ executor, kind, right: 0, answered: 0, slots: 0, paid: 0, isStopped: false },
    }))
  }

  /** Runs rounds until no executor gets another slot. */
  finish(seed: number): void {
    for (let round = 0; this.#workRound(rngOf(seed, round)) > 0; round++) this.#stop()
  }

  #workRound(next: () => number): number {
    const inTurn = this.workers.map((worker) => ({ worker, at: next() })).sort((one, other) => one.at - other.at)
    return inTurn.filter(({ worker }) => !worker.isStopped && this.#workOn(worker)).length
  }

  #workOn(worker: Worker): boolean {
    const { executor } = worker
    const open = this.#suites.filter(({ missing, had }) => missing > 0 && !had.has(executor))
    const [suite] = open.sort((one, other) => one.missing - other.missing)
    if (!suite) return false
    suite.missing--
    suite.had.add(executor)
    worker.slots++
    worker.paid++
    for (const item of suite.items)
      this.#answers.push({ item, executor, value: { label: labelOf(this.#people.chosen(item, executor)) } })
    for (const { isRight } of this.#checked(worker)) {
      worker.answered++
      worker.right += isRight ? 1 : 0
    }
    return true
  }

  /** Returns which answers to the gold items of a slot are right. No executor gets one twice. */
  #checked({ executor, answered }: Worker) {
    const items = Array.from({ length: this.#how.goldPerSlot }, (_, n) => this.#people.goldItem(answered + n))
    const label = (number: number) => ({ label: labelOf(number) })
    const known = Object.fromEntries(items.map((item) => [item, label(this.#people.truthOf(item))]))
    const given = items.map((itemId) => ({ itemId, value: label(this.#people.chosen(itemId, executor)) }))
    return checkedAnswers(given, known, { compare: {} })
  }

  /** Stops whom the product's own decision stops. */
  #stop(): void {
    const { rule, aggregation } = this.#how
    const agreeing =
      rule.when.type === 'Agreement'
        ? finished(consensusOf(this.#answers, aggregation, this.#known())).agreeing
        : undefined
    for (const worker of this.workers) {
      const { executor, right, answered, isStopped } = worker
      const { items = new Set(), compared = 0, agreed = 0 } = agreeing?.get(executor) ?? {}
      const counts = { right, answered, items: items.size, compared, agreed }
      const facts: RuleFacts = {
        ...ruled,
        ...unused,
        ...counts,
        executor: idOf<'account'>(executor + 1),
        rules: [rule],
      }
      if (isStopped || dueActions(facts, new Set()).length === 0) continue
      worker.isStopped = true
      if (this.#how.isRejected) this.#reject(worker)
    }
  }

  #reject(worker: Worker): void {
    const { executor } = worker
    this.#answers = this.#answers.filter((answer) => answer.executor !== executor)
    worker.paid = 0
    for (const suite of this.#suites) suite.missing += suite.had.has(executor) ? 1 : 0
  }

  /** Returns the accuracy of each executor on gold items, as the results use it. */
  #known() {
    return { accuracies: new Map(this.workers.map((worker) => [worker.executor, worker])), exact: new Set(['label']) }
  }

  /** Returns the share of right results. */
  rightBy(aggregation: Aggregation): number {
    const { results } = finished(consensusOf(this.#answers, aggregation, this.#known()))
    const isRight = ([item, { answer }]: readonly [number, { readonly answer: Readonly<Record<string, unknown>> }]) =>
      answer['label'] === labelOf(this.#people.truthOf(item))
    return [...results].filter(isRight).length / this.#setting.items
  }
}
