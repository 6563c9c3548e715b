import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { times } from '../../../test/properties/rng.ts'
import {
  becomes,
  clusters,
  commandLine,
  daemonPids,
  kill,
  postgresPid,
  programsBelow,
  query,
  queryWhenBack,
  startProgram,
} from '../../../test/support/embedded-postgres/fixtures.ts'
import { openEmbeddedPostgres } from './embedded-postgres.ts'
import { pathsIn } from './paths.ts'
import { isReady, pidFileTime } from './pid-file.ts'

const newCluster = clusters()
const keep = "create table notes as select 'kept' as note"
const kept = 'select note from notes'

test('the server stops when its only program is killed', async (t) => {
  const directory = newCluster(t)
  const program = await startProgram(directory)
  await query(program.url, keep)
  kill(program.child.pid)
  await becomes('everything has ended', () => programsBelow(directory).length === 0)
  const embedded = await openEmbeddedPostgres(directory)
  assert.deepEqual(await query(embedded.url(), kept), ['kept'])
  await embedded.leave()
})

test('a killed program does not affect another one', async (t) => {
  const directory = newCluster(t)
  const first = await startProgram(directory)
  const second = await startProgram(directory)
  const pid = postgresPid(directory)
  kill(first.child.pid)
  await becomes('the program has ended', () => first.child.signalCode === 'SIGKILL')
  assert.deepEqual(await query(second.url, 'select 1'), [1])
  assert.equal(postgresPid(directory), pid)
  await second.leave()
})

test('a killed PostgreSQL comes back with every committed row', async (t) => {
  const directory = newCluster(t)
  const notes: string[] = []
  const embedded = await openEmbeddedPostgres(directory, { log: (message) => notes.push(message) })
  await query(embedded.url(), keep)
  for (let round = 0; round < times(2, 5); round++) {
    const pid = postgresPid(directory)
    kill(pid)
    await becomes('another PostgreSQL runs', () => ![0, pid].includes(postgresPid(directory)))
    assert.deepEqual(await queryWhenBack(embedded.url(), kept), ['kept'])
  }
  assert.match(notes.join('\n'), /started again/)
  await embedded.leave()
  assert.equal(postgresPid(directory), 0)
})

/** Finds PostgreSQL's first process below the directory whose title matches. Polls without a pause: it may live for milliseconds. */
function firstProcess(directory: string, title: RegExp): number | undefined {
  const deadline = performance.now() + 10_000
  while (performance.now() < deadline) {
    const found = programsBelow(directory).find((pid) => title.test(commandLine(pid)))
    if (found) return found
  }
  return undefined
}

test('PostgreSQL recovers when a backend and then the startup process of the recovery are killed', async (t) => {
  if (!existsSync('/proc/self/cmdline')) return t.skip('needs /proc')
  const directory = newCluster(t)
  const embedded = await openEmbeddedPostgres(directory)
  await query(embedded.url(), keep)
  assert.deepEqual(await query(embedded.url(), 'show restart_after_crash'), ['off'])
  let seen = 0
  for (let round = 0; round < times(2, 5); round++) {
    // Enough WAL to replay that the startup process lives for a moment.
    await query(embedded.url(), `create table redone${round} as select generate_series(1, 300000) as number`)
    const victim = new pg.Client({ connectionString: embedded.url() })
    victim.on('error', () => {})
    await victim.connect()
    const { rows } = await victim.query('select pg_backend_pid() as pid')
    kill(rows[0].pid)
    const startup = firstProcess(directory, /^postgres: startup/)
    if (startup) seen++
    kill(startup)
    assert.deepEqual(await queryWhenBack(embedded.url(), kept), ['kept'])
    await victim.end().catch(() => {})
  }
  t.diagnostic(`${seen} startup processes were killed`)
  await embedded.leave()
})

