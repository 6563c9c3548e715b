import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { asOwner } from '../../../test/support/database.ts'
import { newDirectory, query } from '../../../test/support/embedded-postgres/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { openEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { type Sql, sql } from '../sql.ts'
import { migrate } from './migrate.ts'
import { programRole, readRole } from './roles.ts'

const { ctx, owner, databaseUrl } = await openMarket()

describe('the role of the program', () => {
  test('is the current user', async () => {
    assert.deepEqual(await readRole(ctx.db), { name: programRole, isOwner: false, waitsForever: false })
    assert.equal((await readRole(owner)).isOwner, true)
  })

  test('writes every table, only appends to the ledger and the audit log, and only reads migrations', async () => {
    const may = (right: string) =>
      sql`case when has_table_privilege(${programRole}::text, pg_class.oid, ${right}::text) then ${right}::text end`
    const tables = await owner.many<{ name: string; may: string; isAppendOnly: boolean; isPartition: boolean }>(sql`
      select relname as name, relispartition as is_partition,
        concat_ws(' ', ${may('SELECT')}, ${may('INSERT')}, ${may('UPDATE')}, ${may('DELETE')}, ${may('TRUNCATE')},
          ${may('REFERENCES')}, ${may('TRIGGER')}) as may,
        exists (select from pg_trigger where tgrelid = pg_class.oid and tgname like '%append_only') as is_append_only
      from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`)
    const expected = ({ name, isAppendOnly, isPartition }: (typeof tables)[number]) => {
      if (isPartition) return ''
      if (name === 'migrations') return 'SELECT'
      return isAppendOnly ? 'SELECT INSERT' : 'SELECT INSERT UPDATE DELETE'
    }
    assert.deepEqual(
      tables.map(({ name, may }) => [name, may]),
      tables.map((table) => [table.name, expected(table)]),
    )
    const guarded = tables.filter(({ isAppendOnly, isPartition }) => isAppendOnly && !isPartition)
    assert.deepEqual(guarded.map(({ name }) => name).sort(), ['audit_log', 'entries', 'transfers'])
  })

  const beyond: Readonly<Record<string, Sql>> = {
    'take a guard off': sql`drop trigger entries_append_only on entries`,
    'switch a guard off': sql`alter table audit_log disable trigger all`,
    'switch all guards off': sql`set session_replication_role = replica`,
    'change a table': sql`alter table balances drop constraint balances_not_negative`,
    'make a table': sql`create table mine (id bigint)`,
    'make a function': sql`create function mine() returns int language sql as 'select 1'`,
    'change a function': sql`create or replace function refuse_change() returns trigger language plpgsql as 'begin return null; end'`,
    'empty a table': sql`truncate offers cascade`,
    'write past a table': sql`delete from audit_log_0`,
    'empty a partition': sql`truncate events_0`,
    'take a partition out': sql`alter table audit_log detach partition audit_log_0`,
    'go to other ids': sql`select setval('audit_log_id_seq', 1)`,
    'forget a migration': sql`delete from migrations`,
    'make a role': sql`create role mine superuser`,
    'become the owner': { ...sql``, parts: [`set role ${new URL(asOwner(databaseUrl)).username}`] },
  }
  for (const [what, statement] of Object.entries(beyond))
    test(`may not ${what}`, async () => {
      await assert.rejects(ctx.db.run(statement), /permission denied|must be (owner|able|superuser)|no privileges/)
    })
})

test('gets its rights if someone else created it, because the migrating role may not create roles', async (t) => {
  const embedded = await openEmbeddedPostgres(newDirectory(t, 'roles'), { settings: { fsync: 'off' } })
  try {
    await query(embedded.url(), 'create role plain login')
    await query(embedded.url(), 'create database plain owner plain')
    const url = embedded.url('plain', 'plain')
    await migrate(url)
    assert.deepEqual(await query(url, `select count(*)::int from pg_roles where rolname = '${programRole}'`), [0])
    assert.deepEqual(await query(url, 'select grant_to_program()'), [false])
    await query(embedded.url(), `create role ${programRole} login`)
    assert.deepEqual(await query(url, 'select grant_to_program()'), [true])
    const program = embedded.url('plain', programRole)
    assert.deepEqual(await query(program, 'select count(*)::int from entries'), [0])
    await assert.rejects(query(program, 'delete from entries'), /permission denied/)
    assert.deepEqual(await migrate(program), [], 'it sees that nothing is left to do')
    await query(url, 'delete from migrations where name like $$0020%$$')
    await assert.rejects(
      migrate(program),
      /Migration 0020_partitions_and_rights.sql was not applied: permission denied/,
    )
  } finally {
    await embedded.leave()
  }
})
