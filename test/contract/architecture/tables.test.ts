import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { filesIn, inserted, isTest, parse, textOf, textsIn } from './sources.ts'
import { namedAtRunTime, tablesCreated, tablesWritten } from './written-tables.ts'

const migrations = filesIn(['server/migrations'], '.sql')
const code = filesIn(['server'], '.ts').filter((file) => !isTest(file))
const tables = new Set(migrations.flatMap((file) => tablesCreated(textOf(file))))

type Write = { readonly table: string; readonly file: string; readonly line: number }

const writesIn = (file: string): Write[] =>
  textsIn(parse(file)).flatMap(({ text, line }) =>
    tablesWritten(text)
      .filter((table) => tables.has(table) || table === namedAtRunTime)
      .map((table) => ({ table, file, line })),
  )

const folderOf = (file: string): string => file.split('/').slice(0, 2).join('/')
const at = ({ table, file, line }: Write): string => `${table}: ${file}:${line}`

describe('each table has one writer', () => {
  const writes = code.flatMap(writesIn)

  test('tables are found in the migrations and in the code', () => {
    assert.ok(tables.size > 0, 'no `create table` was found in server/migrations')
    assert.ok(writes.length > 0, 'no statement that writes was found in server')
  })

  test('each table is written by the files of one folder', () => {
    const shared = [...Map.groupBy(writes, ({ table }) => table).values()].filter(
      (all) => new Set(all.map(({ file }) => folderOf(file))).size > 1,
    )
    assert.deepEqual(
      shared.flat().map(at),
      [],
      'let the noun that owns the table offer a fragment in its sql-fragments.ts',
    )
  })

  test('only sql.ts and sql-fragments.ts contain writes', () => {
    const elsewhere = writes.filter(({ file }) => !/\/(?:platform\/.*|sql(?:-[a-z0-9-]+)?)\.ts$/.test(file))
    assert.deepEqual(elsewhere.map(at), [])
  })

  test('written tables are named literally in the statement', () => {
    assert.deepEqual(writes.filter(({ table }) => table === namedAtRunTime).map(at), [])
  })
})

describe('the reader of statements', () => {
  const found: readonly (readonly [string, string, readonly string[]])[] = [
    ['an insert', 'insert into offers (id) values (1)', ['offers']],
    ['an update with an alias', 'with a as (UPDATE only public."offers" AS o\n  SET x = 1) select', ['offers']],
    ['an update behind a lock', 'select 1 from slots for update; update offers set x = 1', ['offers']],
    ['several parts of one statement', 'delete from a; merge into b using c; truncate table d', ['a', 'b', 'd']],
    ['an upsert, once', 'insert into a (id) values (1) on conflict (id) do update set x = 2', ['a']],
    ['a copy', 'copy entries (id, units) from stdin', ['entries']],
    ['a name that comes later', `update ${inserted} set x = ${inserted}`, [namedAtRunTime]],
    ['nothing in a lock', 'select * from offers for update of offers skip locked', []],
    ['nothing in a comment', "select 1 -- don't update offers set x\n /* delete from offers */", []],
    ['nothing in a text', "select 'insert into offers' || 'it''s'", []],
  ]
  for (const [what, statement, expected] of found)
    test(`finds ${what}`, () => assert.deepEqual(tablesWritten(statement).sort(), [...expected].sort()))

  test('finds the tables that a migration creates', () => {
    const migration =
      'create table if not exists public.a (id int);\nCREATE UNLOGGED TABLE b (id int); -- create table c ('
    assert.deepEqual(tablesCreated(migration), ['a', 'b'])
  })
})
