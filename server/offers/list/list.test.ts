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
