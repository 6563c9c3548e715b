import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { asOwner } from '../../../test/support/database.ts'
import { advertiser, expectOk, outcome, type Person } from '../../../test/support/fixtures.ts'
import { liveOf, openMarketWithSandboxes, testClient } from '../../../test/support/sandbox.ts'
import {
  type DatabaseServer,
  databaseIn,
  onDatabaseServer,
  unfinishedPrefix,
} from '../../platform/database/databases.ts'
import { sql } from '../../platform/sql.ts'
import { dropForgotten } from './host.ts'
import { folderOf } from './sandbox-config.ts'

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

test('the size of a sandbox includes its files', async () => {
  const { client, id } = await newSandbox()
  const folder = join(folderOf(ctx.config, id), 'uploads', 'proofs')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'large'), '')
  await truncate(join(folder, 'large'), 60 * 1_048_576)
  assert.equal(outcome(await client.post('/v1/sandbox/deposits', { amount: 1 })), '409 sandbox_full')
})
