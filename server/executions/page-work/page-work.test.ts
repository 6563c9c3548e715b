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
  submittedWork,
  workPath,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import { expireOverdue } from '../../reservations/actions-expiry.ts'
import { sweepDrafts } from './actions.ts'
import { type PageWorkRow, pageWorkOf } from './page-work.ts'

const market = await openMarket()

const page = {
  kind: 'form',
  answerSchema: { type: 'object', properties: { label: { enum: ['cat', 'dog'] } }, required: ['label'] },
  show: [
    { kind: 'image', value: 'https://pictures.example/1.jpg', label: 'The picture' },
    { kind: 'text', value: 'Look at it.' },
  ],
}
const offered = (members: Readonly<Record<string, unknown>> = { page }) => activeOffer(market, { slots: 9, members })
const path = (reservation: number) => `/api/executor/reservations/${reservation}`
const save = (worker: Person, reservation: number, body: object, item = 0) =>
  worker.a.put(`${path(reservation)}/answers/${item}`, body)
const drafts = async (worker: Person, reservation: number) =>
  expectOk(await worker.a.get(`${path(reservation)}/work`)).items.map(({ draft }: { draft: unknown }) => draft)

describe('work on a page', () => {
  test('has what is shown, and what was entered so far', async () => {
    const offer = await offered()
    const worker = await executor(market)
    const id = await reserved(worker, offer.id)
    const work = expectOk(await worker.a.get(`${path(id)}/work`))
    assert.deepEqual(work, {
      page,
      skipsMax: 0,
      items: [
        {
          itemId: 0,
          data: {},
          show: [page.show[0], { ...page.show[1], label: null }],
          url: null,
          draft: null,
        },
      ],
    })
    const { savedAtUtc } = expectOk(await save(worker, id, { value: { label: 'ca' } }))
    assert.ok(Date.parse(savedAtUtc))
    expectOk(await save(worker, id, { value: { label: 'cat' } }))
    assert.deepEqual(await drafts(worker, id), [{ value: { label: 'cat' } }])
  })

  test('belongs to the executor with the reservation, while it is active', async () => {
    const offer = await offered()
    const [worker, other] = [await executor(market), await executor(market)]
    const work = await readyWork(worker, offer.id)
    const id = work.reservationId
    assert.equal(outcome(await other.a.get(`${path(id)}/work`)), '404 reservation_not_found')
    assert.equal(outcome(await save(other, id, {})), '404 reservation_not_found')
    assert.equal(outcome(await save(worker, id, {}, 5)), '404 page_not_found')
    const large = { value: { label: 'x'.repeat(66_000) } }
    assert.equal(outcome(await save(worker, id, large)), '400 validation_error')
    const body = { ...work, details: { answers: [{ value: { label: 'cat' } }] } }
    expectOk(await worker.a.post(`${workPath(offer.id)}/submit-execution`, body))
    assert.equal(outcome(await worker.a.get(`${path(id)}/work`)), '409 reservation_already_submitted')
    assert.equal(outcome(await save(worker, id, {})), '409 reservation_already_submitted')
  })

  test('is there only if the task has a page', async () => {
    const offer = await offered({})
    const worker = await executor(market)
    assert.equal(outcome(await worker.a.get(`${path(await reserved(worker, offer.id))}/work`)), '404 page_not_found')
  })

  test('begins with the earlier answers in a rework, with and without items', async () => {
    for (const items of [undefined, [{ data: {} }]]) {
      const offer = await offered({ page, ...(items && { totalLimit: undefined, items }) })
      const worker = await executor(market)
      const work = await readyWork(worker, offer.id)
      const answer = { value: { label: 'dog', size: null } }
      const [{ itemId }] = expectOk(await worker.a.get(`${path(work.reservationId)}/work`)).items
      const details = { answers: [{ ...(items && { itemId }), ...answer }] }
      const { id } = expectOk(await worker.a.post(`${workPath(offer.id)}/submit-execution`, { ...work, details }))
      expectOk(await offer.advertiser.b.post(`/v1/reports/${id}/rework`, { reason: 'Look again.' }))
      const { rework } = expectOk(await worker.a.get(`/api/executor/executions/${id}`))
      assert.deepEqual(await drafts(worker, rework.reservationId), [answer])
    }
  })

  test('goes on with the drafts of an expired reservation, but not after other work', async () => {
    const offer = await offered({ page, perExecutorLimit: 2, reservationDurationSeconds: 600 })
    const worker = await executor(market)
    const first = await reserved(worker, offer.id)
    expectOk(await save(worker, first, { value: { label: 'ca' } }))
    market.pass(601)
    const work = await readyWork(worker, offer.id)
    assert.notEqual(work.reservationId, first)
    assert.deepEqual(await drafts(worker, work.reservationId), [{ value: { label: 'ca' } }])
    expectOk(await save(worker, work.reservationId, { value: { label: 'cat' } }))
    assert.deepEqual(await drafts(worker, work.reservationId), [{ value: { label: 'cat' } }])
    const body = { ...work, details: { answers: [{ value: { label: 'cat' } }] } }
    expectOk(await worker.a.post(`${workPath(offer.id)}/submit-execution`, body))
    assert.deepEqual(await drafts(worker, await reserved(worker, offer.id)), [null])
  })

  test('leaves drafts for a week after the reservation has expired, and none if it ended otherwise', async () => {
    const [offer, short] = [await offered(), await offered({ page, reservationDurationSeconds: 600 })]
    const started = async (id: number) => {
      const worker = await executor(market)
      const reservation = await reserved(worker, id)
      expectOk(await save(worker, reservation, { value: { label: 'cat' } }))
      return { worker, reservation }
    }
    const [cancelled, running, expired] = [await started(offer.id), await started(offer.id), await started(short.id)]
    const ids = [cancelled, running, expired].map(({ reservation }) => reservation)
    const path = `${workPath(offer.id)}/reservation/cancel`
    expectOk(await cancelled.worker.a.post(path, { reservationId: cancelled.reservation }))
    market.pass(601)
    await expireOverdue(market.ctx)
    const kept = async () =>
      (
        await market.ctx.db.many<{ reservation: number }>(
          sql`select reservation from answer_drafts where reservation = any(${ids}::bigint[]) order by 1`,
        )
      ).map(({ reservation }) => reservation)
    await sweepDrafts(market.ctx)
    assert.deepEqual(await kept(), [running.reservation, expired.reservation])
    market.pass(8 * 86_400)
    await sweepDrafts(market.ctx)
    assert.deepEqual(await kept(), [running.reservation])
    await submittedWork(market, (await offered({})).id)
  })
})

