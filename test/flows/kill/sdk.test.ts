import assert from 'node:assert/strict'
import { after, mock, type TestContext, test } from 'node:test'
import { Marketplace } from '../../../sdk/src/index.ts'
import { verifyLedger } from '../../../server/ledger/actions.ts'
import { sql } from '../../../server/platform/sql.ts'
import { createMany } from '../../properties/concurrently.ts'
import { rngOf, times } from '../../properties/rng.ts'
import { makeDatabase } from '../../support/database.ts'
import { activeOffer, advertiser, submittedWork, taskBody } from '../../support/fixtures.ts'
import { openMarket } from '../../support/market.ts'
import { freePort, newInstallation, type Program } from '../../support/program.ts'

const [tasks, reports, lanes, kills] = [times(60, 160), times(40, 80), 32, times(2, 4)]
/** Each kill happens after so many requests at most. */
const requestsMax = times(40, 50)

/** A server that is killed and started again while requests are sent to it. */
async function killedServer(t: TestContext, settings: Readonly<Record<string, string>>) {
  const rng = rngOf(t)
  const installation = newInstallation(t, settings)
  const port = await freePort()
  const start = () => installation.serve(port, '--no-jobs')
  let [program, running]: [Promise<Program>, Program | undefined] = [start(), undefined]
  let [sent, killed, next] = [0, 0, rng.whole(requestsMax) + 1]
  const fetchThere: typeof fetch = async (url, init) => {
    const found = await program
    running ??= killed === 0 ? found : running
    if (++sent >= next && killed < kills && found === running) {
      killed++
      next = sent + rng.whole(requestsMax) + 1
      running = undefined
      program = found.end('SIGKILL').then(async () => {
        running = await start()
        return running
      })
    }
    return fetch(url, init)
  }
  const stop = async () => {
    await (await program).end('SIGTERM')
    t.diagnostic(`${sent} requests, ${killed} kills`)
    assert.equal(killed, kills)
  }
  return { url: `http://127.0.0.1:${port}`, fetch: fetchThere, stop }
}

test('a program with the client loses and repeats nothing while the server is killed', async (t) => {
  // Retries wait for the server instead of a random time.
  mock.method(Math, 'random', () => 0)
  const database = await makeDatabase()
  const market = await openMarket({ databaseUrl: database.url })
  after(database.drop)
  const owner = await advertiser(market, { funds: 1_000 })
  const { id } = await activeOffer(market, { advertiser: owner, slots: reports })
  const works = await createMany(reports, () => submittedWork(market, id), 8)
  const body = (await taskBody(market)) as Parameters<Marketplace['tasks']['create']>[0]

  const server = await killedServer(t, { DATABASE_URL: database.url })
  const client = new Marketplace({ baseUrl: server.url, apiKey: owner.key, maxRetries: 1_000, fetch: server.fetch })
  const made = await createMany(tasks, (index) => client.tasks.create({ ...body, title: `Survey ${index}` }), lanes)
  const accepted = await createMany(reports, (index) => client.reports.accept(works[index]?.id ?? 0), lanes)
  await server.stop()

  assert.ok(accepted.every(({ status }) => status === 'Accepted'))
  const stored = await market.ctx.db.many<{ id: number; title: string }>(sql`
    select id, title from offers where advertiser = ${owner.id}::bigint and title like 'Survey %' order by id`)
  assert.deepEqual(
    stored.map(({ id, title }) => [id, title]),
    made.map((task) => [task.id, task.title]).sort(([one], [other]) => Number(one) - Number(other)),
  )
  assert.equal(new Set(stored.map(({ title }) => title)).size, tasks)
  const paid = await market.ctx.db.one<{ count: number }>(sql`
    select count(*) from transfers where cause = any(${works.map(({ id }) => `execution:${id}:accept`)}::text[])`)
  assert.equal(paid.count, reports)
  assert.deepEqual((await verifyLedger(market.ctx)).mismatches, [])
})
