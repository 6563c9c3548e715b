import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, type TestContext, test } from 'node:test'
import { changing } from '../../server/platform/http/idempotency.ts'
import { createCallers } from '../support/callers.ts'
import type { Answer } from '../support/client.ts'
import { openMarket } from '../support/market.ts'
import { mountedRoutes, type Schema } from '../support/mounted-routes.ts'
import { shareOf, someOf } from '../support/sampling.ts'
import { changesNothing } from '../support/scenarios/digest.ts'
import { clientFor, type Operation, rightful } from './operations/operation.ts'
import { sendRequest, statusOrProblem } from './operations/requests.ts'
import { operations } from './operations/routes.ts'

const market = await openMarket({ isSandbox: true, activeReservationsMax: 1000 })
const callers = await createCallers(market)
const mounted = new Map((await mountedRoutes(market.ctx)).map((each) => [each.route, each]))

const isChanging = ({ route }: Operation): boolean => changing.has(route.split(' ')[0] ?? '')
const isConditional = ({ route }: Operation): boolean => mounted.get(route)?.ifMatch === true
const clientOf = (operation: Operation) => clientFor(operation, rightful(operation, callers))
const hasVersion = (schema: Schema): boolean =>
  schema?.properties?.version !== undefined || (schema?.anyOf ?? []).some(hasVersion)
const tagOf = ({ headers }: Answer): string | null => headers.get('etag')

/** The only operation whose response nests its record in a member. */
const nested = 'GET /api/operator/reports/:id'
const versionIn = ({ body }: Answer, { route }: Operation) => (route === nested ? body.report : body)?.version
const expectedTag = (answer: Answer, operation: Operation): string | null => {
  const version = versionIn(answer, operation)
  return version === undefined ? null : `"${version}"`
}

/** Every write of a versioned record, listed explicitly so that one that stops checking is noticed. */
const conditional = [
  'DELETE /api/advertiser/offers/:offerId',
  'DELETE /v1/tasks/:id',
  'PATCH /v1/tasks/:id',
  'POST /api/advertiser/offers/:offerId/pause',
  'POST /api/advertiser/offers/:offerId/resume',
  'POST /api/advertiser/offers/:offerId/submit',
  'POST /api/advertiser/offers/:offerId/withdraw',
  'POST /api/advertiser/refunds/:id/cancel',
  'POST /api/executor/executions/:id/dispute',
  'POST /api/executor/executions/:id/withdraw',
  'POST /api/executor/withdrawals/:id/cancel',
  'POST /api/operator/offers/:offerId/approve',
  'POST /api/operator/offers/:offerId/change/approve',
  'POST /api/operator/offers/:offerId/change/reject',
  'POST /api/operator/offers/:offerId/pause',
  'POST /api/operator/offers/:offerId/reject',
  'POST /api/operator/offers/:offerId/reports/dismiss',
  'POST /api/operator/offers/:offerId/reports/uphold',
  'POST /api/operator/offers/:offerId/resume',
  'POST /api/operator/offers/:offerId/suspend',
  'POST /api/operator/refunds/:id/approve',
  'POST /api/operator/refunds/:id/failed',
  'POST /api/operator/refunds/:id/paid',
  'POST /api/operator/refunds/:id/reject',
  'POST /api/operator/reports/:id/hold',
  'POST /api/operator/reports/:id/release',
  'POST /api/operator/withdrawals/:id/approve',
  'POST /api/operator/withdrawals/:id/failed',
  'POST /api/operator/withdrawals/:id/paid',
  'POST /api/operator/withdrawals/:id/reject',
  'POST /v1/reports/:id/accept',
  'POST /v1/reports/:id/bonus',
  'POST /v1/reports/:id/dispute/concede',
  'POST /v1/reports/:id/reject',
  'POST /v1/reports/:id/rework',
  'POST /v1/reports/:id/withdraw-rejection',
  'POST /v1/tasks/:id/items',
  'POST /v1/tasks/:id/items/ask-again',
  'POST /v1/tasks/:id/items/cancel',
  'PUT /api/advertiser/offers/:offerId',
  'PUT /api/operator/bank-account',
  'PUT /api/operator/site',
]

