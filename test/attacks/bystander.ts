import { setTimeout } from 'node:timers/promises'
import { stopwatch } from '../../server/platform/clock.ts'

/** What another client experienced during an attack: how long its slowest request took, and the statuses of the responses. */
export type Experience = { readonly slowestMs: number; readonly statuses: ReadonlySet<number> }

const pauseMs = 20

/**
 * Sends another client's requests sequentially until the attack is over. Returns what that client experienced. With
 * `processorStopwatch(pid)`, requests take as long as the server computed meanwhile, which other programs do not change.
 */
export async function during(
  attack: Promise<unknown>,
  ask: () => Promise<{ readonly status: number }>,
  startStopwatch: () => () => number = stopwatch,
): Promise<Experience> {
  let isOver = false
  const over = attack.finally(() => {
    isOver = true
  })
  over.catch(() => {})
  const statuses = new Set<number>()
  let slowestMs = 0
  do {
    const elapsed = startStopwatch()
    statuses.add((await ask()).status)
    slowestMs = Math.max(slowestMs, elapsed())
    await setTimeout(pauseMs)
  } while (!isOver)
  await over
  return { slowestMs, statuses }
}
