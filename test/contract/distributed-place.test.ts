import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { distributeTable } from '../../server/commands/distribute.ts'
import { CannotDistribute, distributedBy, stepsOf } from '../../server/commands/distribution.ts'
import { findTable, missingOn, seeServer, tablesToDistribute } from '../../server/commands/distribution-find.ts'
import { sweepNotifications, tell } from '../../server/notifications/actions-tell.ts'
import { commandsOf } from '../support/commands.ts'
import { asOwner, makeDatabase, settingsOnServer } from '../support/database.ts'
import { openMarket } from '../support/market.ts'
import { newPlace } from '../support/program.ts'
import { activeOffer, advertiser, executor, good, submittedWork } from '../support/world.ts'
import { wrongWhenDistributed } from './distributed-rules.ts'
import { hearStatements } from './plans.ts'
import { filesIn, inserted, isTest, parse, textsIn } from './sources.ts'

/*
 * There is no Citus here. What `market distribute` would send is sent to a plain PostgreSQL, where a recorder stands in for
 * the one function of Citus that it calls: it notes what it was asked, and moves nothing. So this shows the keys and
 * references that the program is left with, and that it works with those; never that Citus takes them.
 */
const recorder = `
  create table asked (what text);
  create function create_distributed_table(of_table regclass, by_column text, colocate_with text) returns void language sql
    as $$ insert into asked values (of_table || ' by ' || by_column || ', beside ' || colocate_with) $$;
  create view citus_tables as select to_regclass(split_part(what, ' ', 1)) as table_name,
    'distributed'::text as citus_table_type, rtrim(split_part(what, ' ', 3), ',') as distribution_column from asked`

/** What is asked of all machines, by the beginning of the statement. */
const ofAllMachines: Readonly<Record<string, string>> = {
  'delete from notifications where id = any(array( select id from notifications where created_at <':
    'forgets what is old, a thousand rows at a time, now and then',
}

