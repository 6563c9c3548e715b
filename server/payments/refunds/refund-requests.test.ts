import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { eventOf, signed, theStripe } from '../../../test/support/fakes/stripe.ts'
import {
  activeOffer,
  advertiser,
  expectOk,
  membersOf,
  moneyOf,
  outcome,
  type Person,
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
const { a: operator } = await theOperator(market)
afterEach(async () => assert.deepEqual((await verifyLedger(ctx)).mismatches, []))

const method = { type: 'Bank', holder: 'Anna Muster', iban: 'GB82 WEST 1234 5698 7654 32' }
const desk = '/api/operator/refunds'
const ask = ({ a }: Person, deposit: number, body: object = { method }) =>
  a.post(`/api/advertiser/deposits/${deposit}/refund`, body)
const operate = (id: number, verb: string, body?: object) => operator.post(`${desk}/${id}/${verb}`, body)
const available = async (owner: Person) => (await moneyOf(owner)).available
const depositOf = async ({ a }: Person, id: number) => expectOk(await a.get(`/api/advertiser/deposits/${id}`))

/** Returns an advertiser with one deposit booked by an operator. */
async function banked(amount = 100): Promise<{ owner: Person; deposit: number }> {
  const owner = await advertiser(market, { funds: 0 })
  const body = { email: owner.email, amount, method: 'Bank', reference: 'invoice-1' }
  return { owner, deposit: expectOk(await operator.post('/api/operator/deposits', body)).id }
}

async function tell(type: string, object: object) {
  const body = JSON.stringify(eventOf(type, object))
  const headers = { 'content-type': 'application/json', 'stripe-signature': await signed(body) }
  expectOk(await market.as().send('POST', '/stripe/webhook', body, headers))
}

/** Returns an advertiser with one deposit paid by card. */
async function carded(amount = 100) {
  const owner = await advertiser(market, { funds: 0 })
  const { id, url } = expectOk(await owner.a.post('/api/advertiser/deposits', { amount }))
  const session = String(url).split('/').at(-1) ?? ''
  await tell('checkout.session.completed', stripe.pay(session))
  return { owner, deposit: id as number, session, payment: stripe.session(session)['payment_intent'] as string }
}

const rowOf = async ({ a }: Person, id: number) => expectOk(await a.get(`/api/advertiser/refunds/${id}`))

test('an operator refunds a part while the advertiser requests another: what is not paid is not shown as paid', async () => {
  for (let round = 0; round < 8; round++) {
    const { owner, deposit } = await banked(10)
    const [asked, refunded] = await Promise.all([
      ask(owner, deposit, { amount: 6, method }),
      operator.post(`/api/operator/deposits/${deposit}/refund`, { amount: 4 }),
    ])
    assert.deepEqual([asked.status, refunded.status], [200, 200])
    const { status, refunded: paid, refundPending } = await depositOf(owner, deposit)
    assert.deepEqual([status, paid, refundPending], ['PartlyRefunded', 4, 6])
  }
})

describe('an advertiser’s refund request', () => {
  test('reserves the money immediately and is paid once an operator has transferred it', async () => {
    const { owner, deposit } = await banked()
    const made = expectOk(await ask(owner, deposit, { amount: 40, note: 'The campaign is over', method }))
    assert.deepEqual(
      [made.status, made.amount, made.method, made.note, made.allowedActions],
      ['Requested', 40, { type: 'Bank', hint: '…5432' }, 'The campaign is over', ['Cancel']],
    )
    assert.equal(await available(owner), 60)
    const reserved = await depositOf(owner, deposit)
    assert.deepEqual([reserved.status, reserved.refunded, reserved.refundPending], ['Paid', 0, 40])
    const seen = expectOk(await operator.get(`${desk}/${made.id}`))
    assert.deepEqual([seen.payTo.iban, seen.email], ['GB82WEST12345698765432', owner.email])
    assert.equal(outcome(await operate(made.id, 'paid', { reference: 'x' })), '409 refund_state_conflict')
    assert.deepEqual(expectOk(await operate(made.id, 'approve')).allowedActions, ['MarkPaid', 'MarkFailed'])
    assert.equal(outcome(await owner.a.post(`/api/advertiser/refunds/${made.id}/cancel`)), '409 refund_state_conflict')
    const paid = expectOk(await operate(made.id, 'paid', { reference: 'SEPA 78' }))
    assert.deepEqual(expectOk(await operate(made.id, 'paid', { reference: 'SEPA 78' })), paid)
    assert.equal(outcome(await operate(made.id, 'paid', { reference: 'SEPA 79' })), '409 refund_state_conflict')
    assert.equal(outcome(await operate(made.id, 'failed', { reason: 'No account' })), '409 refund_state_conflict')
    const { status, reference } = await rowOf(owner, made.id)
    assert.deepEqual([status, reference, await available(owner)], ['Paid', 'SEPA 78', 60])
    const after = await depositOf(owner, deposit)
    assert.deepEqual([after.status, after.refunded, after.refundPending], ['PartlyRefunded', 40, 0])
    assert.deepEqual([after.reversals[0].status, after.allowedActions], ['Done', ['RequestRefund']])
    const { raw } = await owner.a.get('/api/advertiser/statement')
    assert.match(raw, /"Refund","available",-40,60,60,"USD",/)
  })

  const ends: Readonly<Record<string, (id: number, owner: Person) => Promise<unknown>>> = {
    Cancelled: async (id, { a }) => expectOk(await a.post(`/api/advertiser/refunds/${id}/cancel`)),
    Rejected: async (id) => expectOk(await operate(id, 'reject', { reason: 'Not your name' })),
    Failed: async (id) => {
      expectOk(await operate(id, 'approve'))
      expectOk(await operate(id, 'failed', { reason: 'No such account' }))
    },
  }
  for (const [status, end] of Object.entries(ends))
    test(`returns the money when ${status}, and can be repeated`, async () => {
      const { owner, deposit } = await banked()
      const { id } = expectOk(await ask(owner, deposit))
      assert.equal(await available(owner), 0)
      await end(id, owner)
      assert.equal((await rowOf(owner, id)).status, status)
      assert.deepEqual([await available(owner), (await depositOf(owner, deposit)).status], [100, 'Paid'])
      assert.match((await owner.a.get('/api/advertiser/statement')).raw, /"Return","available",100,100,100,"USD",/)
      expectOk(await ask(owner, deposit))
    })

  test('is limited to what remains of the deposit and is available, one at a time', async () => {
    const { owner, deposit } = await banked()
    await activeOffer(market, { advertiser: owner, slots: 50 })
    assert.equal(outcome(await ask(owner, deposit, { amount: 45.01, method })), '409 insufficient_funds')
    assert.equal(outcome(await ask(owner, deposit, { amount: 100.01, method })), '400 validation_error')
    assert.equal(outcome(await ask(owner, deposit, { amount: 0.001, method })), '400 validation_error')
    const all = expectOk(await ask(owner, deposit))
    assert.equal(all.amount, 45)
    const second = await ask(owner, deposit, { amount: 1, method })
    assert.deepEqual([outcome(second), second.body.refundId], ['409 refund_open', all.id])
    assert.deepEqual((await depositOf(owner, deposit)).allowedActions, [])
  })

  test('names a payout account, only for deposits not paid by card', async () => {
    const { owner, deposit } = await banked()
    const wrong: readonly (readonly [object, string])[] = [
      [{ amount: 5 }, 'method'],
      [{ amount: 5, method: { ...method, iban: 'GB82' } }, 'method.iban'],
    ]
    for (const [body, field] of wrong) {
      const answer = await ask(owner, deposit, body)
      assert.deepEqual([outcome(answer), answer.body.errors[0].field], ['400 validation_error', field])
    }
    const card = await carded()
    assert.equal((await ask(card.owner, card.deposit)).body.errors[0].field, 'method')
    const other = await advertiser(market, { funds: 5 })
    assert.equal(outcome(await ask(other, deposit)), '404 deposit_not_found')
    const { id } = expectOk(await ask(owner, deposit))
    assert.equal(outcome(await other.a.get(`/api/advertiser/refunds/${id}`)), '404 refund_not_found')
  })

  test('is refused while the account has a debt', async () => {
    const { owner, deposit } = await banked()
    const { id } = expectOk(await ask(owner, deposit, { amount: 40, method }))
    await owe(market, owner, 10)
    assert.equal(outcome(await operate(id, 'approve')), '409 debt_unsettled')
    const { items } = expectOk(await operator.get(`${desk}?status=Requested`))
    const row = items.find((each: { id: number }) => each.id === id)
    assert.deepEqual([row.debt, row.allowedActions], [10, ['Reject']])
    expectOk(await operate(id, 'reject', { reason: 'The account owes us money' }))
    assert.equal(await available(owner), 90, 'what comes back settles the debt first')
    await owe(market, owner, 40)
    const { id: next } = (await ask(owner, deposit, { amount: 1, method })).body
    assert.equal(next, undefined)
  })

  test('has each step in the audit log, and notifies of the outcome', async () => {
    const { owner, deposit } = await banked()
    const { id } = expectOk(await ask(owner, deposit, { amount: 5, note: 'Too much', method }))
    expectOk(await operate(id, 'reject', { reason: 'Not your name' }))
    const rows = await ctx.db.many<{ actor: string; action: string; owner: number; reason: string }>(sql`
      select actor, action, owner, reason from audit_log where subject = 'refund' and subject_id = ${id}::bigint order by id`)
    const shown = rows.map(({ actor, action, owner: whose, reason }) => [actor, action, whose, reason])
    assert.deepEqual(shown, [
      ['advertiser', 'refund.new_account', owner.id, null],
      ['advertiser', 'refund.request', owner.id, null],
      ['operator', 'refund.reject', owner.id, 'Not your name'],
    ])
  })

  test('is stored with encrypted payment details', async () => {
    const { owner, deposit } = await banked()
    const { id } = expectOk(await ask(owner, deposit))
    const { row } = await ctx.db.one<{ row: string }>(
      sql`select refund_requests::text || encode(details, 'escape') as row from refund_requests where id = ${id}::bigint`,
    )
    assert.doesNotMatch(row, /WEST|Muster/)
  })
})

describe('a refund to a card', () => {
  test('is sent to Stripe once without an operator, and is paid when Stripe accepts it', async () => {
    const { owner, deposit, payment } = await carded()
    const made = expectOk(await ask(owner, deposit, { amount: 40 }))
    assert.deepEqual([made.status, made.method, made.allowedActions], ['Processing', null, []])
    for (const [verb, body] of [
      ['paid', { reference: 'x' }],
      ['failed', { reason: 'No account' }],
    ] as const)
      assert.equal(outcome(await operate(made.id, verb, body)), '409 refund_state_conflict')
    assert.equal(outcome(await owner.a.post(`/api/advertiser/refunds/${made.id}/cancel`)), '409 refund_state_conflict')
    assert.equal(await available(owner), 60)
    assert.equal(await sendRefunds(ctx), 1)
    assert.equal(await sendRefunds(ctx), 0)
    assert.deepEqual([(await rowOf(owner, made.id)).status, await available(owner)], ['Paid', 60])
    const sent = stripe.asked.filter(({ form }) => form.get('payment_intent') === payment)
    const shown = sent.map(({ form }) => form.get('amount'))
    assert.deepEqual(shown, ['4000'])
  })

  test('with a lost response is not made twice, however often and late Stripe reports it', async () => {
    const { owner, deposit, session } = await carded()
    const { id } = expectOk(await ask(owner, deposit, { amount: 40 }))
    const [{ id: reversal }] = (await depositOf(owner, deposit)).reversals
    const made = stripe.refund(session, 4_000, { metadata: { reversal: String(reversal) } })
    stripe.fail(null, 3)
    await assert.rejects(sendRefunds(ctx), /stripe_unavailable/)
    await Promise.all([tell('refund.created', made), tell('refund.updated', made), tell('refund.created', made)])
    market.pass(61)
    assert.equal(await sendRefunds(ctx), 0)
    assert.deepEqual([(await rowOf(owner, id)).status, await available(owner)], ['Paid', 60])
    await tell('refund.failed', { ...made, status: 'failed' })
    await tell('refund.updated', { ...made, status: 'pending' })
    assert.deepEqual([(await rowOf(owner, id)).status, await available(owner)], ['Failed', 100])
  })

  test('refused by Stripe returns the money', async () => {
    const { owner, deposit } = await carded()
    const { id } = expectOk(await ask(owner, deposit, {}))
    stripe.fail({ status: 400, error: { type: 'invalid_request_error', code: 'charge_disputed', message: 'no' } })
    assert.equal(await sendRefunds(ctx), 1)
    assert.deepEqual([(await rowOf(owner, id)).status, await available(owner)], ['Failed', 100])
    const actions = await ctx.db.many<{ action: string }>(
      sql`select action from audit_log where subject = 'refund' and subject_id = ${id}::bigint order by id`,
    )
    assert.deepEqual(membersOf(actions, 'action'), ['refund.request', 'refund.fail'])
  })

  test('for a payment charged back leaves a debt and cannot be requested again', async () => {
    const { owner, deposit, payment } = await carded()
    expectOk(await ask(owner, deposit, { amount: 40 }))
    await sendRefunds(ctx)
    const dispute = {
      id: `dp_${payment}`,
      object: 'dispute',
      amount: 10_000,
      currency: 'usd',
      status: 'needs_response',
    }
    await tell('charge.dispute.created', { ...dispute, payment_intent: payment, charge: 'ch_1' })
    assert.equal(await available(owner), 0)
    assert.equal(outcome(await ask(owner, deposit, {})), '409 debt_unsettled')
  })
})
