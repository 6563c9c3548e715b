import { randomInt } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { rngFrom, times } from '../properties/rng.ts'
import { withoutRedis } from '../support/redis.ts'
import { startComponents } from './components.ts'
import { openBench, round } from './run.ts'

const minutes = Number(process.env.FAULT_MINUTES ?? times(0.75, 60))
/** Length of a round in seconds. Everything is checked after each one, so that errors are found near their cause. */
const roundSeconds = 180
/** Pause of each client between requests: a moderate load suffices to expose faults. */
const thinkMs = 60

test('random faults lose or repeat nothing that was acknowledged, and the market recovers', async (t) => {
  const seed = Number(process.env.SEED ?? randomInt(2 ** 32))
  const say = sayer(t)
  say(`SEED=${seed}`)
  const components = await startComponents(t)
  if (withoutRedis) say(`without Redis: ${withoutRedis}`)
  if (!components.postgres.disk) say('without a full disk of PostgreSQL: this user may not mount one')
  const bench = await openBench(t, components, rngFrom(seed), thinkMs, say)
  for (let left = minutes * 60; left > 0; left -= roundSeconds) await round(bench, Math.min(left, roundSeconds))
})

/** Prints a line immediately, for watching the run, and again with the result. */
function sayer(t: TestContext): (line: string) => void {
  return (line) => {
    console.log(line)
    t.diagnostic(line)
  }
}