const made = await makeDatabase()
const client = new pg.Client({ connectionString: asOwner(made.directUrl) })
await client.connect()
after(async () => {
  await client.end()
  await made.drop()
})
const all = await client.query<{ name: string }>(
  `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
)
const others = all.rows.map(({ name }) => name).filter((name) => !(name in distributedBy))

const { available } = await seeServer(client)
const skip = available === null ? false : `this server could have Citus ${available}`

// Here, because what a hook registers ends with the hook.
const place = newPlace({ after }, await settingsOnServer({ after }))

describe('a plain PostgreSQL', { skip }, () => {
  test('is refused, and it says what is missing', async () => {
    const said = await commandsOf(place).refused('distribute')
    assert.match(said, /^This is PostgreSQL \S+ without the extension citus, which is not installed on the server\./)
    assert.match(
      said,
      /Citus 13 or newer belongs on this server and on every worker \(docs\/operate\/distributed\.md\)/,
    )
  })

  test('is told what would be done, and nothing is', async () => {
    const { code, out } = await place.run('distribute', '--dry-run')
    assert.equal(code, 0)
    for (const line of [
      /^On PostgreSQL \S+, Citus not installed:$/m,
      /^ {2}notifications: notifications_account_fkey is dropped; .* accounts exists$/m,
      /^ {4}alter table notifications drop constraint notifications_pkey, add constraint notifications_pkey primary key \(id, account\);$/m,
      /^ {4}select create_distributed_table\('notifications', 'account', colocate_with => 'none'\);$/m,
      /^ {4}accounts advertisers executors /m,
      /^Nothing of this can be done here\. /m,
    ])
      assert.match(out, line)
    const { steps, missing } = await commandsOf(place).ask<{ steps: unknown[]; missing: string }>(
      'distribute',
      '--dry-run',
    )
    assert.equal(steps.length, 3)
    assert.match(missing, /without the extension citus/)
  })
})

describe('what would be missing', () => {
  test('of a Citus that is there, is nothing, if it is new enough', () => {
    const server = 'PostgreSQL 17.4'
    assert.equal(missingOn({ server, citus: '13.2-1', available: '13.2-1' }), undefined)
    assert.match(
      missingOn({ server, citus: '12.1-1', available: '13.2-1' }) ?? '',
      /^This is PostgreSQL 17\.4 with Citus 12\.1-1\./,
    )
    assert.match(missingOn({ server, citus: null, available: '13.2-1' }) ?? '', /run "create extension citus" in it/)
  })
})

describe('a table that cannot be distributed as it is', () => {
  const found = { table: 'notifications', liesBy: null, keys: [], references: [], triggers: [] }
  const key = { name: 'one', isPrimary: false, isConstraint: true, columns: ['id'] }

  test('is refused by name', () => {
    const why = (more: object) => assert.throws(() => stepsOf({ ...found, ...more }), CannotDistribute)
    why({ liesBy: 'id' })
    why({ triggers: ['told'] })
    why({ keys: [key] })
    why({ keys: [{ ...key, isPrimary: true, isConstraint: false }] })
  })

  test('or has nothing left to do', () => {
    assert.deepEqual(stepsOf({ ...found, liesBy: 'account' }), [])
    assert.equal(stepsOf({ ...found, keys: [{ ...key, columns: ['account', null] }] }).length, 1)
  })
})

describe('a database after the steps', () => {
  const citus = { citus: '13.2-1' }

  test('was asked once, and not again', async () => {
    assert.equal((await seeServer(client)).citus, null)
    await client.query(recorder)
    for (const table of tablesToDistribute) assert.ok((await distributeTable(client, table, citus)).length > 0)
    for (const table of tablesToDistribute) assert.deepEqual(await distributeTable(client, table, citus), [])
    const { rows } = await client.query('select what from asked')
    assert.deepEqual(rows, [{ what: 'notifications by account, beside none' }])
  })

  test('has a column to distribute by that is never null and stands in every key, and no references or triggers', async () => {
    for (const [table, column] of Object.entries(distributedBy)) {
      const { keys, references, triggers } = await findTable(client, table, citus)
      assert.ok(keys.length > 1)
      for (const { name, columns } of keys) assert.ok(columns.includes(column), `${name} has no ${column}`)
      assert.deepEqual([references, triggers], [[], []])
      const { rows } = await client.query(
        'select attnotnull as never, atttypid::regtype as type from pg_attribute where attrelid = $1::regclass and attname = $2',
        [table, column],
      )
      assert.deepEqual(rows, [{ never: true, type: 'bigint' }])
    }
  })

  test('serves all that asks for those tables, by statements that a Citus would take, as far as their texts tell', async () => {
    const { take, stop } = hearStatements()
    const market = await openMarket({ databaseUrl: made.directUrl })
    try {
      await everythingTold(market)
    } finally {
      stop()
      await market.close()
    }
    const heard = take().map(({ text }) => text.replace(/\s+/g, ' ').trim())
    for (const [table, column] of Object.entries(distributedBy)) {
      const own = heard.filter((text) => new RegExp(`\\b(?:from|into|update|join) ${table}\\b`).test(text))
      const missed = written(table).filter((part) => !own.some((text) => text.includes(part)))
      assert.deepEqual(missed, [], 'statements on a distributed table that this test does not run')
      const bound = own.filter((text) => !Object.keys(ofAllMachines).some((start) => text.startsWith(start)))
      assert.ok(bound.length >= 7 && bound.length < own.length)
      for (const text of bound) assert.deepEqual(wrongWhenDistributed(text, column, others), [], text)
    }
  })
})

/** The texts of statements on a table, each by its longest piece without a value. */
function written(table: string): string[] {
  const all = filesIn(['server'], '.ts').filter((file) => !isTest(file) && !file.startsWith('server/commands/'))
  return all
    .flatMap((file) => textsIn(parse(file)))
    .filter(({ tag, text }) => tag === 'sql' && new RegExp(`\\b(?:from|into|update|join) ${table}\\b`).test(text))
    .map(({ text }) => text.replace(/\s+/g, ' ').split(inserted))
    .map((pieces) => pieces.reduce((longest, piece) => (piece.length > longest.length ? piece : longest)).trim())
}

/** Tells people things, and does with them all that can be done. */
async function everythingTold(market: Awaited<ReturnType<typeof openMarket>>): Promise<void> {
  const owner = await advertiser(market)
  const { id } = await activeOffer(market, { advertiser: owner, slots: 5 })
  await submittedWork(market, id)
  await tell(market.ctx)
  await client.query(
    `insert into notifications (account, kind, cause, data, is_shown, created_at)
      select $1, 'OfferApproved', 'old:' || n, '{}', true, now() from generate_series(1, 1000) n`,
    [owner.id],
  )
  await submittedWork(market, id, await executor(market))
  await tell(market.ctx)
  const path = '/api/account/notifications'
  const { items, nextCursor, unreadCount } = good(await owner.a.get(`${path}?pageSize=1`))
  assert.ok(unreadCount > 1 && nextCursor)
  assert.equal(good(await owner.a.get(`${path}?pageSize=1&cursor=${nextCursor}`)).items.length, 1)
  assert.equal(good(await owner.a.get(`${path}?unread=true&page=2&pageSize=1`)).items.length, 1)
  good(await owner.a.post(`${path}/read`, { ids: [items[0].id] }))
  assert.equal(good(await owner.a.post(`${path}/read`, { all: true, upToId: items[0].id })).unreadCount, 0)
  market.pass(100 * 86_400)
  assert.ok((await sweepNotifications(market.ctx)) > 1)
}
