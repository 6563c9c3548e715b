import { stopwatch } from '../../platform/clock.ts'

/** Supervisors usually send a kill signal ten seconds after the stop signal. */
export const stopSecondsMax = 9
/** A second signal within this time is ignored: under npm, Ctrl-C arrives twice. A later one exits at once. */
const repeatedSignalMs = 1000
/** How long to wait for an opening that a stop signal interrupts, in order to close it. Otherwise it is aborted, as in a crash. */
const openingMsMax = 2_000

export const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    const since = stopwatch()
    let first: number | undefined
    const onSignal = () => {
      if (first !== undefined && since() - first > repeatedSignalMs) process.exit(1)
      first ??= since()
      resolve()
    }
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal)
  })

/** Returns the result of the work, or undefined if the stop signal comes first; the work's later result is ignored. */
export const unlessStopped = <T>(stopped: Promise<void>, work: Promise<T>): Promise<T | undefined> =>
  Promise.race([work, stopped.then(() => undefined)])

/** Returns the opened installation; undefined, with everything closed again, if the stop signal comes first. */
export async function openUnlessStopped<T extends { close(): Promise<void> }>(
  stopped: Promise<void>,
  opening: Promise<T>,
): Promise<T | undefined> {
  const opened = await unlessStopped(stopped, opening)
  if (opened) return opened
  // The opening may wait for an unreachable database.
  const limit = setTimeout(() => process.exit(0), openingMsMax)
  const toClose = await opening.catch(() => undefined)
  clearTimeout(limit)
  if (toClose) await stopInTime(toClose.close())
  return undefined
}

/** Exits after a limited time even if a client keeps its connection busy. */
export async function stopInTime(stopping: Promise<void>): Promise<void> {
  setTimeout(() => process.exit(0), stopSecondsMax * 1000).unref()
  await stopping
}
