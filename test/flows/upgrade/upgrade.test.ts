import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { times } from '../../properties/rng.ts'
import { type Client, clientOf } from '../../support/client.ts'
import { advertiser, type Person } from '../../support/fixtures.ts'
import { freePort, newInstallation, type Program, type TestInstallation } from '../../support/program.ts'
import { type Flow, loop, nothingAcknowledged, type People, peopleIn } from '../kill/flow.ts'
import { taskPrice } from '../kill/kills.ts'
import { everything, lost } from '../kill/lost-records.ts'
import { type RetryingClient, retryingClientIn } from '../retrying-client.ts'
import { asOwnerOf, nextVersion } from './version.ts'

const executors = 3
const lanes = 3

const schema = readFileSync(join(import.meta.dirname, '../../../server/migrations/schema.sql'), 'utf8')
const tables = [...schema.matchAll(/^create table (\w+) \(/gm)].map(([, table]) => table ?? '')

/** Migrations of a simulated next version: a new column in every table, a table, an index, and changes that need a waiting migrator. */
const ofNextVersion = Object.fromEntries([
  ...tables.map((table, index) => [
    `${9000 + index}_${table}.sql`,
    `alter table ${table} add column later_note text not null default 'later';`,
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

/** Sends the people's requests to each running program in turn. */
function throughAll(people: People, live: readonly Program[]): People {
  let turn = 0
  const through = (secret: string): Client => {
    const pick = () => clientOf(live[turn++ % live.length]?.url ?? '', secret)
    return new Proxy({} as Client, { get: (_, verb: keyof Client) => pick()[verb] })
  }
  const moved = (person: Person): Person => ({ ...person, a: through(person.token), b: through(person.key) })
  return {
    advertiser: moved(people.advertiser),
    operator: moved(people.operator),
    executors: people.executors.map(moved),
  }
}

type Load = {
  readonly flows: readonly Flow[]
  readonly retryingClient: RetryingClient
  /** Waits until further flows have completed. */
  more(): Promise<void>
  /** Stops and resolves when started work is done. */
  end(): Promise<void>
  readonly count: () => number
}

/** Runs complete flows continuously and concurrently, and reads lists. */
async function loadOn(all: readonly People[], retryingClient: RetryingClient): Promise<Load> {
  const price = await taskPrice((all[0] as People).advertiser.a)
  const flows = all.map((people) => ({ people, retryingClient, acknowledged: nothingAcknowledged(), price }))
  let [isOver, loops] = [false, 0]
  const lane = async (flow: Flow) => {
    while (!isOver) await loop(flow, `loop-${++loops}`)
  }
  const look = async ({ people }: Flow) => {
    while (!isOver) {
      await everything(retryingClient, people.advertiser.b, '/v1/tasks')
      const paths = ['/api/executor/offers/available', '/api/executor/executions', '/api/executor/reservations']
      for (const path of paths) await retryingClient.once(path, () => (people.executors[0] as Person).a.get(path))
    }
  }
  const running = Promise.all([...flows.map(lane), ...flows.map(look)]).finally(() => {
    isOver = true
  })
  const end = async () => {
    isOver = true
    await running
  }
  const more = async () => {
    const until = loops + all.length * times(1, 20)
    while (loops < until && !isOver) await setTimeout(20)
    if (isOver) await running
  }
  running.catch(() => {})
  return { flows, retryingClient, more, end, count: () => loops }
}

test('two versions serve concurrently during and after the migration, and when either stops', async (t) => {
  // One public address, as behind a load balancer.
  const address = { PUBLIC_URL: 'http://127.0.0.1:8080' }
  const installation = newInstallation(t, address)
  const old = await installation.serve(await freePort())
  const live = [old]
  const people = await installation.within(old.url, (market) =>
    Promise.all(Array.from({ length: lanes }, () => peopleIn(market, executors))),
  )
  const load = await loadOn(
    people.map((each) => throughAll(each, live)),
    retryingClientIn({ kills: 0, isUp: true }),
  )
  const leave = async (program: Program) => {
    live.splice(live.indexOf(program), 1)
    assert.deepEqual(await program.end('SIGTERM'), { code: 0, signal: null }, program.output())
  }
  await load.more()
  const young = await nextVersion(t, installation, ofNextVersion, address).serve(await freePort())
  live.push(young)
  await load.more()
  await leave(old)
  await load.more()
  // Rolls back: the previous version on the newer schema.
  const again = await installation.serve(await freePort())
  live.push(again)
  await load.more()
  await leave(young)
  await load.more()
  await load.end()
  mustBeWell(t, load)
  await mustBeWhole(installation, load)
  assert.deepEqual([old, young, again].flatMap(warningsOf), [])
})

const warningsOf = (program: Program): string[] =>
  program
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))

async function mustBeWhole(installation: TestInstallation, { flows }: Load): Promise<void> {
  for (const flow of flows) assert.deepEqual(await lost(flow, 20), [])
  const books = await installation.run('ledger', 'verify', '--json')
  assert.equal(JSON.parse(books.out).ok, true, books.out + books.err)
}

function mustBeWell(t: TestContext, { retryingClient, count }: Load): void {
  const { outcomes, slowestMs, wrong } = retryingClient.results
  t.diagnostic(`${count()} flows: ${JSON.stringify(outcomes)}; slowest ${Math.round(slowestMs)} ms`)
  assert.deepEqual(wrong.slice(0, 5), [])
  assert.deepEqual(Object.keys(outcomes).sort(), ['200', '201'])
}
