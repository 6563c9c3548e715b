import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventOf, signed, theStripe } from '../../test/support/fakes/stripe.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  moderate,
  type Person,
  submittedOffer,
  submittedWork,
  theOperator,
} from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { appeal, decide, disputedWork, rejectedWork, statement } from '../../test/support/scenarios/appeals.ts'
import { approved, earn, withdrawal } from '../../test/support/scenarios/earnings.ts'
import { imposeSanction, restoreAccount } from '../accounts/sanctions/actions.ts'
import { sql } from '../platform/sql.ts'
import { idOf } from '../values/id.ts'
import { disableFailingEndpoints } from '../webhooks/endpoints/actions.ts'
import { notify } from './actions-notify.ts'
import type { NotificationValues } from './notification.ts'

const market = await openMarket({ webhookAllowPrivate: true })
const { ctx } = market
const day = 86_400

/** Notifications that the test setup itself causes, which are ignored. */
const ofTheWorld = new Set(['CredentialCreated', 'DepositArrived'])

/** A notification or preference, as the console shows it. */
type Item = {
  readonly id: number
  readonly kind: string
  readonly email: boolean
  readonly path: string
  readonly readAtUtc: string | null
  readonly data: NotificationValues
}

const inbox = async ({ a }: Person): Promise<Item[]> => {
  await notify(ctx)
  return expectOk(await a.get('/api/account/notifications?pageSize=100')).items
}
const news = async (person: Person) => (await inbox(person)).filter(({ kind }: Item) => !ofTheWorld.has(kind)).reverse()
const kindsOf = async (person: Person) => (await news(person)).map(({ kind }: Item) => kind)
const only = async (person: Person, kind: string): Promise<Item> => {
  const found = (await inbox(person)).filter((one: Item) => one.kind === kind)
  assert.equal(found.length, 1, kind)
  return found[0] as Item
}

