import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventOf, signed, theStripe } from '../../../test/support/fakes/stripe.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  kindsOf,
  type Offered,
  outcome,
  type Person,
  readyWork,
  submittedOffer,
  submittedWork,
  taskBody,
  theOperator,
  workPath,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { endDue, restoreAccount, suspendAccount } from '../../accounts/sanctions/actions.ts'
import { notify as tellAll } from '../../notifications/actions-notify.ts'
import { deposit } from '../../payments/deposits/actions-bookings.ts'
import { resumeSettled } from '../../payments/withdrawals/actions-debts.ts'
import { sql } from '../../platform/sql.ts'
import { applyPauses } from './actions.ts'

const market = await openMarket()
const { ctx } = market
const { a: boss } = await theOperator(market)
const stripe = await theStripe()
const reserve = async (offer: number) => outcome(await (await executor(market)).a.post(`${workPath(offer)}/reserve`))
const apply = () => applyPauses(ctx)

/** Returns status and reason as an operator sees them. */
async function standing(offer: number): Promise<string> {
  const { status, statusReason } = expectOk(await boss.get(`/api/operator/offers/${offer}`))
  return statusReason ? `${status} ${statusReason.code}` : status
}
const isListed = async (offer: number): Promise<boolean> => {
  market.pass(5)
  const { items } = expectOk(await (await executor(market)).a.get('/api/executor/offers/available?pageSize=100'))
  return items.some(({ id }: { id: number }) => id === offer)
}

async function sendStripeEvent(type: string, object: object): Promise<void> {
  const body = JSON.stringify(eventOf(type, object))
  const headers = { 'content-type': 'application/json', 'stripe-signature': await signed(body) }
  expectOk(await market.as().send('POST', '/stripe/webhook', body, headers))
}

/** Pays in by card and spends it on an active offer; `chargeBack` reverses the payment. */
async function paidByCard(amount = 55): Promise<Offered & { chargeBack(status?: string): Promise<void> }> {
  const owner = await advertiser(market, { funds: 0 })
  const { url } = expectOk(await owner.a.post('/api/advertiser/deposits', { amount }))
  const session = stripe.pay(String(url).split('/').at(-1) ?? '')
  await sendStripeEvent('checkout.session.completed', session)
  const payment = session['payment_intent']
  const dispute = {
    id: `dp_${payment}`,
    object: 'dispute',
    amount: amount * 100,
    currency: 'usd',
    payment_intent: payment,
  }
  const chargeBack = (status = 'needs_response') =>
    sendStripeEvent(`charge.dispute.${status === 'won' ? 'closed' : 'created'}`, { ...dispute, status, charge: 'ch_1' })
  return { ...(await activeOffer(market, { advertiser: owner, slots: 50 })), chargeBack }
}
const balance = async ({ b }: Person) => {
  const { available, debt } = expectOk(await b.get('/v1/balance'))
  return { available, debt }
}

