import { setTimeout } from 'node:timers/promises'

const pollMs = 10

/** Waits until the condition holds; false when it did not in time. */
export async function until(condition: () => boolean, patienceMs: number): Promise<boolean> {
  const deadline = performance.now() + patienceMs
  while (!condition()) {
    if (performance.now() > deadline) return false
    await setTimeout(pollMs)
  }
  return true
}
