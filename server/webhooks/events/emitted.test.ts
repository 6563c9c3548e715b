import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { breachesOf } from '../../../test/support/answers.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  membersOf,
  moderate,
  outcome,
  type Person,
  proof,
  readyWork,
  submittedOffer,
  submittedWork,
  taskBody,
  theOperator,
  workPath,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import {
  type ReceivedEvent,
  receivedBy,
  receivedKinds,
  tellAll,
} from '../../../test/support/scenarios/received-events.ts'
import { createAccount } from '../../accounts/actions.ts'
import { recordEvents } from '../../platform/database/events.ts'
import { screenOut } from '../../reservations/screen-outs/actions.ts'
import { furtherKinds } from './event.ts'
import { bodies } from './serialize.ts'

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
    const shown = (await receivedBy(market, owner)).map(({ type, data }) => [type, data.source, data.task.status])
    assert.deepEqual(shown, [
      ['task.created', 'GroupA.draft', 'Draft'],
      ['task.created', 'GroupA.submit', 'PendingModeration'],
      ['task.created', 'GroupB', 'Draft'],
      ['task.created', 'GroupB', 'PendingModeration'],
    ])
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
})

describe('events of work', () => {
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

  test('are for the advertiser only', async () => {
    const { id } = await activeOffer(market)
    const worker = await executor(market, { roles: ['Executor', 'Advertiser'] })
    await submittedWork(market, id, worker)
    assert.deepEqual(await receivedKinds(market, worker), [])
  })
})

test('task.completed is not emitted for an archived task, even when its last report is accepted', async () => {
  const { id, advertiser: owner } = await activeOffer(market, { slots: 1 })
  const work = await submittedWork(market, id)
  expectOk(await owner.b.delete(`/v1/tasks/${id}`))
  await accept(owner, work.id)
  assert.deepEqual(await receivedKinds(market, owner), ['task.created', 'report.submitted', 'report.accepted'])
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
  assert.deepEqual(membersOf(await receivedBy(market, owner), 'sequence'), [1, 2])
})

const operator = await theOperator(market)

/** Returns the account's events of these kinds, oldest first. */
async function told(
  owner: Awaited<ReturnType<typeof advertiser>>,
  ...kinds: readonly string[]
): Promise<ReceivedEvent[]> {
  await tellAll(market)
  return expectOk(await owner.b.get(`/v1/events?types=${kinds.join(',')}`)).items
}

test('task.moderated is emitted for moderation decisions only', async () => {
  const owner = await advertiser(market)
  const [approved, rejected] = [
    await submittedOffer(market, { advertiser: owner }),
    await submittedOffer(market, { advertiser: owner }),
  ]
  const open = async (id: number) => expectOk(await operator.a.get(`/api/operator/offers/${id}`)).version
  expectOk(await operator.a.post(`/api/operator/offers/${approved.id}/approve`, { version: await open(approved.id) }))
  const reason = { reason: 'The link leads nowhere.', version: await open(rejected.id) }
  expectOk(await operator.a.post(`/api/operator/offers/${rejected.id}/reject`, reason))
  expectOk(await owner.b.patch(`/v1/tasks/${approved.id}`, { status: 'Paused' }))
  const events = await told(owner, 'task.moderated')
  const shown = events.map(({ data: { task, decision, comment } }) => [task.id, task.status, decision, comment])
  assert.deepEqual(shown, [
    [approved.id, 'Active', 'Approved', null],
    [rejected.id, 'Rejected', 'Rejected', reason.reason],
  ])
})

test('task.paused names the actor and the reason', async () => {
  const owner = await advertiser(market)
  const { id } = await activeOffer(market, { advertiser: owner })
  expectOk(await owner.b.patch(`/v1/tasks/${id}`, { status: 'Paused' }))
  expectOk(await operator.a.post(`/api/operator/offers/${id}/suspend`, { reason: 'We look at a complaint.' }))
  expectOk(await operator.a.post(`/api/operator/offers/${id}/resume`))
  expectOk(await owner.b.patch(`/v1/tasks/${id}`, { title: 'A better title' }))
  const events = await told(owner, 'task.paused')
  const shown = events.map(({ data: { task, pausedBy, reason } }) => [
    task.id,
    task.status,
    pausedBy,
    reason?.message ?? null,
  ])
  assert.deepEqual(shown, [
    [id, 'Paused', 'Advertiser', null],
    [id, 'Paused', 'Operator', 'We look at a complaint.'],
  ])
})

