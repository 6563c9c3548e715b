import { setImmediate } from 'node:timers/promises'
import { stopwatch } from '../clock.ts'

/** Others wait that long at most while something long is done. */
const sliceMsMax = 2

/** Does work that stops now and then, a turn at a time: between two turns, requests are answered. */
export async function yieldToEventLoop<Result>(work: Generator<unknown, Result>): Promise<Result> {
  for (;;) {
    const passed = stopwatch()
    while (passed() < sliceMsMax) {
      const step = work.next()
      if (step.done) return step.value
    }
    await setImmediate()
  }
}
