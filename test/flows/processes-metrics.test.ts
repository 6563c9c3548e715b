import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { machineSeconds } from '../../server/platform/clock.ts'
import { clientOf } from '../support/client.ts'
import { settingsOfDatabase } from '../support/database.ts'
import { becomes, commandLine, kill } from '../support/embedded-postgres/fixtures.ts'
import { freePort } from '../support/ports.ts'
import { programsUnder } from '../support/processes.ts'
import { newInstallation } from '../support/program.ts'
import { type Metrics, metricsAt } from '../support/scenarios/stats.ts'

const requests = ['market_http_request_duration_seconds_count', 'route="/v1/balance"'] as const
const asks = 40
const turnMs = 50

/** Polls until the metrics match. */
async function figuresWhere(address: string, isSo: (figures: Metrics) => boolean): Promise<Metrics> {
  for (let turn = 0; turn < 600; turn++) {
    const figures = await metricsAt(address).catch(() => undefined)
    if (figures && isSo(figures)) return figures
    await setTimeout(turnMs)
  }
  return assert.fail('the figures did not become what they should be')
}

test('metrics that scan the market are collected only where jobs run; those for alerts are available everywhere', async (t) => {
  const [port, workersPort] = [await freePort(), await freePort()]
  const settings = await settingsOfDatabase(t)
  const installation = newInstallation(t, { ...settings, METRICS_PORT: String(port) })
  const beside = newInstallation(t, { ...settings, DATA_DIR: installation.dataDir, METRICS_PORT: String(workersPort) })
  const program = await installation.serve(await freePort(), '--no-jobs')
  const worker = await beside.work()
  const shown = async (of: number) => {
    const figures = await figuresWhere(
      `http://127.0.0.1:${of}/metrics`,
      (now) => now.of('market_reservations_overdue') !== undefined,
    )
    return ['market_slots', 'market_offers_to_moderate', 'market_executions_to_review'].map((name) => figures.of(name))
  }
  assert.deepEqual(await shown(port), [undefined, undefined, undefined])
  assert.deepEqual(await shown(workersPort), [0, 0, 0])
  for (const each of [program, worker]) await each.end('SIGTERM')
})

test('several processes export one sum, which does not decrease when one is killed', async (t) => {
  const metricsPort = await freePort()
  const installation = newInstallation(t, { ...(await settingsOfDatabase(t)), METRICS_PORT: String(metricsPort) })
  const program = await installation.serve(await freePort(), '--processes', '2')
  const address = `http://127.0.0.1:${metricsPort}/metrics`
  const serving = () => programsUnder(program.pid).filter((pid) => /serve\0--no-jobs/.test(commandLine(pid)))
  const ask = async (times: number) => {
    // Uses a new connection each time: the system distributes connections, not requests.
    for (let turn = 0; turn < times; turn++)
      assert.equal(
        (await clientOf(program.url).send('GET', '/v1/balance', undefined, { connection: 'close' })).status,
        401,
      )
  }
  await ask(asks)
  const jobs = (figures: Metrics) => figures.of('market_job_last_success_timestamp_seconds', 'name="purge mails"')
  const before = await figuresWhere(
    address,
    (figures) => figures.of(...requests) === asks && jobs(figures) !== undefined,
  )
  assert.equal(before.all.filter(({ name }) => name === 'market_database_up').length, 1)
  assert.equal(before.of('market_database_up'), 1)
  assert.ok(Math.abs((jobs(before) ?? 0) - machineSeconds()) < 3_600, 'a time is no sum')

  const [first = 0] = serving()
  kill(first)
  await becomes('another one is in its place', () => serving().length === 2 && !serving().includes(first))
  assert.equal((await metricsAt(address)).of(...requests), asks)
  await ask(asks)
  const after = await figuresWhere(address, (figures) => (figures.of(...requests) ?? 0) >= 2 * asks)
  assert.equal(after.of(...requests), 2 * asks)
  await program.end('SIGTERM')
})
