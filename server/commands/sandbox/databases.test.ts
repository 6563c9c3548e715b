import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, rm, truncate, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { asOwner } from '../../../test/support/database.ts'
import { advertiser, expectOk, outcome, type Person } from '../../../test/support/fixtures.ts'
import { pdfWith } from '../../../test/support/inputs/pdf.ts'
import { liveOf, openMarketWithSandboxes, sandboxAddress, testClient } from '../../../test/support/sandbox.ts'
import { createKey } from '../../accounts/actions.ts'
import { changeKeyOf } from '../../accounts/credentials/actions.ts'
import {
  type DatabaseServer,
  databaseIn,
  onDatabaseServer,
  unfinishedPrefix,
} from '../../platform/database/databases.ts'
import { sql } from '../../platform/sql.ts'
import { forwardHeaders, type Visitor } from '../../sandbox/sandbox.ts'
import { dropForgotten } from './host.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { folderOf } from './sandbox-config.ts'
import { Sandboxes } from './sandboxes.ts'

const market = await openMarketWithSandboxes({ sandboxSizeMb: 60 })
const { ctx, logger } = market
const nameOf = (id: number): string => `${databaseIn(market.databaseUrl)}_sandbox_${id}`
const onServer = <T>(work: (server: DatabaseServer) => Promise<T>) =>
  onDatabaseServer(asOwner(market.databaseUrl), work)
const namesFrom = async (prefix: string) => (await onServer((server) => server.list(prefix))).map(({ name }) => name)
const drop = () => dropForgotten({ live: liveOf(market), ctx, logger })
const idOfSandbox = async ({ id }: Person) =>
  (await ctx.db.one<{ id: number }>(sql`select id from sandboxes where account = ${id}`)).id

/** Opens a sandbox for a new account. Returns its id. */
async function newSandbox() {
  const owner = await advertiser(market)
  const client = await testClient(market, owner)
  expectOk(await client.get('/v1/tasks'))
  return { client, id: await idOfSandbox(owner) }
}

test('a foreign database with a sandbox name is neither used nor dropped', async () => {
  const { id } = await newSandbox()
  const foreign = nameOf(id + 1)
  const left = `${unfinishedPrefix(market.databaseUrl)}of_a_killed_program`
  const server = new pg.Client({ connectionString: asOwner(market.databaseUrl) })
  await server.connect()
  await server.query(`create database ${pg.escapeIdentifier(left)}`).finally(() => server.end())
  await onServer((server) => server.create({ name: foreign, comment: 'Accounts of the year' }))
  const owner = await advertiser(market)
  const client = await testClient(market, owner)
  assert.equal(outcome(await client.get('/v1/tasks')), '503 temporarily_unavailable')
  expectOk(await client.get('/v1/tasks'))
  assert.equal(await idOfSandbox(owner), id + 2)
  assert.equal(await drop(), 0)
  assert.deepEqual(await namesFrom(foreign), [foreign])
  assert.deepEqual(await namesFrom('unfinished_'), [])
})

test('a forgotten sandbox loses its database and its files, also if it has only one of them', async () => {
  const [both, onlyDatabase, kept] = [await newSandbox(), await newSandbox(), await newSandbox()]
  const onlyFiles = kept.id + 1_000
  await rm(folderOf(ctx.config, onlyDatabase.id), { recursive: true })
  await mkdir(folderOf(ctx.config, onlyFiles), { recursive: true })
  await ctx.db.run(sql`delete from sandboxes where id in (${both.id}, ${onlyDatabase.id})`)
  assert.equal(await drop(), 3)
  for (const id of [both.id, onlyDatabase.id, onlyFiles]) {
    assert.deepEqual(await namesFrom(nameOf(id)), [])
    assert.equal(existsSync(folderOf(ctx.config, id)), false)
  }
  assert.deepEqual(await namesFrom(nameOf(kept.id)), [nameOf(kept.id)])
  assert.equal(existsSync(folderOf(ctx.config, kept.id)), true)
  assert.equal(await drop(), 0)
})

test('a new sandbox has no files of an earlier one', async () => {
  const { id } = await newSandbox()
  const folder = folderOf(ctx.config, id + 1)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'left'), '')
  assert.equal((await newSandbox()).id, id + 1)
  assert.equal(existsSync(join(folder, 'left')), false)
})

test('the size of a sandbox includes its files, and is measured again after a large upload', async () => {
  const { client, id } = await newSandbox()
  const [{ id: offer }] = expectOk(await client.get('/api/executor/offers/available')).items
  expectOk(await client.post(`/api/executor/offers/${offer}/reserve`))
  const form = new FormData()
  form.append('files', new Blob([pdfWith('proof', { size: 1_100_000 })], { type: 'application/pdf' }), 'proof.pdf')
  expectOk(await client.send('POST', `/api/executor/offers/${offer}/proof/uploads`, form))
  const large = join(folderOf(ctx.config, id), 'uploads', 'proofs', 'large')
  await writeFile(large, '')
  await truncate(large, 60 * 1_048_576)
  assert.equal(outcome(await client.post('/v1/sandbox/deposits', { amount: 1 })), '409 sandbox_full')
})

const single = await openMarketWithSandboxes({ sandboxesOpenMax: 1 })
const visitorFor = async (): Promise<Visitor> => ({
  account: (await advertiser(single)).id,
  key: 'a key',
  scopes: ['tasks:read'],
  dailySpendMaxUnits: null,
})

