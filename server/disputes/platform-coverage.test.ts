import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import {
  activeOffer,
  advertiser,
  expectOk,
  moneyOf,
  outcome,
  type Person,
  submittedWork,
  theOperator,
} from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import {
  appeal,
  approvePayments,
  decide,
  disputedWork,
  disputeOf,
  earned,
  mustBeInOrder,
  type Refused,
  waitingPayments,
} from '../../test/support/scenarios/appeals.ts'
import { notify } from '../notifications/actions-notify.ts'
import { bookDeposit, deposit } from '../payments/deposits/actions-bookings.ts'
import { sql } from '../platform/sql.ts'
import { applyDisputeDeadlines } from './actions.ts'
import { payCovered } from './actions-coverage.ts'

const market = await openMarket({ guaranteeMaxPerAdvertiser: 2 })
const { db } = market.ctx
afterEach(() => mustBeInOrder(market))
const day = 86_400

type Disputed = Refused & { readonly dispute: number }

/** Creates disputed works, each of its own executor, on an offer with one slot of 1.10 that other work has filled. */
async function unpaidDisputes(count: number): Promise<readonly Disputed[]> {
  const owner = await advertiser(market, { funds: 1.1 })
  const { id: offer } = await activeOffer(market, { advertiser: owner, slots: 1 })
  const works: Disputed[] = []
  for (let made = 0; made < count; made++) {
    const { id, executor: worker } = await submittedWork(market, offer)
    expectOk(await owner.b.post(`/v1/reports/${id}/reject`, { reason: 'The last page is missing.' }))
    expectOk(await appeal(worker, id))
    works.push({ id, offer, owner, worker, dispute: await disputeOf(market, id) })
  }
  const { id } = await submittedWork(market, offer)
  expectOk(await owner.b.post(`/v1/reports/${id}/accept`))
  assert.deepEqual(await moneyOf(owner), { available: 0, held: 0 })
  return works
}
const unpaidDispute = async (): Promise<Disputed> => (await unpaidDisputes(1))[0] as Disputed

const post = async (path: string, body?: object) =>
  (await theOperator(market)).a.post(`/api/operator/guarantee-payments/${path}`, body)
const refusal = { reason: 'Both accounts belong to one person.' }

const owedBy = async (owner: Person): Promise<bigint> =>
  (
    await db.one<{ units: bigint }>(sql`
      select coalesce(-sum(units), 0)::bigint as units from balances
      where book = 'platform.guarantee' and owner = ${owner.id}::bigint`)
  ).units
const stateOf = (id: number) =>
  db.one<{ status: string; dispute: string; outcome: string | null }>(sql`
    select executions.status, disputes.status as dispute, disputes.outcome from executions
    join disputes on disputes.execution = executions.id where executions.id = ${id}::bigint`)

describe('a concession', () => {
  const ways = {
    accept: ({ id, owner }: Disputed) => owner.b.post(`/v1/reports/${id}/accept`),
    concede: ({ id, owner }: Disputed) => owner.b.post(`/v1/reports/${id}/dispute/concede`),
  }
  for (const [name, concede] of Object.entries(ways))
    test(`by ${name} is refused if the advertiser cannot pay it alone, and the dispute stays open`, async () => {
      const work = await unpaidDispute()
      const answer = await concede(work)
      assert.equal(outcome(answer), '409 insufficient_funds')
      const { required, available, shortfall, currency } = answer.body
      assert.deepEqual([required, available, shortfall, currency], [1.1, 0, 1.1, 'USD'])
      assert.deepEqual(await stateOf(work.id), { status: 'Disputed', dispute: 'Open', outcome: null })
      assert.equal(await owedBy(work.owner), 0n)
      await deposit(market.ctx, { email: work.owner.email, amount: 1.1 })
      expectOk(await concede(work))
      assert.equal(await earned(work.worker), 1)
    })
})

