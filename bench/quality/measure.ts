import { loadavg } from 'node:os'
import { consensusOf } from '../../server/items/consensus/consensus.ts'
import { choiceMethods } from '../../server/values/consensus/aggregation.ts'
import type { Installation } from '../installation.ts'
import { circumstances } from '../machine.ts'
import type { Options } from '../options.ts'
import { type Measured, pageOf } from '../report.ts'
import { fine, whole } from '../results.ts'
import {
  answerCost,
  crowds,
  finished,
  type Outcome,
  overlap,
  People,
  percent,
  type Setting,
  workedOn,
} from './crowd.ts'
import { agreementRowsOf, areStopped, goldRowsOf, type StopRow, stopTables } from './stopped.ts'

const setting: Setting = { items: 1_000, executors: 30, labels: 4, known: 10 }
const further = { minConfidence: 0.9, maxOverlap: 6 }

type Row = {
  readonly crowd: string
  readonly method: string
  readonly fixed: Outcome
  readonly dynamic: Outcome
}
type Speed = { readonly method: string; readonly labels: number; readonly seconds: number; readonly cpuSeconds: number }

const answersMany = 100_000
const secondsMax = 5
const speedLabels = [2, 10, 100]

/** Measures how often results are right, what they cost and how long they take, with simulated executors of known accuracy. */
export async function measureQuality(installation: Installation, { seed }: Options): Promise<Measured> {
  const rows = crowds.flatMap((crowd) =>
    choiceMethods.map((method): Row => {
      const people = new People(setting, crowd, seed)
      return {
        crowd: crowd.name,
        method,
        fixed: workedOn(people, setting, { method }),
        dynamic: workedOn(people, setting, { method, ...further }),
      }
    }),
  )
  const [load = 0] = loadavg()
  const speeds = choiceMethods.flatMap((method) => speedLabels.map((labels) => speedOf(method, labels, seed)))
  const report = {
    circumstances: await circumstances(installation.db),
    options: { seed, ...setting, overlap, ...further },
    rows,
    gold: goldRowsOf({ setting, seed }),
    agreement: agreementRowsOf({ setting, seed }),
    speeds,
    load,
  }
  const isWell = areGood(rows) && areStopped(report.gold) && speeds.every(isFast)
  return { report, markdown: markdownOf(report), isWell }
}

const isFast = ({ cpuSeconds }: Speed): boolean => cpuSeconds <= secondsMax

/** Whether Dawid and Skene beat the majority where the accuracies of executors differ. */
const areGood = (rows: readonly Row[]): boolean =>
  ['half careless', 'a third at random', 'mixed'].every((name) => {
    const rightBy = (method: string) =>
      rows.find((row) => row.crowd === name && row.method === method)?.fixed.right ?? 0
    return rightBy('DawidSkene') > rightBy('Majority')
  })

function speedOf(method: Row['method'], labels: number, seed: number): Speed {
  const many: Setting = { items: Math.ceil(answersMany / overlap), executors: 300, labels, known: 0 }
  const people = new People(many, { name: 'mixed', shares: { honest: 0.5, careless: 0.3, random: 0.2 } }, seed)
  const answers = Array.from({ length: answersMany }, (_, n) => people.answer(Math.floor(n / overlap), n % overlap))
  const [start, before] = [performance.now(), process.cpuUsage()]
  finished(consensusOf(answers, { method: method as 'Majority' }, { accuracies: new Map(), exact: new Set(['label']) }))
  const { user, system } = process.cpuUsage(before)
  return { method, labels, seconds: (performance.now() - start) / 1_000, cpuSeconds: (user + system) / 1_000_000 }
}

type Report = Parameters<typeof pageOf>[0] & {
  readonly rows: readonly Row[]
  readonly gold: readonly StopRow[]
  readonly agreement: readonly StopRow[]
  readonly speeds: readonly Speed[]
  /** The load average of the minute before the speed was measured, with this benchmark. */
  readonly load: number
}

const head = [
  'executors',
  'method',
  `right, ${overlap} answers`,
  'cost of an item',
  `right, up to ${further.maxOverlap}`,
  'answers',
  'cost of an item',
]

function markdownOf(report: Report): string {
  const lines = report.rows.map(({ crowd, method, fixed, dynamic }) => [
    crowd,
    method,
    percent(fixed.right),
    (fixed.answersPerItem * answerCost).toFixed(3),
    percent(dynamic.right),
    fine(dynamic.answersPerItem),
    (dynamic.answersPerItem * answerCost).toFixed(3),
  ])
  const speeds = report.speeds.map(({ method, labels, seconds, cpuSeconds }) => [
    method,
    whole(labels),
    fine(seconds),
    fine(cpuSeconds),
  ])
  return pageOf(report, {
    of: 'quality',
    about: `Simulated executors answer ${whole(setting.items)} items with ${setting.labels} possible labels, with a known answer. Honest ones are right in 92 of 100, careless ones in 65, those at random
in 25, and colluding ones never: they agree on a wrong label. In the first table, every executor answers as often as the others, and \`Weighted\` knows ${setting.known} answers of each to gold items. The same seed makes the same numbers.`,
    notes: [
      `Further answers are asked for below a confidence of ${further.minConfidence}. An answer costs ${answerCost}.`,
    ],
    tables: [
      [head, lines, '**Right results** when no executor is stopped.'],
      ...stopTables(report.gold, report.agreement),
      [
        ['method', 'labels', 'seconds', 'CPU seconds'],
        speeds,
        `**Speed**: ${whole(answersMany)} answers, with the agreement of all. Goal: ${secondsMax} CPU seconds. The load average of the machine was ${fine(report.load)}; the column of seconds depends on it.`,
      ],
    ],
  })
}
