import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { settingsOfDatabase } from '../../../test/support/database.ts'
import { query } from '../../../test/support/embedded-postgres/fixtures.ts'
import { newInstallation, type TestInstallation } from '../../../test/support/program.ts'

type Migrated = {
  readonly installation: TestInstallation
  /** Runs statements as the schema owner. */
  asOwner(...statements: readonly string[]): Promise<void>
}

async function migrated(t: TestContext): Promise<Migrated> {
  const database = await settingsOfDatabase(t)
  const asOwner = async (...statements: readonly string[]) => {
    for (const statement of statements) await query(database.DATABASE_DIRECT_URL, statement)
  }
  return { installation: newInstallation(t, database), asOwner }
}

test('migrations edited after they were applied are accepted only if the schema does not differ', async (t) => {
  const { installation, asOwner } = await migrated(t)
  await asOwner(
    "update migrations set sha256 = 'of an older file' where name like '0001%'",
    'alter table accounts drop constraint accounts_email_once',
  )
  const refused = await installation.call('ledger', 'verify')
  assert.equal(refused.code, 1)
  assert.match(
    refused.err,
    /0001_accounts\.sql was not applied: the file was changed .*`\.\/market migrate --accept-edited`/,
  )
  const different = await installation.call('migrate', '--accept-edited')
  assert.equal(different.code, 1)
  assert.match(different.err, /-- the migrations make:\ncreate table accounts/)
  assert.match(different.err, /accounts_email_once/)
  assert.equal((await installation.call('ledger', 'verify')).code, 1, 'nothing was accepted')
  await asOwner('alter table accounts add constraint accounts_email_once unique (email)')
  const accepted = await installation.call('migrate', '--accept-edited', '--json')
  assert.equal(accepted.code, 0, accepted.err)
  assert.deepEqual(JSON.parse(accepted.out), { accepted: ['0001_accounts.sql'], applied: [] })
  assert.equal((await installation.call('ledger', 'verify')).code, 0)
})

test('a half-migrated schema is refused by every command', async (t) => {
  const { installation, asOwner } = await migrated(t)
  // Applied again, the migration fails because its table exists.
  await asOwner("delete from migrations where name = '0047_file_sweeps.sql'")
  const { call, run } = installation
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
    assert.match(
      out + err,
      /0047_file_sweeps\.sql was not applied: relation "file_sweeps" already exists/,
      words.join(' '),
    )
  }
})
