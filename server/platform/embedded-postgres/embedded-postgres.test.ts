import assert from 'node:assert/strict'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import {
  becomes,
  clusters,
  daemonPids,
  kill,
  newDirectory,
  postgresPid,
  programsBelow,
  query,
  startProgram,
} from '../../../test/support/embedded-postgres/fixtures.ts'
import { openEmbeddedPostgres } from './embedded-postgres.ts'
import { giveToOwner, pathsIn } from './paths.ts'

const newCluster = clusters()

test('the first start creates the database, a later one finds its rows, and nothing runs in between', async (t) => {
  const directory = newDirectory(t)
  const first = await openEmbeddedPostgres(directory)
  await query(first.url(), "create table notes as select 'kept' as note")
  await first.leave()
  await becomes('everything has ended', () => programsBelow(directory).length === 0)
  const second = await openEmbeddedPostgres(directory)
  assert.deepEqual(await query(second.url(), 'select note from notes'), ['kept'])
  await second.leave()
})

test('the server stays while a program uses it, and stops with the last one', async (t) => {
  const directory = newCluster(t)
  const first = await startProgram(directory)
  const second = await startProgram(directory)
  const pid = postgresPid(directory)
  await first.leave()
  assert.deepEqual(await query(second.url, 'select 1'), [1])
  assert.equal(postgresPid(directory), pid)
  await second.leave()
  await becomes('everything has ended', () => programsBelow(directory).length === 0)
})

test('when the last leave resolves, PostgreSQL has stopped', async (t) => {
  const directory = newCluster(t)
  const embedded = await openEmbeddedPostgres(directory)
  assert.notEqual(postgresPid(directory), 0)
  await Promise.all([embedded.leave(), embedded.leave()])
  assert.equal(postgresPid(directory), 0)
})

test('programs that start at once in an empty directory share one server', async (t) => {
  const directory = newDirectory(t)
  const programs = await Promise.all([1, 2, 3].map(() => startProgram(directory)))
  assert.deepEqual(await Promise.all(programs.map(({ url }) => query(url, 'select 1'))), [[1], [1], [1]])
  await becomes('one daemon is left', () => daemonPids(directory).length === 1)
  await Promise.all(programs.map((program) => program.leave()))
  await becomes('everything has ended', () => programsBelow(directory).length === 0)
})

test('a program that attaches while the last one leaves gets a server', async (t) => {
  const directory = newCluster(t)
  for (let round = 0; round < 5; round++) {
    const first = await openEmbeddedPostgres(directory)
    const [second] = await Promise.all([openEmbeddedPostgres(directory), first.leave()])
    assert.deepEqual(await query(second.url(), 'select 1'), [1])
    await second.leave()
  }
})

test('the server listens only on a socket that only the owner can open', async (t) => {
  const directory = newCluster(t)
  const embedded = await openEmbeddedPostgres(directory)
  assert.deepEqual(await query(embedded.url(), 'show listen_addresses'), [''])
  assert.equal(statSync(join(directory, 'sockets')).mode & 0o777, 0o700)
  assert.equal(statSync(directory).mode & 0o777, 0o700)
  await embedded.leave()
})

test('durability is on unless the settings say otherwise', async (t) => {
  const asked =
    "select current_setting('fsync'), current_setting('synchronous_commit'), current_setting('full_page_writes')"
  const directory = newCluster(t)
  const usual = await openEmbeddedPostgres(directory)
  assert.deepEqual(await query(usual.url(), asked), ['on', 'on', 'on'])
  await usual.leave()
  const other = await openEmbeddedPostgres(directory, { settings: { fsync: 'off', listen_addresses: '*' } })
  assert.deepEqual(await query(other.url(), asked), ['off', 'on', 'on'])
  assert.deepEqual(await query(other.url(), 'show listen_addresses'), [''])
  await other.leave()
})

test('a directory whose path is too long for sockets, with unusual characters, gets a short socket folder', async (t) => {
  const directory = newCluster(t, `${'long '.repeat(20)}, "quoted" % ü/${'deep'.repeat(10)}`)
  const embedded = await openEmbeddedPostgres(directory)
  const second = await openEmbeddedPostgres(directory)
  const links = [embedded, second].map(({ url }) => new URL(url()).searchParams.get('host') ?? '')
  for (const link of links) {
    assert.equal(readlinkSync(link), join(directory, 'sockets'))
    assert.equal(statSync(dirname(link)).mode & 0o777, 0o700)
  }
  assert.equal(statSync(join(directory, 'sockets')).mode & 0o777, 0o700)
  await embedded.leave()
  assert.deepEqual(await query(second.url(), 'select current_database()'), ['market'])
  await second.leave()
  assert.deepEqual(
    links.map((link) => existsSync(dirname(link))),
    [false, false],
  )
})

test('an unfinished cluster is recreated', async (t) => {
  const directory = newDirectory(t)
  mkdirSync(join(directory, 'cluster.new-half'), { recursive: true })
  writeFileSync(join(directory, 'cluster.new-half', 'PG_VERSION'), '18\n')
  const killed = openEmbeddedPostgres(directory)
  await becomes('initdb writes', () => readdirSync(directory).some((name) => /new-.{6}$/.test(name)))
  for (const pid of programsBelow(directory)) kill(pid)
  const embedded = await killed
  assert.deepEqual(await query(embedded.url(), 'select 1'), [1])
  assert.deepEqual(
    readdirSync(directory).filter((name) => name.startsWith('cluster')),
    ['cluster'],
  )
  await embedded.leave()
})

test('a setting that PostgreSQL refuses stops the start with PostgreSQL’s message', async (t) => {
  const start = openEmbeddedPostgres(newCluster(t), { settings: { shared_buffers: 'much' } })
  await assert.rejects(start, /PostgreSQL does not start: .*invalid value for parameter "shared_buffers": "much"/)
})

test('a path that cannot be a folder is refused with advice', async (t) => {
  const file = newDirectory(t)
  writeFileSync(file, '')
  await assert.rejects(openEmbeddedPostgres(file), /cannot be written .* choose another DATA_DIR, or set DATABASE_URL/)
})

test('the owner of a directory is not given what a link of theirs leads to', (t) => {
  if (process.getuid?.() !== 0) return t.skip('needs root')
  const directory = newDirectory(t)
  mkdirSync(directory)
  const paths = pathsIn(directory)
  const other = join(directory, 'other')
  for (const path of [other, paths.lock]) writeFileSync(path, '')
  symlinkSync(other, paths.postgresLog)
  chownSync(directory, 65534, 65534)
  for (const path of [paths.lock, paths.postgresLog]) giveToOwner(paths, path)
  assert.deepEqual([statSync(paths.lock).uid, statSync(other).uid], [65534, 0])
})
