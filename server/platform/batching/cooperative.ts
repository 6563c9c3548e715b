import { setImmediate } from 'node:timers/promises'
import { stopwatch } from '../clock.ts'

/** Maximum time for which other work is blocked. */
const sliceMsMax = 2

/** Runs a generator in slices of about 2 ms and yields to the event loop between them, so that requests are answered. */
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
