import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { query } from '../../../test/support/embedded-postgres/fixtures.ts'
import { newInstallation, type TestInstallation } from '../../../test/support/program.ts'
import { openEmbeddedPostgres } from '../../platform/embedded-postgres/embedded-postgres.ts'

/** Runs statements as the schema owner of an installation. */
async function asOwner({ dataDir }: TestInstallation, ...statements: readonly string[]): Promise<unknown[]> {
  const embedded = await openEmbeddedPostgres(join(dataDir, 'postgres'))
  const rows: unknown[] = []
  for (const statement of statements) rows.push(...(await query(embedded.url(), statement)))
  await embedded.leave()
  return rows
}

test('migrations edited after they were applied are accepted only if the schema does not differ', async (t) => {
  const installation = newInstallation(t)
  assert.equal((await installation.run('migrate')).code, 0)
  await asOwner(
    installation,
    "update migrations set sha256 = 'of an older file' where name like '0001%'",
    'alter table accounts drop constraint accounts_email_once',
  )
  const refused = await installation.run('ledger', 'verify')
  assert.equal(refused.code, 1)
  assert.match(
    refused.err,
    /0001_accounts\.sql was not applied: the file was changed .*`\.\/market migrate --accept-edited`/,
  )
  const different = await installation.run('migrate', '--accept-edited')
  assert.equal(different.code, 1)
  assert.match(different.err, /-- the migrations make:\ncreate table accounts/)
  assert.match(different.err, /accounts_email_once/)
  assert.equal((await installation.run('ledger', 'verify')).code, 1, 'nothing was accepted')
  await asOwner(installation, 'alter table accounts add constraint accounts_email_once unique (email)')
  const accepted = await installation.run('migrate', '--accept-edited', '--json')
  assert.equal(accepted.code, 0, accepted.err)
  assert.deepEqual(JSON.parse(accepted.out), { accepted: ['0001_accounts.sql'], applied: [] })
  assert.equal((await installation.run('ledger', 'verify')).code, 0)
})

test('a half-migrated schema is refused by every command', async (t) => {
  const installation = newInstallation(t)
  assert.equal((await installation.run('migrate')).code, 0)
  // Applied again, the migration fails because its table exists.
  await asOwner(installation, "delete from migrations where name = '0047_file_sweeps.sql'")
  const commands = [
    ['serve'],
    ['work'],
    ['migrate'],
    ['ledger', 'verify'],
    ['account', 'create', '--email', 'a@example.com', '--role', 'Executor'],
    ['doctor'],
  ]
  for (const words of commands) {
    const { code, out, err } = await installation.run(...words)
    assert.equal(code, 1, words.join(' '))
    assert.match(
      out + err,
      /0047_file_sweeps\.sql was not applied: relation "file_sweeps" already exists/,
      words.join(' '),
    )
  }
})
