import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  executor,
  expectOk,
  outcome,
  type Person,
  readyWork,
  reserved,
  workPath,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { expireOverdue } from '../../reservations/actions-expiry.ts'
import { sweepDrafts } from './actions.ts'

const market = await openMarket()
const path = (id: number) => `/api/executor/reservations/${id}/form`
const proofs = [
  { url: 'https://market.example/uploads/executor/proofs/a.png', fileName: 'a.png', size: 5, contentType: 'image/png' },
]
const draft = { details: { hours: '9 to', rows: [{ n: 1 }] }, proofs, device: 'phone' }
const kept = async (worker: Person, id: number) => expectOk(await worker.a.get(path(id))).draft

describe('the form of a reservation', () => {
  test('is kept for other devices, and replaced', async () => {
    const { id: offer } = await activeOffer(market)
    const worker = await executor(market)
    const id = await reserved(worker, offer)
    assert.equal(await kept(worker, id), null)
    assert.ok(expectOk(await worker.a.put(path(id), draft)).savedAtUtc)
    assert.deepEqual(await kept(worker, id), draft)
    expectOk(await worker.a.put(path(id), { ...draft, details: {}, device: 'desk' }))
    assert.deepEqual(await kept(worker, id), { ...draft, details: {}, device: 'desk' })
    const other = await executor(market)
    assert.equal(outcome(await other.a.get(path(id))), '404 reservation_not_found')
    assert.equal(outcome(await other.a.put(path(id), draft)), '404 reservation_not_found')
  })

  test('is refused if it is too large, or cannot be stored', async () => {
    const { id: offer } = await activeOffer(market)
    const worker = await executor(market)
    const id = await reserved(worker, offer)
    for (const body of [
      { ...draft, details: { text: 'x'.repeat(66_000) } },
      { ...draft, proofs: Array.from({ length: 21 }, () => proofs[0]) },
      { ...draft, details: { text: 'a\0' } },
      { details: {} },
    ])
      assert.equal(outcome(await worker.a.put(path(id), body)), '400 validation_error')
    assert.equal(await kept(worker, id), null)
  })

  test('survives its expiry for the next reservation, and ends with the submission', async () => {
    const { id: offer } = await activeOffer(market, { slots: 5, members: { reservationDurationSeconds: 600 } })
    const worker = await executor(market)
    const first = await reserved(worker, offer)
    expectOk(await worker.a.put(path(first), draft))
    market.pass(2_000)
    assert.equal(outcome(await worker.a.get(path(first))), '409 reservation_expired')
    assert.equal(outcome(await worker.a.put(path(first), draft)), '409 reservation_expired')
    await expireOverdue(market.ctx)
    const second = await reserved(worker, offer)
    assert.deepEqual(await kept(worker, second), draft)
    expectOk(await worker.a.post(`${workPath(offer)}/submit-execution`, await readyWork(worker, offer)))
    assert.equal(outcome(await worker.a.get(path(second))), '409 reservation_already_submitted')
    market.pass(8 * 86_400)
    assert.ok((await sweepDrafts(market.ctx)) > 0)
  })
})
