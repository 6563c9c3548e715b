import assert from 'node:assert/strict'
import { existsSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createAccount } from '../../server/accounts/actions.ts'
import { stopwatch } from '../../server/platform/clock.ts'
import type { Answer } from '../support/client.ts'
import { type ConsoleClient, pagesOf } from '../support/console.ts'
import { becomes } from '../support/embedded-postgres/fixtures.ts'
import { advertiser, executor, expectOk, type Person, taskBody } from '../support/fixtures.ts'
import { freePort } from '../support/ports.ts'
import { newInstallation, type Program, type TestInstallation } from '../support/program.ts'
import { asOwnerOf } from './upgrade/version.ts'

const password = 'correct horse battery'
const backMsMax = 120_000
const json = { 'content-type': 'application/json' }

type Fixtures = {
  readonly installation: TestInstallation
  readonly program: Program
  readonly person: Person
  readonly worker: Person
  readonly page: ConsoleClient
  readonly email: string
  readonly body: object
  readonly task: number
}

async function scene(): Promise<Fixtures> {
  const installation = newInstallation({ after })
  const program = await installation.serve(await freePort())
  const email = 'signs-in@example.com'
  const rest = await installation.within(program.url, async (market) => {
    await createAccount(market.ctx, { email, roles: ['Advertiser'], language: 'en', password })
    const [person, worker] = [await advertiser(market), await executor(market)]
    return { person, worker, page: await market.signIn(email, password), body: await taskBody(market) }
  })
  const { id: task } = expectOk(await rest.person.b.post('/v1/tasks', { ...rest.body, draft: true }))
  return { installation, program, email, task, ...rest }
}

const here = await scene()

/** Requests that only read. */
const reads = ({ person, worker, page, task }: Fixtures): Promise<Answer>[] => [
  person.b.get('/v1/balance'),
  person.b.get('/v1/tasks'),
  person.b.get(`/v1/tasks/${task}`),
  person.b.get('/v1/events'),
  worker.a.get('/api/executor/offers/available'),
  page.get('/auth/get-session'),
  page.get('/advertiser/offers'),
]

let serial = 0

/** Requests that write: in one statement, in several, idempotent, and through the sign-in library. */
function writes({ person, page, task, body, email, program }: Fixtures): Promise<Answer>[] {
  const anew = pagesOf(program.url, program.url).console()
  const name = ++serial
  const once = { ...json, 'idempotency-key': `key-${name}` }
  return [
    person.b.post('/v1/tasks', { ...body, externalId: `written-${name}` }),
    person.b.patch(`/v1/tasks/${task}`, { title: `Title ${name}` }),
    person.b.send('POST', '/v1/tasks', JSON.stringify({ ...body, externalId: `once-${name}` }), once),
    anew.post('/auth/sign-in/email', { email, password }),
    anew.post('/auth/request-password-reset', { email }),
    anew.post('/sign-up', { email: `new${name}@example.com`, roles: ['Executor'], language: 'en' }),
    page.post('/auth/two-factor/enable', { password: `${password}!` }),
  ]
}

const statuses = async (answers: readonly Promise<Answer>[]) => (await Promise.all(answers)).map(({ status }) => status)

/** Asserts temporary refusals with a retry time, never an internal error. */
async function mustBeAway(answers: readonly Promise<Answer>[]): Promise<void> {
  for (const { status, headers, raw } of await Promise.all(answers)) {
    assert.equal(status, 503, raw)
    assert.match(headers.get('retry-after') ?? '', /^\d+$/, raw)
    assert.equal(JSON.parse(raw).code, 'temporarily_unavailable')
  }
}

/** Asserts that refused requests had no effect, and that requests and jobs recover without intervention. */
async function mustBeBack(here: Fixtures, t: TestContext): Promise<void> {
  const passed = stopwatch()
  // The seven reads and the first three writes must succeed; all are awaited, because none may outlive the server.
  while ((await statuses([...reads(here), ...writes(here)])).slice(0, 10).some((status) => status >= 300)) {
    assert.ok(passed() < backMsMax, here.program.output().slice(-2_000))
    await setTimeout(50)
  }
  t.diagnostic(`back after ${Math.round(passed())} ms`)
  const newest = async () => expectOk(await here.person.b.get('/v1/events?limit=1')).newestSequence
  const before = await newest()
  assert.equal((await statuses(writes(here)))[3], 200)
  while ((await newest()) === before) {
    assert.ok(passed() < backMsMax, 'the jobs go on')
    await setTimeout(50)
  }
  assert.ok(here.program.isRunning())
  const books = await here.installation.call('ledger', 'verify', '--json')
  assert.equal(JSON.parse(books.out).ok, true, books.out + books.err)
}

const externalIds = async ({ person }: Fixtures): Promise<string[]> =>
  expectOk(await person.b.get('/v1/tasks?pageSize=100')).items.map((item: { externalId: string }) => item.externalId)

test('on a read-only database, reads succeed, writes are deferred, and it recovers', async (t) => {
  await asOwnerOf(here.installation, async ({ client }) => {
    const readOnly = async (on: 'on' | 'off') => {
      await client.query(`alter system set default_transaction_read_only = ${on}`)
      await client.query('select pg_reload_conf()')
    }
    const before = await externalIds(here)
    await readOnly('on')
    await becomes('a job has failed', () => here.program.output().includes('jobs will retry'))
    for (let count = 0; count < 3; count++) {
      assert.deepEqual(new Set(await statuses(reads(here))), new Set([200]))
      await mustBeAway(writes(here))
    }
    assert.deepEqual(await externalIds(here), before)
    await readOnly('off')
  })
  await mustBeBack(here, t)
})

/** Makes the next WAL segment of PostgreSQL unwritable. */
async function fillDisk({ installation }: Fixtures): Promise<() => void> {
  return asOwnerOf(installation, async ({ client }) => {
    const { rows } = await client.query('select pg_walfile_name(pg_current_wal_lsn() + 16 * 1024 * 1024) as name')
    const file = join(installation.dataDir, 'postgres/cluster/pg_wal', rows[0].name)
    rmSync(file, { force: true })
    symlinkSync('/dev/full', file)
    await client.query('select pg_switch_wal()').catch(() => {})
    return () => rmSync(file)
  })
}

test('with a full database disk, only completed requests are acknowledged, and it recovers', async (t) => {
  if (!existsSync('/dev/full')) return t.skip('needs a system with a device that is full')
  const empty = await fillDisk(here)
  const refused: string[] = []
  for (let count = 0; count < 10; count++) {
    const first = serial
    const answers = await Promise.all([...reads(here), ...writes(here)])
    for (const { status, raw } of answers) assert.ok(status === 200 || status === 503, raw)
    await mustBeAway(answers.slice(-7, -3).map(async (answer) => answer))
    refused.push(`written-${first + 1}`, `once-${first + 1}`)
    await setTimeout(100)
  }
  empty()
  await mustBeBack(here, t)
  const made = new Set(await externalIds(here))
  const shown = refused.filter((name) => made.has(name))
  assert.deepEqual(shown, [])
})