describe('an advertiser is notified', () => {
  test('when an offer is approved, rejected with a reason, or completed', async () => {
    const owner = await advertiser(market)
    const { id } = await activeOffer(market, { advertiser: owner, slots: 1 })
    const refused = await submittedOffer(market, { advertiser: owner })
    expectOk(await moderate(market, refused.id, 'reject', { reason: 'It asks for\na review.' }))
    const work = await submittedWork(market, id)
    expectOk(await owner.b.post(`/v1/reports/${work.id}/accept`))
    assert.deepEqual(await kindsOf(owner), ['OfferApproved', 'OfferRejected', 'ReportSubmitted', 'OfferCompleted'])
    const { data, path } = await only(owner, 'OfferRejected')
    assert.deepEqual(data, { offerId: refused.id, title: 'A short survey', reason: 'It asks for a review.' })
    assert.equal(path, `/advertiser/offers/${refused.id}`)
    assert.deepEqual((await only(owner, 'OfferCompleted')).data.outcome, 'limit_reached')
  })

  test('when an operator pauses or stops an offer, but not of their own pauses', async () => {
    const { id, advertiser: owner } = await activeOffer(market)
    const { a } = await theOperator(market)
    expectOk(await owner.a.post(`/api/advertiser/offers/${id}/pause`))
    expectOk(await owner.a.post(`/api/advertiser/offers/${id}/resume`))
    assert.deepEqual(await kindsOf(owner), ['OfferApproved'])
    expectOk(await a.post(`/api/operator/offers/${id}/pause`))
    expectOk(await a.post(`/api/operator/offers/${id}/suspend`, { reason: 'It asks for passwords.' }))
    const [paused, stopped] = (await news(owner)).slice(1)
    assert.deepEqual([paused?.kind, paused?.data.reason], ['OfferPaused', undefined])
    assert.deepEqual(stopped?.data, { offerId: id, title: 'A short survey', reason: 'It asks for passwords.' })
    assert.deepEqual([stopped?.kind, stopped?.path], ['OfferPaused', `/advertiser/offers/${id}`])
  })

  test('of reports of one offer and hour together; further reports make it unread again', async () => {
    const { id, advertiser: owner } = await activeOffer(market, { slots: 5 })
    await submittedWork(market, id)
    await submittedWork(market, id)
    const first = await only(owner, 'ReportSubmitted')
    assert.deepEqual(first.data, { offerId: id, title: 'A short survey', reports: 2 })
    expectOk(await owner.a.post('/api/account/notifications/read', { all: true }))
    await submittedWork(market, id)
    const more = await only(owner, 'ReportSubmitted')
    assert.deepEqual([more.id, more.data.reports, more.readAtUtc], [first.id, 3, null])
    market.pass(3600)
    await submittedWork(market, id)
    assert.deepEqual(await kindsOf(owner), ['OfferApproved', 'ReportSubmitted', 'ReportSubmitted'])
  })

  test('one day before auto-acceptance, once per offer, if the review period is several days', async () => {
    const { id, advertiser: owner } = await activeOffer(market, { slots: 5 })
    const quick = await activeOffer(market, { advertiser: owner, members: { reviewPeriodSeconds: day } })
    await submittedWork(market, id)
    await submittedWork(market, id)
    await submittedWork(market, quick.id)
    await notify(ctx)
    market.pass(2 * day - 600)
    assert.ok(!(await kindsOf(owner)).includes('ReviewDue'))
    market.pass(1200)
    const { data } = await only(owner, 'ReviewDue')
    assert.deepEqual([data.offerId, data.reports], [id, 2])
    market.pass(600)
    await only(owner, 'ReviewDue')
  })

  test('when the balance is low', async () => {
    const owner = await advertiser(market, { funds: 11 })
    await submittedOffer(market, { advertiser: owner, slots: 1 })
    const { data, path } = await only(owner, 'BalanceLow')
    assert.deepEqual([data, path], [{ amount: 9.9, threshold: 10, currency: 'USD' }, '/advertiser/balance'])
  })

  test('when a deposit arrives, booked or paid at Stripe', async () => {
    const owner = await advertiser(market, { funds: 7 })
    assert.deepEqual((await only(owner, 'DepositArrived')).data, { amount: 7, currency: 'USD' })
    const { url } = expectOk(await owner.b.post('/v1/deposits', { amount: 25 }))
    const paid = (await theStripe()).pay(url.split('/').at(-1))
    const body = JSON.stringify(eventOf('checkout.session.completed', paid))
    const send = async () =>
      expectOk(await market.as().send('POST', '/stripe/webhook', body, { 'stripe-signature': await signed(body) }))
    await send()
    await send()
    const sums = (await inbox(owner)).flatMap(({ kind, data }: Item) => (kind === 'DepositArrived' ? data.amount : []))
    assert.deepEqual(sums, [25, 7])
  })

  test('when an operator voids a deposit', async () => {
    const owner = await advertiser(market, { funds: 7 })
    const { items } = expectOk(await owner.a.get('/api/advertiser/deposits'))
    const reason = 'The payment was for another account.'
    const { a } = await theOperator(market)
    expectOk(await a.post(`/api/operator/deposits/${items[0].id}/void`, { reason }))
    assert.deepEqual((await only(owner, 'DepositVoided')).data, { amount: 7, currency: 'USD', reason })
  })

  test('when an endpoint fails', async () => {
    const owner = await advertiser(market)
    const url = 'http://127.0.0.1:1/failing'
    const id = Number(expectOk(await owner.b.post('/v1/webhooks', { url, events: ['report.submitted'] })).id)
    await ctx.db.run(sql`
      update endpoints set failing_since = ${ctx.db.now()} - interval '4 days' where id = ${id}::bigint`)
    await disableFailingEndpoints(ctx)
    await disableFailingEndpoints(ctx)
    const { data, path } = await only(owner, 'EndpointFailing')
    assert.deepEqual([data, path], [{ endpointId: id, url, about: 'Failing' }, '/settings/webhooks'])
  })
})

