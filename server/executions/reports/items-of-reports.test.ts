import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  activeOffer,
  executor,
  expectOk,
  proof,
  reserved,
  submittedWork,
  theOperator,
  workPath,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { appeal, disputeOf } from '../../../test/support/scenarios/appeals.ts'
import { sql } from '../../platform/sql.ts'

const market = await openMarket()

const items = [{ externalId: 'a', data: { text: 'one', tags: [1] } }, { data: {} }] as const

test('opened reports have the items that their answers are about, in the order of the answers', async () => {
  const members = { totalLimit: undefined, itemsPerSlot: 2, skipsMax: 1, items }
  const { id: offer, advertiser } = await activeOffer(market, { members })
  const worker = await executor(market)
  const reservationId = await reserved(worker, offer)
  const [first, second] = (
    await market.ctx.db.many<{ id: number }>(sql`select id from items where offer = ${offer} order by id`)
  ).map(({ id }) => id)
  const answers = [
    { itemId: second, skipped: 'Empty' },
    { itemId: first, value: {} },
  ]
  const proofUrls = [await proof(worker, offer)]
  const body = { reservationId, proofUrls, details: { answers } }
  const { id } = expectOk(await worker.a.post(`${workPath(offer)}/submit-execution`, body))
  expectOk(await advertiser.b.post(`/v1/reports/${id}/reject`, { reason: 'It is wrong.' }))
  expectOk(await appeal(worker, id))

  const answered = [
    { itemId: second, externalId: null, ...items[1] },
    { itemId: first, ...items[0] },
  ]
  const operator = await theOperator(market)
  const { report } = expectOk(await operator.a.get(`/api/operator/disputes/${await disputeOf(market, id)}`))
  for (const shown of [
    expectOk(await advertiser.b.get(`/v1/reports/${id}`)),
    expectOk(await operator.a.get(`/api/operator/reports/${id}`)),
    report,
  ])
    assert.deepEqual(shown.answeredItems, answered)
  assert.deepEqual(expectOk(await worker.a.get(`/api/executor/executions/${id}`)).answeredItems, [
    { itemId: second, data: {} },
    { itemId: first, data: items[0]?.data },
  ])
  const [listed] = expectOk(await advertiser.b.get(`/v1/tasks/${offer}/reports`)).items
  assert.equal('answeredItems' in listed, false)
})

test('reports without items say nothing of them', async () => {
  const { id, executor: worker } = await submittedWork(market, (await activeOffer(market)).id)
  assert.equal('answeredItems' in expectOk(await worker.a.get(`/api/executor/executions/${id}`)), false)
})
