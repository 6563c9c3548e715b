import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { openMarket } from '../../../test/support/market.ts'
import { promises } from '../../../test/support/scenarios/counters.ts'
import type { Database } from '../database/db.ts'
import { sql } from '../sql.ts'
import { postgresCounter, purgeLimits } from './postgres-counter.ts'

const market = await openMarket()
const { db } = market.ctx
const opened: Database[] = []
after(() => Promise.all(opened.map((each) => each.close())))

/** Each counter has its connection, like those of several processes. */
function open() {
  const own = db.beside({ connectionsMax: 1, answerMsMax: 60_000 })
  opened.push(own)
  return postgresCounter(own)
}

describe('the counter of PostgreSQL', () => {
  for (const [what, hold] of Object.entries(promises)) test(what, (t) => hold({ market, open }, t))

  test('purges what was counted more than a minute ago, and keeps the rest', async () => {
    const counter = open()
    const rows = async () => (await db.one<{ rows: number }>(sql`select count(*) as rows from request_counts`)).rows
    const grant = async (wanted: number) =>
      (await counter.grant([{ limits: [{ subject: 'purged', most: 5 }], wanted, owed: 0 }]))[0]?.granted
    market.pass(7200)
    await purgeLimits({ db })
    assert.equal(await rows(), 0)
    assert.equal(await grant(3), 3)
    market.pass(50)
    assert.equal(await grant(1), 1)
    await purgeLimits({ db })
    assert.deepEqual([await grant(9), await grant(1)], [1, 0])
    market.pass(30)
    await purgeLimits({ db })
    assert.equal(await rows(), 2)
    assert.equal(await grant(9), 3)
  })
})
