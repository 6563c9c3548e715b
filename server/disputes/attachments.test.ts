import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  executor,
  expectOk,
  outcome,
  type Person,
  proof,
  reserved,
  sendProof,
  submittedWork,
  theOperator,
  workPath,
} from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { rejectedWork, statement } from '../../test/support/scenarios/appeals.ts'
import { attachmentsMax } from './attachment.ts'

const market = await openMarket({ activeReservationsMax: 10 })
const day = 86_400
const appealWith = ({ a }: Person, id: number, proofUrls: readonly string[]) =>
  a.post(`/api/executor/executions/${id}/dispute`, { statement, proofUrls })
const pathOf = (url: string) => new URL(url).pathname

/** Returns two rejected works of one executor on one offer. */
async function rejectedTwice() {
  const { id: offer, advertiser } = await activeOffer(market, {
    slots: 5,
    members: { perExecutorLimit: 3, attemptsMax: 5 },
  })
  const worker = await executor(market)
  const ids: number[] = []
  for (let round = 0; round < 2; round++) {
    const { id } = await submittedWork(market, offer, worker)
    expectOk(await advertiser.b.post(`/v1/reports/${id}/reject`, { reason: 'The last page is missing.' }))
    ids.push(id)
  }
  return { offer, advertiser, worker, ids }
}

describe('the files of an appeal', () => {
  test('are seen by the executor, the advertiser and operators, and by nobody else', async () => {
    const { id, offer, owner, worker } = await rejectedWork(market)
    const urls = [await proof(worker, offer), await proof(worker, offer)]
    expectOk(await appealWith(worker, id, urls))
    const [listed] = expectOk(await worker.a.get('/api/executor/disputes')).items
    const urlsIn = (dispute: { attachments: { url: string }[] }) => dispute.attachments.map(({ url }) => url)
    assert.deepEqual(urlsIn(listed), urls)
    const shown = expectOk(await owner.b.get(`/v1/disputes/${listed.id}`))
    assert.deepEqual(urlsIn(shown), urls)
    assert.deepEqual(urlsIn(expectOk(await owner.b.get('/v1/disputes')).items[0]), urls)
    const operator = await theOperator(market)
    assert.deepEqual(urlsIn(expectOk(await operator.a.get(`/api/operator/disputes/${listed.id}`))), urls)
    const path = pathOf(urls[0] as string)
    for (const reader of [worker.a, owner.a, operator.a]) assert.equal((await reader.get(path)).status, 200)
    const strangers = [await executor(market), (await rejectedWork(market)).owner, (await rejectedWork(market)).worker]
    for (const { a } of strangers) assert.equal((await a.get(path)).status, 404)
    assert.equal((await market.as().get(path)).status, 401)
    const link = shown.attachments[0].downloadUrl.replace(market.ctx.config.publicUrl, market.url)
    assert.equal((await fetch(link)).status, 200)
    market.pass(20 * 60)
    assert.equal((await fetch(link)).status, 403)
  })

  test('can be uploaded while an appeal is possible, and only then', async () => {
    const { id, offer, worker, owner } = await rejectedWork(market)
    assert.equal((await sendProof(worker, offer)).status, 200)
    assert.equal(outcome(await sendProof(owner, offer)), '403 role_required')
    assert.equal(outcome(await sendProof(await executor(market), offer)), '404 no_active_reservation')
    expectOk(await appealWith(worker, id, []))
    assert.equal(outcome(await sendProof(worker, offer)), '404 no_active_reservation', 'no storage for later')
    assert.ok(!('attachments' in expectOk(await worker.a.get('/api/executor/disputes')).items[0]))
    const late = await rejectedWork(market)
    const url = await proof(late.worker, late.offer)
    market.pass(30 * day)
    assert.equal(outcome(await sendProof(late.worker, late.offer)), '404 no_active_reservation')
    assert.equal(outcome(await appealWith(late.worker, late.id, [url])), '409 dispute_window_closed')
  })

  test('are own uploads for the same offer that nothing else shows; a refusal opens no dispute', async () => {
    const [mine, other] = [await rejectedWork(market), await rejectedWork(market)]
    const [own, foreign] = [await proof(mine.worker, mine.offer), await proof(other.worker, other.offer)]
    const held = await activeOffer(market)
    await reserved(mine.worker, held.id)
    const elsewhere = await proof(mine.worker, held.id)
    const shown = expectOk(await mine.worker.a.get(`/api/executor/executions/${mine.id}`)).proofUrls[0]
    const wrong = [
      foreign,
      elsewhere,
      shown,
      own.replace(/\w{4}-\w{12}\./, '0000-000000000000.'),
      own.replace('.', '.evil.'),
      'x',
    ]
    for (const url of wrong) {
      const refused = await appealWith(mine.worker, mine.id, [own, url])
      assert.equal(outcome(refused), '400 invalid_proof_url', url)
      assert.equal(refused.body.errors[0].field, 'proofUrls.1')
    }
    const many = Array.from({ length: attachmentsMax + 1 }, () => own)
    assert.equal(outcome(await appealWith(mine.worker, mine.id, many)), '400 validation_error')
    assert.equal(expectOk(await mine.worker.a.get(`/api/executor/executions/${mine.id}`)).status, 'Rejected')
    expectOk(await appealWith(mine.worker, mine.id, [own, own]))
    const [{ attachments }] = expectOk(await mine.worker.a.get('/api/executor/disputes')).items
    assert.equal(attachments.length, 1)
  })

  test('are attached once: not by a repetition, and to one of two appeals at the same time', async () => {
    const { offer, worker, ids } = await rejectedTwice()
    const [one = 0, two = 0] = ids
    const url = await proof(worker, offer)
    const answers = await Promise.all([appealWith(worker, one, [url]), appealWith(worker, two, [url])])
    assert.deepEqual(answers.map(outcome).sort(), ['200', '400 invalid_proof_url'])
    const [won, lost] = answers[0]?.status === 200 ? [one, two] : [two, one]
    expectOk(await appealWith(worker, won, []))
    expectOk(await appealWith(worker, lost, []))
    const disputes = expectOk(await worker.a.get('/api/executor/disputes')).items
    const files = disputes.map(
      ({ executionId, attachments = [] }: { executionId: number; attachments?: unknown[] }) => [
        executionId,
        attachments.length,
      ],
    )
    assert.deepEqual(
      new Map(files),
      new Map([
        [won, 1],
        [lost, 0],
      ]),
    )
  })

  test('stay when the advertiser archives the offer, and after the decision', async () => {
    const { id, offer, owner, worker } = await rejectedWork(market)
    const url = await proof(worker, offer)
    expectOk(await owner.b.delete(`/v1/tasks/${offer}`))
    expectOk(await appealWith(worker, id, [url]))
    expectOk(await owner.b.post(`/v1/reports/${id}/dispute/concede`))
    assert.equal((await worker.a.get(pathOf(url))).status, 200)
    const [{ attachments }] = expectOk(await worker.a.get('/api/executor/disputes')).items
    assert.equal(attachments[0].url, url)
    assert.equal(outcome(await worker.a.get(`${workPath(offer)}`)), '404 not_found')
  })
})
