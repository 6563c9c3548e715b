import type { ChildProcess } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'

const pollMs = 10

/** Polls until the condition holds. Returns false after `patienceMs`. */
export async function until(condition: () => boolean, patienceMs: number): Promise<boolean> {
  const deadline = performance.now() + patienceMs
  while (!condition()) {
    if (performance.now() > deadline) return false
    await setTimeout(pollMs)
  }
  return true
}

export const hasEnded = (child: ChildProcess): boolean =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null
