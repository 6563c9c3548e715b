import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { activeOffer, executor, expectOk, readyWork, submittedWork, workPath } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import { measureWorkTimes } from './actions.ts'

const market = await openMarket({ moderation: 'auto', listLagMs: 0 })

/** An executor who submits after these seconds. */
async function workFor(offer: number, seconds: number) {
  const worker = await executor(market)
  const body = await readyWork(worker, offer)
  market.pass(seconds)
  return expectOk(await worker.a.post(`${workPath(offer)}/submit-execution`, body)).id as number
}
const details = { url: 'https://survey.example/1', estimatedMinutes: 5 }
const shownTo = async (path: string, offer: number) => {
  const visitor = await executor(market)
  const { medianWorkSeconds, rewardPerHour, items } = expectOk(await visitor.a.get(path))
  const listed = items?.find(({ id }: { id: number }) => id === offer)
  return items ? [listed.medianWorkSeconds, listed.rewardPerHour] : [medianWorkSeconds, rewardPerHour]
}

describe('the time of work on an offer', () => {
  test('is shown with its reward per hour once ten works were submitted, in place of the estimate', async () => {
    const { id, advertiser } = await activeOffer(market, { slots: 30, members: { details } })
    const [list, detail] = ['/api/executor/offers/available', `/api/executor/offers/available/${id}`]
    assert.deepEqual(await shownTo(detail, id), [undefined, 12])
    assert.deepEqual(await shownTo(list, id), [undefined, 12])
    for (let count = 0; count < 9; count++) await workFor(id, 120)
    await measureWorkTimes(market.ctx)
    assert.deepEqual(await shownTo(detail, id), [undefined, 12])
    await workFor(id, 600)
    await measureWorkTimes(market.ctx)
    assert.deepEqual(await shownTo(detail, id), [120, 30])
    assert.deepEqual(await shownTo(list, id), [120, 30])
    const task = expectOk(await advertiser.b.get(`/v1/tasks/${id}`))
    assert.deepEqual([task.medianWorkSeconds, task.rewardPerHour], [120, 30])
    const { items } = expectOk(await advertiser.b.get('/v1/tasks'))
    assert.deepEqual([items[0].medianWorkSeconds, items[0].rewardPerHour], [120, 30])
    const offer = expectOk(await advertiser.a.get(`/api/advertiser/offers/${id}`))
    assert.deepEqual([offer.medianWorkSeconds, offer.rewardPerHour], [120, 30])
  })

  test('follows new work, without what was rejected, withdrawn or done again', async () => {
    const { id, advertiser } = await activeOffer(market, { slots: 30 })
    const path = `/api/executor/offers/available/${id}`
    for (let count = 0; count < 10; count++) {
      const work = await workFor(id, 5)
      expectOk(await advertiser.b.post(`/v1/reports/${work}/reject`, { reason: 'It is empty.' }))
    }
    await measureWorkTimes(market.ctx)
    assert.deepEqual(await shownTo(path, id), [undefined, undefined])
    for (let count = 0; count < 10; count++) await workFor(id, 60)
    await measureWorkTimes(market.ctx)
    assert.deepEqual(await shownTo(path, id), [60, 60])
    for (let count = 0; count < 11; count++) await workFor(id, 90)
    await measureWorkTimes(market.ctx)
    assert.deepEqual(await shownTo(path, id), [90, 40])
  })

  test('on three tasks of a price says how long another one takes', async () => {
    const first = await activeOffer(market, { slots: 30 })
    const others = [await activeOffer(market, { slots: 30 }), await activeOffer(market, { slots: 30 })]
    const { offerPriceId } = expectOk(await first.advertiser.b.get(`/v1/tasks/${first.id}`))
    const body = { offerPriceId, title: 'One more', totalLimit: 90, details: { url: details.url } }
    const estimate = async () => [
      expectOk(await first.advertiser.b.post('/v1/tasks/estimate', body)).hoursToFill,
      expectOk(await first.advertiser.a.post('/api/advertiser/offers/estimate', body)).hoursToFill,
    ]
    await market.owner.run(sql`delete from offer_paces`)
    for (const { id } of [first, ...others]) {
      for (let count = 0; count < 10; count++) await workFor(id, 180)
      await measureWorkTimes(market.ctx)
    }
    assert.deepEqual(await estimate(), [5, 5])
    await market.owner.run(sql`delete from offer_paces where offer = ${first.id}::bigint`)
    assert.deepEqual(await estimate(), [undefined, undefined])
  })

  test('of old work alone is not measured again', async () => {
    const { id } = await activeOffer(market, { slots: 30 })
    for (let count = 0; count < 10; count++) await submittedWork(market, id)
    market.pass(3_600)
    await measureWorkTimes(market.ctx)
    assert.deepEqual(await shownTo(`/api/executor/offers/available/${id}`, id), [undefined, undefined])
  })
})
