import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { rngFrom } from '../properties/rng.ts'
import type { Acknowledged } from './acknowledged.ts'
import { examine, examineBy, withQuery } from './checker.ts'
import { checkShown } from './checker-api.ts'
import { startComponents } from './components.ts'
import type { Evidence } from './evidence.ts'
import { evidenceOf, openBench, round } from './run.ts'

type Planted = {
  readonly what: string
  /** What the checker must report. */
  readonly says: RegExp
  /** The damage, made as the database's owner without triggers. */
  readonly sql?: string
  readonly plant?: (evidence: Evidence) => Evidence
  /** Damages the file of a proof. */
  readonly file?: (path: string) => void
}

const firstOf = <Key, Each>(map: ReadonlyMap<Key, Each>): [Key, Each] => [...map][0] as [Key, Each]

/** One example of each kind of damage that the checker must detect. */
const planted: readonly Planted[] = [
  {
    what: 'a lost report',
    says: /a report that was acknowledged is missing/,
    sql: 'delete from executions where id = (select min(id) from executions)',
  },
  {
    what: 'a lost reservation',
    says: /a reservation that was acknowledged is missing/,
    sql: 'delete from reservations where id = (select min(id) from reservations)',
  },
  {
    what: 'a task made twice',
    says: /a task exists that was never acknowledged/,
    plant: ({ acknowledged, ...rest }) => ({
      ...rest,
      acknowledged: { ...acknowledged, tasks: new Map([...acknowledged.tasks].slice(1)) },
    }),
  },
  {
    what: 'a decision taken back',
    says: /a report differs from its acknowledgement/,
    sql: "update executions set status = 'Pending', decided_at = null where id = (select min(id) from executions where status = 'Accepted')",
  },
  {
    what: 'a reservation taken back',
    says: /a reservation differs from its acknowledgement/,
    sql: "update reservations set status = 'Expired' where id = (select min(id) from reservations where status = 'Submitted')",
  },
  {
    what: 'money that somebody else got',
    says: /an account has other money than was acknowledged/,
    sql: "update entries set account = account + 1 where id = (select min(id) from entries where book like 'executor.%')",
  },
  {
    what: 'a transfer of nothing',
    says: /an entry has no transfer, or a transfer no entry/,
    sql: "insert into transfers (id, kind, cause, created_at) select nextval('transfer_ids'), kind, 'nothing', created_at from transfers limit 1",
  },
  {
    what: 'a fee taken twice',
    says: /the fee of accepted work was not taken exactly once/,
    sql: `insert into entries (transfer, book, owner, account, units, created_at)
      select transfer, book, owner, account, units, created_at from entries where book = 'platform.revenue' order by id limit 1`,
  },
  {
    what: 'a lost entry',
    says: /a transfer does not sum to zero/,
    sql: 'delete from entries where id = (select max(id) from entries)',
  },
  {
    what: 'a changed balance',
    says: /a kept balance is not the sum/,
    sql: "update balances set units = units + 1 where (book, owner) = (select book, owner from balances where book = 'advertiser.available' limit 1)",
  },
  {
    what: 'work paid twice',
    says: /work was not paid exactly once/,
    sql: `
    with paid as (select t.*, nextval('transfer_ids') as copy from transfers t where kind = 'Charge' order by id limit 1),
      copied as (insert into transfers (id, kind, cause, offer, execution, created_at)
        select copy, kind, cause || ' again', offer, execution, created_at from paid)
    insert into entries (transfer, book, owner, account, units, created_at)
    select copy, book, owner, account, units, e.created_at from entries e join paid on paid.id = e.transfer`,
  },
  {
    what: 'an orphan hold',
    says: /a hold belongs to nothing/,
    sql: 'update holds set units = units + 1 where offer = (select min(offer) from holds)',
  },
  {
    what: 'a lost slot',
    says: /slots are not where the work is/,
    sql: 'update offer_states set withdrawn = withdrawn + 1 where offer = (select min(offer) from offer_states)',
  },
  {
    what: 'an event that is not sent',
    says: /an event was never dispatched/,
    sql: "update deliveries set status = 'Pending' where id = (select min(id) from deliveries)",
  },
  {
    what: 'an event without a number',
    says: /an event was never dispatched/,
    sql: 'update events set sequence = null where id = (select max(id) from events)',
  },
  {
    what: 'a challenge with a number',
    says: /an event was never dispatched/,
    sql: "update events set sequence = 1000 where id = (select min(id) from events where kind = 'webhook.verification')",
  },
  {
    what: 'a gap in the numbers',
    says: /have a gap/,
    sql: 'update events set sequence = sequence + 1000 where id = (select max(id) from events)',
  },
  {
    what: 'an event that did not happen',
    says: /events tell of|what arrived did not happen/,
    sql: 'delete from events where id = (select max(id) from events)',
  },
  {
    what: 'an event that did not arrive',
    says: /an event never arrived/,
    plant: ({ delivered, ...rest }) => ({ ...rest, delivered: delivered.filter(({ id }) => id !== delivered[0]?.id) }),
  },
  {
    what: 'a forged delivery',
    says: /is not signed/,
    plant: ({ delivered, ...rest }) => ({
      ...rest,
      delivered: delivered.map((each, index) => (index === 0 ? { ...each, body: `${each.body} ` } : each)),
    }),
  },
  {
    what: 'a lost file',
    says: /the file of a proof is not there/,
    file: (path) => rmSync(path),
  },
  {
    what: 'a changed file',
    says: /the file of a proof is not there, or another/,
    file: (path) => writeFileSync(path, 'other'),
  },
  {
    what: 'a deposit booked twice',
    says: /a deposit exists that was never acknowledged/,
    plant: ({ acknowledged, ...rest }) => ({
      ...rest,
      acknowledged: { ...acknowledged, deposits: new Map([...acknowledged.deposits].slice(1)) },
    }),
  },
  {
    what: 'an answer 500',
    says: /: 500/,
    plant: ({ acknowledged, ...rest }) => ({
      ...rest,
      acknowledged: { ...acknowledged, wrong: ['POST /v1/tasks: 500'] },
    }),
  },
]