describe('an executor is notified', () => {
  test('when work is accepted, and of a bonus', async () => {
    const { id, advertiser: owner } = await activeOffer(market)
    const work = await submittedWork(market, id)
    expectOk(await owner.b.post(`/v1/reports/${work.id}/accept`))
    expectOk(await owner.b.post(`/v1/reports/${work.id}/bonus`, { amount: 0.5, reason: 'Very clear.' }))
    assert.deepEqual(await kindsOf(work.executor), ['WorkAccepted', 'BonusReceived'])
    const about = { executionId: work.id, offerId: id, title: 'A short survey', currency: 'USD' }
    assert.deepEqual((await only(work.executor, 'WorkAccepted')).data, { ...about, amount: 1 })
    assert.deepEqual((await only(work.executor, 'BonusReceived')).data, {
      ...about,
      amount: 0.5,
      reason: 'Very clear.',
    })
  })

  test('when work needs rework or is rejected, with the deadline', async () => {
    const { id, advertiser: owner } = await activeOffer(market)
    const work = await submittedWork(market, id)
    expectOk(await owner.b.post(`/v1/reports/${work.id}/rework`, { reason: 'Page 2?', deadlineSeconds: 7200 }))
    const { data, path } = await only(work.executor, 'ReworkRequested')
    assert.deepEqual([data.reason, path], ['Page 2?', `/executor/work/${work.id}`])
    assert.ok(Date.parse(data.untilUtc ?? '') > 0)
    expectOk(await owner.b.post(`/v1/reports/${work.id}/reject`, { reason: 'The last page is missing.' }))
    const rejected = await only(work.executor, 'WorkRejected')
    const report = expectOk(await owner.b.get(`/v1/reports/${work.id}`))
    assert.deepEqual(rejected.data.reason, 'The last page is missing.')
    assert.equal(rejected.data.untilUtc, report.appealDeadlineAtUtc)
  })

  test('when a refund is paid, or fails with a reason', async () => {
    const owner = await advertiser(market, { funds: 0 })
    const { a } = await theOperator(market)
    const { id: deposit } = expectOk(await a.post('/api/operator/deposits', { email: owner.email, amount: 100 }))
    const method = { type: 'PayPal', email: 'anna@shop.example' }
    const ask = async (amount: number) =>
      expectOk(await owner.a.post(`/api/advertiser/deposits/${deposit}/refund`, { amount, method })).id
    const paid = await ask(40)
    expectOk(await a.post(`/api/operator/refunds/${paid}/approve`))
    expectOk(await a.post(`/api/operator/refunds/${paid}/paid`, { reference: 'B-1' }))
    expectOk(await a.post(`/api/operator/refunds/${await ask(20)}/reject`, { reason: 'Not your name' }))
    const { path, data } = await only(owner, 'RefundFailed')
    assert.deepEqual([data, path], [{ amount: 20, currency: 'USD', reason: 'Not your name' }, '/advertiser/balance'])
    assert.deepEqual((await only(owner, 'RefundPaid')).data, { amount: 40, currency: 'USD' })
  })

  test('operators too when a refund is requested', async () => {
    const owner = await advertiser(market, { funds: 0 })
    const operator = await theOperator(market)
    const { id } = expectOk(await operator.a.post('/api/operator/deposits', { email: owner.email, amount: 100 }))
    const body = { amount: 31, method: { type: 'PayPal', email: 'anna@shop.example' } }
    expectOk(await owner.a.post(`/api/advertiser/deposits/${id}/refund`, body))
    const [first] = (await inbox(operator)).filter(({ kind }) => kind === 'RefundRequested')
    assert.deepEqual([first?.data, first?.path], [{ amount: 31, currency: 'USD' }, '/operator/refunds'])
  })

  test('when a withdrawal is paid, or fails with a reason', async () => {
    const worker = await executor(market)
    await earn(market, worker, 50)
    const { a } = await theOperator(market)
    const paid = await approved(market, worker)
    expectOk(await a.post(`/api/operator/withdrawals/${paid}/paid`, { reference: 'B-1' }))
    const failed = await withdrawal(market, worker, 20)
    expectOk(await a.post(`/api/operator/withdrawals/${failed}/reject`, { reason: 'No such account' }))
    assert.deepEqual(await kindsOf(worker), ['PayoutAccountNew', 'WithdrawalPaid', 'WithdrawalFailed'])
    const { data } = await only(worker, 'WithdrawalFailed')
    assert.deepEqual(data, { amount: 20, currency: 'USD', reason: 'No such account' })
  })
})