test('task.archived has the final counts and money, once', async () => {
  const owner = await advertiser(market, { funds: 100 })
  const { id } = await activeOffer(market, { advertiser: owner, slots: 4 })
  const [paid, open] = [await submittedWork(market, id), await submittedWork(market, id)]
  expectOk(await owner.b.post(`/v1/reports/${paid.id}/accept`))
  const { version } = expectOk(await owner.b.delete(`/v1/tasks/${id}`))
  expectOk(await owner.b.delete(`/v1/tasks/${id}`))
  expectOk(await owner.b.post(`/v1/reports/${open.id}/accept`))
  const events = await told(owner, 'task.archived', 'report.accepted')
  assert.deepEqual(membersOf(events, 'type'), ['report.accepted', 'task.archived', 'report.accepted'])
  const [before, archived, after] = events.map(({ data }) => data)
  const { task } = archived
  assert.deepEqual([task.status, task.version, task.counts.pending], ['Archived', version, 1])
  const summary = { accepted: 1, rejected: 0, spent: 1.1, released: 2.2, currency: 'USD', held: 1.1 }
  assert.deepEqual(archived.summary, summary)
  assert.deepEqual([before.task.version < version, after.task.version], [true, version])
})

test('item.completed has the input, and how many answers count; events of the task count its items', async () => {
  const items = [{ externalId: 'p1', data: { n: 1 } }]
  const { id, advertiser: owner } = await activeOffer(market, { members: { totalLimit: undefined, items, overlap: 2 } })
  const shown = async () => expectOk(await owner.b.get(`/v1/tasks/${id}/items`)).items[0]
  const { id: itemId } = await shown()
  for (const label of ['a', 'b']) {
    const worker = await executor(market)
    const details = { answers: [{ itemId, value: { label } }] }
    const work = { ...(await readyWork(worker, id)), details }
    const { id: report } = expectOk(await worker.a.post(`${workPath(id)}/submit-execution`, work))
    await accept(owner, report)
    await accept(owner, report)
  }
  expectOk(await owner.b.post(`/v1/tasks/${id}/items`, { items: [{ data: {} }] }))
  const events = await told(owner, 'item.completed', 'task.completed')
  assert.deepEqual(membersOf(events, 'type').toSorted(), ['item.completed', 'task.completed'])
  const { data } = events.find(({ type }) => type === 'item.completed') ?? {}
  const { createdAtUtc: _, ...item } = await shown()
  assert.deepEqual([data.item, data.answers, data.task.id, data.task.externalId], [item, 2, id, null])
  assert.deepEqual(breachesOf(bodies['item.completed'].schema, data), [])
  const before = await told(owner, 'task.created', 'report.submitted', 'report.accepted')
  assert.deepEqual(
    before.map(({ type, data: { task } }) => [
      type,
      task.itemCounts.open,
      task.itemCounts.inProgress,
      task.itemCounts.completed,
    ]),
    [
      ['task.created', 1, 0, 0],
      ['report.submitted', 1, 0, 0],
      ['report.accepted', 1, 0, 0],
      ['report.submitted', 0, 1, 0],
      ['report.accepted', 0, 0, 1],
    ],
  )
  const { task } = events.find(({ type }) => type === 'task.completed')?.data ?? {}
  assert.deepEqual(task.itemCounts, { open: 0, inProgress: 0, completed: 1, waiting: 0, cancelled: 0 })
})

test('events of reservations are recorded only for accounts with a webhook that names them, and as the list shows them', async () => {
  const { id, advertiser: owner } = await activeOffer(market, { slots: 5 })
  const kinds = ['reservation.created', 'reservation.expired', 'reservation.cancelled']
  const listed = async (query = '') =>
    expectOk(await owner.b.get(`/v1/tasks/${id}/reservations${query}`)).items as { id: number; status: string }[]
  const reserved = async () => {
    const worker = await executor(market)
    expectOk(await worker.a.post(`${workPath(id)}/reserve`))
    return worker
  }
  await reserved()
  assert.deepEqual(await receivedBy(market, owner, kinds), [])
  expectOk(await owner.b.post('/v1/webhooks', { url: 'https://hooks.example.com/in', events: kinds }))
  const late = await reserved()
  const [active] = await listed()
  const quitter = await reserved()
  expectOk(await quitter.a.post(`${workPath(id)}/reservation/cancel`))
  const [cancelled] = await listed('?status=Cancelled')
  market.pass(7_200)
  assert.deepEqual(membersOf(await listed('?status=Active'), 'id'), [])
  expectOk(await late.a.post(`${workPath(id)}/reserve`))
  const expired = (await listed('?status=Expired')).find(({ id: each }) => each === active?.id)
  const events = await receivedBy(market, owner, kinds)
  const shown = events.map(({ type, data }) => [type, data.reservation.id, data.reservation.status])
  assert.deepEqual(shown.slice(0, 4), [
    ['reservation.created', active?.id, 'Active'],
    ['reservation.created', cancelled?.id, 'Active'],
    ['reservation.cancelled', cancelled?.id, 'Cancelled'],
    ['reservation.expired', active?.id, 'Expired'],
  ])
  assert.deepEqual([events[2]?.data.reservation, events[3]?.data.reservation], [cancelled, expired])
  for (const { type, data } of events)
    assert.deepEqual(breachesOf(bodies[type as 'reservation.created'].schema, data), [])
  assert.match(events[0]?.data.reservation.executorId, /^ex_/)
  const other = await advertiser(market)
  assert.equal(outcome(await other.b.get(`/v1/tasks/${id}/reservations`)), '404 task_not_found')
})

