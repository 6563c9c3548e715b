import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { distributedBy, keptLocal } from '../../server/commands/distribution.ts'
import { inSchema, isStatement, laterBy, rules, writtenTwice, wrongWhenDistributed } from './distributed-rules.ts'
import { filesIn, isTest, parse, textOf, textsIn } from './sources.ts'

/*
 * None of the distributed engines can be had here. What their documents say that they do not bear is held against the texts
 * of the schema and of all statements; what these rules would miss shows on the engine alone (npm run test:engine).
 */

const schema = textOf('server/migrations/schema.sql')
const tables = [...schema.matchAll(/^create (?:unlogged )?table (\w+) \(/gm)].map(([, table = '']) => table)
const texts = filesIn(['server'], '.ts')
  .filter((file) => !isTest(file))
  .flatMap((file) => textsIn(parse(file)).map(({ text }) => ({ file, text })))
  .filter(({ text }) => isStatement(text))

describe('a statement of the program', () => {
  test('is looked at, in its hundreds', () => assert.ok(texts.length > 500))

  for (const { name, finds, broken, sound, allowed } of rules)
    test(name, () => {
      for (const text of broken) assert.match(text, finds)
      for (const text of sound) assert.doesNotMatch(text, finds)
      const found = new Set(texts.filter(({ text }) => finds.test(text)).map(({ file }) => file))
      assert.deepEqual([...found].sort(), allowed.map(({ from }) => from).sort(), 'see docs/operate/distributed.md')
    })

  test('that writes a table twice is found', () => {
    const twice = `with a as (insert into entries (id) values (1)), b as (
      insert into entries (id) values (2) returning id), c as (update only holds h set units = 1) delete from holds`
    assert.deepEqual(writtenTwice(twice), ['entries', 'holds'])
    const once = `with a as (select id from offers for update of offers), b as (delete from holds where note = 'update holds')
      insert into entries (id) values (1) on conflict (id) do update set id = 2`
    assert.deepEqual(writtenTwice(once), [])
  })

  test('that cannot be asked of distributed rows is found', () => {
    const wrong = (text: string) => wrongWhenDistributed(text, 'account', ['accounts', 'events'])
    const by = 'where account = $1::bigint'
    assert.deepEqual(wrong(`select 1 from told ${by} and id = any($2)`), [])
    assert.deepEqual(
      wrong('insert into told (account) select account from unnest($1::bigint[]) as asked (account)'),
      [],
    )
    assert.deepEqual(wrong('delete from told where id = $1'), ['does not say which account'])
    const each = [
      `select 1 from told join accounts on accounts.id = told.account ${by}`,
      `select 1 from told ${by} for update`,
      `select 1 from unnest($2) a cross join lateral (select id from told ${by} limit 1) b`,
      `delete from told ${by} and ctid = $2`,
      'insert into told (account) values ($1) on conflict (account) do update set at = now()',
    ]
    for (const text of each) assert.equal(wrong(text).length, 1, text)
  })
})

describe('the schema', () => {
  for (const [what, { finds, known }] of Object.entries(inSchema))
    test(`${what} are those that are known, each for a reason`, () => {
      const found = new Set([...schema.matchAll(finds)].map(([, name = '']) => name))
      assert.deepEqual([...found].sort(), Object.keys(known).sort())
    })

  test('what waits for the commit, and what excludes, would be found', () => {
    const finds = (what: string) => new RegExp(inSchema[what]?.finds.source ?? '', 'im')
    assert.match(
      '  add constraint later FOREIGN KEY (a) REFERENCES b(id) DEFERRABLE',
      finds('constraints that wait for the commit'),
    )
    assert.match('  constraint apart EXCLUDE USING gist (a WITH &&)', finds('constraints of exclusion'))
  })

  test('every table has its place on a Citus, and only one', () => {
    const placed = [...Object.keys(distributedBy), ...keptLocal.flatMap(({ tables }) => tables)]
    assert.deepEqual(placed.sort(), [...tables].sort(), 'say in server/commands/distribution.ts where it lies, and why')
  })

  test('a row has the id of what it would lie beside', () => {
    for (const [table, column] of Object.entries(laterBy)) {
      const body = new RegExp(`^create (?:unlogged )?table ${table} \\([\\s\\S]*?^\\)`, 'm').exec(schema)?.[0]
      assert.ok(body, table)
      if (typeof column === 'string') assert.match(body, new RegExp(`^ {2}${column} \\w+.* not null`, 'm'), table)
    }
  })

  test('every table that grows with the market says what that is', () => {
    const small = ['a row, or one a day', 'notes of what changed', 'found by what', 'read with those']
    const growing = keptLocal.filter(({ why }) => !small.some((start) => why.startsWith(start)))
    const named = ['credentials', 'notifications', ...growing.flatMap(({ tables }) => tables)]
    const people = ['accounts', 'advertisers', 'executors']
    assert.deepEqual(named.filter((table) => !people.includes(table)).sort(), Object.keys(laterBy).sort())
  })
})
