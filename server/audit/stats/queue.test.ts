import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  submittedOffer,
  submittedWork,
  theOperator,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { disputedWork } from '../../../test/support/scenarios/appeals.ts'
import { withdrawal } from '../../../test/support/scenarios/earnings.ts'
import { recordFailingJob } from '../../platform/jobs/failing-jobs.ts'
import { recordMails } from '../../platform/mail/mail.ts'
import { sendMails } from '../../platform/mail/sending.ts'
import { sql } from '../../platform/sql.ts'
import { queueKinds } from './stats.ts'

const smtp = { smtpUrl: 'smtp://127.0.0.1:1', mailFrom: 'market@example.com' }
const market = await openMarket({ bookingApprovalAbove: 1_000, ...smtp })
const { ctx } = market
const { db } = ctx
const one = await theOperator(market)
const queue = async () => expectOk(await one.a.get('/api/operator/queue'))
const reason = 'We looked at it.'
const method = { type: 'Bank', holder: 'Anna Muster', iban: 'GB82 WEST 1234 5698 7654 32' }

/** The list of each kind. */
const lists: Readonly<Record<(typeof queueKinds)[number], string>> = {
  offers: 'offers?status=PendingModeration',
  offerChanges: 'offers?hasPendingChange=true',
  reportedOffers: 'offer-reports',
  reportedMessages: 'message-reports',
  disputes: 'disputes',
  guaranteePayments: 'guarantee-payments?status=Waiting',
  heldRejections: 'held-rejections',
  fraudHolds: 'fraud-holds',
  withdrawals: 'withdrawals',
  refunds: 'refunds',
  bookingRequests: 'booking-requests',
  operatorRequests: 'operator-requests',
  appeals: 'sanctions?status=Appealed',
}
const listed = async (path: string): Promise<number> => expectOk(await one.a.get(`/api/operator/${path}`)).totalCount

/** An active offer with a change that waits. */
async function changedOffer() {
  const { id, advertiser: owner } = await activeOffer(market)
  expectOk(await owner.b.patch(`/v1/tasks/${id}`, { title: 'Another title' }))
  return id
}

/** A message of an advertiser that its recipient has reported. */
async function reportedMessage() {
  const { id, advertiser: owner } = await activeOffer(market)
  const { executor: worker, reservation } = await submittedWork(market, id)
  const message = await owner.b.post(`/v1/conversations/${reservation}/messages`, { text: 'Send me your password.' })
  expectOk(await worker.a.post(`/api/executor/messages/${expectOk(message).id}/report`, { code: 'Phishing' }))
}

/** One more record in each queue but those of guarantee payments and held rejections. */
async function oneOfEach() {
  await submittedOffer(market)
  const changed = await changedOffer()
  for (const worker of [await executor(market), await executor(market)])
    expectOk(await worker.a.post(`/api/executor/offers/${changed}/report`, { code: 'Phishing' }))
  await reportedMessage()
  await disputedWork(market)
  const { id: held } = await submittedWork(market, (await activeOffer(market)).id)
  expectOk(await one.a.post(`/api/operator/reports/${held}/hold`, { reason }))
  await withdrawal(market, await executor(market))
  const owner = await advertiser(market, { funds: 0 })
  const body = { email: owner.email, amount: 100, method: 'Bank', reference: 'invoice-1' }
  const { id: deposit } = expectOk(await one.a.post('/api/operator/deposits', body))
  expectOk(await owner.a.post(`/api/advertiser/deposits/${deposit}/refund`, { method, amount: 40 }))
  const large = await one.a.post('/api/operator/deposits', { ...body, amount: 2_000, reference: 'invoice-2' })
  assert.equal(large.status, 202)
  const role = await one.a.post(`/api/operator/accounts/${owner.id}/roles`, { reason, add: ['Operator'] })
  assert.equal(role.status, 202)
  const worker = await executor(market)
  const sanction = { accountId: worker.id, kind: 'NoReservations', code: 'ProofsReused', reason }
  const { id } = expectOk(await one.a.post('/api/operator/sanctions', sanction))
  expectOk(await worker.a.post(`/api/account/sanctions/${id}/appeal`, { statement: 'It was not me.' }))
}

