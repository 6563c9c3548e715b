import { setTimeout } from 'node:timers/promises'
import { cleanUp } from './cleanup.ts'
import type { Message } from './messages.ts'
import { type Run, type StartOptions, startPostgres } from './postgres.ts'
import { refusesConnections, watchRefusals } from './refusal-watch.ts'
import { startFailure } from './start-failures.ts'

/** Pauses before restarts: none at first, growing if PostgreSQL keeps failing. */
const pausesMs = [0, 0, 100, 200, 400, 800, 1_600]

/** A run of at least this duration counts as a successful start. */
const provenMs = 10_000

/** Failed starts in a row before giving up: few at first (probably a wrong setting), later about ten seconds' worth. */
const failedStartsMax = { first: 4, later: 10 }

/** Once ready, PostgreSQL refuses connections only briefly, while it stops. */
const refusingMsMax = 60_000

export type Supervision = { stop: () => Promise<void> }

/** Keeps PostgreSQL running until stopped, and reports its state. */
export function supervise(options: StartOptions, report: (message: Message) => void): Supervision {
  const stopping = new AbortController()
  let current: Run | undefined

  function start(): Run {
    current = startPostgres(options)
    return current
  }

  const running = keepRunning({ ...options, start, report, stopping: stopping.signal }).catch((error: Error) => {
    const reason = startFailure(error.message, options.paths)
    if (!stopping.signal.aborted) report({ kind: 'failed', reason })
  })
  const stop = async () => {
    stopping.abort()
    await current?.stop()
    await running
  }
  return { stop }
}

type Task = StartOptions & { start: () => Run; report: (message: Message) => void; stopping: AbortSignal }

async function keepRunning({ paths, sockets, start, report, stopping }: Task): Promise<void> {
  let quick = 0
  let failed = 0
  let failedMax = failedStartsMax.first
  while (!stopping.aborted) {
    await setTimeout(pausesMs[Math.min(quick, pausesMs.length - 1)], undefined, { signal: stopping })
    const started = performance.now()
    await cleanUp(paths, sockets)
    if (stopping.aborted) return
    const run = start()
    if (await run.ready) {
      failed = 0
      failedMax = failedStartsMax.later
      report({ kind: 'ready', sockets })
    } else {
      failed += 1
      await run.stop()
    }
    const reason = await endOf(run, sockets, report)
    if (stopping.aborted) return
    if (failed >= failedMax) throw new Error(reason)
    report({ kind: 'note', text: `PostgreSQL ended and is started again. ${reason}` })
    quick = performance.now() - started > provenMs ? 0 : quick + 1
  }
}

/** Waits for the end of a run; stops PostgreSQL if it only refuses connections. Returns its last output. */
async function endOf(run: Run, sockets: string, report: (message: Message) => void): Promise<string> {
  const ended = new AbortController()
  const onBound = () => {
    report({ kind: 'note', text: `PostgreSQL has refused connections for ${refusingMsMax / 1_000} s and is stopped.` })
    run.stop().catch((error: Error) => report({ kind: 'note', text: error.message }))
  }
  const refuses = () => refusesConnections(sockets)
  void watchRefusals({ refuses, boundMs: refusingMsMax, onBound, stopped: ended.signal })
  try {
    return await run.ended
  } finally {
    ended.abort()
  }
}
