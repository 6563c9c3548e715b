import assert from 'node:assert/strict'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { stopwatch } from '../../../server/platform/clock.ts'
import { rngOf, times } from '../../properties/rng.ts'
import { becomes, kill } from '../../support/embedded-postgres/fixtures.ts'
import { advertiser, expectOk, type Person } from '../../support/fixtures.ts'
import { freePort } from '../../support/ports.ts'
import { newInstallation, type TestInstallation } from '../../support/program.ts'
import { type RetryingClient, retryingClientIn } from '../retrying-client.ts'
import { recovery, type Target, targetIn, taskPrice } from './target.ts'

const stopMsMax = 60_000

type Fixtures = {
  readonly installation: TestInstallation
  readonly target: Target
  readonly retryingClient: RetryingClient
  readonly person: Person
  task: number
}

async function scene(installation: TestInstallation): Promise<Fixtures> {
  const target = await targetIn(installation, await freePort())
  const person = await installation.within(target.program.url, (market) => advertiser(market))
  const draft = { offerPriceId: await taskPrice(person.a), title: 'A draft', totalLimit: 1, draft: true }
  const task = expectOk(await person.b.post('/v1/tasks', draft)).id
  return { installation, target, retryingClient: retryingClientIn({ isUp: true }), person, task }
}

/** A transaction of several statements. */
const write = ({ retryingClient, person, task }: Fixtures, title: string) =>
  retryingClient.once('write', () => person.b.patch(`/v1/tasks/${task}`, { title }))
const read = ({ retryingClient, person }: Fixtures) => retryingClient.once('read', () => person.b.get('/v1/balance'))

const back = (here: Fixtures) =>
  recovery(
    here.target,
    () => read(here),
    () => write(here, 'Back'),
  )

/** One program for all tests but one; the last one ends it. */
const here = await scene(newInstallation({ after }))

test('a starting program waits for a killed database', async (t) => {
  const rng = rngOf(t)
  const [installation, port] = [newInstallation(t), await freePort()]
  for (let round = 0; round < times(1, 20); round++) {
    const starting = installation.serve(port)
    await Promise.race([starting, becomes('PostgreSQL runs', () => installation.backends().length > 0)])
    await setTimeout(rng.whole(100))
    kill(installation.postgres())
    const program = await starting
    assert.deepEqual(await program.end('SIGTERM'), { code: 0, signal: null })
  }
})

/** Moves files away that PostgreSQL needs to start. Returns the function that restores them. */
function disable({ dataDir, database }: TestInstallation): () => void {
  const control = join(dataDir, 'postgres/cluster/global/pg_control')
  renameSync(control, `${control}.away`)
  for (const pid of database()) kill(pid)
  return () => renameSync(`${control}.away`, control)
}

test('the program recovers from a database that cannot start for a while; jobs wait for it', async (t) => {
  const { installation, target, retryingClient } = here
  const restore = disable(installation)
  await becomes('its daemon has given up', () => target.program.output().includes('embedded database lost'))
  await becomes('a job has failed', () => target.program.output().includes('database unreachable: jobs will retry'))
  for (let count = 0; count < 5; count++) assert.equal((await read(here)) ?? (await write(here, 'Away')), undefined)
  restore()
  t.diagnostic(`back after ${Math.round(await back(here))} ms`)
  assert.deepEqual(retryingClient.results.wrong, [])
  assert.ok(target.program.isRunning())
})

test('the program stops normally while its database is unavailable', async (t) => {
  disable(here.installation)
  assert.equal(await read(here), undefined)
  const passed = stopwatch()
  assert.deepEqual(await here.target.program.end('SIGTERM'), { code: 0, signal: null })
  t.diagnostic(`stopped after ${Math.round(passed())} ms`)
  assert.ok(passed() < stopMsMax)
  await becomes('its daemon has ended', () => here.installation.daemons().length === 0)
})
