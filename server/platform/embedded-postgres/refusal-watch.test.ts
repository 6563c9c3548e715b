import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import {
  clusters,
  kill,
  postgresPid,
  programsBelow,
  queryWhenBack,
} from '../../../test/support/embedded-postgres/fixtures.ts'
import { openEmbeddedPostgres } from './embedded-postgres.ts'
import { findSockets, pathsIn } from './paths.ts'
import { refusesConnections, watchRefusals } from './refusal-watch.ts'

const newCluster = clusters()

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
