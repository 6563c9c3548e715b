import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../server/platform/sql.ts'
import { expireOverdue } from '../../server/reservations/actions-expiry.ts'
import type { Answer } from '../support/client.ts'
import { outcome } from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'
import { createMany } from './concurrently.ts'
import { assertInvariants, deadlocks } from './invariants.ts'
import { buildScenario, happen } from './random-scenario.ts'
import { rngOf, times } from './rng.ts'

const clients = 32
const operations = Number(process.env.OPERATIONS ?? times(640, 10_000))
/** A run needs this many accepted reports. It goes on until it has them, because few may come by chance. */
const acceptedMin = operations / 200
const operationsMax = 20 * operations
const expected = [200, 201, 400, 404, 409]

const market = await openMarket({ activeReservationsMax: 2 })

test('random operations of 32 concurrent clients keep all invariants without internal errors', async (t) => {
  const rng = rngOf(t)
  const scenario = await buildScenario(market)
  const outcomes = new Map<string, Map<string, number>>()
  const tell = (name: string, answer: Answer) => {
    const known = outcomes.get(name) ?? new Map<string, number>()
    known.set(outcome(answer), (known.get(outcome(answer)) ?? 0) + 1)
    outcomes.set(name, known)
  }
  const accepted = () => outcomes.get('accept')?.get('200') ?? 0
  const isEnough = (done: number) => done >= operations && (accepted() > acceptedMin || done >= operationsMax)
  let done = 0
  const start = performance.now()
  await createMany(clients, async () => {
    const own = rng.fork()
    while (!isEnough(done)) {
      done++
      const { name, answer } = await happen(scenario, own)
      assert.ok(expected.includes(answer.status), `${name}: ${answer.status} ${answer.raw}`)
      tell(name, answer)
    }
  })
  const seconds = (performance.now() - start) / 1000
  for (const [name, counts] of outcomes)
    t.diagnostic(`${name}: ${[...counts].map(([what, n]) => `${what} × ${n}`).join(', ')}`)
  t.diagnostic(`${done} operations, ${(done / seconds).toFixed()} a second, ${await deadlocks(market)} deadlocks`)
  await assertInvariants(market)
  assert.ok(accepted() > acceptedMin, `only ${accepted()} reports were accepted`)
  await mustEnd()
})

/** Asserts that after all reservations have expired, no slot is reserved and all invariants hold. */
async function mustEnd(): Promise<void> {
  market.pass(3600)
  while ((await expireOverdue(market.ctx)) > 0);
  const { reserved } = await market.ctx.db.one<{ reserved: number }>(sql`
    select coalesce(sum(reserved), 0)::bigint as reserved from offer_states`)
  assert.equal(reserved, 0)
  await assertInvariants(market)
}
