import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { clusters } from '../../../test/support/embedded-postgres/fixtures.ts'
import { openEmbeddedPostgres } from './embedded-postgres.ts'
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
