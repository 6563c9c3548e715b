import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { migrate } from '../../../server/platform/database/migrate.ts'
import { becomes } from '../../support/embedded-postgres/fixtures.ts'
import { advertiser, type Person } from '../../support/fixtures.ts'
import { freePort } from '../../support/ports.ts'
import { newInstallation, type Program, type TestInstallation } from '../../support/program.ts'
import { taskPrice } from '../kill/target.ts'
import { type RetryingClient, retryingClientIn } from '../retrying-client.ts'
import { asOwnerOf, migrationsIn, type Owner } from './version.ts'

/** One second until the next retry, with much tolerance for a busy machine. */
const waitMsMax = 20_000
const clients = 4

/** Reads and writes the tables that the migrations change until it is over; the client records the slowest request. */
async function loadOn(retryingClient: RetryingClient, person: Person, isOver: () => boolean): Promise<void> {
  const price = await taskPrice(person.a)
  const body = { offerPriceId: price, title: 'Beside', totalLimit: 1, draft: true }
  const one = async (_: unknown, index: number) => {
    while (!isOver()) {
      if (index % 2 === 0) await retryingClient.once('list', () => person.b.get('/v1/tasks'))
      else await retryingClient.once('create', () => person.b.post('/v1/tasks', body))
    }
  }
  await Promise.all(Array.from({ length: clients }).map(one))
}

type Fixtures = Owner & { readonly installation: TestInstallation; readonly program: Program }

/** Sends requests continuously during the work: each must succeed promptly. */
async function underLoad(t: TestContext, work: (scene: Fixtures) => Promise<void>, after?: typeof work): Promise<void> {
  const installation = newInstallation(t)
  const program = await installation.serve(await freePort())
  const person = await installation.within(program.url, (market) => advertiser(market))
  await asOwnerOf(installation, async (owner) => {
    const scene = { ...owner, installation, program }
    const retryingClient = retryingClientIn({ isUp: true })
    let isOver = false
    const loads = loadOn(retryingClient, person, () => isOver)
    await work(scene).finally(() => {
      isOver = true
    })
    await loads
    const { outcomes, slowestMs, wrong } = retryingClient.results
    t.diagnostic(`${JSON.stringify(outcomes)}; slowest ${Math.round(slowestMs)} ms`)
    assert.deepEqual(Object.keys(outcomes).sort(), ['200', '201'], wrong.join('; '))
    assert.ok(slowestMs < waitMsMax)
    await after?.(scene)
  })
}

test('migrations retry while a table is locked, and no request waits long for them', (t) =>
  underLoad(t, async ({ url, client }) => {
    const folder = migrationsIn(t, {
      '9001_wanted.sql':
        'alter table accounts add column later_a integer; alter table offers add column later_a integer;',
      '9002_short.sql': 'alter table offers add column later_b integer not null default 7;',
    })
    await client.query('begin; lock table offers in access share mode')
    const heldUp: string[] = []
    const migrating = migrate(url, { folder, onRetry: (message) => heldUp.push(message) })
    await becomes('two attempts were held up', () => heldUp.length > 1)
    // On a busy machine, a request of the program can hold it for a moment too.
    const says =
      /^Migration 9001_wanted\.sql was not applied: .* is held by .*process \d+ \(a long report\), for \d+ s[.,]/
    assert.match(heldUp[0] ?? '', says)
    await client.query('commit')
    assert.deepEqual(await migrating, ['9001_wanted.sql', '9002_short.sql'])
    t.diagnostic(`${heldUp.length} attempts were held up`)
  }))

test('a migration that would block others is aborted and retried until it blocks no one, and logs this', async (t) => {
  const slow = 'lock table offers; select pg_sleep(6); create table later (id bigint primary key);'
  const folder = migrationsIn(t, { '9001_slow.sql': slow })
  await underLoad(
    t,
    async ({ url, client }) => {
      const says = /^Migration 9001_slow\.sql was not applied: .* end the programs that serve\.$/
      await assert.rejects(migrate(url, { folder, attemptsMax: 2 }), ({ message }: Error) => says.test(message))
      assert.deepEqual((await client.query(`select to_regclass('later') as later`)).rows, [{ later: null }])
    },
    async ({ url, program }) => {
      await program.end('SIGTERM')
      assert.deepEqual(await migrate(url, { folder, attemptsMax: 1 }), ['9001_slow.sql'])
    },
  )
})

test('concurrent migrations wait for each other, and each is applied once', async (t) => {
  const folder = migrationsIn(t, {
    '9001_long.sql': 'create table later (id bigint primary key); select pg_sleep(1.5);',
    '9002_more.sql': 'insert into later values (1);',
  })
  const installation = newInstallation(t)
  await installation.run('migrate')
  await asOwnerOf(installation, async ({ url }) => {
    const once = () => migrate(url, { folder, attemptsMax: 1 })
    const applied = await Promise.all([once(), once()])
    assert.deepEqual(applied.flat().sort(), ['9001_long.sql', '9002_more.sql'])
  })
})
