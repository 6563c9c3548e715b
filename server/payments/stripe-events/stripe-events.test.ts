import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { eventOf, now, signed, theStripe } from '../../../test/support/fakes/stripe.ts'
import { activeOffer, advertiser, expectOk, type Person, theOperator } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { verifyLedger } from '../../ledger/actions.ts'
import { verifyHolds } from '../../offers/lifecycle/actions.ts'
import { sql } from '../../platform/sql.ts'
import { expireDeposits } from '../deposits/actions.ts'
import { forgetStripeEvents } from './actions.ts'

const market = await openMarket()
const { ctx } = market
const stripe = await theStripe()
afterEach(async () => {
  assert.deepEqual((await verifyLedger(ctx)).mismatches, [])
  assert.deepEqual(await verifyHolds(ctx), [])
})

type CreatedDeposit = { readonly owner: Person; readonly id: number; readonly session: string }

/** Returns a pending deposit. */
async function begun(amount = 100): Promise<CreatedDeposit> {
  const owner = await advertiser(market, { funds: 0 })
  const { id, url } = expectOk(await owner.a.post('/api/advertiser/deposits', { amount }))
  return { owner, id, session: String(url).split('/').at(-1) ?? '' }
}

const send = (body: string, header: string | undefined) =>
  market.as().send('POST', '/stripe/webhook', body, {
    'content-type': 'application/json',
    ...(header === undefined ? {} : { 'stripe-signature': header }),
  })

async function tell(type: string, object: object, id?: string): Promise<void> {
  const body = JSON.stringify(eventOf(type, object, id))
  assert.deepEqual(expectOk(await send(body, await signed(body))), { received: true })
}

async function paid(amount = 100): Promise<CreatedDeposit & { readonly payment: string }> {
  const made = await begun(amount)
  const session = stripe.pay(made.session)
  await tell('checkout.session.completed', session)
  return { ...made, payment: session['payment_intent'] }
}

const disputeOf = (payment: string, amount: number, status = 'needs_response', id = `dp_${payment}`) => ({
  id,
  object: 'dispute',
  amount,
  currency: 'usd',
  status,
  payment_intent: payment,
  charge: payment.replace('pi', 'ch'),
})

/** Returns the deposit's status, the available balance and the advertiser's debt. */
async function stand({ owner, id }: CreatedDeposit) {
  const { status } = expectOk(await owner.b.get(`/v1/deposits/${id}`))
  const { available } = expectOk(await owner.b.get('/v1/balance'))
  const owed = await ctx.db.maybe<{ units: bigint }>(
    sql`select units from balances where book = 'platform.guarantee' and owner = ${owner.id}::bigint`,
  )
  return [status, available, Number(-(owed?.units ?? 0n)) / 10_000]
}

