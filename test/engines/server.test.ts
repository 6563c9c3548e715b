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

test('says which engine it sees, and that nobody stands between', async () => {
  const { engine, version, isPooled } = await lookAt(url)
  assert.deepEqual([engine, isPooled], ['PostgreSQL', false])
  assert.match(version, /^PostgreSQL \d\d/)
})

test('a role of the program that it has not made it leaves alone', async () => {
  const databases = () => query(owner, `select datname from pg_database where datname like 'market\\_test\\_%\\_%'`)
  const before = await databases()
  // On a server that was given, this run created the role.
  const marked = await query(owner, `select shobj_description('market_app'::regrole, 'pg_authid') like 'made by%'`)
  if (marked[0] === true) return
  await assert.rejects(prepareServer({ url: owner, directUrl: owner }), /the role market_app is there already/)
  assert.deepEqual(await databases(), before)
})

test('a server that is given gets a template to copy, and is left as it was', async () => {
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

test('without a server it says that it skips, and is content', async () => {
  const { DATABASE_URL: _, ...env } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, ['test/engines/run.ts', 'test'], { env })
  assert.match(stdout, /^skip {2}tests on an engine: no DATABASE_URL is set/)
})