test('a screened-out executor is told once, with the task as the API shows it', async () => {
  const { id, advertiser: owner } = await activeOffer(market, { members: { screenOut: { reward: 0.2, max: 3 } } })
  const kinds = ['reservation.screenedOut']
  expectOk(await owner.b.post('/v1/webhooks', { url: 'https://hooks.example.com/in', events: kinds }))
  const reservation = expectOk(await (await executor(market)).a.post(`${workPath(id)}/reserve`))
  await screenOut(market.ctx, reservation)
  await screenOut(market.ctx, reservation)
  const events = await receivedBy(market, owner, kinds)
  assert.deepEqual(
    events.map(({ data }) => data.reservation),
    expectOk(await owner.b.get(`/v1/tasks/${id}/reservations?status=ScreenedOut`)).items,
  )
  assert.deepEqual(breachesOf(bodies['reservation.screenedOut'].schema, events[0]?.data), [])
})

test('task.created names the console as its source', async () => {
  const email = 'console@example.com'
  const password = 'correct horse battery'
  await createAccount(market.ctx, { email, roles: ['Advertiser'], language: 'en', password })
  const page = await market.signIn(email, password)
  expectOk(await page.post('/advertiser/offers/draft', await taskBody(market)))
  await tellAll(market)
  const { items } = expectOk(await page.get('/v1/events')) ?? { items: [] }
  const shown = items.map(({ type, data }: ReceivedEvent) => [type, data.source])
  assert.deepEqual(shown, [['task.created', 'Console']])
})

const reason = 'The last page is missing.'
const report = async ({ b }: Person, id: number) => {
  const { history: _, taskContent: ___, proofs, ...rest } = expectOk(await b.get(`/v1/reports/${id}`))
  return { ...rest, proofs: proofs.map(({ downloadUrl: __, ...one }: { downloadUrl: string }) => one) }
}

test('work resubmitted before dispatch has one event for each revision, with its own proofs and details', async () => {
  const { id: offer, advertiser: owner } = await activeOffer(market)
  const work = await submittedWork(market, offer)
  const moments = [await report(owner, work.id)]
  for (const round of [1, 2]) {
    expectOk(await owner.b.post(`/v1/reports/${work.id}/rework`, { reason: `${reason} ${round}` }))
    moments.push(await report(owner, work.id))
    const { rework } = expectOk(await work.executor.a.get(`/api/executor/executions/${work.id}`))
    const body = {
      reservationId: rework.reservationId,
      proofUrl: await proof(work.executor, offer),
      details: { completionCode: `round ${round}` },
    }
    expectOk(await work.executor.a.post(`${workPath(offer)}/submit-execution`, body))
    moments.push(await report(owner, work.id))
  }
  expectOk(await owner.b.post(`/v1/reports/${work.id}/accept`))
  await tellAll(market)
  const kinds = 'report.submitted,report.rework_requested'
  const { items } = expectOk(await owner.b.get(`/v1/events?types=${kinds}&limit=100`))
  const shown = items.map(({ data }: { data: { report: object } }) => data.report)
  assert.deepEqual(shown, moments)
  const found = items.map(({ type, data }: ReceivedEvent) => [type, data.resubmission, data.previousRevision])
  assert.deepEqual(found, [
    ['report.submitted', false, null],
    ['report.rework_requested', undefined, undefined],
    ['report.submitted', true, 1],
    ['report.rework_requested', undefined, undefined],
    ['report.submitted', true, 2],
  ])
  const [, asked] = items
  assert.deepEqual(breachesOf(bodies['report.rework_requested'].schema, asked.data), [])
  assert.deepEqual([asked.data.reason, asked.data.task.counts.rework], [`${reason} 1`, 1])
  assert.equal(asked.data.deadlineAtUtc, moments[1]?.rework.deadlineAtUtc)
})

test('further kinds are sent only to endpoints that list them', async () => {
  const { id: offer, advertiser: owner } = await activeOffer(market)
  const url = 'https://9.9.9.9/hooks'
  const plain = expectOk(await owner.b.post('/v1/webhooks', { url }))
  const shown = plain.events.filter((kind: string) => furtherKinds.some((one) => one === kind))
  assert.deepEqual(shown, [])
  const both = expectOk(
    await owner.b.post('/v1/webhooks', { url, events: furtherKinds.filter((kind) => kind.startsWith('report.')) }),
  )
  const work = await submittedWork(market, offer)
  expectOk(await owner.b.post(`/v1/reports/${work.id}/rework`, { reason }))
  assert.ok((await receivedBy(market, owner)).every(({ type }) => !type.startsWith('report.rework')))
  const sent = async (id: number) =>
    expectOk(await owner.b.get(`/v1/webhooks/${id}/deliveries`)).items.map(
      ({ eventType }: { eventType: string }) => eventType,
    )
  assert.deepEqual(await sent(both.id), ['report.rework_requested'])
  assert.ok(!(await sent(plain.id)).includes('report.rework_requested'))
  assert.equal(outcome(await owner.b.post('/v1/webhooks', { url, events: ['report.revised'] })), '400 validation_error')
})
