import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createMany } from '../../../test/properties/concurrently.ts'
import { advertiser, executor, expectOk, membersOf } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import { levelOf, levels } from '../../values/level.ts'
import { roundedDown } from './audience-size.ts'
import { readAudienceCells } from './sql.ts'

const market = await openMarket()
const path = '/api/advertiser/offers/audience'

describe('the size of an audience', () => {
  test('is rounded down to two digits, and smaller ones are not told apart', () => {
    const counts = [0, 1, 9, 10, 19, 99, 100, 129, 1_299, 123_456]
    assert.deepEqual(counts.map(roundedDown), [0, 0, 0, 10, 10, 90, 100, 120, 1_200, 120_000])
  })

  test('uses the same levels as reserving', async () => {
    const { db } = market.ctx
    const { id } = await executor(market)
    for (const { accepted, rate } of levels)
      for (const [plus, rejected] of [
        [-1, 0],
        [0, 0],
        [0, Math.ceil(accepted / Math.max(rate, 0.5) - accepted) + 1],
      ] as const) {
        const count = accepted + plus
        await db.run(sql`
          update executors set accepted = ${count}::bigint, rejected = ${rejected}::bigint where account = ${id}::bigint`)
        assert.deepEqual(membersOf(await readAudienceCells(db), 'level'), [levelOf(count, rejected)])
      }
  })

  test('is read once in ten minutes, so that it does not tell who has just signed up', async () => {
    const owner = await advertiser(market)
    await createMany(10, () => executor(market), 4)
    const atLeast = async () => expectOk(await owner.a.get(path)).atLeast
    assert.equal(await atLeast(), 10)
    await createMany(10, () => executor(market), 4)
    assert.equal(await atLeast(), 10)
    market.pass(660)
    assert.equal(await atLeast(), 20)
  })

  test('counts active executors whose profile matches', async () => {
    const owner = await advertiser(market)
    market.pass(660)
    const people = await createMany(24, () => executor(market), 4)
    const [suspended, ...others] = people
    const ids = others.map(({ id }) => id)
    const { db } = market.ctx
    await db.run(sql`update accounts set status = 'Suspended' where id = ${suspended?.id ?? 0}::bigint`)
    await db.run(sql`
      update executors set country = 276, gender = 'Female', birth_date = '1980-05-05', accepted = 60, rejected = 1
      where account = any(${ids.slice(0, 12)}::bigint[])`)
    await db.run(sql`
      update executors set country = 276, gender = null, birth_date = '2000-05-05'
      where account = any(${ids.slice(12, 18)}::bigint[])`)
    const size = async (query: string) => expectOk(await owner.a.get(`${path}?${query}`))
    assert.deepEqual(await size(''), { atLeast: 40, smallestCount: 10 })
    const atLeast = async (query: string) => (await size(query)).atLeast
    assert.equal(await atLeast('targetCountryIds=276'), 10)
    assert.equal(await atLeast('targetCountryIds=276,643&gender=Female'), 10)
    assert.equal(await atLeast('targetCountryIds=276&gender=Male'), 0)
    assert.equal(await atLeast('minAge=40'), 10)
    assert.equal(await atLeast('maxAge=17'), 0)
    assert.equal(await atLeast('minExecutorLevel=2'), 10)
    assert.equal(await atLeast('minExecutorLevel=3'), 0)
  })
})
