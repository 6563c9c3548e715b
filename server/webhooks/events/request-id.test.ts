import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deliverAll, deliveryWorkerFor, openReceiver, webhookTo } from '../../../test/support/fakes/receiver.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  readyWork,
  submittedWork,
  workPath,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { autoAcceptDue } from '../../executions/decisions/actions.ts'
import { sql } from '../../platform/sql.ts'
import { dispatchEvents } from './actions-dispatch.ts'

const lines: string[] = []
const market = await openMarket({ webhookAllowPrivate: true, logTo: (line) => lines.push(line) })
const { ctx } = market
const owner = await advertiser(market)

const requestOf = async (kind: string, execution: number): Promise<string | null | undefined> =>
  (
    await ctx.db.maybe<{ requestId: string | null }>(
      sql`select request_id from events where kind = ${kind} and execution = ${execution}::bigint`,
    )
  )?.requestId

describe('the id of the request that caused an event', () => {
  test('is in the delivery log, the header of the delivery, and the worker’s log lines', async () => {
    const receiver = await openReceiver()
    const hook = await webhookTo(owner, receiver.url, { events: ['task.created'] })
    const made = await owner.b.post('/v1/tasks', { offerPriceId: 1, title: 'One', totalLimit: 1, draft: true })
    const id = made.headers.get('x-request-id') ?? assert.fail()
    await dispatchEvents(ctx, market.logger)
    await deliverAll(deliveryWorkerFor(market))
    const [listed] = expectOk(await owner.b.get(`/v1/webhooks/${hook.id}/deliveries`)).items
    assert.equal(listed.requestId, id)
    const whole = expectOk(await owner.b.get(`/v1/webhooks/${hook.id}/deliveries/${listed.id}`))
    assert.deepEqual([whole.requestId, whole.attempts[0].request.headers['x-request-id']], [id, id])
    assert.equal(receiver.received[0]?.headers['x-request-id'], id)
    const line = lines.map((each) => JSON.parse(each)).find(({ msg }) => msg === 'delivery attempt finished')
    assert.partialDeepStrictEqual(line, { requestId: id, delivery: listed.id, status: 'Delivered' })
  })

  test('is correct if one statement served many requests', async () => {
    const offer = await activeOffer(market, { advertiser: owner, slots: 12 })
    const workers = await Promise.all(Array.from({ length: 12 }, () => executor(market)))
    const bodies = await Promise.all(workers.map((worker) => readyWork(worker, offer.id)))
    const before = ctx.db.sent()
    const answers = await Promise.all(
      workers.map(({ a }, index) => a.post(`${workPath(offer.id)}/submit-execution`, bodies[index])),
    )
    assert.ok(ctx.db.sent() - before < 24, 'they did share statements')
    for (const answer of answers)
      assert.equal(await requestOf('report.submitted', expectOk(answer).id), answer.headers.get('x-request-id'))
    const ids = answers.map((answer) => expectOk(answer).id)
    const accepted = await Promise.all(ids.map((id) => owner.b.post(`/v1/reports/${id}/accept`)))
    for (const [index, answer] of accepted.entries())
      assert.equal(await requestOf('report.accepted', ids[index]), answer.headers.get('x-request-id'))
    const { requestId } = await ctx.db.one<{ requestId: string }>(
      sql`select request_id from events where kind = 'task.completed' and offer = ${offer.id}::bigint`,
    )
    assert.ok(accepted.some((answer) => answer.headers.get('x-request-id') === requestId))
  })

  test('is also set on events of records that the request did not name', async () => {
    const owners = await Promise.all(Array.from({ length: 8 }, () => advertiser(market)))
    const works = await Promise.all(
      owners.map(async (each) => {
        const offer = await activeOffer(market, { advertiser: each, slots: 1 })
        return { offer, work: await submittedWork(market, offer.id) }
      }),
    )
    const before = ctx.db.sent()
    const answers = await Promise.all(
      works.map(({ work }, index) => owners[index]?.b.post(`/v1/reports/${work.id}/accept`)),
    )
    assert.ok(ctx.db.sent() - before < 8, 'they did share statements')
    for (const [index, { offer }] of works.entries()) {
      const { requestId } = await ctx.db.one<{ requestId: string }>(
        sql`select request_id from events where kind = 'task.completed' and offer = ${offer.id}::bigint`,
      )
      assert.equal(requestId, answers[index]?.headers.get('x-request-id'))
    }
  })

  test('is absent if a deadline caused the event', async () => {
    const offer = await activeOffer(market, { advertiser: owner })
    const work = await submittedWork(market, offer.id)
    market.pass(30 * 86_400)
    await autoAcceptDue(ctx)
    assert.equal(await requestOf('report.accepted', work.id), null)
  })
})

test('a log line of a request has its id once', async () => {
  lines.length = 0
  await market.owner.run(sql`alter table offers add constraint broken_on_purpose check (false) not valid`)
  const answer = await owner.b.post('/v1/tasks', { offerPriceId: 1, title: 'One', totalLimit: 1, draft: true })
  await market.owner.run(sql`alter table offers drop constraint broken_on_purpose`)
  assert.equal(answer.status, 500)
  const [line] = lines.filter((each) => each.includes('request failed'))
  assert.equal(line?.split(answer.body.requestId).length, 2)
})
