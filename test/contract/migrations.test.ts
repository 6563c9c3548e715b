import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { migrationNames } from '../../server/platform/database/migrate.ts'
import { root } from './architecture/sources.ts'

/*
 * During a migration and a rolling upgrade the previous version serves on the same tables. This tests what can be seen in the
 * migration's text; docs/recipes/migration.md covers the rest.
 */

/** Later files must follow the rules; earlier ones make a new database. */
const firstBound = '0141'
const folder = join(root, 'server/migrations')

const why = {
  gone: 'the version before still reads it; a release later, under the words -- Contract: and why',
  type: 'rewrites the table, or changes what prepared statements answer; add a column',
  value: 'the version before does not write it; give it a constant default',
  whole: 'reads the whole table under a lock; add it as not valid, and validate it in the next file',
  index: 'holds up those who write; say if not exists, so that it can be made before, concurrently',
  rows: 'holds rows until the end of the file; let a job write them, in sets',
  alone: 'belongs to whoever applies the files',
} as const

const isGone = /^drop (table|view|sequence)\b|\bdrop column\b|\brename\b/
const isWhole = /\badd (?:constraint \w+ )?(?:check|foreign key)\b(?!.*\bnot valid\b)|\bset not null\b/
const isUnique = /\badd (?:constraint \w+ )?(?:unique|primary key)\b(?!.*\busing index\b)/
const isAlone = /^(?:begin|commit|rollback|vacuum|cluster|lock|set)\b|\bconcurrently\b/

/** Returns statements in lower case on one line each, without function bodies, quoted text and comments. */
function statementsIn(text: string): string[] {
  return text
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/'[^']*'/g, "''")
    .replace(/--(?! Contract:).*$/gm, '')
    .replace(/-- Contract:.*$/gm, 'contract ')
    .split(';')
    .map((statement) => statement.toLowerCase().replace(/\s+/g, ' ').trim())
}

/** Returns what is wrong with a statement on tables that existed before the file. */
function wrongIn(statement: string): keyof typeof why | undefined {
  if (isAlone.test(statement)) return 'alone'
  if (/^(?:update|delete from|truncate|insert into \S+ .*\bselect\b)/.test(statement)) return 'rows'
  if (/^create (?:unique )?index (?!if not exists)/.test(statement)) return 'index'
  if (isGone.test(statement)) return 'gone'
  if (!statement.startsWith('alter table')) return undefined
  if (/\balter (?:column )?\w+ (?:set data )?type\b/.test(statement)) return 'type'
  if (/\badd column\b[^,]*\bnot null\b/.test(statement) && !/\badd column\b[^,]*\bdefault\b/.test(statement))
    return 'value'
  return isWhole.test(statement) || isUnique.test(statement) ? 'whole' : undefined
}

const tableOf = (statement: string): string | undefined =>
  /^(?:alter table(?: only)?(?: if exists)?|create (?:unique )?index .*?\bon(?: only)?|insert into|update|delete from) "?(\w+)/.exec(
    statement,
  )?.[1]

/** Returns what the previous version would notice; a table created in the file may be changed in any way. */
function wrongs(text: string): string[] {
  const statements = statementsIn(text)
  const made = new Set(statements.map((each) => /^create table (?:if not exists )?(\w+)/.exec(each)?.[1]))
  return statements.flatMap((statement) => {
    const wrong = wrongIn(statement)
    const table = tableOf(statement)
    const isOwn = table !== undefined && made.has(table) && wrong !== 'alone'
    return wrong === undefined || isOwn || statement.startsWith('contract ') ? [] : [`${statement}: ${why[wrong]}`]
  })
}

test('migrations contain no statement that breaks the previous version', async () => {
  const bound = (await migrationNames()).filter((name) => name >= firstBound)
  assert.ok(bound.length > 0)
  const found = bound.flatMap((name) =>
    wrongs(readFileSync(join(folder, name), 'utf8')).map((wrong) => `${name}: ${wrong}`),
  )
  assert.deepEqual(found, [], 'see docs/recipes/migration.md')
})

test('incompatible statements are found in every spelling', () => {
  const noticed = [
    'drop table offers',
    'alter table offers drop column title, add column b integer',
    'alter table offers rename to tasks',
    'alter table offers rename column title to name',
    'ALTER TABLE offers ALTER COLUMN id TYPE bigint',
    'alter table offers alter id set data type bigint',
    'alter table offers add column later text not null',
    'alter table offers add constraint later_known check (later > 0)',
    'alter table offers alter column title set not null',
    'alter table offers add constraint one unique (title)',
    'create index offers_by_title on offers (title)',
    "update offers set title = ''",
    'insert into later select id from offers',
    'commit',
    'create index concurrently if not exists a on offers (title)',
    "set lock_timeout = '1min'",
  ]
  for (const statement of noticed) assert.equal(wrongs(`-- Why.\n${statement};`).length, 1, statement)
})

test('compatible statements are allowed', () => {
  const unnoticed = [
    "alter table offers add column later text not null default 'x', add column other integer",
    'alter table offers add constraint later_known check (later > 0) not valid',
    'alter table offers validate constraint later_known',
    'create index if not exists offers_by_title on offers (title)',
    'create table later (id bigint primary key, a text not null); create index later_a on later (a); insert into later select 1',
    "create function f() returns trigger language plpgsql as $$ begin update offers set title = 'x'; end $$",
    "comment on table offers is 'drop table offers; commit;'",
    '-- Contract: nobody has read it since 0.4.\nalter table offers drop column title',
  ]
  for (const text of unnoticed) assert.deepEqual(wrongs(`${text};`), [], text)
})