describe('a suspended advertiser', () => {
  test('has no offers that are listed or can be reserved, from the moment of the suspension', async () => {
    const offer = await activeOffer(market)
    await suspendAccount(ctx, offer.advertiser.email, 'a test')
    assert.equal(await reserve(offer.id), '404 offer_unavailable')
    await apply()
    assert.equal(await standing(offer.id), 'Paused advertiser_suspended')
    assert.equal(await isListed(offer.id), false)
    assert.equal(outcome(await boss.post(`/api/operator/offers/${offer.id}/resume`)), '409 offers_paused')
    await restoreAccount(ctx, offer.advertiser.email)
    await apply()
    assert.deepEqual([await standing(offer.id), await reserve(offer.id)], ['Active', '200'])
    const kinds = (await kindsOf(market, offer.advertiser)).filter((kind) => kind.startsWith('task.'))
    assert.deepEqual(kinds, ['task.created', 'task.moderated', 'task.paused'])
  })

  test('still pays for reserved and submitted work', async () => {
    const offer = await activeOffer(market, { slots: 3 })
    const [late, waiting] = [await executor(market), await submittedWork(market, offer.id)]
    const body = await readyWork(late, offer.id)
    await suspendAccount(ctx, offer.advertiser.email, 'a test')
    await apply()
    expectOk(await late.a.post(`${workPath(offer.id)}/submit-execution`, body))
    await restoreAccount(ctx, offer.advertiser.email)
    expectOk(await offer.advertiser.b.post(`/v1/reports/${waiting.id}/accept`))
    assert.equal(expectOk(await waiting.executor.a.get('/api/executor/balance')).total, 1)
  })

  test('has exactly the offers resumed that the suspension paused', async () => {
    const owner = await advertiser(market)
    const make = async () => (await activeOffer(market, { advertiser: owner })).id
    const [own, halted, running, scheduled] = [await make(), await make(), await make(), await make()]
    await ctx.db.run(sql`update offers set starts_at = ${ctx.db.now()} + interval '1 hour' where id = ${scheduled}`)
    expectOk(await owner.a.post(`/api/advertiser/offers/${own}/pause`))
    expectOk(await boss.post(`/api/operator/offers/${halted}/suspend`, { reason: 'It asks for passwords.' }))
    await suspendAccount(ctx, owner.email, 'a test')
    await apply()
    assert.deepEqual(await Promise.all([own, halted, running, scheduled].map(standing)), [
      'Paused',
      'Paused suspended',
      'Paused advertiser_suspended',
      'Paused advertiser_suspended',
    ])
    market.pass(7_200)
    assert.equal(await reserve(scheduled), '404 offer_unavailable')
    expectOk(await boss.post(`/api/operator/offers/${running}/suspend`, { reason: 'It asks for passwords, too.' }))
    await restoreAccount(ctx, owner.email)
    await apply()
    assert.deepEqual(await Promise.all([own, halted, running, scheduled].map(standing)), [
      'Paused',
      'Paused suspended',
      'Paused suspended',
      'Active',
    ])
  })

  test('resumes when the suspension expires', async () => {
    const offer = await activeOffer(market)
    const { now } = await ctx.db.one<{ now: Date }>(sql`select ${ctx.db.now()} as now`)
    const endsAtUtc = new Date(now.getTime() + 60_000).toISOString()
    const body = { accountId: offer.advertiser.id, kind: 'Suspension', code: 'Other', reason: 'A day off.', endsAtUtc }
    expectOk(await boss.post('/api/operator/sanctions', body))
    await apply()
    assert.equal(await standing(offer.id), 'Paused advertiser_suspended')
    market.pass(61)
    await endDue(ctx)
    await apply()
    assert.equal(await standing(offer.id), 'Active')
  })
})