describe('in a dispute', () => {
  test('each party is notified of the other’s actions, and both of the outcome', async () => {
    const { id, owner, worker, dispute } = await disputedWork(market)
    const opened = await only(owner, 'ReportDisputed')
    assert.deepEqual([opened.data.executionId, opened.data.reason], [id, statement])
    expectOk(await owner.b.post(`/v1/reports/${id}/dispute/answer`, { answer: 'It is not there.' }))
    expectOk(await decide(market, dispute, 'Executor'))
    assert.deepEqual(await kindsOf(worker), ['WorkRejected', 'DisputeAnswered', 'DisputeDecided'])
    const [mine, theirs] = [await only(worker, 'DisputeDecided'), await only(owner, 'DisputeDecided')]
    assert.deepEqual([mine.data.outcome, mine.data.side, mine.path], ['Executor', 'executor', `/executor/work/${id}`])
    assert.deepEqual([theirs.data.side, theirs.path], ['advertiser', '/advertiser/disputes'])
  })

  test('an advertiser who concedes is not notified of that', async () => {
    const { id, owner, worker } = await disputedWork(market)
    expectOk(await owner.b.post(`/v1/reports/${id}/dispute/concede`, {}))
    assert.equal((await only(worker, 'DisputeDecided')).data.outcome, 'Conceded')
    assert.ok(!(await kindsOf(owner)).includes('DisputeDecided'))
    assert.ok(!(await kindsOf(worker)).includes('WorkAccepted'))
  })

  test('a rejection withdrawn without a dispute is reported as acceptance', async () => {
    const { id, owner, worker } = await rejectedWork(market)
    expectOk(await owner.b.post(`/v1/reports/${id}/accept`, { overrideRejection: true }))
    assert.deepEqual(await kindsOf(worker), ['WorkRejected', 'WorkAccepted'])
    assert.equal((await appeal(worker, id)).status, 409)
  })
})

describe('every account is notified', () => {
  test('of its sanctions and their end, also while suspended', async () => {
    const worker = await executor(market)
    const account = idOf<'account'>(worker.id)
    await imposeSanction(ctx, { account, kind: 'Suspension', code: 'Other', reason: 'We have to look at this.' })
    const { data, path } = await only(worker, 'SanctionImposed')
    assert.deepEqual([data.sanctionKind, data.reason], ['Suspension', 'We have to look at this.'])
    assert.deepEqual([data.untilUtc, path], [undefined, '/settings/account'])
    await restoreAccount(ctx, worker.email)
    await only(worker, 'SanctionLifted')
  })

  test('when its appeal is refused, with the reason', async () => {
    const worker = await executor(market)
    const account = idOf<'account'>(worker.id)
    const { id } = await imposeSanction(ctx, { account, kind: 'NoReservations', code: 'Other', reason: 'We saw it.' })
    expectOk(await worker.a.post(`/api/account/sanctions/${id}/appeal`, { statement: 'It was not me.' }))
    const { a } = await theOperator(market)
    expectOk(await a.post(`/api/operator/sanctions/${id}/uphold`, { reason: 'It was.' }))
    const { data, path } = await only(worker, 'SanctionUpheld')
    assert.deepEqual(data, { sanctionId: id, sanctionKind: 'NoReservations', reason: 'It was.' })
    assert.equal(path, '/settings/account')
  })

  test('of new credentials, without their secrets', async () => {
    const owner = await advertiser(market)
    const made = (await inbox(owner)).filter(({ kind }: Item) => kind === 'CredentialCreated')
    const credentialKinds = made.map(({ data }: Item) => data.credentialKind)
    assert.deepEqual(credentialKinds.sort(), ['AccessToken', 'ApiKey'])
    assert.ok(!JSON.stringify(made).includes('mkt_'))
  })
})