describe('a payment', () => {
  test('is booked once, however often and concurrently it is reported', async () => {
    const made = await begun()
    const session = stripe.pay(made.session)
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => tell('checkout.session.completed', session, `evt_a${n % 3}`)),
    )
    await tell('checkout.session.async_payment_succeeded', session)
    assert.deepEqual(await stand(made), ['Paid', 100, 0])
  })

  test('in progress is booked when it completes', async () => {
    const made = await begun()
    await tell('checkout.session.completed', stripe.pay(made.session, { payment_status: 'unpaid' }))
    assert.deepEqual(await stand(made), ['Pending', 0, 0])
    market.pass(86_400 * 3)
    assert.equal(await expireDeposits(ctx), 0)
    assert.equal(expectOk(await made.owner.b.get('/v1/balance')).pendingDeposits, 100)
    await tell('checkout.session.async_payment_succeeded', stripe.pay(made.session))
    assert.deepEqual(await stand(made), ['Paid', 100, 0])
  })

  test('that failed or expired is not booked, unless it is paid after all', async () => {
    for (const [type, status] of [
      ['checkout.session.async_payment_failed', 'Failed'],
      ['checkout.session.expired', 'Expired'],
    ] as const) {
      const made = await begun()
      await tell(type, stripe.session(made.session))
      assert.deepEqual(await stand(made), [status, 0, 0])
      await tell('checkout.session.completed', stripe.pay(made.session))
      assert.deepEqual(await stand(made), ['Paid', 100, 0])
      await tell(type, stripe.session(made.session))
      assert.deepEqual(await stand(made), ['Paid', 100, 0])
    }
  })

  test('never reported by Stripe expires an hour after its page closed', async () => {
    const made = await begun()
    market.pass(86_400)
    assert.equal(expectOk(await made.owner.b.get('/v1/balance')).pendingDeposits, 0)
    market.pass(3_700)
    assert.ok((await expireDeposits(ctx)) > 0)
    assert.deepEqual(await stand(made), ['Expired', 0, 0])
  })

  test('in another currency or amount is not booked but shown to operators', async () => {
    for (const [change, mismatch] of [
      [{ currency: 'eur' }, { amount: 100, currency: 'EUR' }],
      [{ amount_total: 5_000 }, { amount: 50, currency: 'USD' }],
      [{ amount_total: 100_000 }, { amount: 1_000, currency: 'USD' }],
    ] as const) {
      const made = await begun()
      await tell('checkout.session.completed', { ...stripe.pay(made.session), ...change })
      assert.deepEqual(await stand(made), ['Pending', 0, 0])
      const { a } = await theOperator(market)
      assert.deepEqual(expectOk(await a.get(`/api/operator/deposits/${made.id}`)).mismatch, mismatch)
    }
  })

  test('is not taken back by a refund or dispute in another currency, or of more than it was', async () => {
    const made = await paid()
    await tell('charge.dispute.created', { ...disputeOf(made.payment, 10_000), currency: 'eur' })
    await tell('charge.dispute.created', disputeOf(made.payment, 10_001, 'needs_response', 'dp_large'))
    assert.deepEqual(await stand(made), ['Paid', 100, 0])
  })

  test('of others with the same Stripe account is ignored', async () => {
    const members = { id: 'cs_other', client_reference_id: null, metadata: {} }
    const session = { ...stripe.session((await begun()).session), ...members }
    await tell('checkout.session.completed', { ...session, payment_status: 'paid', payment_intent: 'pi_other' })
    await tell('charge.dispute.created', disputeOf('pi_other', 100))
    await tell('charge.refunded', { id: 'ch_other', payment_intent: 'pi_other' })
    await tell('invoice.paid', { id: 'in_1' })
  })
})

test('a payment on a page that we did not create books nothing, even with the reference of a deposit as its client_reference_id', async () => {
  const made = await begun()
  const { reference } = expectOk(await made.owner.b.get(`/v1/deposits/${made.id}`))
  for (const metadata of [
    undefined,
    null,
    {},
    { deposit: null },
    { deposit: { id: reference } },
    { other: reference },
  ]) {
    const page = { ...stripe.session(made.session), id: 'cs_link', client_reference_id: reference, metadata }
    const paid = { ...page, payment_status: 'paid', payment_intent: 'pi_link', amount_total: 1 }
    await tell('checkout.session.completed', paid)
    await tell('checkout.session.expired', paid)
  }
  assert.deepEqual(await stand(made), ['Pending', 0, 0])
})

describe('a payment on a page that we created', () => {
  test('is matched by its session', async () => {
    const made = await begun()
    const session = { ...stripe.pay(made.session), client_reference_id: null, metadata: null }
    await tell('checkout.session.completed', session)
    assert.deepEqual(await stand(made), ['Paid', 100, 0])
  })

  test('is matched by its metadata if the process ended before storing the session', async () => {
    const made = await begun()
    await ctx.db.run(sql`update deposits set session = null, url = null where id = ${made.id}::bigint`)
    await tell('checkout.session.completed', stripe.pay(made.session))
    assert.deepEqual(await stand(made), ['Paid', 100, 0])
  })
})

describe('a refund at Stripe', () => {
  test('takes the available money, and the rest becomes a debt; each part once', async () => {
    const made = await paid()
    await activeOffer(market, { advertiser: made.owner, slots: 50 })
    assert.deepEqual(await stand(made), ['Paid', 45, 0])
    const first = stripe.refund(made.session, 3_000)
    const charge = { id: first['charge'], object: 'charge', payment_intent: made.payment, amount_refunded: 3_000 }
    await tell('charge.refunded', charge)
    await Promise.all([tell('refund.created', first), tell('refund.updated', first), tell('charge.refunded', charge)])
    assert.deepEqual(await stand(made), ['PartlyRefunded', 15, 0])
    const second = stripe.refund(made.session, 7_000)
    await tell('refund.created', second)
    assert.deepEqual(await stand(made), ['Refunded', 0, 55])
    await tell('refund.failed', { ...second, status: 'failed' })
    await tell('refund.updated', { ...second, status: 'pending' })
    assert.deepEqual(await stand(made), ['PartlyRefunded', 15, 0])
    await tell('refund.failed', { ...first, status: 'canceled' })
    assert.deepEqual(await stand(made), ['Paid', 45, 0])
  })

  test('reported before its payment is applied to it', async () => {
    const made = await begun()
    stripe.pay(made.session)
    await tell('refund.created', stripe.refund(made.session, 2_500))
    assert.deepEqual(await stand(made), ['PartlyRefunded', 75, 0])
    await tell('checkout.session.completed', stripe.session(made.session))
    assert.deepEqual(await stand(made), ['PartlyRefunded', 75, 0])
  })
})

