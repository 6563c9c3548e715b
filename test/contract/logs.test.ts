import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { measures } from '../../server/metrics.ts'
import { openMetrics } from '../../server/platform/metrics-endpoint/metrics-endpoint.ts'
import { exposeMetrics } from '../../server/platform/observability/metrics.ts'
import { openTraces } from '../../server/platform/observability/traces-otlp.ts'
import { name as named, sql } from '../../server/platform/sql.ts'
import { createCallers } from '../support/callers.ts'
import { openCollector } from '../support/fakes/collector.ts'
import { openMarket } from '../support/market.ts'
import { tablesIn } from '../support/scenarios/digest.ts'
import { metricsAt } from '../support/scenarios/stats.ts'
import { clientFor, rightful } from './operations/operation.ts'
import { sendRequest } from './operations/requests.ts'
import { operations } from './operations/routes.ts'

const lines: string[] = []
// Before the market is created: only then does it record metrics.
await exposeMetrics()
const collector = await openCollector()
const log = { warn: (...words: unknown[]) => assert.fail(words.join()) }
const endTraces = await openTraces({ url: collector.url, basisPoints: 10_000, continues: false, log })
const market = await openMarket({ isSandbox: true, logTo: (line) => lines.push(line), activeReservationsMax: 100 })
const callers = await createCallers(market)
const { db } = market.ctx
const exposed = await openMetrics({ host: '127.0.0.1', port: 0 }, db, measures)
after(exposed.close)

/** Yields user-written text that must not be logged: long texts, and any text with a space. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string' && (value.includes(' ') || value.length >= 20)) yield value
  if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) yield* textsIn(member)
}

const people = [callers.advertiser, callers.executor, callers.operator]
const secrets = new Set(people.flatMap(({ token, key, session, email }) => [token, key, session, email]))
secrets.delete('')
const wrong = `mkt_at_${'x'.repeat(38)}`
const changing = operations.filter(({ route }) => !route.startsWith('GET '))

/** Logs, metric labels and traces all put texts in quotes. */
function assertTellsNothing(told: readonly string[]): void {
  for (const secret of secrets) {
    const written = JSON.stringify(secret).slice(1, -1)
    const at = told.find((line) => line.includes(written))
    assert.equal(at, undefined, `${written} stands there`)
  }
}

describe('when every database write fails', () => {
  test('each operation answers an internal error without details', async (t) => {
    const requests = []
    for (const operation of changing) requests.push([operation, await operation.ready(callers)] as const)
    for (const [, { body }] of requests) for (const text of textsIn(body)) secrets.add(text)
    for (const table of await tablesIn(db))
      await market.owner.run(sql`alter table ${named(table)} add constraint out_of_order check (false) not valid`)
    const statuses: number[] = []
    for (const [operation, ready] of requests) {
      const { status, raw } = await sendRequest(clientFor(operation, rightful(operation, callers)), operation, ready)
      statuses.push(status)
      if (status === 500) assert.doesNotMatch(raw, /constraint|Failing row|out_of_order/, operation.route)
    }
    t.diagnostic(`${statuses.filter((status) => status === 500).length} of ${statuses.length} failed`)
    assert.ok(statuses.filter((status) => status === 500).length > changing.length / 2)
  })

  test('the log contains the error, but no user-written text or credentials', () => {
    assert.ok(lines.filter((line) => line.includes('out_of_order')).length > changing.length / 2)
    assertTellsNothing(lines)
  })
})

test('refused credentials are never logged, wherever they were sent', async () => {
  secrets.add(wrong)
  for (const path of [`/api/advertiser/offers?access_token=${wrong}`, `/api/${wrong}`, '/v1/balance'])
    assert.ok((await market.as(wrong).get(path)).status < 500)
  assertTellsNothing(lines)
})

test('metrics contain routes and codes, but no user-written text or credentials', async () => {
  const { text } = await metricsAt(exposed.address)
  for (const { route } of changing) {
    const [method, path] = route.split(' ')
    assert.ok(text.includes(`method="${method}",route="${path}"`), route)
  }
  assertTellsNothing(text.split('\n'))
})

test('traces contain routes and tables, but no user-written text or credentials', async () => {
  await endTraces()
  const names = new Set(collector.spans.map(({ name }) => name))
  for (const { route } of changing) assert.ok(names.has(route), route)
  assertTellsNothing(collector.spans.map((span) => JSON.stringify(span)))
})