describe('the first payment for an advertiser', () => {
  test('waits for an operator after a decision, and is paid on approval', async () => {
    const { id, owner, worker, dispute } = await unpaidDispute()
    const decided = expectOk(await decide(market, dispute, 'Executor'))
    assert.deepEqual([decided.status, decided.outcome, decided.allowedActions], ['PaymentPending', null, []])
    assert.equal(await earned(worker), 0)
    assert.equal(outcome(await decide(market, dispute, 'Executor')), '200')
    assert.equal(outcome(await decide(market, dispute, 'Advertiser')), '409 dispute_state_conflict')
    const [payment, ...more] = await waitingPayments(market, owner)
    assert.equal(more.length, 0)
    assert.deepEqual([payment.cause, payment.amount, payment.owed, payment.outcome], ['First', 1.1, 0, 'Executor'])
    const shown = expectOk(await worker.a.get(`/api/executor/executions/${id}`))
    assert.deepEqual([shown.status, shown.dispute.status], ['Disputed', 'PaymentPending'])
    const approved = expectOk(await post(`${payment.id}/approve`))
    assert.deepEqual([approved.status, approved.paid, approved.owed], ['Approved', 1.1, 1.1])
    assert.deepEqual(await stateOf(id), { status: 'Accepted', dispute: 'Resolved', outcome: 'Executor' })
    assert.equal(await earned(worker), 1)
    assert.equal(outcome(await post(`${payment.id}/approve`)), '200')
    assert.equal(outcome(await post(`${payment.id}/refuse`, refusal)), '409 guarantee_payment_ended')
    assert.equal(await owedBy(owner), 11_000n)
    const decisions = await db.many<{ action: string; actor: string }>(sql`
      select action, actor from audit_log where subject = 'dispute' and subject_id = ${dispute}::bigint order by id`)
    assert.deepEqual(
      decisions.map(({ action, actor }) => `${action} by ${actor}`),
      [
        'dispute.open by executor',
        'dispute.decide by operator',
        'guarantee.request by system',
        'guarantee.approve by operator',
      ],
    )
  })

  test('waits after an expired deadline, too', async () => {
    const { id, owner, worker } = await unpaidDispute()
    market.pass(10 * day)
    await applyDisputeDeadlines(market.ctx)
    await applyDisputeDeadlines(market.ctx)
    assert.deepEqual(await stateOf(id), { status: 'Disputed', dispute: 'PaymentPending', outcome: null })
    assert.equal(await earned(worker), 0)
    await approvePayments(market, owner)
    assert.deepEqual(await stateOf(id), { status: 'Accepted', dispute: 'Resolved', outcome: 'Silence' })
  })

  test('notifies every operator in the console and by mail, and tells both sides that it waits', async () => {
    const { owner, worker, dispute } = await unpaidDispute()
    const { a, email } = await theOperator(market)
    expectOk(await decide(market, dispute, 'Executor'))
    await notify(market.ctx)
    const notifications = expectOk(await a.get('/api/account/notifications?pageSize=100')).items
    const own = notifications.filter(({ kind }: { kind: string }) => kind === 'GuaranteePaymentWaiting')
    assert.equal(own.at(0).data.amount, 1.1)
    assert.equal(own.at(0).path, '/operator/guarantee')
    const mails = await db.many<{ recipient: string; body: string }>(sql`
      select recipient, body from mails where recipient in (${email}, ${worker.email}, ${owner.email}) order by id`)
    assert.ok(mails.some(({ recipient, body }) => recipient === email && body.includes('/operator/guarantee')))
    for (const person of [worker, owner]) {
      const own = mails.filter(({ recipient }) => recipient === person.email)
      assert.ok(own.some(({ body }) => body.includes('once the marketplace approves the payment')))
    }
  })

  test('is refused with a reason that both sides read; the rejection is then final', async () => {
    const { id, owner, worker, dispute } = await unpaidDispute()
    expectOk(await decide(market, dispute, 'Executor'))
    const [payment] = await waitingPayments(market, owner)
    assert.equal(outcome(await post(`${payment.id}/refuse`, { reason: '' })), '400 validation_error')
    const refused = expectOk(await post(`${payment.id}/refuse`, refusal))
    assert.deepEqual([refused.status, refused.paid, refused.reason], ['Refused', 0, refusal.reason])
    assert.deepEqual(await stateOf(id), { status: 'Rejected', dispute: 'Resolved', outcome: 'PaymentRefused' })
    const [shown] = expectOk(await worker.a.get('/api/executor/disputes')).items
    assert.deepEqual([shown.outcome, shown.note], ['PaymentRefused', refusal.reason])
    assert.deepEqual([await earned(worker), await owedBy(owner)], [0, 0n])
    assert.equal(outcome(await post(`${payment.id}/refuse`, refusal)), '200')
    assert.equal(outcome(await post(`${payment.id}/approve`)), '409 guarantee_payment_ended')
    assert.equal(outcome(await appeal(worker, id)), '409 dispute_window_closed')
  })
})

