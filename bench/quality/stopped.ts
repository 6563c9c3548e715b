import { choiceMethods } from '../../server/values/consensus/aggregation.ts'
import type { Rule } from '../../server/values/rules/rule.ts'
import type { Page } from '../report.ts'
import { answerCost, type Crowd, crowds, type Kind, People, percent, type Setting } from './crowd.ts'
import { type Stopping, Work, type Worker } from './stops.ts'

const itemsPerSlot = 10
const goldPerSlot = 2

const goldRule: Rule = { when: { type: 'Accuracy', below: 0.7, minAnswers: 10 }, then: { type: 'Stop' } }
const agreementRule: Rule = { when: { type: 'Agreement', below: 0.7, minAnswers: 20 }, then: { type: 'Stop' } }

type Method = (typeof choiceMethods)[number]
type Right = { readonly method: Method; readonly right: number }
type OfKind = { readonly all: number; readonly stopped: number; readonly answers: number | null }
export type StopRow = {
  readonly crowd: string
  /** What becomes of the work of stopped executors, or with which results they should agree. */
  readonly by: string
  readonly costPerItem: number
  readonly rights: readonly Right[]
  readonly kinds: Readonly<Partial<Record<Kind, OfKind>>>
}

type Given = { readonly setting: Setting; readonly seed: number }

function rowOf({ setting, seed }: Given, crowd: Crowd, by: string, how: Stopping, methods: readonly Method[]): StopRow {
  const work = new Work(new People(setting, crowd, seed), setting, how)
  work.finish(seed)
  const paid = work.workers.reduce((sum, worker) => sum + worker.paid, 0)
  const plain = how.itemsPerSlot - how.goldPerSlot
  const kinds = [...Map.groupBy(work.workers, ({ kind }) => kind)].map(([kind, own]) => [kind, ofKind(own, plain)])
  return {
    crowd: crowd.name,
    by,
    costPerItem: (paid * itemsPerSlot * answerCost) / setting.items,
    rights: methods.map((method) => ({ method, right: work.rightBy({ method }) })),
    kinds: Object.fromEntries(kinds),
  }
}

/** Returns how many workers were stopped, and after how many answers half of them were. */
function ofKind(workers: readonly Worker[], answersPerSlot: number): OfKind {
  const slots = workers.flatMap((worker) => (worker.isStopped ? worker.slots : [])).sort((one, other) => one - other)
  const middle = slots[Math.floor((slots.length - 1) / 2)]
  return {
    all: workers.length,
    stopped: slots.length,
    answers: middle === undefined ? null : middle * answersPerSlot,
  }
}

/** Stops executors by their accuracy on gold items. */
export const goldRowsOf = (given: Given): StopRow[] =>
  crowds.flatMap((crowd) =>
    [false, true].map((isRejected) => {
      const how = {
        rule: goldRule,
        itemsPerSlot,
        goldPerSlot,
        isRejected,
        aggregation: { method: 'Majority' },
      } as const
      return rowOf(given, crowd, isRejected ? 'rejected' : 'kept', how, choiceMethods)
    }),
  )

/** Stops executors by their agreement with the results. Without gold items, `Weighted` is the majority. */
export const agreementRowsOf = (given: Given): StopRow[] =>
  crowds.flatMap((crowd) =>
    (['Majority', 'DawidSkene'] as const).map((method) => {
      const how = { rule: agreementRule, itemsPerSlot, goldPerSlot: 0, isRejected: false, aggregation: { method } }
      return rowOf(given, crowd, method, how, [method])
    }),
  )

/** Whether gold items stopped everyone who answers at random or colludes. */
export const areStopped = (rows: readonly StopRow[]): boolean =>
  rows.every(({ kinds: { random, colluding } }) =>
    [random, colluding].every((kind) => kind === undefined || kind.stopped === kind.all),
  )

const kinds: readonly Kind[] = ['honest', 'careless', 'random', 'colluding']

const cellOf = (own: OfKind | undefined): string =>
  own === undefined ? '' : `${own.stopped} of ${own.all}${own.answers === null ? '' : `, after ${own.answers}`}`

const linesOf = (rows: readonly StopRow[]): string[][] =>
  rows.map((row) => [
    row.crowd,
    row.by,
    ...row.rights.map(({ right }) => percent(right)),
    row.costPerItem.toFixed(3),
    ...kinds.map((kind) => cellOf(row.kinds[kind])),
  ])

/** Returns the tables of stops. */
export const stopTables = (gold: readonly StopRow[], agreement: readonly StopRow[]): Page['tables'] => [
  [
    ['executors', 'their work', ...choiceMethods.map((method) => `right, ${method}`), 'cost of an item', ...kinds],
    linesOf(gold),
    `**How soon gold items stop executors.** Of the ${itemsPerSlot} items of a slot, ${goldPerSlot} are gold items. Who has answered 10 of them, less than 70 % right, is stopped. The last
columns say how many were stopped, and after how many answers to other items half of those were. Their earlier work is kept and paid, or rejected and answered by others.`,
  ],
  [
    ['executors', 'method', 'right', 'cost of an item', ...kinds],
    linesOf(agreement),
    `**How soon a rule of agreement stops executors**, without gold items. Who agrees with less than 70 % of the results of 20 items is stopped. Earlier work is kept.`,
  ],
]
