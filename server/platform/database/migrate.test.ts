import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type pg from 'pg'
import { asOwner, makeDatabase } from '../../../test/support/database.ts'
import { migrate } from './migrate.ts'
import { connectToMigrate, watchLocks } from './migrate-locks.ts'
import { isUnreachable } from './unreachable.ts'

test('gives up on a database that accepts connections and never answers', async (t) => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const asked = migrate(`postgresql://somebody@127.0.0.1:${port}/market`, { connectMsMax: 200 })
  await assert.rejects(asked, isUnreachable)
})

const backendPidOf = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

/** A transaction that locks accounts, as a migration may, with its watch; and two more connections. */
async function scene(t: TestContext) {
  const database = await makeDatabase()
  t.after(database.drop)
  const url = asOwner(database.url)
  const begun = async () => {
    const client = await connectToMigrate(url)
    t.after(() => client.end())
    await client.query('begin')
    return client
  }
  const [migrating, holder, other] = [await begun(), await begun(), await begun()]
  const backendPids = await Promise.all([migrating, holder, other].map(backendPidOf))
  await migrating.query('lock table accounts')
  const watch = await watchLocks(url, backendPids[0] ?? 0)
  t.after(watch.end)
  const endWatcher = () =>
    holder.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'task-marketplace migrate' and pid <> all($1::int[])`,
      [backendPids],
    )
  /** Resolves when the statement is cancelled because another one waited too long for accounts. */
  const calledOff = async (statement: string) => {
    const reading = other.query('lock table accounts in access share mode')
    await assert.rejects(migrating.query(statement), { code: '57014' })
    await migrating.query('rollback')
    await reading
  }
  return { holder, migrating, watch, endWatcher, calledOff }
}

test('cancels a migration that blocks others', async (t) => {
  const { watch, calledOff } = await scene(t)
  await calledOff('select pg_sleep(60)')
  assert.deepEqual([watch.isCancelled(), watch.holder()], [true, undefined])
})

test('cancels a migration whose watch fails, and reports the reason', async (t) => {
  const { migrating, watch, endWatcher } = await scene(t)
  const sleeping = assert.rejects(migrating.query('select pg_sleep(60)'), { code: '57P01' })
  assert.equal((await endWatcher()).rows.length, 1)
  await sleeping
  assert.match(watch.failure() ?? '', /terminat|connection/)
})

test('cancels a migration whose watch fails between two statements', async (t) => {
  const { migrating, endWatcher } = await scene(t)
  const disconnected = new Promise((resolve) => migrating.once('end', resolve))
  assert.equal((await endWatcher()).rows.length, 1)
  await disconnected
})

test('reports the process that a waiting migration waits for', async (t) => {
  const { holder, watch, calledOff } = await scene(t)
  await holder.query(`set local application_name = 'a long report'; lock table offers in access share mode`)
  await calledOff('lock table offers')
  assert.equal(watch.isCancelled(), false)
  assert.match(watch.holder() ?? '', /^process \d+ \(a long report\), for \d+ s$/)
})

/** The names and hashes of the migrations from before the first release. */
const old = readFileSync(join(import.meta.dirname, '../../../test/flows/upgrade/old-migrations.txt'), 'utf8')

/** A database with records of other migrations in place of those below 0141. */
async function recording(t: TestContext, lines: string) {
  const database = await makeDatabase()
  t.after(database.drop)
  const url = asOwner(database.url)
  const client = await connectToMigrate(url)
  t.after(() => client.end())
  await client.query("delete from migrations where name < '0141'")
  const rows = lines
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
  const record = 'insert into migrations (name, sha256) select * from unnest($1::text[], $2::text[])'
  await client.query(record, [rows.map(([name]) => name), rows.map(([, hash]) => hash)])
  return { url, client }
}

const unfinished = /has some of the migrations from before the first release.*commit \w+ first \(docs\/upgrade\.md\)/

test('a database with all migrations from before the first release goes on', async (t) => {
  assert.deepEqual(await migrate((await recording(t, old)).url), [])
})

test('a database with some of them, or an edited one, is refused', async (t) => {
  const [some, edited] = [old.replace(/^0140.*\n/m, ''), old.replace(/^(0007\S* ).*/m, '$1of an older file')]
  await assert.rejects(migrate((await recording(t, some)).url), { message: unfinished })
  await assert.rejects(migrate((await recording(t, edited)).url), { message: unfinished })
})

test('a later migration that was edited after it had been applied is refused', async (t) => {
  const { url, client } = await recording(t, old)
  await client.query("update migrations set sha256 = 'of an older file' where name = '0141_must_hold.sql'")
  await assert.rejects(migrate(url), {
    message: /0141_must_hold\.sql was not applied: the file was changed after it had/,
  })
})

test('payout accounts must be hashed before the job is gone; those of erased accounts need no hash', async (t) => {
  const { url, client } = await recording(t, old)
  const name = '0145_hashed_payout_accounts.sql'
  await client.query(`delete from migrations where name = '${name}'`)
  await client.query(`insert into withdrawals (executor, units, currency, status, method, hint, details, requested_at, updated_at)
    values (1, 1, 'EUR', 'Requested', 'Iban', '1', 'sealed', '2026-01-01', '2026-01-01')`)
  await assert.rejects(migrate(url), {
    message: /has not hashed all payout accounts: run that version for five minutes/,
  })
  await client.query("update withdrawals set details = ''")
  assert.deepEqual(await migrate(url), [name])
})
