import { setTimeout } from 'node:timers/promises'
import { clearRemains } from './cleanup.ts'
import type { Message } from './messages.ts'
import { type Recipe, type Run, startPostgres } from './postgres.ts'
import { refusesConnections, watchRefusals } from './refusal-watch.ts'

/** The first restart follows at once; what fails again and again is tried ever more slowly, so that it does not eat the machine. */
const pausesMs = [0, 0, 100, 200, 400, 800, 1_600]

/** A run that lasted so long has shown that the start before it was good. */
const provenMs = 10_000

/** So many starts in a row may fail: few at first, when a wrong setting is the likely cause, later some ten seconds' worth. */
const failedStartsMax = { first: 4, later: 10 }

/** Once it was ready, PostgreSQL refuses connections only for moments: while it stops. */
const refusingMsMax = 60_000

export type Supervision = { stop: () => Promise<void> }

/** Keeps PostgreSQL running until told to stop, and tells how it goes. */
export function supervise(recipe: Recipe, tell: (news: Message) => void): Supervision {
  const stopping = new AbortController()
  let current: Run | undefined

  function start(): Run {
    current = startPostgres(recipe)
    return current
  }

  const running = keepRunning({ ...recipe, start, tell, stopping: stopping.signal }).catch((error: Error) => {
    const reason = `PostgreSQL does not start: ${error.message}. Its log is ${recipe.place.postgresLog}.`
    if (!stopping.signal.aborted) tell({ kind: 'failed', reason })
  })
  const stop = async () => {
    stopping.abort()
    await current?.stop()
    await running
  }
  return { stop }
}

type Task = Recipe & { start: () => Run; tell: (news: Message) => void; stopping: AbortSignal }

async function keepRunning({ place: paths, sockets, start, tell, stopping }: Task): Promise<void> {
  let quick = 0
  let failed = 0
  let failedMax = failedStartsMax.first
  while (!stopping.aborted) {
    await setTimeout(pausesMs[Math.min(quick, pausesMs.length - 1)], undefined, { signal: stopping })
    const started = performance.now()
    await clearRemains(paths, sockets)
    if (stopping.aborted) return
    const run = start()
    if (await run.ready) {
      failed = 0
      failedMax = failedStartsMax.later
      tell({ kind: 'ready', sockets })
    } else {
      failed += 1
      await run.stop()
    }
    const reason = await endOf(run, sockets, tell)
    if (stopping.aborted) return
    if (failed >= failedMax) throw new Error(reason)
    tell({ kind: 'note', text: `PostgreSQL ended and is started again. ${reason}` })
    quick = performance.now() - started > provenMs ? 0 : quick + 1
  }
}

/** Waits for the end of a run, and brings it about if PostgreSQL only refuses connections. Returns what it said last. */
async function endOf(run: Run, sockets: string, tell: (news: Message) => void): Promise<string> {
  const ended = new AbortController()
  const onBound = () => {
    tell({ kind: 'note', text: `PostgreSQL has refused connections for ${refusingMsMax / 1_000} s and is stopped.` })
    run.stop().catch((error: Error) => tell({ kind: 'note', text: error.message }))
  }
  const refuses = () => refusesConnections(sockets)
  void watchRefusals({ refuses, boundMs: refusingMsMax, onBound, stopped: ended.signal })
  try {
    return await run.ended
  } finally {
    ended.abort()
  }
}
