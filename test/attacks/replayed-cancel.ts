import assert from 'node:assert/strict'
import { activeOffer, advertiser, executor, expectOk, submittedWork, workPath } from '../support/fixtures.ts'
import type { Attack } from './attack.ts'

/** A proxy sends an executor's cancels again, without a key, when a newer reservation or a rework exists. */
export const replayedCancel: Attack = {
  title: 'a repeated cancel ends neither a newer reservation nor a rework',
  async run({ market }) {
    const owner = await advertiser(market)
    const { id: offer } = await activeOffer(market, { advertiser: owner, slots: 3 })
    const worker = await executor(market)
    const path = `${workPath(offer)}/reservation/cancel`
    const reserve = async (): Promise<number> => expectOk(await worker.a.post(`${workPath(offer)}/reserve`)).id
    const first = { reservationId: await reserve() }
    expectOk(await worker.a.post(path, first))
    const newer = await reserve()
    assert.equal((await worker.a.post(path, first)).body.code, 'reservation_not_active')
    assert.equal(await reserve(), newer, 'it is still active')

    expectOk(await worker.a.post(path, { reservationId: newer }))
    const work = await submittedWork(market, offer, worker)
    expectOk(await owner.b.post(`/v1/reports/${work.id}/rework`, { reason: 'The last page is missing.' }))
    for (const body of [undefined, first, { reservationId: newer }])
      assert.equal((await worker.a.post(path, body)).status, 409)
    assert.equal(expectOk(await owner.b.get(`/v1/reports/${work.id}`)).status, 'ReworkRequested')
  },
}