const rowOf = (
  shown: readonly object[],
  members: Pick<Partial<PageWorkRow>, 'items'> = {},
): PageWorkRow & { page: string } => ({
  id: 1 as PageWorkRow['id'],
  offer: 1 as PageWorkRow['offer'],
  executor: 3 as PageWorkRow['executor'],
  advertiser: 2 as PageWorkRow['advertiser'],
  secretVersion: 1,
  status: 'Active',
  expiresAt: new Date(0),
  page: JSON.stringify({ ...page, show: shown }),
  content: {
    title: 'Find it',
    description: null,
    proofInstructions: null,
    acceptanceCriteria: [],
    details: {},
    sourceLanguage: 'en',
    translations: {},
  },
  offerDetailsSchema: {},
  skipsMax: 2,
  items: [
    { itemId: 5, data: { url: 'https://a.example/1.png', name: 'One' } },
    { itemId: 7, data: { url: 'javascript:alert(1)', name: 2 } },
  ],
  drafts: { 7: { skipped: 'blurred' } },
  answered: null,
  ...members,
})

test('each item shows its own data, and no address that cannot be used', () => {
  const row = rowOf([
    { kind: 'image', value: '{{url}}' },
    { kind: 'text', value: '{{name}}' },
  ])
  const { items, skipsMax } = pageWorkOf(row, () => null)
  assert.equal(skipsMax, 2)
  assert.deepEqual(
    items.map(({ itemId, show, draft, instructions }) => [itemId, show.map(({ value }) => value), draft, instructions]),
    [
      [5, ['https://a.example/1.png', 'One'], null, undefined],
      [7, [null, '2'], { skipped: 'blurred' }, undefined],
    ],
  )
})

test('values that a page repeats too often are left out', () => {
  const shown = Array.from({ length: 10 }, () => ({ kind: 'text', value: '{{text}}'.repeat(1_000) }))
  const items = Array.from({ length: 50 }, (_, itemId) => ({ itemId, data: { text: 'x'.repeat(16_000) } }))
  const work = pageWorkOf(rowOf(shown, { items }), () => null)
  assert.ok(JSON.stringify(work.items.map(({ show }) => show)).length < 5 * 1024 * 1024)
  assert.deepEqual(work.items.at(-1)?.data, items.at(-1)?.data)
})
