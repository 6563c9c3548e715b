import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  outcome,
  type Person,
  reserved,
  workPath,
} from '../../../test/support/fixtures.ts'
import { scene } from '../../../test/support/inputs/pictures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { checkForFraud } from '../fraud-checks/actions.ts'

const market = await openMarket()

async function uploaded(worker: Person, offer: number, picture: number): Promise<string> {
  const form = new FormData()
  form.append('files', new Blob([Uint8Array.from(await scene(picture))], { type: 'image/png' }), 'a.png')
  return expectOk(await worker.a.send('POST', `${workPath(offer)}/proof/uploads`, form)).items[0].url
}

async function submitted(worker: Person, offer: number, picture: number, reservation?: number): Promise<number> {
  const reservationId = reservation ?? (await reserved(worker, offer))
  const body = { reservationId, proofUrls: [await uploaded(worker, offer, picture)] }
  return expectOk(await worker.a.post(`${workPath(offer)}/submit-execution`, body)).id
}

const examined = async () => {
  while ((await checkForFraud(market.ctx)) > 0);
}

test('the review context of a report names earlier revisions, and earlier reports to the same account only', async () => {
  const [owner, stranger] = [await advertiser(market), await advertiser(market)]
  const offer = (await activeOffer(market, { advertiser: owner, slots: 9 })).id
  const elsewhere = (await activeOffer(market, { advertiser: stranger, slots: 9 })).id
  const first = await submitted(await executor(market), offer, 1)
  await examined()
  await submitted(await executor(market), elsewhere, 1)
  await examined()
  const worker = await executor(market)
  const copy = await submitted(worker, offer, 1)
  await examined()
  const path = (id: number) => `/v1/reports/${id}/background`
  const context = expectOk(await owner.b.get(path(copy)))
  assert.deepEqual(
    context.alike.map((one: Record<string, unknown>) => [one.reportId, one.taskId, one.isSameFile]),
    [[first, offer, true]],
  )
  assert.deepEqual([context.reportId, context.earlierRevisions, context.usualWorkSeconds], [copy, [], null])
  expectOk(await owner.b.post(`/v1/reports/${copy}/rework`, { reason: 'Take one of your own.' }))
  const { rework, proofs } = expectOk(await worker.a.get(`/api/executor/executions/${copy}`))
  await submitted(worker, offer, 2, rework.reservationId)
  await examined()
  const mended = expectOk(await owner.b.get(path(copy)))
  assert.deepEqual(
    mended.earlierRevisions.map((one: { revision: number; proofs: { id: string }[] }) => [
      one.revision,
      one.proofs[0]?.id,
    ]),
    [[1, proofs[0].id]],
  )
  assert.equal(outcome(await stranger.b.get(path(copy))), '404 report_not_found')
})
