import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  activeOffer,
  advertiser,
  expectOk,
  submittedOffer,
  submittedWork,
  taskBody,
  theOperator,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { type ReceivedEvent, tellAll } from '../../../test/support/scenarios/received-events.ts'
import { createAccount } from '../../accounts/actions.ts'

const market = await openMarket()
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
  assert.deepEqual(
    events.map(({ data: { task, decision, comment } }) => [task.id, task.status, decision, comment]),
    [
      [approved.id, 'Active', 'Approved', null],
      [rejected.id, 'Rejected', 'Rejected', reason.reason],
    ],
  )
})

test('task.paused names the actor and the reason', async () => {
  const owner = await advertiser(market)
  const { id } = await activeOffer(market, { advertiser: owner })
  expectOk(await owner.b.patch(`/v1/tasks/${id}`, { status: 'Paused' }))
  expectOk(await operator.a.post(`/api/operator/offers/${id}/suspend`, { reason: 'We look at a complaint.' }))
  expectOk(await operator.a.post(`/api/operator/offers/${id}/resume`))
  expectOk(await owner.b.patch(`/v1/tasks/${id}`, { title: 'A better title' }))
  const events = await told(owner, 'task.paused')
  assert.deepEqual(
    events.map(({ data: { task, pausedBy, reason } }) => [task.id, task.status, pausedBy, reason?.message ?? null]),
    [
      [id, 'Paused', 'Advertiser', null],
      [id, 'Paused', 'Operator', 'We look at a complaint.'],
    ],
  )
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
  assert.deepEqual(
    events.map(({ type }) => type),
    ['report.accepted', 'task.archived', 'report.accepted'],
  )
  const [before, archived, after] = events.map(({ data }) => data)
  const { task } = archived
  assert.deepEqual([task.status, task.version, task.counts.pending], ['Archived', version, 1])
  const summary = { accepted: 1, rejected: 0, spent: 1.1, released: 2.2, currency: 'USD', held: 1.1 }
  assert.deepEqual(archived.summary, summary)
  assert.deepEqual([before.task.version < version, after.task.version], [true, version])
})

test('task.created names the console as its source', async () => {
  const email = 'console@example.com'
  const password = 'correct horse battery'
  await createAccount(market.ctx, { email, roles: ['Advertiser'], language: 'en', password })
  const page = await market.signIn(email, password)
  expectOk(await page.post('/advertiser/offers/draft', await taskBody(market)))
  await tellAll(market)
  const { items } = expectOk(await page.get('/v1/events')) ?? { items: [] }
  assert.deepEqual(
    items.map(({ type, data }: ReceivedEvent) => [type, data.source]),
    [['task.created', 'Console']],
  )
})