test('every operation that returns a versioned record at its URL compares the version', () => {
  const declared = operations.filter(isConditional).map(({ route }) => route)
  assert.deepEqual(declared.sort(), conditional)
  const silent = operations.filter(
    (operation) =>
      isChanging(operation) &&
      operation.route.includes(':') &&
      hasVersion(mounted.get(operation.route)?.answer) &&
      !isConditional(operation),
  )
  // Creates a refund of a deposit, which has no version.
  const shown = silent.map(({ route }) => route)
  assert.deepEqual(shown, ['POST /api/advertiser/deposits/:depositId/refund'])
})

/** Invalid tags, tags that never match, and more of them than are parsed. */
const malformed = ['4', '"4', "'4'", 'w/"4"', '*, "4"', `"${'4'.repeat(8_192)}"`, '"1", '.repeat(500), '"\t"', '"é" x']

describe('a write of a versioned record', () => {
  for (const operation of shareOf(operations.filter(isConditional), 0.25, 'writes'))
    test(`${operation.route} refuses an outdated version and accepts the current one`, async (t: TestContext) => {
      const ready = await operation.ready(callers)
      const send = (headers: Record<string, string>) => sendRequest(clientOf(operation), operation, ready, headers)
      const key = { 'idempotency-key': randomUUID() }
      let current = ''
      await changesNothing(market.ctx.db, async () => {
        const stale = await send({ 'if-match': '"2000000000", "x"' })
        assert.equal(statusOrProblem(stale), '409 version_conflict')
        current = `"${stale.body.currentVersion}"`
        assert.equal(statusOrProblem(await send({ 'if-match': `W/${current}` })), '409 version_conflict')
        for (const header of someOf(t, malformed, 3)) {
          const refused = await send({ 'if-match': header })
          assert.deepEqual(
            [statusOrProblem(refused), refused.body.errors[0].field],
            ['400 validation_error', 'If-Match'],
          )
        }
      })

      const matching = { ...key, 'if-match': `"2000000000", ${current}` }
      const done = await send(matching)
      assert.equal(statusOrProblem(done), String(operation.answers ?? 200))
      assert.equal(tagOf(done), expectedTag(done, operation))
      await changesNothing(market.ctx.db, async () => {
        const again = await send(matching)
        assert.deepEqual([again.raw, tagOf(again)], [done.raw, tagOf(done)], 'a retry gets the stored answer')
        const other = await send({ ...key, 'if-match': '"2000000000"' })
        assert.equal(statusOrProblem(other), '409 idempotency_key_reused')
      })
    })

  for (const route of ['DELETE /v1/tasks/:id', 'POST /v1/reports/:id/accept', 'POST /api/operator/refunds/:id/paid'])
    test(`${route} accepts any version for *`, async () => {
      const operation = operations.find((each) => each.route === route) ?? assert.fail()
      const ready = await operation.ready(callers)
      assert.equal(
        statusOrProblem(await sendRequest(clientOf(operation), operation, ready, { 'if-match': '*' })),
        '200',
      )
    })
})

/** Asserts that an unconditional operation has the expected ETag and checks no precondition. */
async function mustBeUnconditional(operation: Operation): Promise<void> {
  const [ready, client] = [await operation.ready(callers), clientOf(operation)]
  if (isChanging(operation)) {
    const refused = await sendRequest(client, operation, ready, { 'if-match': '"1"' })
    assert.deepEqual([statusOrProblem(refused), refused.body.errors[0].field], ['400 not_supported', 'If-Match'])
  }
  const answer = await sendRequest(client, operation, ready)
  assert.equal(statusOrProblem(answer), String(operation.answers ?? 200))
  const expected = /\/catalog$/.test(operation.route) ? null : expectedTag(answer, operation)
  assert.equal(tagOf(answer), expected)
  if (!operation.route.startsWith('GET ')) return
  const head = { ...operation, route: operation.route.replace('GET', 'HEAD') }
  assert.equal(tagOf(await sendRequest(client, head, ready)), expected, 'HEAD')
}

describe('of the other operations, exactly those that return one versioned record have an ETag, and none checks a precondition', () => {
  const others = operations.filter((each) => !isConditional(each))
  for (const operation of shareOf(others, 0.2, 'others')) test(operation.route, () => mustBeUnconditional(operation))
})
