import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settingsOfDatabase } from '../../../test/support/database.ts'
import { query } from '../../../test/support/embedded-postgres/fixtures.ts'
import { newInstallation } from '../../../test/support/program.ts'

test('a half-migrated schema is refused by every command', async (t) => {
  const database = await settingsOfDatabase(t)
  const { call, run } = newInstallation(t, database)
  // Applied again, the migration fails because its table exists.
  await query(database.DATABASE_DIRECT_URL, "delete from migrations where name = '0010_proofs.sql'")
  const commands: readonly (readonly [typeof call, ...string[]])[] = [
    [run, 'serve'],
    [run, 'work'],
    [call, 'migrate'],
    [call, 'ledger', 'verify'],
    [call, 'account', 'create', '--email', 'a@example.com', '--role', 'Executor'],
    [call, 'doctor'],
  ]
  for (const [start, ...words] of commands) {
    const { code, out, err } = await start(...words)
    assert.equal(code, 1, words.join(' '))
    assert.match(out + err, /0010_proofs\.sql was not applied: relation "proofs" already exists/, words.join(' '))
  }
})
