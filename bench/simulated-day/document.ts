import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tableOf } from '../report.ts'
import {
  assumedTable,
  costsIn,
  costTable,
  type DayReport,
  limitTable,
  needTable,
  partTable,
  type Table,
} from './report.ts'

const results = join(import.meta.dirname, '../results')
const document = join(import.meta.dirname, '../../docs/scaling.md')

/** Rewrites the tables of docs/scaling.md from this result, or from the newest stored one. */
export function writeScaling(file = newest()): void {
  const report = JSON.parse(readFileSync(join(results, `${file}.json`), 'utf8')) as DayReport
  const text = readFileSync(document, 'utf8').replace(
    /<!-- (\w+): [^\n]*-->\n[\s\S]*?<!-- \/\1 -->/g,
    (all, name: string) => {
      const written = sections(report, file)[name]
      return written === undefined ? all : `${all.slice(0, all.indexOf('\n'))}\n\n${written}\n\n<!-- /${name} -->`
    },
  )
  writeFileSync(document, text)
}

function newest(): string {
  const known = readdirSync(results)
    .filter((name) => name.endsWith('-day.json'))
    .map((name) => name.slice(0, -'.json'.length))
  const last = known
    .map((name) => ({ name, at: writtenAt(name) }))
    .sort((a, b) => a.at - b.at)
    .at(-1)
  if (!last) throw new Error('there is no result of a day: npm run bench -- day')
  return last.name
}

/** The names of results contain only day and commit, so results of one day are compared by this time. */
const writtenAt = (name: string): number =>
  (JSON.parse(readFileSync(join(results, `${name}.json`), 'utf8')) as DayReport).writtenAtMs

const markdownOf = ([head, lines]: Table): string => tableOf(head, lines)

function sections(report: DayReport, file: string): Readonly<Record<string, string>> {
  const costs = costsIn(report)
  const { day, commit, isChanged, machine } = report.circumstances
  const from = `Measured on ${day} (commit ${commit}${isChanged ? ' with changes' : ''}; ${machine.cores} cores; [page](../bench/results/${file}.md)).`
  return {
    assumed: markdownOf(assumedTable()),
    plot: `![Latency of a day against load](../bench/results/${file}.svg)\n\n${from}`,
    limits: markdownOf(limitTable(report)),
    ...(costs
      ? {
          costs: markdownOf(costTable(costs)),
          needs: markdownOf(needTable(costs)),
          parts: markdownOf(partTable(costs, report.limits)),
        }
      : {}),
  }
}
