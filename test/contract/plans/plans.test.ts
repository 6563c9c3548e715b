import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { sql } from '../../../server/platform/sql.ts'
import { makeDatabase } from '../../support/database.ts'
import { atAnyTime, intended } from './intended.ts'
import { recordAllActions } from './observed.ts'
import { plansOn, type RecordedStatement, type TableRead } from './plans.ts'
import { drain, little, much, seed } from './seed.ts'

/*
 * A statement is planned once per connection for all values. So its plan must suit a large table even if the table was empty when
 * it was planned: PostgreSQL keeps the plan until the next analyze.
 */

const { done, market, url } = await recordAllActions()
after(market.close)

/** Why a full scan is right: these tables stay small. All others grow. */
const small: Readonly<Record<string, string>> = {
  bank_account: 'one row',
  categories: 'the catalog, which its operator writes',
  platforms: 'the catalog',
  prices: 'the catalog',
  add_ons: 'the catalog',
  earned_until: 'one row',
  installation: 'one row',
  item_id_key: 'one row',
  migrations: 'one row for each file',
  listing_marks: 'one row',
  count_marks: 'one row',
  book_checks: 'one row',
  file_sweeps: 'one row',
  notification_cursor: 'one row',
  site: 'one row',
  sandbox_clock: 'one row',
  clock_marks: 'one row',
  daily_figures: 'one row for each day',
  failing_jobs: 'one row for each job that fails now',
}

test('every table is classified as growing or small', async () => {
  const rows = await market.ctx.db.many<{ table: string }>(
    sql`select tablename as "table" from pg_tables where schemaname = 'public'`,
  )
  const tables = rows.map(({ table }) => table)
  assert.ok(tables.length > Object.keys(small).length)
  const shown = Object.keys(small).filter((table) => !tables.includes(table))
  assert.deepEqual(shown, [])
})

type Plan = { readonly name: string; readonly text: string; readonly reads: readonly TableRead[] }

/** Returns the plan of every recorded statement on a prepared database. A statement that several requests sent is planned once. */
async function plansIn(address: string): Promise<Plan[]> {
  const plans = await plansOn(address)
  const known = new Map<string, Promise<TableRead[]>>()
  const readsOf = (one: RecordedStatement): Promise<TableRead[]> => {
    const key = [one.text, ...one.settings].join('\n')
    const reads = known.get(key) ?? plans.reads(one)
    known.set(key, reads)
    return reads
  }
  try {
    const all: Plan[] = []
    for (const [name, heard] of done) {
      for (const one of heard) all.push({ name, text: one.text, reads: await readsOf(one) })
    }
    return all
  } finally {
    await plans.close()
  }
}

/** Returns the plans after each of these steps on a new database. */
async function plansAfter(...steps: ((address: string) => Promise<void>)[]): Promise<Plan[][]> {
  const made = await makeDatabase()
  try {
    const plans: Plan[][] = []
    for (const step of steps) {
      await step(made.directUrl)
      plans.push(await plansIn(made.directUrl))
    }
    return plans
  } finally {
    await made.drop()
  }
}

type KnownScan = readonly [name: RegExp, tables: readonly string[], why: string]

/** Statements that may scan a growing table, with the reason. */
const allowed: readonly KnownScan[] = [
  [/^GET \/api\/operator\/offers/, ['offers', 'offer_states'], 'the operator counts everybody’s offers, now and then'],
  [/^GET \/api\/advertiser\/offers\/audience/, ['accounts', 'executors'], 'counted once in ten minutes (decision 44)'],
  [/^GET \/api\/operator\/accounts/, ['accounts'], 'the operator counts all accounts, now and then'],
  [/^GET \/api\/operator\/webhook-hosts/, ['endpoints'], 'the operator counts attempts by host, now and then'],
  [/^POST \/v1\/sandbox\/clock/, ['reservations'], 'a sandbox is small'],
  [/^GET \/api\/operator\/payouts/, ['payouts'], 'payouts are made by hand, some in a day'],
  [
    /^POST \/api\/operator\/offers\/:offerId\/suspend/,
    ['reservations'],
    'all that is reserved now, when an offer has to go at once',
  ],
  [
    /^(?:job: verify the ledger|POST \/api\/operator\/ledger\/verify)/,
    [
      'entries',
      'transfers',
      'balances',
      'holds',
      'clearings',
      'withdrawals',
      'offers',
      'offer_states',
      'executions',
      'reservations',
    ],
    'it adds everything up, once in an hour',
  ],
  [/^GET \/api\/operator\/audit/, ['audit_log'], 'the operator counts all decisions, now and then'],
  [/^POST \/v1\/sandbox\/executors/, ['accounts'], 'a sandbox has at most 102 accounts'],
  [/^job: purge secrets/, ['endpoints'], 'endpoints are few, and once a minute'],
]

