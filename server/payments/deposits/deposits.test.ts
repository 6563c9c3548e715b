import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, describe, test } from 'node:test'
import { eventOf, signed, startStripe, theStripe } from '../../../test/support/fakes/stripe.ts'
import { advertiser, expectOk, outcome, type Person, submittedOffer } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { verifyLedger } from '../../ledger/actions.ts'
import { sql } from '../../platform/sql.ts'
import { deposit } from './actions-bookings.ts'

const market = await openMarket({ databaseConnectionsMax: 8 })
const { ctx } = market
const stripe = await theStripe()
afterEach(async () => assert.deepEqual((await verifyLedger(ctx)).mismatches, []))

const path = '/api/advertiser/deposits'
const sessionOf = (url: string): string => url.split('/').at(-1) ?? ''
const keyed = ({ a }: Person, key: string, amount: number) =>
  a.send('POST', path, JSON.stringify({ amount }), { 'content-type': 'application/json', 'idempotency-key': key })
const pagesAsked = (): number => stripe.asked.filter((each) => each.path === '/v1/checkout/sessions').length

describe('a deposit', () => {
  test('is paid at Stripe and available once Stripe reports it', async () => {
    const owner = await advertiser(market, { funds: 0 })
    const urls = { successUrl: 'https://shop.example/thanks', cancelUrl: 'http://shop.example/back?a=1' }
    const made = await owner.b.post('/v1/deposits', { amount: 100.5, ...urls })
    assert.equal(made.status, 201)
    assert.equal(made.headers.get('location'), `${ctx.config.apiUrl}/deposits/${made.body.id}`)
    const { status, url, reference, amount, currency } = made.body
    assert.deepEqual([status, amount, currency], ['Pending', 100.5, 'USD'])
    const asked = stripe.asked.at(-1)?.form
    const shown = ['mode', 'client_reference_id', 'customer_email', 'success_url', 'cancel_url'].map((name) =>
      asked?.get(name),
    )
    assert.deepEqual(shown, ['payment', reference, owner.email, urls.successUrl, urls.cancelUrl])
    assert.equal(asked?.get('line_items[0][price_data][unit_amount]'), '10050')
    assert.equal(expectOk(await owner.a.get('/api/advertiser/balance')).pendingDeposits, 100.5)
    const body = JSON.stringify(eventOf('checkout.session.completed', stripe.pay(sessionOf(url))))
    expectOk(await market.as().send('POST', '/stripe/webhook', body, { 'stripe-signature': await signed(body) }))
    const { pendingDeposits, available } = expectOk(await owner.b.get('/v1/balance'))
    assert.deepEqual([pendingDeposits, available], [0, 100.5])
    const paid = expectOk(await owner.a.get(`${path}/${made.body.id}`))
    assert.deepEqual(
      [paid.status, paid.url, paid.expiresAtUtc, paid.allowedActions],
      ['Paid', null, null, ['RequestRefund']],
    )
  })

  test('returns to the balance in the console by default', async () => {
    const { a } = await advertiser(market, { funds: 0 })
    const { id } = expectOk(await a.post(path, { amount: 5 }))
    const asked = stripe.asked.at(-1)?.form
    const back = `${ctx.config.publicUrl}/advertiser/balance?deposit=${id}&result=`
    assert.deepEqual([asked?.get('success_url'), asked?.get('cancel_url')], [`${back}paid`, `${back}cancelled`])
  })

  test('requires a positive amount in cents and a valid return URL', async () => {
    const { a } = await advertiser(market, { funds: 0 })
    const before = pagesAsked()
    for (const amount of [0, -1, 1.005, 0.0001, 1_000_000, 1e9]) {
      const answer = await a.post(path, { amount })
      assert.deepEqual([outcome(answer), answer.body.errors[0].field], ['400 validation_error', 'amount'], `${amount}`)
    }
    for (const url of ['javascript:alert(1)', 'ftp://x.example', '//x.example', 'http://', 'nowhere', 'https:///x y']) {
      const answer = await a.post(path, { amount: 1, successUrl: url })
      assert.deepEqual([outcome(answer), answer.body.errors[0].field], ['400 validation_error', 'successUrl'], url)
      assert.equal((await a.post(path, { amount: 1, cancelUrl: url })).body.errors[0].field, 'cancelUrl')
    }
    assert.equal(pagesAsked(), before)
  })

  test('with the same key is created once by concurrent requests; another amount is refused', async () => {
    const owner = await advertiser(market, { funds: 0 })
    const before = pagesAsked()
    const answers = await Promise.all(Array.from({ length: 20 }, () => keyed(owner, 'one', 5)))
    const done = answers.filter(({ status }) => status === 201)
    assert.ok(done.length > 0)
    assert.equal(new Set(done.map(({ body }) => body.id)).size, 1)
    assert.equal(outcome(await keyed(owner, 'one', 6)), '409 idempotency_key_reused')
    assert.equal((await keyed(owner, 'one', 5)).body.id, done[0]?.body.id)
    assert.equal(pagesAsked(), before + 1)
    market.pass(86_460)
    assert.notEqual((await keyed(owner, 'one', 5)).body.id, done[0]?.body.id)
    assert.equal(expectOk(await owner.a.get(path)).totalCount, 2)
  })

  test('fails if Stripe creates no page; the same key may retry', async () => {
    const owner = await advertiser(market, { funds: 0 })
    const key = randomUUID()
    stripe.fail(null, 3)
    assert.equal(outcome(await keyed(owner, key, 5)), '503 stripe_unavailable')
    const [failed] = expectOk(await owner.a.get(path)).items
    assert.deepEqual([failed.status, failed.url], ['Failed', null])
    const { status, body } = await keyed(owner, key, 5)
    assert.deepEqual([status, body.status], [201, 'Pending'])
    stripe.fail({ status: 400, error: { type: 'invalid_request_error', code: 'amount_too_small', message: 'no' } })
    const small = await owner.a.post(path, { amount: 0.01 })
    assert.deepEqual([outcome(small), small.body.errors[0].code], ['400 validation_error', 'refused_by_stripe'])
  })

  test('interrupted before Stripe was called continues with its key', async () => {
    const owner = await advertiser(market, { funds: 0 })
    const made = await keyed(owner, 'broken', 5)
    await ctx.db.run(sql`update deposits set session = null, url = null where id = ${made.body.id}::bigint`)
    await ctx.db.run(sql`delete from kept_answers where account = ${owner.id}::bigint`)
    assert.equal(outcome(await keyed(owner, 'broken', 5)), '409 idempotency_key_in_progress')
    market.pass(31)
    const again = await keyed(owner, 'broken', 5)
    assert.deepEqual([again.body.id, again.body.url], [made.body.id, made.body.url])
  })

  test('with a wrong Stripe key is refused without revealing the key', async () => {
    const other = await startStripe()
    const wrong = await openMarket({ stripeSecretKey: 'sk_test_wrong', stripeApiUrl: other.url })
    const { a } = await advertiser(wrong, { funds: 0 })
    const answer = await a.post(path, { amount: 5 })
    assert.equal(outcome(answer), '503 stripe_unavailable')
    assert.ok(!answer.raw.includes('sk_test'))
    await wrong.close()
  })
})

