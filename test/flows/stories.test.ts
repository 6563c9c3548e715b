import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { applyDisputeDeadlines } from '../../server/executions/disputes/actions-deadline.ts'
import { releaseUnappealed } from '../../server/executions/overturn/actions.ts'
import { clearDue } from '../../server/ledger/actions-clearing.ts'
import { sql } from '../../server/platform/sql.ts'
import { expireOverdue } from '../../server/reservations/actions-expiry.ts'
import { eventOf, signed, theStripe } from '../support/fakes/stripe.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  kindsOf,
  moneyOf,
  readyWork,
  submittedWork,
} from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'
import { appeal, approvePayments, decide, disputeOf, earned, mustBeInOrder } from '../support/scenarios/appeals.ts'
import { fillWork } from '../support/scenarios/much-work.ts'
import { sdkOf } from '../support/sdk.ts'

/* The scenarios of decision 3. Anna is an advertiser, Ben and Eve are executors, Olga is an operator. */

const day = 86_400

describe('an executor disputes a rejection and is paid', () => {
  test('when the operator agrees, and the earnings clear a day later', async () => {
    const market = await openMarket({ clearingSeconds: day })
    const { id: offer, advertiser: anna } = await activeOffer(market)
    const { id, executor: ben } = await submittedWork(market, offer)
    const [{ reports }, { executions, earnings }] = [sdkOf(market, anna), sdkOf(market, ben)]
    const refused = await reports.reject(id, { reason: 'The last page is missing.' })
    assert.deepEqual([refused.status, refused.decision?.reasonCode], ['Rejected', 'Other'])

    const own = await executions.dispute(id, { statement: 'The last page is there: it is the second one.' })
    assert.deepEqual([own.status, own.dispute?.status], ['Disputed', 'Open'])
    const replied = await reports.answerDispute(id, { answer: 'There are only two pages.' })
    assert.equal(replied.status, 'AdvertiserReplied')
    expectOk(await decide(market, await disputeOf(market, id), 'Executor'))

    const work = await executions.get(id)
    assert.deepEqual([work.status, work.decision?.by, work.dispute?.status], ['Accepted', 'Dispute', 'Resolved'])
    const pending = await earnings.get()
    assert.deepEqual([pending.available, pending.pending], ['0', '1'])
    market.pass(day)
    await clearDue(market.ctx)
    assert.equal(await earned(ben), 1)
    assert.deepEqual(await moneyOf(anna), { available: 997.8, held: 1.1 }, 'one slot was paid, the other waits')
    await mustBeInOrder(market)
  })

  test('by the platform, when the advertiser has spent the money on others; the advertiser then owes it', async () => {
    const market = await openMarket()
    const anna = await advertiser(market, { funds: 2.2 })
    const { id: offer } = await activeOffer(market, { advertiser: anna })
    const { id, executor: ben } = await submittedWork(market, offer)
    expectOk(await anna.b.post(`/v1/reports/${id}/reject`, { reason: 'The last page is missing.' }))
    for (const { id: other } of [await submittedWork(market, offer), await submittedWork(market, offer)])
      expectOk(await anna.b.post(`/v1/reports/${other}/accept`))
    assert.deepEqual(await moneyOf(anna), { available: 0, held: 0 })
    expectOk(await appeal(ben, id))
    market.pass(10 * day)
    await applyDisputeDeadlines(market.ctx)
    assert.equal(await earned(ben), 0, 'the first payment in the place of an advertiser waits for Olga')
    await approvePayments(market, anna)
    assert.equal(await earned(ben), 1)
    const { units } = await market.ctx.db.one<{ units: bigint }>(sql`
      select units from balances where book = 'platform.guarantee' and owner = ${anna.id}::bigint`)
    assert.equal(units, -11_000n)
    await mustBeInOrder(market)
  })
})

