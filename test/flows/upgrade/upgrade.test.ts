import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filesIn, textOf } from '../../contract/architecture/sources.ts'
import { tablesCreated } from '../../contract/architecture/written-tables.ts'
import type { Asked } from '../../model/messages.ts'
import { ask, type Node, startTrade, steady } from '../../model/trade.ts'
import { rngOf, times } from '../../properties/rng.ts'
import { advertiser } from '../../support/fixtures.ts'
import { freePort } from '../../support/ports.ts'
import { newInstallation, type Program } from '../../support/program.ts'
import { mustBeWhole, targetIn, taskPrice, tradeOn } from '../kill/target.ts'
import { asOwnerOf, nextVersion } from './version.ts'

const clients = 8

const tables = filesIn(['server/migrations'], '.sql').flatMap((file) => tablesCreated(textOf(file)))

/** Migrations of a simulated next version: a new column in every table, a table, an index, and changes that need a waiting migrator. */
const ofNextVersion = Object.fromEntries([
  ...tables.map((table, index) => [
    `${9000 + index}_${table}.sql`,
    `alter table if exists ${table} add column later_note text not null default 'later';`,
  ]),
  [
    `${9000 + tables.length}_later.sql`,
    `create table later (id bigint generated always as identity primary key, offer bigint references offers);
     insert into later (offer) select id from offers;
     create index later_by_offer on later (offer);
     create index accounts_by_later_note on accounts (later_note, id);`,
  ],
  [`${9001 + tables.length}_wider.sql`, 'alter table offer_states alter column kept type bigint;'],
])

test('a version with a failing migration changes nothing and reports why; the previous one continues', async (t) => {
  const installation = newInstallation(t)
  const program = await installation.serve(await freePort())
  const person = await installation.within(program.url, (market) => advertiser(market))
  const next = nextVersion(t, installation, {
    '9001_first.sql': `alter table offers add column first_note text not null default '';`,
    '9002_fails.sql': 'create table later (id bigint primary key); alter table offers add column first_note text;',
  })
  await assert.rejects(next.serve(await freePort()), ({ message }: Error) => {
    assert.equal(
      message,
      'ended with 1: Migration 9002_fails.sql was not applied: column "first_note" of relation "offers" already exists.\n',
    )
    return true
  })
  const draft = { offerPriceId: await taskPrice(person.a), title: 'As before', totalLimit: 1, draft: true }
  assert.equal((await person.b.post('/v1/tasks', draft)).status, 201)
  assert.ok(program.isRunning())
  await asOwnerOf(installation, async ({ client }) => {
    const { rows } = await client.query(
      `select to_regclass('later') as later, (select max(name) from migrations) as last`,
    )
    assert.deepEqual(rows, [{ later: null, last: '9001_first.sql' }])
  })
})

test('two versions serve concurrently during and after the migration, and when either stops', async (t) => {
  const rng = rngOf(t)
  // One public address, as behind a load balancer.
  const address = { PUBLIC_URL: 'http://127.0.0.1:8080' }
  const installation = newInstallation(t, address)
  const target = await targetIn(installation, await freePort())
  const old = target.program
  const opened = await tradeOn(t, target, rng.whole(2 ** 30), false)
  const live: Node[] = [steady(old.url)]
  const trade = { ...opened, nodes: live }
  const trading = startTrade(trade, rng.fork(), clients)
  const more = () => trading.more(times(60, 1_000))
  const leave = async (program: Program) => {
    live.splice(
      live.findIndex(({ url }) => url === program.url),
      1,
    )
    assert.deepEqual(await program.end('SIGTERM'), { code: 0, signal: null }, program.output())
  }
  await more()
  const young = await nextVersion(t, installation, ofNextVersion, address).serve(await freePort())
  live.push(steady(young.url))
  await more()
  await leave(old)
  await more()
  // Rolls back: the previous version on the newer schema.
  const again = await installation.serve(await freePort())
  live.push(steady(again.url))
  await more()
  await leave(young)
  await more()
  await trading.end()
  t.diagnostic(JSON.stringify(Object.fromEntries(trade.outcomes)))
  const reads = [(asked: Asked) => ask(again.url, asked)]
  await mustBeWhole({ ...trade, world: { ...trade.world, reads } }, installation)
  assert.deepEqual([old, young, again].flatMap(warningsOf), [])
})

/** Without retried migrations: on a busy machine a request may hold a lock for a second. */
const warningsOf = (program: Program): string[] =>
  program
    .output()
    .split('\n')
    .filter(
      (line) => line.startsWith('{') && !/"Migration \w+\.sql was not applied: .*What it needs is held by/.test(line),
    )