describe('a threshold', () => {
  const told = async ({ id }: Person) =>
    (await ctx.db.many(sql`select from events where kind = 'balance.low' and account = ${id}::bigint`)).length
  const set = async ({ b }: Person, lowBalanceThreshold: unknown) =>
    expectOk(await b.patch('/v1/balance', { lowBalanceThreshold }))

  test('is set per account, even without a balance; null restores the default', async () => {
    const owner = await advertiser(market, { funds: 0 })
    assert.equal(expectOk(await owner.b.get('/v1/balance')).lowBalanceThreshold, 10)
    assert.deepEqual([(await set(owner, 25.5)).lowBalanceThreshold, (await set(owner, undefined)).isLow], [25.5, true])
    await deposit(ctx, { email: owner.email, amount: 25.5 })
    const { lowBalanceThreshold, isLow } = expectOk(await owner.a.get('/api/advertiser/balance'))
    assert.deepEqual([lowBalanceThreshold, isLow], [25.5, false])
    const changed = expectOk(await owner.a.patch('/api/advertiser/balance', { lowBalanceThreshold: null }))
    assert.equal(changed.lowBalanceThreshold, 10)
    assert.equal((await set(owner, 0)).isLow, false)
  })

  test('sends a notification when crossed, and a changed one again', async () => {
    const owner = await advertiser(market, { funds: 100 })
    await set(owner, 99)
    await submittedOffer(market, { advertiser: owner, slots: 1 })
    assert.equal(await told(owner), 1)
    await set(owner, 99)
    await submittedOffer(market, { advertiser: owner, slots: 1 })
    assert.equal(await told(owner), 1, 'the same again is no new one')
    await set(owner, 97)
    await submittedOffer(market, { advertiser: owner, slots: 1 })
    assert.equal(await told(owner), 2)
  })
})