describe('a chargeback', () => {
  test('becomes a debt as far as the money is spent, never taken from holds, and is settled by the next deposit', async () => {
    const made = await paid()
    await activeOffer(market, { advertiser: made.owner, slots: 50 })
    await tell('charge.dispute.created', disputeOf(made.payment, 10_000))
    await tell('charge.dispute.funds_withdrawn', disputeOf(made.payment, 10_000))
    assert.deepEqual(await stand(made), ['ChargedBack', 0, 55])
    assert.equal(expectOk(await made.owner.b.get('/v1/balance')).held, 55)
    const more = expectOk(await made.owner.a.post('/api/advertiser/deposits', { amount: 20 }))
    await tell('checkout.session.completed', stripe.pay(more.url.split('/').at(-1)))
    assert.deepEqual(await stand(made), ['ChargedBack', 0, 35])
    await tell('charge.dispute.closed', disputeOf(made.payment, 10_000, 'won'))
    await tell('charge.dispute.funds_reinstated', disputeOf(made.payment, 10_000, 'won'))
    assert.deepEqual(await stand(made), ['Paid', 65, 0])
    const kinds: { account: string; type: string; amount: number }[] = expectOk(
      await made.owner.b.get('/v1/balance/transactions?pageSize=100'),
    ).items
    const shown = kinds.filter(({ account }) => account === 'available').map(({ type, amount }) => `${type} ${amount}`)
    assert.deepEqual(shown, [
      'Settlement -35',
      'Return 100',
      'Settlement -20',
      'Deposit 20',
      'Chargeback -45',
      'Hold -55',
      'Deposit 100',
    ])
  })

  test('stays lost if lost; inquiries and disputes already won take nothing', async () => {
    const lost = await paid()
    await tell('charge.dispute.closed', disputeOf(lost.payment, 4_000, 'lost'))
    await tell('charge.dispute.created', disputeOf(lost.payment, 4_000))
    assert.deepEqual(await stand(lost), ['ChargedBack', 60, 0])
    const asked = await paid()
    await tell('charge.dispute.created', disputeOf(asked.payment, 10_000, 'warning_needs_response'))
    await tell('charge.dispute.closed', disputeOf(asked.payment, 10_000, 'warning_closed'))
    assert.deepEqual(await stand(asked), ['Paid', 100, 0])
    await tell('charge.dispute.closed', disputeOf(asked.payment, 10_000, 'won'))
    await tell('charge.dispute.created', disputeOf(asked.payment, 10_000))
    assert.deepEqual(await stand(asked), ['Paid', 100, 0])
  })

  test('of part of a partly refunded payment sets the right status', async () => {
    const made = await paid()
    await tell('refund.created', stripe.refund(made.session, 10_000))
    await tell('charge.dispute.created', disputeOf(made.payment, 2_000))
    assert.deepEqual(await stand(made), ['ChargedBack', 0, 20])
    await tell('charge.dispute.closed', disputeOf(made.payment, 2_000, 'won'))
    assert.deepEqual(await stand(made), ['Refunded', 0, 0])
    const other = await paid()
    await tell('refund.created', stripe.refund(other.session, 4_000))
    await tell('charge.dispute.created', disputeOf(other.payment, 6_000))
    await tell('charge.dispute.closed', disputeOf(other.payment, 6_000, 'won'))
    assert.deepEqual(await stand(other), ['PartlyRefunded', 60, 0])
  })

  test('sends the low-balance event once', async () => {
    const made = await paid()
    await tell('charge.dispute.created', disputeOf(made.payment, 9_500))
    const told = await ctx.db.many<{ data: Record<string, unknown> }>(
      sql`select data from events where kind = 'balance.low' and account = ${made.owner.id}::bigint`,
    )
    assert.deepEqual(
      told.map(({ data }) => [
        data['trigger'],
        data['previousAvailableUnits'],
        data['availableUnits'],
        data['heldUnits'],
      ]),
      [['Chargeback', 1_000_000, 50_000, 0]],
    )
  })
})

