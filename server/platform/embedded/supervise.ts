import { setTimeout } from 'node:timers/promises'
import type { News } from './news.ts'
import { type Recipe, type Run, startPostgres } from './postgres.ts'
import { clearRemains } from './remains.ts'

/** The first restart follows at once; what fails again and again is tried ever more slowly, so that it does not eat the machine. */
const pausesMs = [0, 0, 100, 200, 400, 800, 1_600]

/** A run that lasted so long has shown that the start before it was good. */
const provenMs = 10_000

/** So many starts in a row may never take a connection: few at first, when a wrong setting is the likely cause, later some ten seconds' worth. */
const failedStartsMax = { first: 4, later: 10 }

export type Supervision = { stop: () => Promise<void> }

/** Keeps PostgreSQL running until told to stop, and tells how it goes. */
export function supervise(recipe: Recipe, tell: (news: News) => void): Supervision {
  const stopping = new AbortController()
  let run: Run | undefined

  async function keepRunning(): Promise<void> {
    let failed = 0
    let failedMax = failedStartsMax.first
    let quick = 0
    while (!stopping.signal.aborted) {
      await setTimeout(pausesMs[Math.min(quick, pausesMs.length - 1)], undefined, { signal: stopping.signal })
      const started = performance.now()
      await clearRemains(recipe.place, recipe.sockets)
      if (stopping.signal.aborted) return
      run = startPostgres(recipe)
      const ready = await run.ready
      if (ready) {
        failed = 0
        failedMax = failedStartsMax.later
        tell({ kind: 'ready', sockets: recipe.sockets })
      } else {
        failed += 1
        await run.stop()
      }
      const reason = await run.ended
      if (stopping.signal.aborted) return
      if (failed >= failedMax) throw new Error(reason)
      tell({ kind: 'note', text: `PostgreSQL ended and is started again. ${reason}` })
      quick = performance.now() - started > provenMs ? 0 : quick + 1
    }
  }

  const running = keepRunning().catch((error: Error) => {
    if (stopping.signal.aborted) return
    tell({ kind: 'failed', reason: `PostgreSQL does not start: ${error.message}. Its log is ${recipe.place.postgresLog}.` })
  })
  const stop = async () => {
    stopping.abort()
    await run?.stop()
    await running
  }
  return { stop }
}
