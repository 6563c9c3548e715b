import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { eventOf, signed, theStripe } from '../../../test/support/fakes/stripe.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  moneyOf,
  outcome,
  type Person,
  theOperator,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { verifyLedger } from '../../ledger/actions.ts'
import { sql } from '../../platform/sql.ts'
import { sendRefunds } from './actions-refunds.ts'

const market = await openMarket()
const { ctx } = market
const stripe = await theStripe()
const operator = await theOperator(market)
afterEach(async () => assert.deepEqual((await verifyLedger(ctx)).mismatches, []))

const bookings = '/api/operator/deposits'
const book = (body: object) => operator.a.post(bookings, body)
const refund = (id: number, body?: object) => operator.a.post(`${bookings}/${id}/refund`, body)
const available = async (owner: Person) => (await moneyOf(owner)).available

async function tell(type: string, object: object) {
  const body = JSON.stringify(eventOf(type, object))
  const headers = { 'content-type': 'application/json', 'stripe-signature': await signed(body) }
  expectOk(await market.as().send('POST', '/stripe/webhook', body, headers))
}

async function paidByCard(amount = 100) {
  const owner = await advertiser(market, { funds: 0 })
  const { id, url } = expectOk(await owner.a.post('/api/advertiser/deposits', { amount }))
  const session = String(url).split('/').at(-1) ?? ''
  await tell('checkout.session.completed', stripe.pay(session))
  return { owner, id: id as number, session }
}

const statusOf = async (id: number) => {
  const { status, refunded, reversals } = expectOk(await operator.a.get(`${bookings}/${id}`))
  return [status, refunded, reversals.map((each: { status: string }) => each.status)]
}

describe('an operator', () => {
  test('books deposits by e-mail address or id, once per reference, with an audit entry', async () => {
    const owner = await advertiser(market, { funds: 0 })
    const body = { email: owner.email, amount: 12.3456, method: 'Bank', reference: 'invoice-7', note: 'March' }
    const made = await book(body)
    assert.equal(made.status, 201)
    assert.equal(made.headers.get('location'), `${ctx.config.publicUrl}${bookings}/${made.body.id}`)
    const again = await book({ ...body, email: undefined, accountId: owner.id })
    assert.deepEqual([again.status, again.body.id, again.body.note], [200, made.body.id, 'March'])
    const other = await book({ ...body, amount: 12 })
    assert.deepEqual([outcome(other), other.body.amount], ['409 deposit_reference_taken', 12.3456])
    assert.equal(await available(owner), 12.3456)
    const [decision] = await ctx.db.many<{ actor: string; account: number; action: string; owner: number }>(
      sql`select actor, account, action, owner from audit_log where subject = 'deposit' and subject_id = ${made.body.id}`,
    )
    assert.deepEqual(decision, { actor: 'operator', account: operator.id, action: 'deposit.book', owner: owner.id })
    const { items } = expectOk(
      await operator.a.get(`${bookings}?method=Bank&status=Paid&email=${owner.email.toUpperCase()}`),
    )
    assert.deepEqual(
      items.map(({ id }: { id: number }) => id),
      [made.body.id],
    )
  })

  test('books deposits only for advertisers, named in exactly one way', async () => {
    const { id, email } = await executor(market)
    assert.equal(outcome(await book({ email, amount: 1 })), '409 account_role_missing')
    assert.equal(outcome(await book({ accountId: 4_711_000, amount: 1 })), '404 account_not_found')
    assert.equal(outcome(await book({ amount: 1 })), '400 validation_error')
    assert.equal(outcome(await book({ email, accountId: id, amount: 1 })), '400 validation_error')
  })

  test('refunds deposits in parts, up to what remains and is available', async () => {
    const owner = await advertiser(market, { funds: 0 })
    const { id } = expectOk(await book({ email: owner.email, amount: 100 }))
    assert.equal(expectOk(await refund(id, { amount: 0.0001, reason: 'A trifle' })).status, 'PartlyRefunded')
    assert.equal(outcome(await refund(id, { amount: 100 })), '400 validation_error')
    await activeOffer(market, { advertiser: owner, slots: 50 })
    const short = await refund(id)
    assert.deepEqual([outcome(short), short.body.available], ['409 insufficient_funds', 44.9999])
    assert.deepEqual(expectOk(await refund(id, { amount: 44.9999 })).allowedActions, ['Refund'])
    assert.deepEqual(await moneyOf(owner), { available: 0, held: 55 })
    expectOk(await book({ email: owner.email, amount: 55 }))
    assert.equal(expectOk(await refund(id)).status, 'Refunded')
    assert.equal(outcome(await refund(id)), '409 deposit_state_conflict')
    assert.equal(outcome(await refund(4_711_000)), '404 deposit_not_found')
  })

  test('refunds a deposit once in twenty concurrent requests', async () => {
    const owner = await advertiser(market, { funds: 0 })
    const { id } = expectOk(await book({ email: owner.email, amount: 10 }))
    expectOk(await book({ email: owner.email, amount: 500 }))
    const told = (await Promise.all(Array.from({ length: 20 }, () => refund(id)))).map(outcome).sort()
    assert.deepEqual(told, ['200', ...Array.from({ length: 19 }, () => '409 deposit_state_conflict')])
    assert.equal(await available(owner), 500)
  })
})