describe('an advertiser whose deposit was charged back', () => {
  test('owes, sees the debt, and has every offer paused until it is settled', async () => {
    const offer = await paidByCard()
    const { id, advertiser: owner, chargeBack } = offer
    await chargeBack()
    assert.deepEqual(await balance(owner), { available: 0, debt: 55 })
    assert.equal(await reserve(id), '404 offer_unavailable')
    await apply()
    assert.deepEqual([await standing(id), await isListed(id)], ['Paused deposit_charged_back', false])
    assert.equal(outcome(await owner.a.post(`/api/advertiser/offers/${id}/resume`)), '409 offers_paused')
    assert.equal(outcome(await owner.b.patch(`/v1/tasks/${id}`, { status: 'Active' })), '409 offers_paused')
    assert.ok(!expectOk(await owner.a.get(`/api/advertiser/offers/${id}`)).allowedActions.includes('Resume'))
    await deposit(ctx, { email: owner.email, amount: 54 })
    await resumeSettled(ctx)
    await apply()
    assert.equal(await standing(id), 'Paused deposit_charged_back')
    await deposit(ctx, { email: owner.email, amount: 3 })
    await resumeSettled(ctx)
    await apply()
    assert.deepEqual([await standing(id), await balance(owner)], ['Active', { available: 2, debt: 0 }])
  })

  test('resumes if the bank decides for them, and pays for earlier reservations', async () => {
    const { id, advertiser: owner, chargeBack } = await paidByCard()
    const worker = await executor(market)
    const body = await readyWork(worker, id)
    await chargeBack()
    await apply()
    const { id: work } = expectOk(await worker.a.post(`${workPath(id)}/submit-execution`, body))
    expectOk(await owner.b.post(`/v1/reports/${work}/accept`))
    assert.equal(expectOk(await worker.a.get('/api/executor/balance')).total, 1)
    await chargeBack('won')
    await resumeSettled(ctx)
    await apply()
    assert.deepEqual([await standing(id), (await balance(owner)).debt], ['Active', 0])
  })

  test('is notified once in the console and by mail, and cannot submit meanwhile', async () => {
    const { advertiser: owner, chargeBack } = await paidByCard()
    const { id: draft } = expectOk(await owner.b.post('/v1/tasks', await taskBody(market, { draft: true })))
    await chargeBack()
    await apply()
    assert.equal(outcome(await owner.a.post(`/api/advertiser/offers/${draft}/submit`)), '409 debt_unsettled')
    await deposit(ctx, { email: owner.email, amount: 60 })
    await resumeSettled(ctx)
    await apply()
    await apply()
    await tellAll(ctx)
    const { items } = expectOk(await owner.a.get('/api/account/notifications?pageSize=100'))
    const notices = items.filter(({ kind }: { kind: string }) => kind.startsWith('Offers'))
    assert.deepEqual(
      notices.map(({ kind, data }: { kind: string; data: object }) => [kind, data]),
      ['OffersResumed', 'OffersPaused'].map((kind) => [kind, { about: 'deposit_charged_back' }]),
    )
    const mails = await ctx.db.many<{ subject: string }>(
      sql`select subject from mails where recipient = ${owner.email} order by id`,
    )
    const shown = mails.map(({ subject }) => subject).filter((subject) => /tasks|debt/.test(subject))
    assert.deepEqual(shown, ['All your tasks are paused', 'Your debt is settled'])
    expectOk(await owner.a.post(`/api/advertiser/offers/${draft}/submit`))
  })

  test('is not paused without a debt', async () => {
    const { id, advertiser: owner, chargeBack } = await paidByCard()
    await deposit(ctx, { email: owner.email, amount: 100 })
    await chargeBack()
    await apply()
    assert.deepEqual([await standing(id), (await balance(owner)).debt], ['Active', 0])
  })

  test('and suspended as well resumes when both have ended', async () => {
    const { id, advertiser: owner, chargeBack } = await paidByCard()
    await chargeBack()
    await apply()
    market.pass(1)
    await suspendAccount(ctx, owner.email, 'a test')
    await apply()
    assert.equal(await standing(id), 'Paused deposit_charged_back')
    await deposit(ctx, { email: owner.email, amount: 55 })
    await resumeSettled(ctx)
    await apply()
    assert.deepEqual([await standing(id), await reserve(id)], ['Paused advertiser_suspended', '404 offer_unavailable'])
    await restoreAccount(ctx, owner.email)
    await apply()
    assert.equal(await standing(id), 'Active')
  })
})

test('a suspension concurrent with other requests leaves no offer active that was approved or resumed meanwhile, and none paused after its end', async () => {
  for (let round = 0; round < 8; round++) {
    const owner = await advertiser(market)
    const { id: waiting } = await submittedOffer(market, { advertiser: owner })
    const { id: paused } = await activeOffer(market, { advertiser: owner })
    expectOk(await owner.a.post(`/api/advertiser/offers/${paused}/pause`))
    const [approved, resumed] = await Promise.all([
      boss.post(`/api/operator/offers/${waiting}/approve`, { version: 1 }),
      boss.post(`/api/operator/offers/${paused}/resume`),
      suspendAccount(ctx, owner.email, 'a test'),
      apply(),
    ])
    await apply()
    const now = [await standing(waiting), await standing(paused)]
    const isApproved = approved.status === 200
    assert.deepEqual(now, [
      isApproved ? 'Paused advertiser_suspended' : 'PendingModeration',
      resumed.status === 200 ? 'Paused advertiser_suspended' : 'Paused',
    ])
    await Promise.all([restoreAccount(ctx, owner.email), apply(), apply()])
    await apply()
    assert.equal(await standing(waiting), isApproved ? 'Active' : 'PendingModeration')
    assert.equal(await standing(paused), resumed.status === 200 ? 'Active' : 'Paused')
  }
})
