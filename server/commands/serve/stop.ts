import { stopwatch } from '../../platform/clock.ts'

/** Whoever sent the signal has most often ten seconds of patience, and then kills. */
export const stopSecondsMax = 9
const impatientMs = 1000
/** What is being opened when the program is told to stop is waited for so long, to be closed. Else it breaks, as in a crash. */
const openingMsMax = 2_000

/** Ctrl-C arrives twice where npm started the program: a second signal ends it at once only when it comes later. */
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

/** What the work comes to; nothing where the program is told to stop before. What becomes of the work then, nobody is told. */
export const unlessTold = <T>(told: Promise<void>, work: Promise<T>): Promise<T | undefined> =>
  Promise.race([work, told.then(() => undefined)])

/** What is opened; nothing, and nothing is left open, where the program is told to stop before. */
export async function openedUnlessTold<T extends { close(): Promise<void> }>(
  told: Promise<void>,
  opening: Promise<T>,
): Promise<T | undefined> {
  const opened = await unlessTold(told, opening)
  if (opened) return opened
  // It may wait for a database that is away.
  const late = setTimeout(() => process.exit(0), openingMsMax)
  const toClose = await opening.catch(() => undefined)
  clearTimeout(late)
  if (toClose) await bounded(toClose.close())
  return undefined
}

/** A client that keeps its connection busy must not keep the program from ending. */
export async function bounded(stopping: Promise<void>): Promise<void> {
  const late = setTimeout(() => process.exit(0), stopSecondsMax * 1000)
  late.unref()
  await stopping
}