describe('while a payment waits', () => {
  test('the advertiser pays it by conceding', async () => {
    const { id, owner, worker, dispute } = await unpaidDispute()
    expectOk(await decide(market, dispute, 'Executor'))
    assert.equal(outcome(await owner.b.post(`/v1/reports/${id}/accept`)), '409 insufficient_funds')
    await deposit(market.ctx, { email: owner.email, amount: 1.1 })
    expectOk(await owner.b.post(`/v1/reports/${id}/accept`))
    assert.equal(await earned(worker), 1)
    assert.deepEqual(await waitingPayments(market, owner), [])
    const { items } = expectOk(
      await (await theOperator(market)).a.get('/api/operator/guarantee-payments?status=Covered'),
    )
    const covered = items.find(({ advertiserId }: { advertiserId: number }) => advertiserId === owner.id)
    assert.equal(outcome(await post(`${covered.id}/approve`)), '409 guarantee_payment_ended')
  })

  test('it is paid without the platform as soon as the advertiser has the money', async () => {
    const { id, owner, worker, dispute } = await unpaidDispute()
    expectOk(await decide(market, dispute, 'Executor'))
    await payCovered(market.ctx)
    assert.equal((await waitingPayments(market, owner)).length, 1)
    await deposit(market.ctx, { email: owner.email, amount: 1.1 })
    await payCovered(market.ctx)
    assert.deepEqual(await stateOf(id), { status: 'Accepted', dispute: 'Resolved', outcome: 'Executor' })
    assert.deepEqual([await earned(worker), await owedBy(owner)], [1, 0n])
  })

  test('an approval pays no more than was requested: the payment requests what it became, and waits', async () => {
    const { id, owner, worker, dispute } = await unpaidDispute()
    const { id: booked } = await bookDeposit(market.ctx, { email: owner.email, amount: 1.09 })
    expectOk(await decide(market, dispute, 'Executor'))
    const [payment] = await waitingPayments(market, owner)
    assert.equal(payment.amount, 0.01)
    const { a } = await theOperator(market)
    expectOk(await a.post(`/api/operator/deposits/${booked}/void`, { reason: 'For another account.' }))
    const { status, body } = await post(`${payment.id}/approve`)
    assert.deepEqual([status, body.code, body.amount, body.requested], [409, 'guarantee_payment_changed', 1.1, 0.01])
    assert.deepEqual([await earned(worker), await owedBy(owner)], [0, 0n])
    assert.equal((await waitingPayments(market, owner))[0].amount, 1.1)
    expectOk(await post(`${payment.id}/approve`))
    assert.deepEqual([(await stateOf(id)).status, await owedBy(owner)], ['Accepted', 11_000n])
  })

  test('exactly one of a concurrent approval, refusal and concession succeeds', async () => {
    for (let round = 0; round < 8; round++) {
      const { id, owner, worker, dispute } = await unpaidDispute()
      expectOk(await decide(market, dispute, 'Executor'))
      const [payment] = await waitingPayments(market, owner)
      const answers = await Promise.all([
        post(`${payment.id}/approve`),
        post(`${payment.id}/refuse`, refusal),
        owner.b.post(`/v1/reports/${id}/accept`),
        post(`${payment.id}/approve`),
      ])
      for (const { status, raw } of answers) assert.ok(status === 200 || status === 409, raw)
      const { status } = await stateOf(id)
      const isPaid = status === 'Accepted'
      assert.deepEqual([await earned(worker), await owedBy(owner)], isPaid ? [1, 11_000n] : [0, 0n])
    }
  })
})

describe('after an operator approved one payment for an advertiser', () => {
  test('further ones are paid up to the limit, and wait above it, even when decided concurrently', async () => {
    const [first, ...others] = (await unpaidDisputes(4)) as [Disputed, ...Disputed[]]
    const { owner } = first
    expectOk(await decide(market, first.dispute, 'Executor'))
    await approvePayments(market, owner)
    await Promise.all(others.map(async ({ dispute }) => expectOk(await decide(market, dispute, 'Executor'))))
    // 1.10 is owed; 2.20 would exceed the limit of 2.00.
    const waiting = await waitingPayments(market, owner)
    assert.deepEqual(
      waiting.map(({ cause, owed }: { cause: string; owed: number }) => [cause, owed]),
      others.map(() => ['AboveLimit', 1.1]),
    )
    const ids: number[] = waiting.map(({ id }: { id: number }) => id)
    assert.deepEqual(
      ids,
      ids.toSorted((one, other) => one - other),
      'the longest waiting first',
    )
    await deposit(market.ctx, { email: owner.email, amount: 1.1 })
    assert.equal(await owedBy(owner), 0n, 'a deposit settles the debt first')
    const late = await disputedWork(market, { advertiser: await funded(owner), slots: 1 })
    await fill(late)
    expectOk(await decide(market, late.dispute, 'Executor'))
    assert.equal((await stateOf(late.id)).status, 'Accepted')
    assert.equal(await owedBy(owner), 11_000n)
  })
})

/** Returns the same advertiser with money for one more slot. */
async function funded(owner: Person): Promise<Person> {
  await deposit(market.ctx, { email: owner.email, amount: 1.1 })
  return owner
}

/** Fills the free slot of the offer with other work. */
async function fill({ owner, offer }: Disputed): Promise<void> {
  const { id } = await submittedWork(market, offer)
  expectOk(await owner.b.post(`/v1/reports/${id}/accept`))
}
