import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { verifyLedger } from '../../server/ledger/actions.ts'
import { bodiesLike } from '../support/arbitraries.ts'
import { castOf } from '../support/cast.ts'
import type { Answer, Client } from '../support/client.ts'
import { openMarket } from '../support/market.ts'
import { mountedRoutes, type Schema } from '../support/surface.ts'
import { addressOf, toldBy } from './requests.ts'
import { type Operation, operations, rightful } from './routes.ts'

const market = await openMarket({ activeReservationsMax: 1000 })
const cast = await castOf(market)
const schemas = new Map((await mountedRoutes(market.ctx)).map(({ route, body }) => [route, body as Schema]))
const runs = process.env.LONG === '1' ? 2000 : 150

/** What the specification lets an operation answer to a caller who may call it. */
const statuses = [200, 201, 400, 404, 409]

const clientOf = (operation: Operation): Client => {
  const { a, b } = rightful(operation, cast)
  return operation.credential === 'ApiKey' ? b : a
}

// What names one moment alone is left to chance: a version, a status, an id that must be new.
// A lone surrogate is written as its escape, and so is read as one.
const sent = (client: Client, { method, path }: { method: string; path: string }, body: unknown): Promise<Answer> =>
  client.send(method, path, JSON.stringify(body), { 'content-type': 'application/json' })

for (const operation of operations.filter(({ route }) => schemas.get(route)))
  test(`${operation.route} refuses or does what ${runs} random bodies ask, and answers as it promises`, async (t: TestContext) => {
    const seed = process.env.SEED === undefined ? randomInt(2 ** 31) : Number(process.env.SEED)
    t.diagnostic(`SEED=${seed}`)
    const { id, body = {} } = await operation.ready(cast)
    const { status: _, version: __, externalId: ___, ...lasting } = body as Record<string, unknown>
    const [client, address] = [clientOf(operation), addressOf(operation, id)]
    const seen = new Map<string, number>()
    const property = fc.asyncProperty(bodiesLike(schemas.get(operation.route), lasting), async (random) => {
      const answer = await sent(client, address, random)
      const told = toldBy(answer)
      assert.ok(statuses.includes(answer.status), `${told}: ${answer.raw}`)
      seen.set(told, (seen.get(told) ?? 0) + 1)
    })
    await fc.assert(property, { numRuns: runs, seed })
    t.diagnostic([...seen].map(([told, count]) => `${told}: ${count}`).join(', '))
  })

test('after all that the books balance', async () => {
  assert.deepEqual((await verifyLedger(market.ctx)).mismatches, [])
})
