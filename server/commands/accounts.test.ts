import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { clientOf } from '../../test/support/client.ts'
import { commandsOf, typeInto } from '../../test/support/commands.ts'
import { settingsOfDatabase } from '../../test/support/database.ts'
import { expectOk } from '../../test/support/fixtures.ts'
import { freePort } from '../../test/support/ports.ts'
import { newInstallation } from '../../test/support/program.ts'
import { sql } from '../platform/sql.ts'

type Listed = { readonly items: readonly Record<string, unknown>[]; readonly totalCount: number }
type Issued = { readonly accessToken: string; readonly id: number; readonly expiresAtUtc: string }

const ada = ['account', 'create', '--email', 'Ada@Example.com', '--role', 'Advertiser', '--language', 'de']
const eve = ['account', 'create', '--email', 'eve@example.com', '--role', 'Executor', '--role', 'Advertiser']
const profile = ['--country', '840', '--birth-date', '1990-01-31', '--gender', 'Female']

const database = await settingsOfDatabase({ after })

describe('commands for accounts and credentials, while a server runs', () => {
  const installation = newInstallation({ after }, database)
  const { ask, call, refused } = commandsOf(installation)
  let server: Awaited<ReturnType<typeof installation.serve>>
  const as = (bearer: string) => clientOf(server.url, bearer)
  before(async () => {
    server = await installation.serve(await freePort())
  })

  test('account create prints the account, and refuses a second one for the same address', async () => {
    const made = await ask(...ada)
    assert.deepEqual([made['email'], made['roles'], made['status']], ['ada@example.com', ['Advertiser'], 'Active'])
    assert.deepEqual((await ask(...eve, ...profile))['roles'], ['Executor', 'Advertiser'])
    assert.match(
      await refused(...ada),
      /^E-mail address taken: The e-mail address ada@example\.com already has an account\./,
    )
  })

  test('account create lists all errors', async () => {
    const said = await refused('account', 'create', '--email', 'x', '--role', 'Boss', '--country', 'abc')
    assert.match(said, /^Invalid request: email: .* roles: .*Boss.* country: /)
  })

  test('a password is read from standard input, and only its hash is stored', async () => {
    const words = ['account', 'create', '--email', 'op@example.com', '--role', 'Operator', '--password-stdin']
    await typeInto(installation, 'correct horse battery\n', words)
    const kept = await installation.within(server.url, ({ ctx }) =>
      ctx.db.one<{ passwordHash: string }>(sql`
        select password as password_hash from sign_in_passwords
        where user_id = (select id from accounts where email = 'op@example.com')`),
    )
    assert.match(kept.passwordHash, /^\$argon2id\$/)
  })

  test('token issue and revoke: the token works until it is revoked', async () => {
    const issued = await ask<Issued>('token', 'issue', '--email', 'ada@example.com', '--days', '2', '--name', 'ci')
    assert.deepEqual(Object.keys(issued), ['accessToken', 'id', 'expiresAtUtc'])
    const categories = '/api/advertiser/offers/categories'
    expectOk(await as(issued.accessToken).get(categories))
    assert.match(await refused('key', 'revoke', String(issued.id)), /^Credential not found: /)
    const revoked = await ask('token', 'revoke', String(issued.id))
    assert.deepEqual([revoked['id'], revoked['kind'], revoked['name']], [issued.id, 'AccessToken', 'ci'])
    assert.ok(revoked['revokedAtUtc'])
    assert.equal((await as(issued.accessToken).get(categories)).body.code, 'token_revoked')
  })

  test('account, token and key list print a table, or JSON with the total', async () => {
    const { items, totalCount } = await ask<Listed>('account', 'list', '--search', 'ada@', '--role', 'Advertiser')
    assert.deepEqual([items.map(({ email }) => email), totalCount], [['ada@example.com'], 1])
    const { out } = await installation.call('account', 'list', '--search', 'ada@')
    assert.match(out, /^id +email .*\n\d+ +ada@example\.com .*\n1 in total, page 1\n$/)
    const tokens = await ask<Listed>('token', 'list', '--email', 'ada@example.com')
    assert.deepEqual(
      tokens.items.map(({ name, status }) => [name, status]),
      [['ci', 'Revoked']],
    )
    assert.equal((await ask<Listed>('key', 'list', '--email', 'ada@example.com')).totalCount, 0)
    assert.match(await refused('key', 'list', '--email', 'nobody@example.com'), /^Account not found/)
  })

  test('a refusal is JSON with --json', async () => {
    const { code, out, err } = await installation.run('key', 'list', '--email', 'nobody@example.com', '--json')
    assert.deepEqual([code, out, JSON.parse(err).code], [1, '', 'account_not_found'])
    const wrong = await installation.run('account', 'create', '--email', 'nobody', '--role', 'Executor', '--json')
    const { errors } = JSON.parse(wrong.err)
    assert.deepEqual(errors, [
      { pointer: '#/email', field: 'email', code: 'invalid', detail: 'must be an e-mail address.' },
    ])
  })

  test('an invalid id is not found', async () => {
    assert.match(await refused('token', 'revoke', 'abc'), /^Credential not found: /)
    assert.match(await refused('offer', 'approve', '99999999999999999999'), /^Offer not found: /)
  })

  test('a token may be limited to some roles', async () => {
    const words = ['token', 'issue', '--email', 'eve@example.com', '--role']
    const { accessToken } = await ask<Issued>(...words, 'Executor')
    expectOk(await as(accessToken).get('/api/executor/balance'))
    assert.equal((await as(accessToken).get('/api/advertiser/offers')).body.code, 'role_required')
    assert.match(await refused(...words, 'Operator'), /^Role missing: /)
  })

  test('key create and revoke, with the given scopes', async () => {
    const words = ['key', 'create', '--email', 'ada@example.com', '--scope', 'tasks:read', '--scope', 'balance:read']
    const { apiKey, id, ...rest } = await ask<{ apiKey: string; id: number }>(...words)
    assert.deepEqual(rest, {})
    expectOk(await as(apiKey).get('/v1/balance'))
    assert.equal((await as(apiKey).get('/v1/reports')).body.code, 'insufficient_scope')
    assert.equal((await ask('key', 'revoke', String(id)))['kind'], 'ApiKey')
    assert.equal((await as(apiKey).get('/v1/balance')).body.code, 'token_revoked')
    assert.match(await refused(...words, '--scope', 'everything'), /scopes: must be among/)
  })

  test('key create and networks, which limit where a key may be used from', async () => {
    const words = ['key', 'create', '--email', 'ada@example.com', '--network']
    const { apiKey, id } = await ask<{ apiKey: string; id: number }>(...words, '203.0.113.0/24')
    assert.equal((await as(apiKey).get('/v1/balance')).body.code, 'address_not_allowed')
    const both = ['--network', '127.0.0.1', '--network', '::1']
    assert.deepEqual((await ask('key', 'networks', String(id), ...both))['allowedNetworks'], [
      '127.0.0.1/32',
      '::1/128',
    ])
    expectOk(await as(apiKey).get('/v1/balance'))
    assert.deepEqual((await ask('key', 'networks', String(id)))['allowedNetworks'], [])
    assert.match(await refused(...words, '10.0.0.1/8'), /Did you mean 10\.0\.0\.0\/8/)
  })

  test('key create and daily-spend-max, which limit what a key may spend', async () => {
    const words = ['key', 'create', '--email', 'ada@example.com', '--daily-spend-max']
    const { apiKey, id } = await ask<{ apiKey: string; id: number }>(...words, '12.5')
    const shown = async () => expectOk(await as(apiKey).get('/v1/account')).key.dailySpendMax
    assert.equal(await shown(), 12.5)
    assert.equal((await ask('key', 'daily-spend-max', String(id), '20'))['dailySpendMax'], 20)
    assert.equal((await ask('key', 'daily-spend-max', String(id)))['dailySpendMax'], null)
    assert.equal(await shown(), null)
    const { code, err } = await call(...words, 'much')
    assert.deepEqual([code, err.includes('Write 1500.00.')], [2, true], err)
  })

  test('account suspend and restore apply to the next request', async () => {
    const { accessToken } = await ask<Issued>('token', 'issue', '--email', 'eve@example.com')
    const balance = () => as(accessToken).get('/api/executor/balance')
    const suspended = await ask('account', 'suspend', '--email', 'eve@example.com', '--reason', 'Two accounts')
    assert.deepEqual([suspended['status'], suspended['statusReason']], ['Suspended', 'Two accounts'])
    assert.equal((await balance()).body.code, 'account_suspended')
    assert.equal((await ask('account', 'restore', '--email', 'eve@example.com'))['status'], 'Active')
    expectOk(await balance())
    await ask('account', 'remove-profile', '--email', 'eve@example.com')
    assert.equal((await as(accessToken).get('/api/executor/reservations')).body.code, 'executor_not_found')
  })

  test('account roles grants and revokes roles', async () => {
    const words = ['account', 'roles', '--email', 'eve@example.com']
    assert.deepEqual((await ask(...words, '--add', 'Operator'))['roles'], ['Executor', 'Advertiser', 'Operator'])
    const { accessToken } = await ask<Issued>('token', 'issue', '--email', 'eve@example.com')
    expectOk(await as(accessToken).get('/api/operator/accounts'))
    const left = await ask(...words, '--remove', 'Advertiser', '--remove', 'Executor', '--reason', 'Works for us now')
    assert.deepEqual(left['roles'], ['Operator'])
    assert.match(await refused(...words, '--add', 'Boss'), /add: must be among .*, not Boss/)
    assert.match(await refused(...words), /^Invalid request: add: /)
  })

  test('the server exits cleanly', async () => {
    assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null })
  })
})
