import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { SignatureError, webhooks } from '../../sdk/src/index.ts'
import { machineSeconds } from '../../server/platform/clock.ts'
import { dispatchEvents } from '../../server/webhooks/events/actions-dispatch.ts'
import { deliverAll, deliveryWorkerFor, openReceiver, webhookTo } from '../support/fakes/receiver.ts'
import { activeOffer, advertiser, expectOk, submittedWork } from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'

const secret = `whsec_${randomBytes(24).toString('base64')}`
const now = () => Math.floor(machineSeconds())

/** Signs as the public library does. */
function signed(body: string, { id = 'evt_1', at = now(), by = secret } = {}) {
  const signature = new Webhook(by).sign(id, new Date(at * 1000), body)
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': signature }
}

describe('the signature of a webhook', () => {
  const body = JSON.stringify({ type: 'balance.low', data: { threshold: 0.1 } })

  test('of the public library is accepted, and amounts are decimals', async () => {
    const event = await webhooks.verify(signed(body), body, secret)
    assert.ok(event.type === 'balance.low')
    assert.equal(event.data.threshold, '0.1')
  })

  test('is found among several, and in headers of any form', async () => {
    const headers = signed(body)
    const both = { ...headers, 'webhook-signature': `v1,AAAA v2,${'x'.repeat(9)} ${headers['webhook-signature']}` }
    await webhooks.verify(both, body, secret)
    await webhooks.verify(new Headers(both), body, secret)
    await webhooks.verify(
      Object.fromEntries(Object.entries(both).map(([name, value]) => [name.toUpperCase(), [value]])),
      body,
      secret,
    )
  })

  const attacks: Readonly<Record<string, readonly [Record<string, string>, string]>> = {
    'another body': [signed(body), body.replace('0.1', '9.9')],
    'another secret': [signed(body, { by: `whsec_${randomBytes(24).toString('base64')}` }), body],
    'an old time': [signed(body, { at: now() - 301 }), body],
    'a future time': [signed(body, { at: now() + 3600 }), body],
    'another id': [{ ...signed(body), 'webhook-id': 'evt_2' }, body],
    'no signature': [{ ...signed(body), 'webhook-signature': '' }, body],
    'a signature that is not base64': [{ ...signed(body), 'webhook-signature': 'v1,%%%' }, body],
    'a time that is not a number': [{ ...signed(body), 'webhook-timestamp': '1e9' }, body],
    'no headers': [{}, body],
  }
  for (const [name, [headers, text]] of Object.entries(attacks))
    test(`with ${name} is refused`, () => assert.rejects(webhooks.verify(headers, text, secret), SignatureError))

  test('is verified in bytes, and with a secret read from a file', async () => {
    const event = await webhooks.verify(signed(body), Buffer.from(body), `${secret}\n`)
    assert.equal(event.type, 'balance.low')
  })

  const mistakes: Readonly<Record<string, readonly [body: unknown, secret: unknown, RegExp]>> = {
    'a parsed body': [JSON.parse(body), secret, /as received.*of type object.*request\.text\(\)/],
    'no body': [undefined, secret, /as received.*undefined/],
    'no secret': [body, undefined, /secret is missing/],
    'an empty secret': [body, 'whsec_', /secret is missing/],
    'a secret that is not base64': [body, 'whsec_%%%', /secret is not base64/],
  }
  for (const [name, [text, by, message]] of Object.entries(mistakes))
    test(`with ${name} is explained to the program's author`, async () => {
      const expected = { name: 'TypeError', message }
      await assert.rejects(webhooks.verify(signed(body), text as string, by as string), expected)
      await assert.rejects(webhooks.sign(text as string, by as string), expected)
    })

  test('made for a test is that of the public library', async () => {
    const text = JSON.stringify({ id: 'evt_7', type: 'balance.low', data: { threshold: 0.1, name: 'Ñandú 🌍' } })
    const at = new Date(now() * 1000)
    assert.deepEqual(await webhooks.sign(text, secret, { at }), signed(text, { id: 'evt_7' }))
    new Webhook(secret).verify(text, { ...(await webhooks.sign(text, secret, { id: 'evt_8' })) })
    await webhooks.verify(await webhooks.sign(text, secret), text, secret)
    const old = await webhooks.sign(text, secret, { at: new Date(at.getTime() - 301_000) })
    await assert.rejects(webhooks.verify(old, text, secret), SignatureError)
  })
})

test('a delivery of the marketplace is verified and typed', async () => {
  const market = await openMarket({ webhookAllowPrivate: true })
  const receiver = await openReceiver()
  const anna = await advertiser(market)
  const { id: offer } = await activeOffer(market, { advertiser: anna })
  const endpoint = await webhookTo(anna, receiver.url)
  const { id } = await submittedWork(market, offer)
  expectOk(await anna.b.post(`/v1/reports/${id}/accept`))
  await dispatchEvents(market.ctx, market.logger)
  await deliverAll(deliveryWorkerFor(market))
  const events = await Promise.all(
    receiver.received.map(({ headers, body }) => webhooks.verify(headers, body, endpoint.secret)),
  )
  const accepted = events.find((event) => event.type === 'report.accepted')
  assert.ok(accepted?.type === 'report.accepted')
  assert.equal(accepted.data.charged, '1.1')
  assert.equal(accepted.data.report.id, id)
})