describe('a refund through Stripe', () => {
  test('is sent by a worker once, and Stripe’s report takes no more money', async () => {
    const { owner, id, session } = await paidByCard()
    expectOk(await refund(id, { amount: 40 }))
    assert.deepEqual(await statusOf(id), ['Paid', 0, ['Pending']])
    assert.equal(await available(owner), 60)
    assert.equal(outcome(await refund(id, { amount: 1.005 })), '400 validation_error')
    assert.equal(await sendRefunds(ctx), 1)
    assert.equal(await sendRefunds(ctx), 0)
    assert.deepEqual(await statusOf(id), ['PartlyRefunded', 40, ['Done']])
    const payment = stripe.session(session)['payment_intent']
    const sent = stripe.asked.filter(({ form }) => form.get('payment_intent') === payment)
    assert.deepEqual(
      sent.map(({ form }) => form.get('amount')),
      ['4000'],
    )
    await tell('charge.refunded', { id: 'ch_1', payment_intent: payment })
    assert.deepEqual(await statusOf(id), ['PartlyRefunded', 40, ['Done']])
    assert.equal(await available(owner), 60)
  })

  test('with a lost response from Stripe is not made twice', async () => {
    const { id, session } = await paidByCard()
    const { reversals } = expectOk(await refund(id, { amount: 40 }))
    const made = stripe.refund(session, 4_000, { metadata: { reversal: String(reversals[0].id) } })
    stripe.fail(null, 3)
    await assert.rejects(sendRefunds(ctx), /stripe_unavailable/)
    assert.equal(await sendRefunds(ctx), 0, 'somebody else may still be at it')
    market.pass(61)
    assert.equal(await sendRefunds(ctx), 1)
    await tell('refund.created', made)
    assert.deepEqual(await statusOf(id), ['PartlyRefunded', 40, ['Done']])
  })

  test('reported before it is known to be sent is recognized', async () => {
    const { owner, id, session } = await paidByCard()
    const { reversals } = expectOk(await refund(id, { amount: 40 }))
    await tell('refund.created', stripe.refund(session, 4_000, { metadata: { reversal: String(reversals[0].id) } }))
    assert.deepEqual(await statusOf(id), ['PartlyRefunded', 40, ['Done']])
    assert.equal(await sendRefunds(ctx), 0)
    assert.equal(await available(owner), 60)
  })

  test('refused permanently by Stripe returns the money', async () => {
    const { owner, id } = await paidByCard()
    expectOk(await refund(id))
    stripe.fail({ status: 400, error: { type: 'invalid_request_error', code: 'charge_disputed', message: 'no' } })
    assert.equal(await sendRefunds(ctx), 1)
    assert.deepEqual(await statusOf(id), ['Paid', 0, ['Returned']])
    assert.equal(await available(owner), 100)
    const decisions = await ctx.db.many<{ action: string }>(
      sql`select action from audit_log where subject = 'deposit' and subject_id = ${id}::bigint order by id`,
    )
    assert.deepEqual(
      decisions.map(({ action }) => action),
      ['deposit.pay', 'deposit.refund', 'deposit.refund_failed'],
    )
  })

  test('waits while our balance at Stripe is too low', async () => {
    const { id } = await paidByCard()
    expectOk(await refund(id, { amount: 10 }))
    stripe.fail({ status: 400, error: { type: 'invalid_request_error', code: 'balance_insufficient', message: 'no' } })
    await assert.rejects(sendRefunds(ctx), /stripe_unavailable/)
    assert.deepEqual(await statusOf(id), ['Paid', 0, ['Pending']])
    market.pass(61)
    assert.equal(await sendRefunds(ctx), 1)
  })

  test('that has to wait does not block others', async () => {
    const ids = [(await paidByCard()).id, (await paidByCard()).id]
    for (const id of ids) expectOk(await refund(id, { amount: 10 }))
    stripe.fail({ status: 400, error: { type: 'invalid_request_error', code: 'balance_insufficient', message: 'no' } })
    await assert.rejects(sendRefunds(ctx), /stripe_unavailable/)
    const reversals = (await Promise.all(ids.map(statusOf))).map(([, , each]) => String(each))
    assert.deepEqual(reversals.sort(), ['Done', 'Pending'])
    market.pass(61)
    assert.equal(await sendRefunds(ctx), 1)
  })

  test('is retried even after months', async () => {
    const { id } = await paidByCard()
    const { reversals } = expectOk(await refund(id, { amount: 10 }))
    await ctx.db.run(sql`update reversals set attempts = 2000 where id = ${reversals[0].id}::bigint`)
    assert.equal(await sendRefunds(ctx), 1)
    assert.deepEqual(await statusOf(id), ['PartlyRefunded', 10, ['Done']])
  })
})
