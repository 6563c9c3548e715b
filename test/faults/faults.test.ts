import { test } from 'node:test'
import { rngFrom, times } from '../properties/rng.ts'
import { seedOfRun } from '../properties/seed.ts'
import { withoutRedis } from '../support/redis.ts'
import { startComponents } from './components.ts'
import { openRun, round } from './run.ts'

const minutes = Number(process.env.FAULT_MINUTES ?? times(0.5, 60))
/** Length of a round in seconds. Everything is checked after each one, so that errors are found near their cause. */
const roundSeconds = 180

test('random faults lose or repeat nothing that was acknowledged, and the market recovers', async (t) => {
  const seed = seedOfRun()
  /** Prints a line immediately, for watching the run, and again with the result. */
  const say = (line: string) => {
    console.log(line)
    t.diagnostic(line)
  }
  say(`SEED=${seed}`)
  const components = await startComponents(t)
  if (withoutRedis) say(`without Redis: ${withoutRedis}`)
  if (!components.postgres.disk) say('without a full disk of PostgreSQL: this user may not mount one')
  const run = await openRun(t, components, rngFrom(seed), say)
  for (let left = minutes * 60; left > 0; left -= roundSeconds) await round(run, Math.min(left, roundSeconds))
})