const isAllowed = (name: string, table: string): boolean =>
  allowed.some(([like, tables]) => like.test(name) && tables.includes(table))

/** Returns each statement once, with the tables it scans entirely and the actions that sent it. */
function wholeReads(plans: readonly Plan[]): string[] {
  const found = new Map<string, string>()
  for (const { name, text, reads } of plans) {
    for (const { table, index, how, isWhole } of reads) {
      if (!isWhole || table in small || isAllowed(name, table)) continue
      const key = `${table} ${index ?? ''} ${text}`
      found.set(
        key,
        found.get(key) ?? `${name}: ${how} of ${index ?? table}: ${text.replace(/\s+/g, ' ').trim().slice(0, 100)}`,
      )
    }
  }
  return [...found.values()]
}

/** Actions that send no statements, except perhaps to authenticate. */
const silent = [
  'job: sweep unfinished uploads',
  ...['rules', 'defaults'].map((name) => `GET /api/advertiser/offers/${name}`),
  'GET /api/operator/offers/rules',
  'POST /api/advertiser/offers/page-preview',
  'GET /v1/countries',
]

test('statements of every operation, list and job were recorded', () => {
  assert.ok(done.size > 150, `${done.size}`)
  const unused = [...done].filter(([, heard]) => heard.length === 0).map(([name]) => name)
  const shown = unused.filter((name) => !silent.includes(name))
  assert.deepEqual(shown, [])
})

test('the check finds a statement that reads a whole table', async () => {
  const plans = await plansOn(url)
  after(plans.close)
  const wholes = async (text: string) => {
    const reads = await plans.reads({ text, settings: [] })
    return [...new Set(reads.filter(({ isWhole }) => isWhole).map(({ table }) => table))]
  }
  assert.deepEqual(await wholes('select * from events where kind = $1'), ['events'])
  assert.deepEqual(await wholes('select * from events join offers using (id)'), ['events', 'offers'])
  assert.deepEqual(await wholes('select * from events where id = $1'), [])
  assert.deepEqual(await wholes('select * from events order by id limit 10'), [])
})

describe('no statement scans a growing table', async () => {
  const [fresh = [], used = [], plans = []] = await plansAfter(async () => {}, seed(much), drain)

  test('planned with much data', () => assert.deepEqual(wholeReads(used), []))

  test('planned with empty tables', () => assert.deepEqual(wholeReads(fresh), []))

  test('planned with little data and fresh statistics', async () => {
    const [some = []] = await plansAfter(seed(little))
    assert.deepEqual(wholeReads(some), [])
  })

  test('the rows of one executor are found without those of all others of an offer or advertiser', () => {
    // Filters of reports are of any columns, and some must be looked through.
    const filters = /^GET \/v1\/(?:tasks\/:id\/)?reports\?/
    const others = [...fresh, ...used].filter(({ name }) => !filters.test(name))
    const shown = others.flatMap(({ name, text, reads }) =>
      reads.flatMap(({ index, isOfEveryExecutor }) => (isOfEveryExecutor ? [`${name}: ${index}: ${text}`] : [])),
    )
    assert.deepEqual([...new Set(shown)], [])
  })

  describe('planned while nothing waits', () => {
    const indexesOf = (like: RegExp, count: number) => {
      const found = plans.filter(({ text }) => like.test(text))
      assert.ok(found.length >= count, `${found.length} statements like ${like}`)
      return new Set(found.flatMap(({ reads }) => reads.map(({ index }) => index)))
    }

    test('events and deliveries are written by their ids', () => {
      const indexes = indexesOf(/update (?:events set sequence|deliveries set status)/, 2)
      const ofQueues = ['events_undispatched', 'deliveries_due', 'deliveries_unended', 'deliveries_leased']
      const shown = ofQueues.filter((index) => indexes.has(index))
      assert.deepEqual(shown, [])
    })

    test('a claim reads the due deliveries of each endpoint, not those of all', () => {
      const indexes = [...indexesOf(/deliveries set attempts = attempts \+ 1/, 1)]
      assert.deepEqual(indexes.filter((index) => index?.startsWith('deliveries_')).sort(), [
        'deliveries_due',
        'deliveries_leased',
        'deliveries_pkey',
        'deliveries_trials',
      ])
    })
  })

  test('each uses the index intended for it', () => {
    const found = Map.groupBy(used, ({ name }) => name)
    const missing = Object.entries(intended).flatMap(([name, indexes]) => {
      const reads = (found.get(name) ?? []).flatMap((plan) => plan.reads)
      return indexes.filter((each) => !reads.some(({ index }) => index === each)).map((index) => `${name}: ${index}`)
    })
    assert.deepEqual(missing, [])
    const all = new Set(used.flatMap(({ reads }) => reads.map(({ index }) => index)))
    const shown = atAnyTime.filter((index) => !all.has(index))
    assert.deepEqual(shown, [])
  })
})
