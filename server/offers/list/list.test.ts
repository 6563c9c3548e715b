import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  activeOffer,
  executor,
  expectOk,
  type Person,
  reserved,
  submittedWork,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Offer } from '../offer.ts'
import { textsOf } from './actions-texts.ts'
import { readOwnOffers } from './sql.ts'

const market = await openMarket()

/** Both lists show what the tasks and offers are now. */
async function mustBeCurrent({ a, b }: Person): Promise<void> {
  for (const [client, path] of [
    [b, '/v1/tasks'],
    [a, '/api/advertiser/offers'],
  ] as const) {
    const { items } = expectOk(await client.get(`${path}?sort=id`))
    assert.equal(items.length, 2)
    for (const item of items) assert.deepEqual(item, expectOk(await client.get(`${path}/${item.id}`)))
  }
}

test('a list shows each change of an offer, of its slots and of its money', async () => {
  const { id, advertiser: owner } = await activeOffer(market)
  await activeOffer(market, { advertiser: owner })
  await mustBeCurrent(owner)
  await reserved(await executor(market), id)
  await mustBeCurrent(owner)
  const { id: report } = await submittedWork(market, id)
  await mustBeCurrent(owner)
  expectOk(await owner.b.post(`/v1/reports/${report}/accept`))
  await mustBeCurrent(owner)
  expectOk(await owner.b.patch(`/v1/tasks/${id}`, { metadata: { note: 'Тест' }, totalLimit: 5 }))
  await mustBeCurrent(owner)
  expectOk(await owner.b.patch(`/v1/tasks/${id}`, { status: 'Paused' }))
  await mustBeCurrent(owner)
})

test('an offer too long to keep is listed as it is now', async () => {
  const { id, advertiser: owner } = await activeOffer(market, { members: { description: 'ж'.repeat(5_000) } })
  await activeOffer(market, { advertiser: owner })
  await mustBeCurrent(owner)
  await reserved(await executor(market), id)
  await mustBeCurrent(owner)
})

test('an unchanged offer is not read again, nor are the counts of its quotas', async () => {
  const { advertiser: owner } = await activeOffer(market, {
    members: { quotas: [{ name: 'Women', max: 1, gender: 'Female' }] },
  })
  expectOk(await owner.b.get('/v1/tasks'))
  const before = market.ctx.db.sent()
  expectOk(await owner.b.get('/v1/tasks'))
  assert.equal(market.ctx.db.sent() - before, 1)
})

test('a row that another server wrote under the same transaction number is read again', async () => {
  const { id, advertiser: owner } = await activeOffer(market)
  const page = { page: 1, pageSize: 20 }
  const form = { name: 'titles', textOf: ({ title }: Offer) => title }
  await market.ctx.db.transaction(async (db) => {
    const titled = async (title: string) => {
      await db.run(sql`update offers set title = ${title}, updated_at = clock_timestamp() where id = ${id}::bigint`)
      const rows = await readOwnOffers(db, { account: owner.id as Id<'account'>, filter: {}, page, total: undefined })
      return textsOf(db, rows, form)
    }
    assert.deepEqual([await titled('Before'), await titled('After')], [['Before'], ['After']])
  })
})