/** Returns the checker's report on one damage, which is then rolled back. */
function saidOf(evidence: Evidence, { sql, plant, file }: Planted): Promise<string[]> {
  const [url, { text }] = firstOf(evidence.acknowledged.proofs)
  const path = join(evidence.uploads, 'proofs', url.split('/').at(-1) ?? '')
  return withQuery(evidence.databaseUrl, async (query) => {
    await query('begin')
    await query('set local session_replication_role = replica')
    if (sql) await query(sql)
    file?.(path)
    const { wrong } = await examineBy(plant?.(evidence) ?? evidence, query)
    if (file) writeFileSync(path, text)
    await query('rollback')
    return wrong
  })
}

/** Falsifies the record in every way at once; the checker must report each difference from the nodes. */
async function mustDiffer(evidence: Evidence): Promise<void> {
  const { acknowledged, fundsUnits } = evidence
  const [[id, work], [url, proof], [offer]] = [
    firstOf(acknowledged.works),
    firstOf(acknowledged.proofs),
    firstOf(acknowledged.tasks),
  ]
  const other: Acknowledged = {
    ...acknowledged,
    works: new Map([...acknowledged.works, [id, { ...work, status: 'Unheard' }]]),
    proofs: new Map([...acknowledged.proofs, [url, { ...proof, text: 'other' }]]),
    tasks: new Map([...acknowledged.tasks].filter(([each]) => each !== offer)),
  }
  const wrong = await checkShown({ ...evidence, acknowledged: other, fundsUnits: fundsUnits + 1 })
  const says = [
    new RegExp(`^report ${id} is shown as \\w+, not Unheard$`),
    /^a proof is shown otherwise: /,
    /^\d+ of task are listed, and \d+ were acknowledged$/,
    /^account \d+ is shown [\d.]+, and must have [\d.]+$/,
  ]
  for (const each of says) {
    const count = wrong.filter((text) => each.test(text)).length
    assert.ok(
      count >= evidence.urls.length,
      `${each} is said ${count} times of ${evidence.urls.length} nodes: ${wrong}`,
    )
  }
}

/** Returns the evidence of a few seconds of trade, after the programs have ended. */
async function traded(t: TestContext): Promise<Evidence> {
  const components = await startComponents(t)
  const bench = await openBench(t, components, rngFrom(7), 5, () => {})
  for (let times = 0; times < 2; times++) await round(bench, 0)
  await mustDiffer(evidenceOf(bench))
  await Promise.all([...components.nodes, ...components.workers].map((component) => component.kill()))
  return { ...evidenceOf(bench), urls: [] }
}

test('the checker finds nothing in an intact market, and each kind of injected damage', async (t) => {
  const evidence = await traded(t)
  assert.deepEqual((await examine(evidence)).wrong, [])
  for (const each of planted) {
    const wrong = await saidOf(evidence, each)
    assert.ok(
      wrong.some((text) => each.says.test(text)),
      `${each.what} is not found: ${JSON.stringify(wrong)}`,
    )
  }
})

test('the checker shares no code with the server', () => {
  const files = readdirSync(import.meta.dirname).filter(
    (name) => /^(?:checker.*|evidence)\.ts$/.test(name) && !isTest(name),
  )
  const imported = files.flatMap((name) => [
    ...readFileSync(join(import.meta.dirname, name), 'utf8').matchAll(/^import (?!type).* from '(.*)'/gm),
  ])
  const others = imported.map(([, from]) => from ?? '').filter((from) => !/^\.\/(?:checker|evidence)/.test(from))
  assert.deepEqual([...new Set(others)].sort(), [
    'node:fs',
    'node:path',
    'node:timers/promises',
    'pg',
    'standardwebhooks',
  ])
})
const isTest = (name: string): boolean => name.endsWith('.test.ts')