test('each queue has as many records as its list, with their age and money', async () => {
  const none = await queue()
  assert.deepEqual(new Set([...queueKinds.map((kind) => none[kind]), ...Object.values(none.amounts)]), new Set([0]))
  assert.deepEqual(new Set(Object.values(none.oldest)), new Set([null]))
  const before = await ctx.db.one<{ now: Date }>(sql`select ${db.now()} as now`)
  await oneOfEach()
  const full = await queue()
  for (const kind of queueKinds) {
    const count = ['guaranteePayments', 'heldRejections'].includes(kind) ? 0 : 1
    assert.deepEqual([kind, full[kind], await listed(lists[kind])], [kind, count, count])
    assert.equal(full.oldest[kind] !== null && Date.parse(full.oldest[kind]) >= before.now.getTime(), count > 0, kind)
  }
  assert.deepEqual(full.amounts, { guaranteePayments: 0, withdrawals: 10, refunds: 40, bookingRequests: 2_000 })
  assert.equal(await listed('offers'), full.offers + full.offerChanges, 'the list to moderate has both')
  const [dispute] = expectOk(await one.a.get('/api/operator/disputes')).items
  assert.deepEqual(
    [full.oldest.disputes, full.nextDeadlines.disputes],
    [dispute.openedAtUtc, expectOk(await one.a.get(`/api/operator/disputes/${dispute.id}`)).decideByUtc],
  )
})

test('refunds to cards are made by Stripe, and wait for nobody', async () => {
  const { refunds } = await queue()
  await db.run(sql`update refund_requests set status = 'Processing', method = null, hint = null, details = null`)
  assert.deepEqual([refunds, (await queue()).refunds, await listed(lists.refunds)], [1, 0, 0])
})

test('faults are those that the server knows, worst first', async () => {
  const kinds = async () => (await queue()).faults.map(({ kind, count }: Record<string, unknown>) => [kind, count])
  assert.deepEqual(await kinds(), [])
  await recordMails(db, [{ recipient: 'ann@example.com', subject: 'A', body: 'B' }])
  assert.deepEqual(await kinds(), [], 'a mail that waits for its first attempt')
  await sendMails(ctx, market.logger)
  assert.deepEqual(await kinds(), [], 'one address alone is not a fault of the mail server')
  await recordMails(db, [{ recipient: 'ben@example.com', subject: 'A', body: 'B' }])
  await sendMails(ctx, market.logger)
  await recordFailingJob(db, { name: 'count days', everySeconds: 60, reason: 'no', failingSeconds: 90 })
  const owner = await advertiser(market)
  await db.run(sql`
    insert into endpoints (account, url, kinds, secret, status, disabled_by, disabled_at, failing_since, created_at, updated_at)
    select ${owner.id}::bigint, 'https://a.example', '{}', '', status, disabled_by, ${db.now()} - days * interval '1 day',
      case status when 'Enabled' then ${db.now()} end, ${db.now()}, ${db.now()}
    from (values ('Enabled', null, null), ('Disabled', 'Failing', 0.9), ('Disabled', 'Failing', 2), ('Disabled', 'User', 0.9))
      made (status, disabled_by, days)`)
  expectOk(await one.a.post('/api/operator/ledger/verify'))
  assert.deepEqual(await kinds(), [
    ['JobsFailing', 1],
    ['MailFailing', 2],
    ['WebhooksFailing', 2],
  ])
  market.pass(3 * 3_600 + 60)
  assert.deepEqual((await kinds())[0], ['LedgerUnchecked', null])
  await db.run(sql`update book_checks set ok = false`)
  assert.deepEqual((await kinds())[0], ['LedgerWrong', null])
  const { a } = await theOperator(await openMarket({ smtpUrl: undefined }))
  const off = [{ kind: 'MailOff', count: null, sinceUtc: null }]
  assert.deepEqual(expectOk(await a.get('/api/operator/queue')).faults, off)
})
