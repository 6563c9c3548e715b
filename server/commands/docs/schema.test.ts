import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { asOwner, makeDatabase } from '../../../test/support/database.ts'
import { openDatabase } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'
import { schemaOf } from './schema.ts'

const kept = await readFile(join(import.meta.dirname, '../../migrations/schema.sql'), 'utf8')

async function databaseOfOurOwn() {
  const made = await makeDatabase()
  const url = asOwner(made.url)
  const db = openDatabase({ url, connectionsMax: 2 })
  after(async () => {
    await db.close()
    await made.drop()
  })
  return { url, db }
}

test('schema.sql matches the schema after all migrations', async () => {
  const { db } = await databaseOfOurOwn()
  assert.equal(await schemaOf(db), kept, 'run: npm run generate')
})

test('schema.sql recreates the same database', async () => {
  const { url, db } = await databaseOfOurOwn()
  await statements(url, `drop schema public cascade; create schema public; ${kept}`)
  assert.equal(await schemaOf(db), kept)
})

test('throws for objects that the schema document does not support', async () => {
  const { db } = await databaseOfOurOwn()
  await db.run(sql`create view accepted_work as select id from executions where status = 'Accepted'`)
  await assert.rejects(schemaOf(db), /accepted_work/)
})

async function statements(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text).finally(() => client.end())
}
