import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { jobNamed } from '../../test/support/jobs.ts'
import { openMarket } from '../../test/support/market.ts'
import { sql } from '../platform/sql.ts'
import { keepDecisions, overrunTables } from './actions-retention.ts'

const market = await openMarket()
const { db } = market.ctx
const day = 86_400

const decide = (daysAgo: number) =>
  db.run(sql`
    insert into audit_log (actor, action, subject, subject_id, created_at)
    values ('system', 'test.decide', 'test', 1, ${db.now()} - ${daysAgo}::integer * interval '1 day')`)

const decisions = async () => {
  const rows = await db.many<{ place: string }>(
    sql`select tableoid::regclass::text as place from audit_log where action = 'test.decide' order by id`,
  )
  return rows.map(({ place }) => place)
}

describe('decisions', () => {
  test('go to a new partition twice a year and are dropped with theirs after the retention period', async () => {
    await decide(400)
    await decide(390)
    assert.equal(await keepDecisions(market.ctx), 3, 'two are made, and new ones come into the first of them')
    await decide(0)
    assert.deepEqual(await decisions(), ['audit_log_0', 'audit_log_0', 'audit_log_1'])
    const shorter = { ...market.ctx, config: { ...market.ctx.config, auditKeptDays: 391 } }
    assert.equal(await keepDecisions(shorter), 1, 'one is made ahead, none is old enough as a whole')
    market.pass(2 * day)
    assert.equal(await keepDecisions(market.ctx), 0)
    assert.equal(await keepDecisions(shorter), 1)
    assert.deepEqual(await decisions(), ['audit_log_1'])
  })

  test('younger than a year cannot be dropped, whatever the caller claims', async () => {
    await market.ctx.db.run(sql`select turn_partition('audit_log')`)
    await assert.rejects(db.run(sql`select drop_partition('audit_log', 1)`), /kept for a year at least/)
    await assert.rejects(db.run(sql`select drop_partition('audit_log', 2)`), /not a partition to be dropped/)
    await assert.rejects(db.run(sql`delete from audit_log where true`), /permission denied/)
  })

  test('only partitions of these tables are created or dropped', async () => {
    for (const call of [
      sql`select drop_partition('entries', 0)`,
      sql`select drop_partition('events', null)`,
      sql`select drop_partition('events"; drop table entries; --', 0)`,
      sql`select make_partition('accounts', 1)`,
      sql`select make_partition('events', 9)`,
      sql`select make_partition('events', -1)`,
    ])
      await assert.rejects(db.run(call), /no such partition|not a partition/)
  })
})

test('rows in the default partition are reported, and inserts do not fail', async () => {
  assert.deepEqual(await overrunTables(market.ctx), [])
  await db.run(sql`
    insert into events (id, kind, account, data, created_at, dispatched_at)
    values (77000000000, 'task.created', 1, '{}', ${db.now()}, ${db.now()})`)
  assert.deepEqual(await overrunTables(market.ctx), ['events'])
  const logged: unknown[] = []
  const log = { ...market.logger, error: (what: object) => void logged.push(what) }
  assert.equal(await jobNamed('drop old decisions').run(market.ctx, log as unknown as typeof market.logger), 0)
  assert.deepEqual(logged, [{ tables: ['events'] }])
})
