import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { sql } from '../../../server/platform/sql.ts'
import { createMany } from '../../properties/concurrently.ts'
import type { Answer } from '../../support/client.ts'
import { clientOf } from '../../support/client.ts'
import { makeDatabase } from '../../support/database.ts'
import { activeOffer, advertiser, expectOk, type Person, submittedWork } from '../../support/fixtures.ts'
import { openWire, type Point } from '../../support/inputs/wire.ts'
import { type Market, openMarket } from '../../support/market.ts'
import { freePort } from '../../support/ports.ts'
import { newInstallation, type Program } from '../../support/program.ts'

/** Statements of a request with a key: begin, claim, facts, write, store the response, commit. */
const statements = 6
const points = Array.from({ length: statements }, (_, index) => index + 1).flatMap((statement): Point[] => [
  { statement, side: 'before' },
  { statement, side: 'after' },
])

type Held = { readonly point: Point; readonly owner: Person; readonly report: number; readonly key: string }

test('a request killed at any of 12 points and retried has exactly one effect', async (t) => {
  const database = await makeDatabase()
  const market = await openMarket({ databaseUrl: database.url })
  const wire = await openWire(database.directUrl)
  const installation = newInstallation(t, { DATABASE_URL: wire.url })
  t.after(wire.close)
  after(database.drop)
  const port = await freePort()
  const start = () => installation.serve(port, '--no-jobs')
  // An advertiser for each point, because a held request keeps the locks of its own.
  const all = await createMany(points.length, (index) => ready(market, points[index] as Point), 4)
  const program = await start()
  const unheard: Promise<unknown>[] = []
  for (const held of all) {
    const reached = wire.arm(held.point, async () => {})
    unheard.push(ask(program, held).then(({ raw }) => assert.fail(`${nameOf(held)}: ${raw}`), String))
    await Promise.race([reached, unheard.at(-1)])
  }
  await program.end('SIGKILL')
  await Promise.all(unheard)
  const next = await start()
  for (const held of all) {
    const answer = expectOk(await ask(next, held).then(replayWhere(held.point)))
    assert.deepEqual([answer.status, answer.decision.comment], ['Accepted', nameOf(held)])
    assert.deepEqual(await effectsOf(market, held.report), { charges: 1, events: 1 }, nameOf(held))
  }
  await next.end('SIGTERM')
  t.diagnostic(`${points.length} requests were killed`)
})

const nameOf = ({ point }: Held): string => `${point.side} statement ${point.statement}`

async function ready(market: Market, point: Point): Promise<Held> {
  const owner = await advertiser(market)
  const offer = await activeOffer(market, { advertiser: owner, slots: 2 })
  const { id: report } = await submittedWork(market, offer.id)
  return { point, owner, report, key: randomUUID() }
}

const ask = ({ url }: Program, held: Held): Promise<Answer> =>
  clientOf(url, held.owner.key).send(
    'POST',
    `/v1/reports/${held.report}/accept`,
    JSON.stringify({ comment: nameOf(held) }),
    { 'content-type': 'application/json', 'idempotency-key': held.key },
  )

/** Only a request killed after its commit is replayed. */
const replayWhere = (point: Point) => (answer: Answer) => {
  const wasDone = point.statement === statements && point.side === 'after'
  assert.equal(answer.headers.get('idempotency-replayed'), wasDone ? 'true' : null, JSON.stringify(point))
  return answer
}

const effectsOf = ({ ctx }: Market, execution: number) =>
  ctx.db.one<{ charges: number; events: number }>(sql`
    select (select count(*) from transfers where cause = ${`execution:${execution}:accept`}) as charges,
      (select count(*) from events where execution = ${execution}::bigint and kind = 'report.accepted') as events`)