describe('an event', () => {
  test('not signed by Stripe is refused without effect', async () => {
    const made = await begun()
    const body = JSON.stringify(eventOf('checkout.session.completed', stripe.pay(made.session)))
    const header = await signed(body)
    const wrong: Readonly<Record<string, readonly [string, string | undefined]>> = {
      'no signature': [body, undefined],
      'an empty one': [body, ''],
      'one of another secret': [body, await signed(body, { secret: 'whsec_of_somebody_else' })],
      'one of another body': [body.replace('10000', '99999'), header],
      'a body with one more space': [`${body} `, header],
      'another time': [body, header.replace(/t=(\d+)/, (_, t) => `t=${Number(t) + 1}`)],
      'another scheme': [body, header.replace('v1=', 'v0=')],
      'a digit changed': [body, header.slice(0, -1) + (header.endsWith('0') ? '1' : '0')],
      'one that is too old': [body, await signed(body, { timestamp: now() - 301 })],
      'one from the future': [body, await signed(body, { timestamp: now() + 330 })],
      words: [body, 'let me in'],
      nothing: ['', header],
    }
    for (const [what, [sent, signature]] of Object.entries(wrong)) {
      const answer = await send(sent, signature)
      assert.deepEqual([answer.status, answer.body.code], [400, 'stripe_signature_invalid'], what)
    }
    assert.deepEqual(await stand(made), ['Pending', 0, 0])
    assert.equal((await send(body, header)).status, 200)
    assert.deepEqual(await stand(made), ['Paid', 100, 0])
  })

  test('with a valid signature but unreadable content is refused', async () => {
    const made = await begun()
    const session = stripe.session(made.session)
    const bodies = [
      'null',
      '3',
      '"text"',
      '{}',
      '[]',
      '{"id":"evt_1"}',
      '{"id":"evt_1","type":"checkout.session.completed"}',
      '{"id":"evt_1","type":"checkout.session.completed","data":null}',
      '{"id":"evt_1","type":"checkout.session.completed","data":{"object":3}}',
      '{"id":7,"type":"checkout.session.completed","data":{"object":{}}}',
      ...['id', 'amount_total', 'currency'].map((member) =>
        JSON.stringify(eventOf('checkout.session.completed', { ...session, [member]: { a: 1 } })),
      ),
      JSON.stringify(eventOf('checkout.session.completed', { ...session, amount_total: 1.5 })),
      JSON.stringify(eventOf('checkout.session.completed', { ...session, id: 'x\u0000' })),
      JSON.stringify(eventOf('charge.dispute.created', { ...disputeOf('pi_1', 1), amount: -1 })),
      JSON.stringify(eventOf('charge.dispute.created', { ...disputeOf('pi_1', 1), status: null })),
    ]
    for (const body of bodies) assert.equal((await send(body, await signed(body))).status, 400, body)
    assert.deepEqual(await stand(made), ['Pending', 0, 0])
  })

  test('accepts only POST, and only if Stripe is configured', async () => {
    assert.equal((await market.as().get('/stripe/webhook')).status, 405)
    const bare = await openMarket({ stripeSecretKey: undefined, stripeWebhookSecret: undefined })
    const answer = await bare.as().send('POST', '/stripe/webhook', '{}', { 'stripe-signature': 't=1,v1=00' })
    assert.deepEqual([answer.status, answer.body.code], [409, 'stripe_not_configured'])
    const { a } = await advertiser(bare, { funds: 0 })
    const refused = await a.post('/api/advertiser/deposits', { amount: 5 })
    assert.deepEqual([refused.status, refused.body.code], [409, 'stripe_not_configured'])
    await bare.close()
  })

  test('whose processing fails is applied completely on the next delivery', async () => {
    const made = await begun()
    const session = stripe.pay(made.session)
    await market.owner.run(sql`alter table entries add constraint broken check (units <> 1000000) not valid`)
    const body = JSON.stringify(eventOf('checkout.session.completed', session, 'evt_broken'))
    assert.equal((await send(body, await signed(body))).status, 500)
    await market.owner.run(sql`alter table entries drop constraint broken`)
    assert.deepEqual(await stand(made), ['Pending', 0, 0])
    await tell('checkout.session.completed', session, 'evt_broken')
    assert.deepEqual(await stand(made), ['Paid', 100, 0])
  })

  test('is deleted after Stripe stops repeating it; a repetition would have no effect', async () => {
    const made = await paid()
    market.pass(91 * 86_400)
    assert.ok((await forgetStripeEvents(ctx)) > 0)
    await tell('checkout.session.completed', stripe.session(made.session))
    assert.deepEqual(await stand(made), ['Paid', 100, 0])
  })
})
