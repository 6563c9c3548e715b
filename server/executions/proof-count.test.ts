import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  executor,
  expectOk,
  type Person,
  proof,
  reserved,
  submittedWork,
  theOperator,
  workPath,
} from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { applyCatalog, exportCatalog } from '../catalog/actions.ts'
import { checkForFraud } from './fraud-checks/actions.ts'

const market = await openMarket({ moderation: 'auto' })

type Count = { readonly min: number; readonly max: number }

/** Changes how many proofs the price of the test's offers asks for; undefined: the default. */
async function askFor(proofs: Count | undefined): Promise<void> {
  const document = await exportCatalog(market.ctx)
  const prices = document.prices.map(({ proofs: _, ...each }) =>
    each.code === 'survey.external' && proofs ? { ...each, proofs } : each,
  )
  await applyCatalog(market.ctx, { ...document, prices })
}

const opened = async (worker: Person, offer: number) =>
  expectOk(await worker.a.get(`/api/executor/offers/available/${offer}`))
const submit = (worker: Person, offer: number, body: object) =>
  worker.a.post(`${workPath(offer)}/submit-execution`, body)
const faults = async (worker: Person, offer: number, body: object) => {
  const { status, body: problem } = await submit(worker, offer, body)
  assert.equal(status, 400)
  return problem.errors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`)
}
const proofsOf = (worker: Person, offer: number, count: number) =>
  Promise.all(Array.from({ length: count }, () => proof(worker, offer)))

async function offerAsking(count: Count | undefined) {
  await askFor(count)
  const offer = await activeOffer(market, { slots: 5 })
  const worker = await executor(market)
  return { offer, worker, reservationId: await reserved(worker, offer.id) }
}

describe('a price that needs no proofs', () => {
  test('takes work without proofs; it is shown, sent back, submitted again, accepted and exported', async () => {
    const { offer, worker, reservationId } = await offerAsking({ min: 0, max: 2 })
    const { b } = offer.advertiser
    assert.deepEqual((await opened(worker, offer.id)).proofs, { min: 0, max: 2 })
    const work = { reservationId, details: { answer: 'yes' } }
    const { id } = expectOk(await submit(worker, offer.id, work))
    assert.equal(expectOk(await submit(worker, offer.id, work)).id, id)
    assert.deepEqual(expectOk(await b.get(`/v1/reports/${id}`)).proofs, [])
    expectOk(await b.post(`/v1/reports/${id}/rework`, { reason: 'Once more, please.' }))
    const { rework } = expectOk(await worker.a.get(`/api/executor/executions/${id}`))
    const proofUrls = [await proof(worker, offer.id)]
    expectOk(await submit(worker, offer.id, { reservationId: rework.reservationId, proofUrls }))
    expectOk(await b.post(`/v1/reports/${id}/rework`, { reason: 'Without the file, please.' }))
    const again = expectOk(await worker.a.get(`/api/executor/executions/${id}`)).rework.reservationId
    expectOk(await submit(worker, offer.id, { reservationId: again, proofUrls: [], details: { answer: 'no' } }))
    expectOk(await b.post(`/v1/reports/${id}/accept`, {}))
    const exported = await b.get(`/v1/reports/export?taskId=${offer.id}`)
    assert.equal(exported.status, 200)
    assert.deepEqual(expectOk(await worker.a.get(`/api/executor/executions/${id}`)).proofUrls, [])
  })

  test('takes proofs up to its maximum, and none at all if that is 0', async () => {
    const { offer, worker, reservationId } = await offerAsking({ min: 0, max: 2 })
    const proofUrls = await proofsOf(worker, offer.id, 3)
    assert.deepEqual(await faults(worker, offer.id, { reservationId, proofUrls }), ['proofUrls max_items'])
    expectOk(await submit(worker, offer.id, { reservationId, proofUrls: proofUrls.slice(0, 2) }))
    const none = await offerAsking({ min: 0, max: 0 })
    const [proofUrl] = await proofsOf(none.worker, none.offer.id, 1)
    const body = { reservationId: none.reservationId }
    assert.deepEqual(await faults(none.worker, none.offer.id, { ...body, proofUrl }), ['proofUrls max_items'])
    expectOk(await submit(none.worker, none.offer.id, body))
  })

  test('checks that named proofs exist, as other prices do', async () => {
    const { offer, worker, reservationId } = await offerAsking({ min: 0, max: 2 })
    const proofUrls = ['https://example.com/files/other.pdf']
    assert.deepEqual(await faults(worker, offer.id, { reservationId, proofUrls }), ['proofUrls.0 invalid_proof_url'])
  })
})

test('a price that needs several proofs says how many are missing', async () => {
  const { offer, worker, reservationId } = await offerAsking({ min: 2, max: 20 })
  assert.deepEqual(await faults(worker, offer.id, { reservationId }), ['proofUrls min_items'])
  const [proofUrl] = await proofsOf(worker, offer.id, 1)
  assert.deepEqual(await faults(worker, offer.id, { reservationId, proofUrl }), ['proofUrls min_items'])
  expectOk(await submit(worker, offer.id, { reservationId, proofUrls: await proofsOf(worker, offer.id, 2) }))
})

test('a price without a number needs one proof, and its answers do not mention it', async () => {
  const { offer, worker, reservationId } = await offerAsking(undefined)
  assert.ok(!('proofs' in (await opened(worker, offer.id))))
  const listed = expectOk(await offer.advertiser.b.get('/v1/prices'))
  assert.ok(listed.every((price: object) => !('proofs' in price)))
  assert.deepEqual(await faults(worker, offer.id, { reservationId }), ['proofUrls required'])
})

test('a reservation keeps the number of proofs of its edition', async () => {
  const { offer, worker, reservationId } = await offerAsking({ min: 0, max: 20 })
  await askFor(undefined)
  const later = await executor(market)
  const laterId = await reserved(later, offer.id)
  await askFor({ min: 0, max: 20 })
  assert.deepEqual((await opened(worker, offer.id)).proofs, { min: 0, max: 20 })
  assert.ok(!('proofs' in (await opened(later, offer.id))))
  assert.deepEqual(await faults(later, offer.id, { reservationId: laterId }), ['proofUrls required'])
  expectOk(await submit(worker, offer.id, { reservationId }))
})

test('identical answers without proofs are no duplicates of files', async () => {
  const { offer, worker, reservationId } = await offerAsking({ min: 0, max: 20 })
  expectOk(await submit(worker, offer.id, { reservationId }))
  const other = await executor(market)
  const { id } = expectOk(await submit(other, offer.id, { reservationId: await reserved(other, offer.id) }))
  while ((await checkForFraud(market.ctx)) > 0);
  const { flags } = expectOk(await offer.advertiser.b.get(`/v1/reports/${id}`))
  assert.ok(!flags.includes('DuplicateProof'))
})

test('an operator reads and replaces the number in the catalog document', async () => {
  await askFor({ min: 0, max: 3 })
  const { a } = await theOperator(market)
  const { etag, document } = expectOk(await a.get('/api/operator/catalog'))
  const numbers = document.prices.map((price: { proofs?: Count }) => price.proofs).filter(Boolean)
  assert.deepEqual(numbers, [{ min: 0, max: 3 }])
  const changed = {
    ...document,
    prices: document.prices.map((price: object) =>
      'proofs' in price ? { ...price, proofs: { min: 1, max: 20 } } : price,
    ),
  }
  expectOk(await a.put('/api/operator/catalog', { etag, document: changed }))
  const after = expectOk(await a.get('/api/operator/catalog')).document
  assert.ok(after.prices.every((price: object) => !('proofs' in price)))
  const offer = await activeOffer(market, { slots: 1 })
  await submittedWork(market, offer.id)
})
