import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clusters, postgresPid, query } from '../../../test/support/embedded-postgres/fixtures.ts'
import { findBinaries } from './binaries.ts'
import { claimCluster } from './cluster.ts'
import { openEmbeddedPostgres } from './embedded-postgres.ts'
import { openPaths, prepareSockets } from './paths.ts'
import { startPostgres } from './postgres.ts'
import { chooseUser } from './user.ts'

const newCluster = clusters()

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
