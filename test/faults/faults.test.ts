import { randomInt } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { rngFrom, times } from '../laws/rng.ts'
import { withoutRedis } from '../support/redis.ts'
import { openParts } from './parts.ts'
import { openBench, round } from './run.ts'

const minutes = Number(process.env.FAULT_MINUTES ?? times(1.5, 60))
/** After each of them everything is held against what was told, so that what went wrong is near. */
const roundSeconds = 180
/** Of each client before its next request: trade is there to be disturbed, and more of it takes processors alone. */
const thinkMs = 60

test('whatever breaks, nothing that was acknowledged is lost or done twice, and all is well again', async (t) => {
  const seed = Number(process.env.SEED ?? randomInt(2 ** 32))
  const say = sayer(t)
  say(`SEED=${seed}`)
  const parts = await openParts(t)
  if (withoutRedis) say(`without Redis: ${withoutRedis}`)
  if (!parts.postgres.disk) say('without a full disk of PostgreSQL: this user may not mount one')
  const bench = await openBench(t, parts, rngFrom(seed), thinkMs, say)
  for (let left = minutes * 60; left > 0; left -= roundSeconds) await round(bench, Math.min(left, roundSeconds))
})

/** Said at once, for whoever has to end a run, and again with its result. */
function sayer(t: TestContext): (line: string) => void {
  return (line) => {
    console.log(line)
    t.diagnostic(line)
  }
}