test('the survivors of a killed daemon start another one, and the URL stays', async (t) => {
  const directory = newCluster(t)
  const programs = [await startProgram(directory), await startProgram(directory)]
  const embedded = await openEmbeddedPostgres(directory)
  const url = embedded.url()
  await query(url, keep)
  const pid = postgresPid(directory)
  const [daemon] = daemonPids(directory)
  kill(daemon)
  await becomes('another PostgreSQL runs', () => ![0, pid].includes(postgresPid(directory)))
  assert.deepEqual(await queryWhenBack(url, kept), ['kept'])
  assert.equal(embedded.url(), url)
  await becomes('one daemon is left', () => daemonPids(directory).length === 1)
  assert.notEqual(daemonPids(directory)[0], daemon)
  await embedded.leave()
  assert.deepEqual(await query(url, kept), ['kept'])
  await Promise.all(programs.map((program) => program.leave()))
  await becomes('everything has ended', () => programsBelow(directory).length === 0)
})

test('daemon and PostgreSQL may be killed together', async (t) => {
  const directory = newCluster(t)
  const embedded = await openEmbeddedPostgres(directory)
  await query(embedded.url(), keep)
  const pid = postgresPid(directory)
  for (const each of programsBelow(directory)) kill(each)
  await becomes('another PostgreSQL runs', () => ![0, pid].includes(postgresPid(directory)))
  assert.deepEqual(await queryWhenBack(embedded.url(), kept), ['kept'])
  await embedded.leave()
})

test('killing everything at once leaves nothing that blocks the next start', async (t) => {
  const directory = newCluster(t)
  const program = await startProgram(directory)
  await query(program.url, keep)
  for (const each of programsBelow(directory)) kill(each)
  await becomes('everything has ended', () => programsBelow(directory).length === 0)
  const embedded = await openEmbeddedPostgres(directory)
  assert.deepEqual(await query(embedded.url(), kept), ['kept'])
  await embedded.leave()
})

test('leaving while the daemon is replaced ends cleanly', async (t) => {
  const directory = newCluster(t)
  const embedded = await openEmbeddedPostgres(directory)
  for (const pid of daemonPids(directory)) kill(pid)
  await embedded.leave()
  await becomes('everything has ended', () => programsBelow(directory).length === 0)
})

test('a pid file that names another living program does not block the start', async (t) => {
  const directory = newCluster(t)
  writeFileSync(
    join(directory, 'cluster', 'postmaster.pid'),
    `${process.pid}\n${join(directory, 'cluster')}\n1\n5432\n`,
  )
  const embedded = await openEmbeddedPostgres(directory)
  assert.deepEqual(await query(embedded.url(), 'select 1'), [1])
  await embedded.leave()
})

test('a pid file of a killed PostgreSQL does not say that its successor with the same pid is ready', async (t) => {
  const paths = pathsIn(newCluster(t))
  const write = () =>
    writeFileSync(join(paths.cluster, 'postmaster.pid'), `4711\n${paths.cluster}\n1\n5432\n\n\n\nready   \n`)
  write()
  const before = pidFileTime(paths)
  assert.equal(isReady(paths, 4711, before), false)
  // The time of a file advances in steps of some milliseconds.
  await setTimeout(50)
  write()
  assert.equal(isReady(paths, 4711, before), true)
})

test('signals to the daemon do not stop a database in use', async (t) => {
  const directory = newCluster(t)
  const embedded = await openEmbeddedPostgres(directory)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.kill(daemonPids(directory)[0] ?? 0, signal)
  assert.deepEqual(await query(embedded.url(), 'select 1'), [1])
  await embedded.leave()
})

test('a daemon without programs exits', async (t) => {
  const directory = newCluster(t)
  const daemon = spawn(process.execPath, [fileURLToPath(new URL('daemon.ts', import.meta.url)), directory], {
    stdio: 'ignore',
  })
  await becomes('PostgreSQL runs', () => postgresPid(directory) !== 0)
  await becomes('the daemon has ended', () => daemon.exitCode === 0)
  assert.equal(postgresPid(directory), 0)
})
