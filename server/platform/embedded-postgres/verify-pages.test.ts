import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { newDirectory } from '../../../test/support/embedded-postgres/fixtures.ts'
import { findBinaries } from './binaries.ts'
import { copyCluster } from './copy.ts'
import { openEmbeddedPostgres } from './embedded-postgres.ts'
import { openPaths } from './paths.ts'
import { chooseUser } from './user.ts'

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
