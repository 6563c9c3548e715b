import { setTimeout } from 'node:timers/promises'
import { stopwatch } from '../../server/platform/clock.ts'

/** What another client experienced during an attack. */
export type Experience = { readonly slowestMs: number; readonly statuses: ReadonlySet<number> }

const pauseMs = 20

/** Sends another client's requests sequentially until the attack is over. Returns what that client experienced. */
export async function during(
  attack: Promise<unknown>,
  ask: () => Promise<{ readonly status: number }>,
): Promise<Experience> {
  let isOver = false
  const over = attack.finally(() => {
    isOver = true
  })
  over.catch(() => {})
  const statuses = new Set<number>()
  let slowestMs = 0
  do {
    const elapsed = stopwatch()
    statuses.add((await ask()).status)
    slowestMs = Math.max(slowestMs, elapsed())
    await setTimeout(pauseMs)
  } while (!isOver)
  await over
  return { slowestMs, statuses }
}
