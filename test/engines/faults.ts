import { failedFiles, type Outcomes, replaced } from './outcomes.ts'
import { type Conductor, conduct, isTooLong, summaryOf } from './patroni/conductor.ts'
import { openRows } from './patroni/rows.ts'
import type { PatroniSet } from './patroni/set.ts'
import type { Ran } from './tests.ts'

type Options = {
  readonly set: PatroniSet
  /** Milliseconds from recovery until the next fault. */
  readonly calmMs: number
  run(words: readonly string[], isTorn: boolean): Promise<Ran>
}

/**
 * Runs the files while faults are injected into the set. Tests that query the database directly fail when it drops them. A file
 * that failed during a fault runs again without faults, and that result counts. One that failed at another time has failed.
 */
export async function runUnderFaults(words: readonly string[], { set, calmMs, run }: Options): Promise<Ran> {
  const rows = await openRows(set.urls.owner)
  const conductor = conduct(set, rows, calmMs)
  try {
    const first = await run(words, true)
    await conductor.rest()
    const outcomes = await withThoseAgain(first.outcomes, conductor, run)
    const { acknowledged, lost } = await rows.examine()
    for (const line of summaryOf(conductor.made)) console.log(line)
    console.log(`rows    ${acknowledged} acknowledged, ${lost.length} of them lost ${lost.slice(0, 20)}`.trim())
    const isWell = lost.length === 0 && conductor.made.length > 0 && !conductor.made.some(isTooLong)
    return { outcomes, isGood: outcomes.planned.length > 0 && failedFiles(outcomes).length === 0 && isWell }
  } finally {
    await conductor.rest().finally(rows.stop)
  }
}

async function withThoseAgain(first: Outcomes, { made }: Conductor, run: Options['run']): Promise<Outcomes> {
  const again = failedFiles(first).filter((file) => {
    const { startedAt, endedAt } = first.ended.get(file) ?? { startedAt: 0, endedAt: Number.POSITIVE_INFINITY }
    return made.some((fault) => fault.startedAt < endedAt && startedAt < fault.endedAt)
  })
  console.log(`again   ${again.length} files that failed while a fault happened: ${again.join(' ')}`.trim())
  return again.length > 0 ? replaced(first, (await run(again, false)).outcomes) : first
}
