import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  moderate,
  outcome,
  type Person,
  readyWork,
  submittedOffer,
  submittedWork,
  taskBody,
  workPath,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { receivedBy, receivedKinds } from '../../../test/support/scenarios/received-events.ts'
import { deposit } from '../../payments/deposits/actions-bookings.ts'
import { recordEvents } from '../../platform/database/events.ts'

const market = await openMarket({ activeReservationsMax: 10 })
const operate = async (id: number, what: string, body?: object) => expectOk(await moderate(market, id, what, body))
const reject = { reason: 'The last page is missing.' }
const accept = async (owner: Person, report: number) => expectOk(await owner.b.post(`/v1/reports/${report}/accept`))

describe('task.created', () => {
  test('is emitted for drafts, submissions and tasks, with their origin', async () => {
    const owner = await advertiser(market)
    const body = await taskBody(market)
    expectOk(await owner.a.post('/api/advertiser/offers/draft', body))
    expectOk(await owner.a.post('/api/advertiser/offers/submit', body))
    expectOk(await owner.b.post('/v1/tasks', { ...body, draft: true }))
    expectOk(await owner.b.post('/v1/tasks', body))
    assert.deepEqual(
      (await receivedBy(market, owner)).map(({ type, data }) => [type, data.source, data.task.status]),
      [
        ['task.created', 'GroupA.draft', 'Draft'],
        ['task.created', 'GroupA.submit', 'PendingModeration'],
        ['task.created', 'GroupB', 'Draft'],
        ['task.created', 'GroupB', 'PendingModeration'],
      ],
    )
  })

  test('is emitted once: not when a draft is changed, submitted, withdrawn, decided, paused or archived', async () => {
    const owner = await advertiser(market)
    const { id } = expectOk(await owner.b.post('/v1/tasks', await taskBody(market, { draft: true })))
    const patch = async (body: object) => expectOk(await owner.b.patch(`/v1/tasks/${id}`, body))
    await patch({ title: 'Another' })
    await patch({ status: 'PendingModeration' })
    await patch({ status: 'Draft' })
    await patch({ status: 'PendingModeration' })
    await operate(id, 'reject', reject)
    await patch({ status: 'PendingModeration' })
    await operate(id, 'approve')
    await patch({ status: 'Paused' })
    await patch({ status: 'Active' })
    expectOk(await owner.b.delete(`/v1/tasks/${id}`))
    assert.deepEqual(await receivedKinds(market, owner), ['task.created'])
  })

  test('is not emitted for refused requests or estimates', async () => {
    const owner = await advertiser(market, { funds: 1 })
    const body = await taskBody(market)
    const refused = [
      ['/v1/tasks', body, '409 insufficient_funds'],
      ['/v1/tasks', { ...body, maxCost: 1 }, '409 max_cost_exceeded'],
      ['/v1/tasks', { ...body, title: '' }, '400 validation_error'],
      ['/v1/tasks/estimate', body, '200'],
      ['/api/advertiser/offers/submit', body, '409 insufficient_funds'],
    ] as const
    for (const [path, sent, told] of refused) {
      const client = path.startsWith('/v1') ? owner.b : owner.a
      assert.equal(outcome(await client.post(path, sent)), told)
    }
    assert.deepEqual(await receivedKinds(market, owner), [])
  })
})

