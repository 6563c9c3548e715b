import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  executor,
  expectOk,
  type Offered,
  outcome,
  type Person,
  proof,
  readyWork,
  reserved,
  submittedWork,
  taskBody,
  theOperator,
  workPath,
} from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { applyCatalog, exportCatalog } from '../catalog/actions.ts'
import { sql } from '../platform/sql.ts'

const market = await openMarket({ moderation: 'auto' })
const code = 'survey.external'
const { offerPriceId: price } = await taskBody(market)

const requiring = (member: string) => ({
  type: 'object',
  properties: { [member]: { type: 'string', minLength: 1 } },
  required: [member],
})
const [answer, receipt] = [requiring('answer'), requiring('receipt')]

type Rules = {
  readonly detailsMode?: string
  readonly executionDetailsSchema?: object
  readonly offerDetailsSchema?: object
}
/** Changes the rules for details in the price of the test's offers. */
async function applyRules(rules: Rules): Promise<void> {
  const document = await exportCatalog(market.ctx)
  const prices = document.prices.map((each) => (each.code === code ? { ...each, ...rules } : each))
  await applyCatalog(market.ctx, { ...document, prices })
}
const editionOf = async () =>
  (await market.ctx.db.one<{ edition: number }>(sql`select edition from prices where id = ${price}::bigint`)).edition

const opened = async (worker: Person, offer: number) =>
  expectOk(await worker.a.get(`/api/executor/offers/available/${offer}`))
const submit = async (worker: Person, offer: number, body: object) =>
  outcome(await worker.a.post(`${workPath(offer)}/submit-execution`, body))
const schemaForOperator = async (execution: number) => {
  const { task } = expectOk(await (await theOperator(market)).a.get(`/api/operator/reports/${execution}`))
  return task.executionDetailsSchema
}
const lenientOffer = async (members = {}): Promise<Offered> => {
  await applyRules({ detailsMode: 'lenient', executionDetailsSchema: answer })
  return activeOffer(market, { slots: 9, members })
}

describe('a catalog that becomes strict after a reservation', () => {
  test('validates the submission by the reserved edition, and a later one by the new edition', async () => {
    const offer = await lenientOffer()
    const [holder, visitor] = [await executor(market), await executor(market)]
    const body = await readyWork(holder, offer.id)
    await applyRules({ detailsMode: 'strict', executionDetailsSchema: receipt })
    assert.deepEqual((await opened(holder, offer.id)).executionDetailsSchema, answer)
    assert.deepEqual((await opened(visitor, offer.id)).executionDetailsSchema, receipt)
    assert.equal(await submit(holder, offer.id, { ...body, details: {} }), '200')
    assert.deepEqual((await opened(holder, offer.id)).executionDetailsSchema, answer)
    const later = await readyWork(visitor, offer.id)
    assert.deepEqual((await opened(visitor, offer.id)).executionDetailsSchema, receipt)
    assert.equal(await submit(visitor, offer.id, { ...later, details: {} }), '400 details_invalid')
    assert.equal(await submit(visitor, offer.id, { ...later, details: { receipt: 'A-1' } }), '200')
  })

  test('keeps the reserved edition strict if the catalog becomes lenient', async () => {
    const offer = await lenientOffer()
    await applyRules({ detailsMode: 'strict' })
    const holder = await executor(market)
    const body = await readyWork(holder, offer.id)
    await applyRules({ detailsMode: 'lenient' })
    assert.equal(await submit(holder, offer.id, { ...body, details: {} }), '400 details_invalid')
    assert.equal(await submit(holder, offer.id, { ...body, details: { answer: 'yes' } }), '200')
  })

  test('validates a rework by the edition of the first submission', async () => {
    const offer = await lenientOffer()
    const { executor: worker, id } = await submittedWork(market, offer.id)
    await applyRules({ detailsMode: 'strict', executionDetailsSchema: receipt })
    expectOk(await offer.advertiser.b.post(`/v1/reports/${id}/rework`, { reason: 'Once more, please.' }))
    assert.deepEqual((await opened(worker, offer.id)).executionDetailsSchema, answer)
    const { rework } = expectOk(await worker.a.get(`/api/executor/executions/${id}`))
    const proofUrls = [await proof(worker, offer.id)]
    assert.equal(await submit(worker, offer.id, { reservationId: rework.reservationId, proofUrls }), '200')
    assert.deepEqual(await schemaForOperator(id), answer)
  })

  test('validates a reservation renewed after the change by the new edition', async () => {
    const offer = await lenientOffer()
    const worker = await executor(market)
    await reserved(worker, offer.id)
    await applyRules({ detailsMode: 'strict' })
    market.pass(10 * 86_400)
    const body = await readyWork(worker, offer.id)
    assert.equal(await submit(worker, offer.id, body), '400 details_invalid')
  })

  test('treats a reservation without an edition as one of the first edition', async () => {
    const offer = await lenientOffer()
    const worker = await executor(market)
    const body = await readyWork(worker, offer.id)
    const first = await market.ctx.db.one<{ schema: object }>(sql`
      select execution_details_schema as schema from price_editions where price = ${price}::bigint and edition = 1`)
    await market.ctx.db.run(sql`update reservations set price_edition = null where id = ${body.reservationId}::bigint`)
    assert.deepEqual((await opened(worker, offer.id)).executionDetailsSchema, first.schema)
  })
})

describe('editions of a price', () => {
  test('show an operator the schema that submitted work was validated by', async () => {
    const offer = await lenientOffer()
    const { id } = await submittedWork(market, offer.id)
    await applyRules({ executionDetailsSchema: receipt })
    assert.deepEqual(await schemaForOperator(id), answer)
    await applyRules({ executionDetailsSchema: answer, detailsMode: 'strict' })
    assert.deepEqual(await schemaForOperator(id), answer)
  })

  test('count changes of the mode and of the schemas, and nothing else', async () => {
    await applyRules({ detailsMode: 'lenient' })
    const before = await editionOf()
    await applyCatalog(market.ctx, await exportCatalog(market.ctx))
    const document = await exportCatalog(market.ctx)
    const prices = document.prices.map((each) => ({
      ...each,
      rewardPerAction: 2,
      isActive: true,
      names: { en: 'New' },
    }))
    await applyCatalog(market.ctx, { ...document, prices })
    assert.equal(await editionOf(), before)
    const { a } = await theOperator(market)
    const { etag, document: shown } = expectOk(await a.get('/api/operator/catalog'))
    for (const each of shown.prices) if (each.code === code) each.detailsMode = 'strict'
    expectOk(await a.put('/api/operator/catalog', { etag, document: shown }))
    assert.equal(await editionOf(), before + 1)
    await applyRules({ offerDetailsSchema: { type: 'object', properties: { url: { type: 'string' } } } })
    assert.equal(await editionOf(), before + 2)
  })

  test('do not affect the details of an offer until a change names them; then the current edition applies', async () => {
    await applyRules({ detailsMode: 'lenient', offerDetailsSchema: requiring('url') })
    const offer = await activeOffer(market, { members: { details: { url: 'https://example.com' } } })
    await applyRules({ detailsMode: 'strict', offerDetailsSchema: requiring('page') })
    const change = async (members: object) => outcome(await offer.advertiser.b.patch(`/v1/tasks/${offer.id}`, members))
    assert.equal(await change({ title: 'Another title' }), '200')
    assert.equal(await change({ details: { note: 'more' } }), '400 details_invalid')
    assert.equal(await change({ details: { page: 'Home' } }), '200')
  })
})