test('an advertiser reviews 500 reports in a spreadsheet', async () => {
  const market = await openMarket({ rejectionPercentMax: 100 })
  const { id: offer, advertiser: anna } = await activeOffer(market, { slots: 500 })
  await fillWork(market, await submittedWork(market, offer), 499)
  const exported = await anna.b.get('/v1/reports/export?format=csv&status=Pending')
  const [heading = '', ...lines] = exported.raw.trimEnd().split('\r\n')
  assert.match(heading, /^"id","taskId",/)
  assert.equal(lines.length, 500)
  const decided = lines.map((line, index) => {
    const [id] = line.split(',')
    return index < 20 ? `${id},reject,The last page is missing.` : `${id},accept,`
  })
  const csv = ['id,action,reason', ...decided].join('\r\n')
  const { results } = expectOk(await anna.b.post('/v1/reports/import', { csv }))
  assert.deepEqual([results.length, results.filter(({ ok }: { ok: boolean }) => ok).length], [500, 500])
  const { counts, status } = expectOk(await anna.b.get(`/v1/tasks/${offer}`))
  assert.deepEqual([status, counts.accepted, counts.rejected, counts.remaining], ['Active', 480, 20, 20])
  const told = await kindsOf(market, anna)
  assert.equal(told.filter((kind) => kind === 'report.accepted').length, 480)
  await mustBeInOrder(market)
})

test('after a chargeback of spent money, released money and the next payment settle the debt', async () => {
  const market = await openMarket()
  const stripe = await theStripe()
  const tell = async (type: string, object: object) => {
    const body = JSON.stringify(eventOf(type, object))
    const headers = { 'content-type': 'application/json', 'stripe-signature': await signed(body) }
    expectOk(await market.as().send('POST', '/stripe/webhook', body, headers))
  }
  const paidIn = async (amount: number) => {
    const { url } = expectOk(await anna.a.post('/api/advertiser/deposits', { amount }))
    const session = stripe.pay(String(url).split('/').at(-1) ?? '')
    await tell('checkout.session.completed', session)
    return session['payment_intent'] as string
  }
  const anna = await advertiser(market, { funds: 0 })
  const payment = await paidIn(10)
  const { id: offer } = await activeOffer(market, { advertiser: anna, slots: 8 })
  assert.deepEqual(await moneyOf(anna), { available: 1.2, held: 8.8 })
  const lost = {
    id: 'dp_1',
    object: 'dispute',
    amount: 1_000,
    currency: 'usd',
    payment_intent: payment,
    charge: 'ch_1',
  }
  await tell('charge.dispute.created', { ...lost, status: 'needs_response' })
  await tell('charge.dispute.funds_withdrawn', { ...lost, status: 'needs_response' })
  await tell('charge.dispute.closed', { ...lost, status: 'lost' })
  assert.deepEqual(await moneyOf(anna), { available: 0, held: 8.8 }, 'work that was promised stays paid for')
  expectOk(await anna.b.delete(`/v1/tasks/${offer}`))
  assert.deepEqual(await moneyOf(anna), { available: 0, held: 0 }, 'what becomes free settles too: 8.80 was owed')
  await paidIn(20)
  assert.deepEqual(await moneyOf(anna), { available: 20, held: 0 })
  await mustBeInOrder(market)
})

test('work in progress on an archived offer can be finished and is paid', async () => {
  const market = await openMarket()
  const { id: offer, advertiser: anna } = await activeOffer(market, { slots: 6 })
  const [ben, eve, max] = [await executor(market), await executor(market), await executor(market)]
  const { tasks, reports } = sdkOf(market, anna)
  const body = await readyWork(ben, offer)
  await sdkOf(market, eve).offers.reserve(offer)
  const sentBack = await submittedWork(market, offer)
  await reports.requestRework(sentBack.id, { reason: 'Please add the second page.' })
  const refused = await submittedWork(market, offer)
  await tasks.archive(offer)
  assert.deepEqual(await moneyOf(anna), { available: 995.6, held: 4.4 }, 'four slots are in use')
  await assert.rejects(sdkOf(market, max).offers.reserve(offer), { status: 404, code: 'offer_unavailable' })

  const { id } = await sdkOf(market, ben).offers.submit(offer, body)
  await reports.accept(id)
  assert.equal(await earned(ben), 1)
  await reports.reject(refused.id, { reason: 'Not what was asked for.' })
  assert.equal((await moneyOf(anna)).held, 3.3, 'kept while the refusal can be appealed against')
  market.pass(7_200)
  await expireOverdue(market.ctx)
  await sdkOf(market, sentBack.executor).executions.withdraw(sentBack.id)
  assert.equal((await moneyOf(anna)).held, 1.1)
  market.pass(8 * day)
  assert.equal(await releaseUnappealed(market.ctx), 1)
  assert.deepEqual(await moneyOf(anna), { available: 998.9, held: 0 })
  await mustBeInOrder(market)
})
