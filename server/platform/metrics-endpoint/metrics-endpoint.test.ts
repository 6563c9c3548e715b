import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openMarket } from '../../../test/support/market.ts'
import { metricsAt } from '../../../test/support/scenarios/stats.ts'
import { measuredLedgerCheck } from '../../audit/actions-metrics.ts'
import { type Db, openDatabase } from '../database/db.ts'
import { measuredMails } from '../mail/metrics.ts'
import { exposeMetrics } from '../observability/metrics.ts'
import { sql } from '../sql.ts'
import type { Measure } from './measure.ts'
import { openMetrics } from './metrics-endpoint.ts'

await exposeMetrics()
const market = await openMarket()
const here = { host: '127.0.0.1', port: 0 }
const seen: Measure = { ...measuredMails, everySeconds: 0 }

test('a slow measure is cancelled and omitted alone, and not read again at once', async () => {
  let reads = 0
  const read = async (db: Db) => {
    reads++
    await db.run(sql`select pg_sleep(60)`)
  }
  const slow: Measure = { everySeconds: 60, read, forget: measuredLedgerCheck.forget }
  const { address, close } = await openMetrics(here, market.ctx.db, [slow, seen])
  after(close)
  for (let count = 0; count < 3; count++) {
    const now = await metricsAt(address)
    assert.equal(now.of('market_database_up'), 1)
    assert.equal(now.of('market_mails_waiting'), 0)
    assert.equal(now.of('market_books_balanced'), undefined)
  }
  assert.equal(reads, 1)
  const { count } = await market.ctx.db.one<{ count: number }>(sql`
    select count(*) as count from pg_stat_activity
    where state = 'active' and query like '%pg_sleep(60)%' and pid <> pg_backend_pid() and datname = current_database()`)
  assert.equal(count, 0)
})

test('a measure is not read again for a hundred times its duration', async () => {
  let reads = 0
  const read = async (db: Db) => {
    reads++
    await db.run(sql`select pg_sleep(0.3)`)
  }
  const slow: Measure = { everySeconds: 0, read, forget: () => {} }
  const { address, close } = await openMetrics(here, market.ctx.db, [slow, seen])
  after(close)
  for (let count = 0; count < 3; count++) assert.equal((await metricsAt(address)).of('market_mails_waiting'), 0)
  assert.equal(reads, 1)
})

test('an unreachable database leaves only the metrics of the process', async () => {
  const lonely = openDatabase({ url: 'postgresql://nobody@127.0.0.1:1/none', waitSeconds: 1 })
  after(lonely.close)
  const { address, close } = await openMetrics(here, lonely, [seen])
  after(close)
  const now = await metricsAt(address)
  assert.deepEqual([now.of('market_database_up'), now.of('market_mails_waiting')], [0, undefined])
  assert.ok((now.of('process_resident_memory_bytes') ?? 0) > 0)
})
