import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { countOutcomes } from '../../../test/properties/concurrently.ts'
import { eventOf, signed, theStripe } from '../../../test/support/fakes/stripe.ts'
import {
  activeOffer,
  advertiser,
  expectOk,
  membersOf,
  moneyOf,
  outcome,
  type Person,
  taskBody,
  theOperator,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { owe } from '../../../test/support/scenarios/earnings.ts'
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
    assert.deepEqual(membersOf(items, 'id'), [made.body.id])
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
    const shown = sent.map(({ form }) => form.get('amount'))
    assert.deepEqual(shown, ['4000'])
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
    assert.deepEqual(membersOf(decisions, 'action'), ['deposit.pay', 'deposit.refund', 'deposit.refund_failed'])
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

const { a: clerk } = await theOperator(market)
afterEach(async () => assert.deepEqual((await verifyLedger(ctx)).mismatches, []))
const deposits = '/api/operator/deposits'
const reason = 'The payment was for another account.'
const voided = (id: number, body: object = { reason }) => clerk.post(`${deposits}/${id}/void`, body)
let serial = 0
type Payer = Person & { readonly booked: { readonly id: number; readonly reference: string } }

/** Creates an advertiser whose only money is a booked deposit. */
async function payer(amount = 100): Promise<Payer> {
  const owner = await advertiser(market, { funds: 0 })
  const body = { email: owner.email, amount, reference: `wrong ${++serial}` }
  return { ...owner, booked: expectOk(await clerk.post(deposits, body)) }
}

describe('a deposit recorded by mistake', () => {
  test('is voided whole, which lists, statements and the audit log show', async () => {
    const owner = await payer()
    assert.deepEqual(expectOk(await clerk.get(`${deposits}/${owner.booked.id}`)).allowedActions, ['Refund', 'Void'])
    const answer = expectOk(await voided(owner.booked.id))
    const { status, amount, refunded, chargedBack, reversals, allowedActions } = answer
    assert.deepEqual([status, amount, refunded, chargedBack, allowedActions], ['Voided', 100, 0, 0, []])
    const [reversal] = reversals
    assert.deepEqual([reversal.type, reversal.status, reversal.amount, reversal.reason], ['Void', 'Done', 100, reason])
    assert.deepEqual(await moneyOf(owner), { available: 0, held: 0 })
    const own = expectOk(await owner.a.get('/api/advertiser/deposits')).items
    assert.deepEqual([own[0].status, own[0].allowedActions], ['Voided', []])
    const { items } = expectOk(await clerk.get(`${deposits}?status=Voided&email=${owner.email}`))
    assert.equal(items.length, 1)
    const entries = expectOk(await owner.b.get('/v1/balance/transactions')).items
    assert.deepEqual(
      entries.map((each: { type: string; amount: number; totalAfter: number }) => [
        each.type,
        each.amount,
        each.totalAfter,
      ]),
      [
        ['Void', -100, 0],
        ['Deposit', 100, 100],
      ],
    )
    assert.match((await owner.a.get('/api/advertiser/statement')).raw, /,"Void","available",-100,0,0,"USD",/)
    const audit = expectOk(await clerk.get(`/api/operator/audit?subject=deposit&subjectId=${owner.booked.id}`)).items
    assert.deepEqual([audit[0].action, audit[0].reason, audit.length], ['deposit.void', reason, 2])
    const today = expectOk(await owner.a.get('/api/advertiser/figures')).total
    assert.equal(today.deposits, 0)
  })

  test('can be recorded again under its reference with the right amount, but not the same again', async () => {
    const owner = await payer(1_000)
    const { id, reference } = owner.booked
    expectOk(await voided(id))
    const again = { email: owner.email, amount: 1_000, reference }
    assert.equal(outcome(await clerk.post(deposits, again)), '409 deposit_reference_taken')
    assert.equal((await clerk.post(deposits, { ...again, amount: 100 })).status, 201)
    assert.equal((await clerk.post(deposits, { ...again, amount: 100 })).status, 200)
    assert.equal(outcome(await clerk.post(deposits, again)), '409 deposit_reference_taken')
    assert.equal((await moneyOf(owner)).available, 100)
  })

  test('is voided whatever references others have', async () => {
    const owner = await advertiser(market, { funds: 0 })
    const book = async (reference: string) =>
      expectOk(await clerk.post(deposits, { accountId: owner.id, amount: 5, reference })).id
    const first = await book('7')
    const taken = `8 (voided ${first + 2})`
    await book(taken)
    const id = await book('8')
    const { reference } = expectOk(await voided(id))
    assert.deepEqual([id, reference.startsWith(`${taken} `)], [first + 2, true])
    assert.equal(expectOk(await voided(await book('9'))).reference.startsWith('9 (voided '), true)
  })

  test('is voided with a reason, within a day and once', async () => {
    const [owner, late] = [await payer(), await payer()]
    for (const body of [{}, { reason: ' ' }])
      assert.equal(outcome(await voided(owner.booked.id, body)), '400 validation_error')
    market.pass(86_390)
    expectOk(await voided(owner.booked.id))
    assert.equal(outcome(await voided(owner.booked.id)), '409 deposit_state_conflict')
    market.pass(10)
    assert.equal(outcome(await voided(late.booked.id)), '409 void_window_closed')
    assert.deepEqual(expectOk(await clerk.get(`${deposits}/${late.booked.id}`)).allowedActions, ['Refund'])
    assert.equal(outcome(await voided(4_711_000)), '404 deposit_not_found')
  })

  test('is not voided once it is spent, settled a debt, or is refunded in part', async () => {
    const [spender, debtor, refunded] = [await payer(), await advertiser(market, { funds: 0 }), await payer()]
    expectOk(await spender.b.post('/v1/tasks', await taskBody(market, { totalLimit: 1 })))
    const short = await voided(spender.booked.id)
    assert.deepEqual([outcome(short), short.body.shortfall], ['409 insufficient_funds', 1.1])
    await owe(market, debtor, 30)
    const { id } = expectOk(await clerk.post(deposits, { email: debtor.email, amount: 100 }))
    assert.deepEqual([outcome(await voided(id)), (await moneyOf(debtor)).available], ['409 insufficient_funds', 70])
    const method = { type: 'Bank', holder: 'Anna Muster', iban: 'GB82WEST12345698765432' }
    const asked = expectOk(
      await refunded.a.post(`/api/advertiser/deposits/${refunded.booked.id}/refund`, { amount: 5, method }),
    )
    // The balance would cover the void, so only the open refund prevents it.
    expectOk(await clerk.post(deposits, { email: refunded.email, amount: 50 }))
    assert.equal(outcome(await voided(refunded.booked.id)), '409 refund_open')
    assert.deepEqual(expectOk(await clerk.get(`${deposits}/${refunded.booked.id}`)).allowedActions, ['Refund'])
    expectOk(await refunded.a.post(`/api/advertiser/refunds/${asked.id}/cancel`))
    expectOk(await clerk.post(`${deposits}/${refunded.booked.id}/refund`, { amount: 5 }))
    assert.equal(outcome(await voided(refunded.booked.id)), '409 deposit_state_conflict')
  })

  test('was not paid at Stripe', async () => {
    const owner = await advertiser(market, { funds: 0 })
    const { id, url } = expectOk(await owner.b.post('/v1/deposits', { amount: 25 }))
    const body = JSON.stringify(eventOf('checkout.session.completed', (await theStripe()).pay(url.split('/').at(-1))))
    expectOk(await market.as().send('POST', '/stripe/webhook', body, { 'stripe-signature': await signed(body) }))
    assert.equal(outcome(await voided(id)), '409 deposit_not_by_hand')
    assert.deepEqual(expectOk(await clerk.get(`${deposits}/${id}`)).allowedActions, ['Refund'])
  })

  test('is either voided once or spent, when both happen at the same time', async () => {
    for (let round = 0; round < 4; round++) {
      const owner = await payer(11)
      const body = await taskBody(market, { totalLimit: 1 })
      const [voids, tasks] = await Promise.all([
        Promise.all([1, 2, 3].map(() => voided(owner.booked.id))),
        Promise.all(Array.from({ length: round }, () => owner.b.post('/v1/tasks', body))),
      ])
      const done = voids.filter(({ status }) => status === 200).length
      const { 201: made = 0 } = countOutcomes(tasks)
      assert.deepEqual([done, done === 1 ? made : 0], [made === 0 ? 1 : 0, 0])
      assert.deepEqual(await moneyOf(owner), {
        available: done === 1 ? 0 : (110 - made * 11) / 10,
        held: (made * 11) / 10,
      })
    }
  })
})