describe('events of work', () => {
  test('are emitted on submission, acceptance and rejection; the task’s completion follows the last acceptance', async () => {
    const { id, advertiser: owner } = await activeOffer(market, { slots: 1 })
    const first = await submittedWork(market, id)
    expectOk(await owner.b.post(`/v1/reports/${first.id}/reject`, reject))
    await accept(owner, (await submittedWork(market, id)).id)
    assert.deepEqual(await receivedKinds(market, owner), [
      'task.created',
      'report.submitted',
      'report.rejected',
      'report.submitted',
      'report.accepted',
      'task.completed',
    ])
  })

  test('are emitted once: not for repeated, refused or withdrawn requests', async () => {
    const { id, advertiser: owner } = await activeOffer(market, { slots: 3 })
    const worker = await executor(market)
    const body = await readyWork(worker, id)
    const submit = () => worker.a.post(`${workPath(id)}/submit-execution`, body)
    const { id: report } = expectOk(await submit())
    assert.equal(expectOk(await submit()).alreadyExists, true)
    const [good1, good2] = [await accept(owner, report), await accept(owner, report)]
    assert.equal(good1.version, good2.version)
    assert.equal(outcome(await owner.b.post(`/v1/reports/${report}/reject`, reject)), '409 report_already_decided')
    const other = await executor(market)
    expectOk(await other.a.post(`${workPath(id)}/reserve`))
    expectOk(await other.a.post(`${workPath(id)}/reservation/cancel`))
    const { id: rejected } = await submittedWork(market, id)
    for (const _ of [1, 2]) expectOk(await owner.b.post(`/v1/reports/${rejected}/reject`, reject))
    const kinds = ['task.created', 'report.submitted', 'report.accepted', 'report.submitted', 'report.rejected']
    assert.deepEqual(await receivedKinds(market, owner), kinds)
  })

  test('are emitted once for repeated requests with the same key', async () => {
    const owner = await advertiser(market)
    const body = JSON.stringify(await taskBody(market, { totalLimit: 905 }))
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'order-1' }
    const make = () => owner.b.send('POST', '/v1/tasks', body, headers)
    const answers = [await make(), await make(), ...(await Promise.all([make(), make()]))]
    assert.deepEqual(new Set(answers.map(({ raw }) => raw)).size, 1)
    assert.deepEqual(await receivedKinds(market, owner), ['task.created', 'balance.low'])
  })

  test('are for the advertiser only', async () => {
    const { id } = await activeOffer(market)
    const worker = await executor(market, { roles: ['Executor', 'Advertiser'] })
    await submittedWork(market, id, worker)
    assert.deepEqual(await receivedKinds(market, worker), [])
  })
})

describe('task.completed', () => {
  test('is emitted when the limit is lowered to the accepted count, and again when a raised limit is reached', async () => {
    const { id, advertiser: owner } = await activeOffer(market, { slots: 3 })
    await accept(owner, (await submittedWork(market, id)).id)
    expectOk(await owner.b.patch(`/v1/tasks/${id}`, { totalLimit: 1 }))
    expectOk(await owner.b.patch(`/v1/tasks/${id}`, { totalLimit: 2 }))
    await accept(owner, (await submittedWork(market, id)).id)
    const events = (await receivedBy(market, owner)).slice(1)
    assert.deepEqual(
      events.map(({ type, data }) => [type, data.summary?.accepted]),
      [
        ['report.submitted', undefined],
        ['report.accepted', undefined],
        ['task.completed', 1],
        ['report.submitted', undefined],
        ['report.accepted', undefined],
        ['task.completed', 2],
      ],
    )
  })

  test('is not emitted for an archived task, even when its last report is accepted', async () => {
    const { id, advertiser: owner } = await activeOffer(market, { slots: 1 })
    const work = await submittedWork(market, id)
    expectOk(await owner.b.delete(`/v1/tasks/${id}`))
    await accept(owner, work.id)
    assert.deepEqual(await receivedKinds(market, owner), ['task.created', 'report.submitted', 'report.accepted'])
  })
})

test('balance.low follows its task, is emitted only on crossing, and is armed again well above the threshold', async () => {
  const owner = await advertiser(market, { funds: 11 })
  const offer = () => submittedOffer(market, { advertiser: owner, slots: 1 })
  await offer()
  await offer()
  await deposit(market.ctx, { email: owner.email, amount: 2.2 })
  await offer()
  await deposit(market.ctx, { email: owner.email, amount: 1.2 })
  await offer()
  await offer()
  const kinds = (await receivedKinds(market, owner)).map((kind) => (kind === 'balance.low' ? 'low' : 'made'))
  assert.deepEqual(kinds, ['made', 'low', 'made', 'made', 'made', 'made'])
  await deposit(market.ctx, { email: owner.email, amount: 20 })
  await submittedOffer(market, { advertiser: owner, slots: 18 })
  assert.deepEqual((await receivedKinds(market, owner)).slice(-2), ['task.created', 'balance.low'])
})

test('a rolled-back event is never sent and leaves no gap', async () => {
  const owner = await advertiser(market)
  const undone = new Error('undone')
  const body = await taskBody(market, { draft: true })
  expectOk(await owner.b.post('/v1/tasks', body))
  await assert.rejects(
    market.ctx.db.transaction(async (db) => {
      await db.run(
        recordEvents(db)`select 'task.created' as kind, ${owner.id}::bigint as account, null::bigint as offer,
            null::bigint as execution, '{}'::jsonb as data, 1 as rank`,
      )
      throw undone
    }),
    undone,
  )
  expectOk(await owner.b.post('/v1/tasks', body))
  assert.deepEqual(
    (await receivedBy(market, owner)).map(({ sequence }) => sequence),
    [1, 2],
  )
})
