import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { type Pair, startPair } from '../../../test/support/replica.ts'
import { sql } from '../sql.ts'
import { type Database, openDatabase } from './db.ts'
import { openReplica } from './replica.ts'

const isReplica = sql`select pg_is_in_recovery() as is_replica`
const rounds = 300

describe('reads of a replica', () => {
  let pair: Pair
  let db: Database
  const readsReplica = async () => (await db.reads.one<{ isReplica: boolean }>(isReplica)).isReplica
  /** Waits until the replica is used again, some time after it failed. */
  const untilAsked = async () => {
    while (!(await readsReplica()));
  }

  before(async () => {
    pair = await startPair()
    db = openDatabase({ url: pair.url, readUrl: pair.readUrl })
  })
  after(async () => {
    await db.close()
    await pair.close()
  })

  test('go to the replica, other statements and transactions to the primary', async () => {
    await untilAsked()
    assert.equal((await db.one<{ isReplica: boolean }>(isReplica)).isReplica, false)
    const within = await db.transaction((own) => own.reads.one<{ isReplica: boolean }>(isReplica))
    assert.equal(within.isReplica, false)
    assert.ok((db.readCounts()?.answered ?? 0) > 0)
  })

  test('include everything committed before them, by any client', async () => {
    const other = openDatabase({ url: pair.url })
    const { id } = await other.one<{ id: number }>(sql`
      insert into accounts (email, roles, created_at) values ('reads@example.com', '{Executor}', now()) returning id`)
    for (let round = 1; round <= rounds; round++) {
      await other.run(sql`update accounts set language = ${`x${round}`} where id = ${id}`)
      const { language } = await db.reads.one<{ language: string }>(sql`select language from accounts where id = ${id}`)
      assert.equal(language, `x${round}`)
    }
    await other.close()
    const { answered = 0, missed = 0 } = db.readCounts() ?? {}
    assert.ok(answered > rounds / 2, `the replica answered ${answered}, and missed ${missed}`)
  })

  test('keep using the replica after an invalid statement, which the primary refuses', async () => {
    await untilAsked()
    await assert.rejects(db.reads.one(sql`select 1 / ${0}::integer`), /division by zero/)
    assert.equal(db.readCounts()?.isResting, false)
    assert.equal(await readsReplica(), true)
  })

  test('pause when the replica cancels a read for its replay, not when a user cancels it', async () => {
    const own = new pg.Pool({ connectionString: pair.readUrl })
    let code: string | undefined
    const send = async () => {
      if (code !== undefined) throw Object.assign(new Error('refused'), { code })
      return { rows: [], count: 0 }
    }
    const replica = openReplica(own, send, async () => ({ position: '0/0', timeline: '00000001' }))
    const ask = () => replica.read(sql`select`)
    while (!(await ask()));
    const isResting = []
    for (code of ['57014', '22P02', '42703', '40001']) {
      assert.equal(await ask(), undefined)
      isResting.push(replica.counts().isResting)
    }
    assert.deepEqual(isResting, [false, false, false, true])
    await replica.close()
  })

  test('pause after a failover: replicas may show lost changes', async () => {
    let timeline = '00000001'
    const own = new pg.Pool({ connectionString: pair.readUrl })
    const send = async () => ({ rows: [], count: 0 })
    const replica = openReplica(own, send, async () => ({ position: '0/0', timeline }))
    const ask = () => replica.read(sql`select`)
    while (!(await ask()));
    timeline = '00000002'
    assert.equal(await ask(), undefined)
    assert.equal(replica.counts().isResting, true)
    await replica.close()
  })

  test('go to the primary while the replica is late, down or promoted', async () => {
    await untilAsked()
    await pair.pause()
    await db.run(sql`update accounts set language = 'en'`)
    assert.equal(await readsReplica(), false)
    await pair.resume()
    await untilAsked()
    await pair.stop()
    assert.equal(await readsReplica(), false)
    await pair.start()
    await untilAsked()
    await pair.promote()
    assert.equal(await readsReplica(), false)
    assert.equal(await readsReplica(), false)
  })
})