test('a sandbox that still serves requests after its reset counts as open', async (t) => {
  const sandboxes = new Sandboxes({ live: liveOf(single), ctx: single.ctx, logger: single.logger })
  const [anna, bert] = [await visitorFor(), await visitorFor()]
  const [isReset, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  t.after(() => {
    mayEnd.resolve()
    return sandboxes.closeAll()
  })
  const order: string[] = []
  const first = sandboxes.use(anna, { isChanging: true, isLarge: false }, async ({ api, credentialsFor }) => {
    const { apiKey } = await credentialsFor(anna)
    single.pass(60)
    const headers = { authorization: `Bearer ${apiKey}` }
    const { statusCode } = await api.inject({ method: 'POST', url: '/v1/sandbox/reset', headers })
    assert.equal(statusCode, 200)
    isReset.resolve()
    await mayEnd.promise
    order.push('first ended')
  })
  await isReset.promise
  assert.equal(sandboxes.size, 1)
  const second = sandboxes.use(bert, { isChanging: true, isLarge: false }, async () => void order.push('second began'))
  mayEnd.resolve()
  await Promise.all([first, second])
  assert.deepEqual(order, ['first ended', 'second began'])
})

test('a changed limit of a test key counts at once, also one that it had before', async () => {
  const { email } = await advertiser(single)
  const { secret, id } = await createKey(single.ctx, { email, livemode: false, dailySpendMax: 0.5 })
  const client = single.as(secret)
  const [{ id: offerPriceId }] = expectOk(await client.get('/v1/prices'))
  const createTask = async () =>
    outcome(await client.post('/v1/tasks', { offerPriceId, title: 'Ten results', totalLimit: 10 }))
  assert.equal(await createTask(), '409 daily_spend_max_exceeded')
  await changeKeyOf(single.ctx, id, { dailySpendMax: null })
  assert.equal(await createTask(), '201')
  await changeKeyOf(single.ctx, id, { dailySpendMax: 0.5 })
  assert.equal(await createTask(), '409 daily_spend_max_exceeded')
})

/** Sends text to a port. Returns the text that comes back until the connection ends. */
function exchange(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text, 'latin1'))
    let received = ''
    socket.setEncoding('latin1').on('data', (data) => {
      received += data
    })
    socket.once('end', () => resolve(received))
    socket.once('error', reject)
  })
}

const requestOf = (line: string, headers: readonly string[], body = '') =>
  [line, 'Host: sandbox.example', 'Connection: close', ...headers, '', body].join('\r\n')

test('the body of a request is never read as a request of its own', async () => {
  const [attacker, victim] = [await testClient(market, await advertiser(market)), await advertiser(market)]
  const other = await testClient(market, victim)
  for (const each of [attacker, other]) expectOk(await each.get('/v1/tasks'))
  const hidden = 'POST /v1/sandbox/deposits HTTP/1.1\r\nX-A: '
  const body = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`
  const headers = [`Authorization: Bearer ${attacker.secret}`, 'Transfer-Encoding: chunked']
  for (const method of ['GET', 'DELETE']) {
    const answer = await exchange(
      Number(new URL(market.url).port),
      requestOf(`${method} /v1/tasks HTTP/1.1`, headers, body),
    )
    assert.match(answer, /^HTTP\/1\.1 (?:200|405) /)
    for (let time = 0; time < 3; time++) assert.deepEqual(expectOk(await other.get('/v1/tasks')).items, [])
  }
})

test('the process of the sandboxes answers only requests with one secret and one visitor', async () => {
  const { port, secret } = await sandboxAddress(market)
  const { id } = await advertiser(market)
  const visitor = { account: id, key: 'x', scopes: ['tasks:read'], dailySpendMaxUnits: null }
  const encoded = Buffer.from(JSON.stringify(visitor)).toString('base64url')
  const [ofSecret, ofVisitor] = [`${forwardHeaders.secret}: `, `${forwardHeaders.visitor}: `]
  const statusOf = async (headers: string[]) =>
    /^HTTP\/1\.1 (\d+)/.exec(await exchange(port, requestOf('GET /v1/tasks HTTP/1.1', headers)))?.[1]
  assert.equal(await statusOf([ofSecret + secret, ofVisitor + encoded]), '200')
  for (const headers of [
    [ofVisitor + encoded],
    [ofSecret + secret],
    [ofSecret + secret, ofVisitor + encoded, ofVisitor + encoded],
    [ofSecret + secret, ofSecret + secret, ofVisitor + encoded],
    [`${ofSecret}é${secret.slice(1)}`, ofVisitor + encoded],
    [ofSecret + secret, `${ofVisitor}no-json`],
  ])
    assert.equal(await statusOf(headers), '403')
})

test('calls during a run share the next run, and no two runs overlap', async () => {
  let [runs, under, most] = [0, 0, 0]
  const call = oneAtATime(async () => {
    most = Math.max(most, ++under)
    const run = ++runs
    await new Promise(setImmediate)
    under--
    return run
  })
  assert.deepEqual(await Promise.all([call(), call(), call()]), [1, 2, 2])
  assert.equal(await call(), 3)
  assert.equal(most, 1)
})

test('a failed run fails its own calls only', async () => {
  let runs = 0
  const call = oneAtATime(async () => {
    await new Promise(setImmediate)
    if (++runs === 1) throw new Error('first')
    return runs
  })
  const [first, second] = await Promise.allSettled([call(), call()])
  assert.equal(first?.status, 'rejected')
  assert.deepEqual(second, { status: 'fulfilled', value: 2 })
})
