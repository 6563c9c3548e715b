import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../../server/platform/sql.ts'
import { clientOf } from '../../support/client.ts'
import { settingsOfDatabase } from '../../support/database.ts'
import { becomes } from '../../support/embedded-postgres/fixtures.ts'
import { advertiser, executor, expectOk } from '../../support/fixtures.ts'
import { freePort } from '../../support/ports.ts'
import { newInstallation } from '../../support/program.ts'
import { taskPrice } from '../kill/target.ts'

test('commands work next to a running server, several concurrently', async (t) => {
  const installation = newInstallation(t, await settingsOfDatabase(t))
  const program = await installation.serve(await freePort())
  const email = 'a@example.com'
  const made = await installation.run('account', 'create', '--email', email, '--role', 'Advertiser', '--json')
  assert.equal(made.code, 0, made.err)
  const runs = await Promise.all([
    installation.run('deposit', '--email', email, '--amount', '12.5', '--json'),
    installation.run('token', 'issue', '--email', email, '--json'),
    installation.run('ledger', 'verify', '--json'),
  ])
  for (const { code, err } of runs) assert.equal(code, 0, err)
  const { accessToken } = JSON.parse(runs[1]?.out ?? '')
  const { status } = await clientOf(program.url, accessToken).get('/api/advertiser/offers/prices')
  assert.equal(status, 200, 'a token issued a moment ago is good at once')
  assert.ok(program.isRunning())
})

test('a server without jobs records the last use of credentials when it stops', async (t) => {
  const installation = newInstallation(t, await settingsOfDatabase(t))
  const first = await installation.serve(await freePort())
  const second = await installation.serve(await freePort(), '--no-jobs')
  const { id, token } = await installation.within(first.url, (market) => executor(market))
  expectOk(await clientOf(second.url, token).get('/api/executor/balance'))
  assert.deepEqual(await second.end('SIGTERM'), { code: 0, signal: null })
  const uses = await installation.within(first.url, ({ ctx }) =>
    ctx.db.many(sql`select from credentials where account = ${id} and last_used_at is not null`),
  )
  assert.equal(uses.length, 1)
})

test('two servers share a database, and each continues when the other stops', async (t) => {
  const installation = newInstallation(t)
  const first = await installation.serve(await freePort())
  const second = await installation.serve(await freePort(), '--no-jobs')
  const person = await installation.within(first.url, (market) => advertiser(market))
  const [here, there] = [clientOf(first.url, person.key), clientOf(second.url, person.key)]
  const draft = { offerPriceId: await taskPrice(person.a), title: 'Shared', totalLimit: 1, draft: true }
  const { id } = expectOk(await here.post('/v1/tasks', draft))
  assert.equal(expectOk(await there.get(`/v1/tasks/${id}`)).title, 'Shared')
  expectOk(await there.patch(`/v1/tasks/${id}`, { title: 'Changed there' }))
  assert.equal(expectOk(await here.get(`/v1/tasks/${id}`)).title, 'Changed there')

  const pid = installation.postgres()
  assert.deepEqual(await first.end('SIGTERM'), { code: 0, signal: null })
  assert.equal(installation.postgres(), pid, 'the database stays with the one that is left')
  expectOk(await there.patch(`/v1/tasks/${id}`, { title: 'Alone' }))

  const third = await installation.serve(await freePort())
  assert.deepEqual(await second.end('SIGKILL'), { code: null, signal: 'SIGKILL' })
  assert.equal(expectOk(await clientOf(third.url, person.key).get(`/v1/tasks/${id}`)).title, 'Alone')
  assert.equal(installation.postgres(), pid)
  assert.deepEqual(await third.end('SIGTERM'), { code: 0, signal: null })
  await becomes('the database has ended with the last', () => installation.database().length === 0)
})
