import { existsSync, readFileSync } from 'node:fs'
import { add, type Counts, none } from '../driver/counts.ts'
import type { Outcome } from '../driver/tests.ts'

/** Results of the files of one run; `ended` lacks files that were not reached. */
export type Outcomes = {
  readonly planned: readonly string[]
  readonly ended: ReadonlyMap<string, Outcome>
}

/** Reads the file written by `test/run.ts`. If a group failed, all of its files count as failed, whatever they reported. */
export function readOutcomes(path: string): Outcomes {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n').filter(Boolean) : []
  const [planned, ended] = [[] as string[], new Map<string, Outcome>()]
  for (const line of lines) {
    const entry = JSON.parse(line) as Outcome | { readonly planned: readonly string[] }
    if ('planned' in entry) planned.push(...entry.planned)
    else for (const file of entry.files) ended.set(file, entry)
  }
  return { planned, ended }
}

const isGood = (outcome: Outcome | undefined): boolean => outcome !== undefined && outcome.counts.failed === 0

export const failedFiles = ({ planned, ended }: Outcomes): string[] =>
  planned.filter((file) => !isGood(ended.get(file)))

/** A failed group counts once; a file that was not reached counts as failed. */
function countsOf({ planned, ended }: Outcomes): Counts {
  const missing = planned.filter((file) => !ended.has(file)).length
  return [...new Set(ended.values())].map(({ counts }) => counts).reduce(add, { ...none, failed: missing })
}

/** Lists the slowest files. */
export function slowestOf({ ended }: Outcomes): string {
  const all = [...new Set(ended.values())].map(({ files, startedAt, endedAt }) => ({
    file: files[0],
    ms: endedAt - startedAt,
  }))
  const slowest = all.toSorted((a, b) => b.ms - a.ms).slice(0, slowestMax)
  return `slowest ${slowest.map(({ file, ms }) => `${file} ${Math.round(ms / 1000)} s`).join(', ')}`
}
const slowestMax = 10

/** Returns the last line of a run on an engine, for docs/operate/engines.md. */
export function lineOf(engine: string, commit: string, outcomes: Outcomes, seconds: number): string {
  const { passed, failed, skipped } = countsOf(outcomes)
  const told = [`${outcomes.planned.length} files`, `${passed} passed`, `${failed} failed`, `${skipped} skipped`]
  return `result  ${engine} at ${commit}: ${told.join(', ')}, ${Math.round(seconds)} s`
}
