import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { asOwner, makeDatabase } from '../support/database.ts'
import { query } from '../support/embedded-postgres/fixtures.ts'
import { lookAt } from './engine-facts.ts'
import { prepareServer } from './server.ts'

const { directUrl: url, drop } = await makeDatabase()
after(drop)
const owner = asOwner(url)

test('detects that no pooler is in between', async () => {
  const { version, isPooled } = await lookAt(url)
  assert.equal(isPooled, false)
  assert.match(version, /^PostgreSQL \d\d/)
})

test('keeps a role that the tests did not create', async () => {
  const databases = () => query(owner, `select datname from pg_database where datname like 'market\\_test\\_%\\_%'`)
  const before = await databases()
  // On a server that was given, this run created the role.
  const marked = await query(owner, `select shobj_description('market_app'::regrole, 'pg_authid') like 'made by%'`)
  if (marked[0] === true) return
  await assert.rejects(prepareServer({ url: owner, directUrl: owner }), /the role market_app is there already/)
  assert.deepEqual(await databases(), before)
})

test('creates a template on a given server and restores it afterwards', async () => {
  const { env, release } = await prepareServer({ url, directUrl: owner })
  const template = env['TEST_DATABASE_TEMPLATE'] as string
  const count = `select count(*)::int from pg_database where datname = '${template}'`
  try {
    assert.deepEqual(await query(owner, count), [1])
    const program = (env['TEST_DATABASE_DIRECT'] as string).replace('DATABASE', template)
    assert.deepEqual(await query(program, 'select count(*) > 0 from categories'), [true])
  } finally {
    await release()
  }
  assert.deepEqual(await query(owner, count), [0])
})

test('skips with a message if no server is given', async () => {
  const { DATABASE_URL: _, ...env } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, ['test/engines/run.ts', 'test'], { env })
  assert.match(stdout, /^skip {2}tests on an engine: no DATABASE_URL is set/)
})
