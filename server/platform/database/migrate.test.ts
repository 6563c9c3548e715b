import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
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
