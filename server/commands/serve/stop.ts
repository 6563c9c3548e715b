import { stopwatch } from '../../platform/clock.ts'

/** Supervisors usually send a kill signal ten seconds after the stop signal. */
export const stopSecondsMax = 9
const impatientMs = 1000
/** How long to wait for an opening that a stop signal interrupts, in order to close it. Otherwise it is aborted, as in a crash. */
const openingMsMax = 2_000

/** Resolves at the first stop signal. Under npm, Ctrl-C arrives twice: a second signal exits at once only after a second. */
export const untilStopped = (): Promise<void> =>
  new Promise((resolve) => {
    const since = stopwatch()
    let first: number | undefined
    const told = () => {
      if (first !== undefined && since() - first > impatientMs) process.exit(1)
      first ??= since()
      resolve()
    }
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, told)
  })

/** Returns the result of the work, or undefined if the stop signal comes first; the work's later result is ignored. */
export const unlessTold = <T>(told: Promise<void>, work: Promise<T>): Promise<T | undefined> =>
  Promise.race([work, told.then(() => undefined)])

/** Returns what was opened; undefined, with everything closed again, if the stop signal comes first. */
export async function openedUnlessTold<T extends { close(): Promise<void> }>(
  told: Promise<void>,
  opening: Promise<T>,
): Promise<T | undefined> {
  const opened = await unlessTold(told, opening)
  if (opened) return opened
  // The opening may wait for an unreachable database.
  const late = setTimeout(() => process.exit(0), openingMsMax)
  const toClose = await opening.catch(() => undefined)
  clearTimeout(late)
  if (toClose) await bounded(toClose.close())
  return undefined
}

/** Exits after a limited time even if a client keeps its connection busy. */
export async function bounded(stopping: Promise<void>): Promise<void> {
  const late = setTimeout(() => process.exit(0), stopSecondsMax * 1000)
  late.unref()
  await stopping
}
