import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  answering,
  deliverAll,
  deliveryWorkerFor,
  isVerified,
  openReceiver,
  silence,
  webhookTo,
} from '../../../test/support/fakes/receiver.ts'
import {
  advertiser,
  expectOk,
  outcome,
  type Person,
  submittedOffer,
  theOperator,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import { dispatchEvents } from '../events/actions-dispatch.ts'
import { inFlightMaxAccount } from './delivery.ts'

const testsPerHour = 12
const market = await openMarket({
  webhookAllowPrivate: true,
  webhookChallenge: true,
  webhookTestsPerHour: testsPerHour,
  webhookReplaysPerHour: 2,
  webhookRetrySeconds: [0, 5, 300, 1800, 7200, 18_000],
})
const { db } = market.ctx
const worker = deliveryWorkerFor(market)
const operator = await theOperator(market)
const hour = 3_600

const hook = async ({ b }: Person, id: number) => expectOk(await b.get(`/v1/webhooks/${id}`))
/** Delivers whatever is due, and what is due after each retry. */
async function deliverFor(seconds: number) {
  for (let passed = 0; passed < seconds; passed += 60) {
    await deliverAll(worker)
    market.pass(60)
  }
}
const event = async (owner: Person) => {
  await submittedOffer(market, { advertiser: owner })
  await dispatchEvents(market.ctx, market.logger)
}

describe('a new webhook', () => {
  test('gets its events after it answered a signed challenge', async () => {
    const [owner, receiver] = [await advertiser(market), await openReceiver({ answersChallenges: false })]
    const { id, secret } = await webhookTo(owner, receiver.url)
    await event(owner)
    await deliverAll(worker)
    const { event: sent, headers, body } = receiver.received[0] ?? assert.fail()
    assert.deepEqual([sent.type, receiver.received.length], ['webhook.verification', 1])
    assert.ok(isVerified(secret, { headers, body }))
    const { verifiedAtUtc, allowedActions, health } = await hook(owner, id)
    assert.deepEqual([verifiedAtUtc, health.pendingDeliveries > 1], [null, true])
    assert.ok(allowedActions.includes('Verify') && !allowedActions.includes('Replay'))
    receiver.reply((response, { event: { data } }) => response.writeHead(200).end(`${data.challenge}\n`))
    expectOk(await owner.b.post(`/v1/webhooks/${id}/verify`))
    await deliverAll(worker)
    assert.ok((await hook(owner, id)).verifiedAtUtc)
    assert.ok(receiver.received.some((one) => one.event.type === 'task.created'))
    assert.equal(outcome(await owner.b.post(`/v1/webhooks/${id}/verify`)), '409 webhook_verified')
  })

  test('is not verified by any other answer, and the challenge is sent five times', async () => {
    for (const body of ['ok', '', '{"challenge":"x"}', 'null']) {
      const [owner, receiver] = [await advertiser(market), await openReceiver({ answersChallenges: false })]
      receiver.reply(answering(200, {}, body))
      const { id } = await webhookTo(owner, receiver.url)
      await deliverFor(3 * hour)
      assert.equal((await hook(owner, id)).verifiedAtUtc, null, body)
      assert.equal(receiver.received.length, 5)
    }
  })

  test('is not verified by a receiver that returns what it got', async () => {
    const [owner, receiver] = [await advertiser(market), await openReceiver({ answersChallenges: false })]
    receiver.reply((response, { body }) => response.writeHead(200).end(body))
    const { id } = await webhookTo(owner, receiver.url)
    await deliverAll(worker)
    assert.equal((await hook(owner, id)).verifiedAtUtc, null)
  })

  test('gets each test event once, and no replay, until it is verified', async () => {
    const [owner, receiver] = [await advertiser(market), await openReceiver({ answersChallenges: false })]
    receiver.reply(500)
    const { id } = await webhookTo(owner, receiver.url)
    expectOk(await owner.b.post(`/v1/webhooks/${id}/test`))
    await deliverFor(hour)
    assert.equal(receiver.received.filter(({ event: { type } }) => type === 'webhook.test').length, 1)
    const replayed = await owner.b.post(`/v1/webhooks/${id}/replay`, { fromSequence: 1 })
    assert.equal(outcome(replayed), '409 webhook_not_verified')
  })

  test('is challenged again when its URL changes; what is pending waits', async () => {
    const [owner, receiver] = [await advertiser(market), await openReceiver()]
    const other = await openReceiver({ answersChallenges: false })
    const { id } = await webhookTo(owner, receiver.url)
    await deliverAll(worker)
    await event(owner)
    expectOk(await owner.b.patch(`/v1/webhooks/${id}`, { url: other.url }))
    await deliverAll(worker)
    const shown = other.received.map(({ event: { type } }) => type)
    assert.deepEqual(shown, ['webhook.verification'])
    assert.equal(receiver.received.length, 0)
  })
})

describe('a flood is limited', () => {
  test('challenges, tests and replays per hour, with the time of the next one', async () => {
    const [owner, receiver] = [await advertiser(market), await openReceiver()]
    const { id } = await webhookTo(owner, receiver.url)
    await deliverAll(worker)
    const path = `/v1/webhooks/${id}`
    const test = () => owner.b.post(`${path}/test`)
    for (let sent = 1; sent < testsPerHour; sent++) expectOk(await test())
    const refused = await test()
    assert.equal(outcome(refused), '409 webhook_limit_reached')
    const { what, max, retryAtUtc } = refused.body
    assert.deepEqual([what, max], ['tests', testsPerHour])
    const wait = Date.parse(retryAtUtc) - (await db.one<{ now: Date }>(sql`select ${db.now()} as now`)).now.getTime()
    assert.ok(wait > 0 && wait <= hour * 1000)
    assert.equal(outcome(await owner.b.post('/v1/webhooks', { url: receiver.url })), '409 webhook_limit_reached')
    const replay = () => owner.b.post(`${path}/replay`, { fromSequence: 1 })
    assert.deepEqual(
      [outcome(await replay()), outcome(await replay()), outcome(await replay())].at(-1),
      '409 webhook_limit_reached',
    )
    market.pass(hour + 1)
    expectOk(await test())
    expectOk(await replay())
  })

  test('attempts in progress of one account, over all its webhooks', async () => {
    const [owner, receiver] = [await advertiser(market), await openReceiver()]
    const ids: number[] = []
    for (let made = 0; made < 8; made++) ids.push((await webhookTo(owner, `${receiver.url}/${made}`)).id)
    await deliverAll(worker)
    receiver.reply(silence)
    await db.run(sql`
      with event as (insert into events (kind, account, data, body, created_at, dispatched_at)
        select 'webhook.test', ${owner.id}, '{}', '{"type":"x"}', ${db.now()}, ${db.now()} from generate_series(1, 64) returning id)
      insert into deliveries (endpoint, account, event, due_at, created_at)
      select (${ids}::bigint[])[1 + id % 8], ${owner.id}, id, ${db.now()}, ${db.now()} from event`)
    await db.run(sql`update endpoints set due_at = ${db.now()} where account = ${owner.id}`)
    const second = deliveryWorkerFor(market)
    const counts = await Promise.all([worker.deliver(), second.deliver()])
    const again = [await worker.deliver(), await second.deliver()]
    const shown = [...counts, ...again].reduce((sum, count) => sum + count, 0)
    assert.equal(shown, inFlightMaxAccount)
    receiver.reply(200)
    receiver.release(200)
    await Promise.all([worker.idle(), second.idle()])
    await deliverFor(120)
    assert.equal(receiver.received.length, 64)
  })
})

test('nothing is sent for a suspended account; what waited is sent when the suspension ends', async () => {
  const [owner, receiver] = [await advertiser(market), await openReceiver()]
  await webhookTo(owner, receiver.url)
  await deliverAll(worker)
  await event(owner)
  const endsAtUtc = new Date((await db.one<{ now: Date }>(sql`select ${db.now()} as now`)).now.getTime() + hour * 1000)
  const sanction = { accountId: owner.id, kind: 'Suspension', code: 'Other', reason: 'A flood was seen.', endsAtUtc }
  expectOk(await operator.a.post('/api/operator/sanctions', sanction))
  await deliverFor(600)
  assert.equal(receiver.received.length, 0)
  market.pass(hour)
  await deliverAll(worker)
  assert.equal(receiver.received.length, 1)
})

test('an operator disables a webhook, its owner reads the reason and cannot enable it', async () => {
  const [owner, receiver] = [await advertiser(market), await openReceiver()]
  const { id } = await webhookTo(owner, receiver.url)
  await deliverAll(worker)
  const path = `/api/operator/webhooks/${id}`
  const reason = 'The receiver asked us to stop.'
  const disabled = expectOk(await operator.a.post(`${path}/disable`, { reason }))
  assert.deepEqual([disabled.disabledBy, disabled.allowedActions], ['Operator', ['Enable']])
  const { status, disabledReason, allowedActions } = await hook(owner, id)
  assert.deepEqual([status, disabledReason], ['Disabled', reason])
  assert.ok(!allowedActions.includes('Enable'))
  const enabled = await owner.b.patch(`/v1/webhooks/${id}`, { enabled: true })
  assert.deepEqual([outcome(enabled), enabled.body.reason], ['409 webhook_blocked', reason])
  const repaired = expectOk(await operator.a.post(`${path}/enable`, { reason: 'It was repaired.' }))
  assert.deepEqual(repaired.allowedActions, ['Disable'])
  expectOk(await owner.b.post(`/v1/webhooks/${id}/test`))
  await deliverAll(worker)
  const host = new URL(receiver.url).host
  const { items } = expectOk(await operator.a.get('/api/operator/webhook-hosts'))
  const { failedIn24Hours, ...counted } = items.find((one: { host: string }) => one.host === host)
  assert.deepEqual(counted, { host, webhooks: 1, accounts: 1, attemptsInHour: 2, attemptsIn24Hours: 2 })
})
