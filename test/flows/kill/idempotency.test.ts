import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { sql } from '../../../server/platform/sql.ts'
import type { Answer } from '../../support/client.ts'
import { clientOf } from '../../support/client.ts'
import { makeDatabase } from '../../support/database.ts'
import { activeOffer, advertiser, executor, expectOk, type Person, submittedWork } from '../../support/fixtures.ts'
import { openWire, type Point } from '../../support/inputs/wire.ts'
import { type Market, openMarket } from '../../support/market.ts'
import { freePort, newInstallation, type Program } from '../../support/program.ts'

/** Statements of a request with a key: begin, claim, facts, write, store the response, commit. */
const statements = 6
const points = Array.from({ length: statements }, (_, index) => index + 1).flatMap((statement): Point[] => [
  { statement, side: 'before' },
  { statement, side: 'after' },
])

type Request = { readonly method: string; readonly path: string; readonly body: object }

test('a request killed at any of 12 points and retried has exactly one effect', async (t) => {
  const database = await makeDatabase()
  const market = await openMarket({ databaseUrl: database.url })
  const wire = await openWire(database.directUrl)
  const installation = newInstallation(t, { DATABASE_URL: wire.url })
  t.after(wire.close)
  after(database.drop)
  const port = await freePort()
  const start = () => installation.serve(port, '--no-jobs')
  const customer = await advertiser(market)
  const worker = await executor(market)
  let program = await start()
  for (const point of points) {
    const name = `${point.side} statement ${point.statement}`
    const offer = await activeOffer(market, { advertiser: customer, slots: 2 })
    const work = await submittedWork(market, offer.id, worker)
    const request = { method: 'POST', path: `/v1/reports/${work.id}/accept`, body: { comment: name } }
    const key = randomUUID()
    const killed = wire.arm(point, () => program.end('SIGKILL'))
    const unheard = await ask(program, customer, request, key).catch((error: Error) => error)
    assert.ok(unheard instanceof Error, `${name}: ${unheard instanceof Error ? '' : unheard.raw}`)
    await killed
    program = await start()
    const answer = expectOk(await ask(program, customer, request, key).then(replayWhere(point)))
    assert.deepEqual([answer.status, answer.decision.comment], ['Accepted', name])
    assert.deepEqual(await effectsOf(market, work.id), { charges: 1, events: 1 }, name)
  }
  await program.end('SIGTERM')
  t.diagnostic(`${points.length} kills`)
})

const ask = ({ url }: Program, { key: secret }: Person, { method, path, body }: Request, key: string) =>
  clientOf(url, secret).send(method, path, JSON.stringify(body), {
    'content-type': 'application/json',
    'idempotency-key': key,
  })

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
