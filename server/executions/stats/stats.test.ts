import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { activeOffer, advertiser, expectOk, submittedWork, taskBody } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'

const day = 86_400

describe('statistics', async () => {
  const market = await openMarket()
  const path = '/api/advertiser/figures'

  test('show for each day what was submitted, decided and spent, also of one offer only', async () => {
    const owner = await advertiser(market)
    const [one, other] = [
      await activeOffer(market, { advertiser: owner, slots: 4 }),
      await activeOffer(market, { advertiser: owner, slots: 4 }),
    ]
    const work = async (offer: number) => submittedWork(market, offer)
    const [accepted, rejected, reworked, elsewhere] = [
      await work(one.id),
      await work(one.id),
      await work(one.id),
      await work(other.id),
    ]
    await market.pass(day)
    expectOk(await owner.b.post(`/v1/reports/${accepted.id}/accept`, { bonus: 0.5 }))
    expectOk(await owner.b.post(`/v1/reports/${rejected.id}/reject`, { reason: 'It shows nothing.' }))
    expectOk(await owner.b.post(`/v1/reports/${reworked.id}/rework`, { reason: 'Once more, please.' }))
    expectOk(await owner.b.post(`/v1/reports/${elsewhere.id}/accept`))
    const { days, total, currency } = expectOk(await owner.a.get(path))
    assert.deepEqual([days.length, currency], [30, 'USD'])
    const [before, after] = days.slice(-2)
    assert.deepEqual([before.submitted, before.accepted, before.deposits], [4, 0, 1000])
    const { medianReviewSeconds, ...rest } = after
    assert.ok(medianReviewSeconds >= day && medianReviewSeconds < day + 60, String(medianReviewSeconds))
    const decided = { submitted: 0, accepted: 2, rejected: 1, sentBack: 1, spent: 2.2, fees: 0.2, bonuses: 0.5 }
    assert.deepEqual(rest, { day: after.day, ...decided, deposits: 0 })
    assert.deepEqual(total, { ...decided, submitted: 4, medianReviewSeconds, deposits: 1000 })
    const ofOne = expectOk(await owner.a.get(`${path}?offerId=${one.id}&from=${after.day}`))
    assert.equal(ofOne.days.length, 1)
    // The median of three reviews instead of four: the seconds between them count on a busy machine.
    const { medianReviewSeconds: median, ...sums } = ofOne.total
    assert.ok(median >= day && median < day + 60, String(median))
    assert.deepEqual(sums, { ...decided, accepted: 1, spent: 1.1, fees: 0.1, deposits: 0 })
  })

  test('include flat costs on the day of the offer’s approval', async () => {
    const owner = await advertiser(market)
    const body = await taskBody(market)
    const addOns = expectOk(await owner.a.get('/api/advertiser/offers/add-ons'))
    const { id, costFlat } = addOns.find((addOn: { costFlat: number }) => addOn.costFlat > 0)
    await activeOffer(market, { advertiser: owner, members: { ...body, selectedAddOnIds: [id] } })
    const { total } = expectOk(await owner.a.get(path))
    assert.deepEqual([total.spent, total.fees, total.medianReviewSeconds], [costFlat, costFlat, null])
  })
})
