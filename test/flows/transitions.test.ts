import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endDue, imposeSanction } from '../../server/accounts/sanctions/actions.ts'
import { sanctionTransitions } from '../../server/accounts/sanctions/sanctions.ts'
import { applyDisputeDeadlines } from '../../server/disputes/actions.ts'
import { disputeTransitions } from '../../server/disputes/dispute.ts'
import { autoAcceptDue, missReworkDue } from '../../server/executions/decisions/actions.ts'
import { executionTransitions } from '../../server/executions/execution.ts'
import { offerTransitions } from '../../server/offers/offer.ts'
import { deposit } from '../../server/payments/deposits/actions-bookings.ts'
import { withdrawalTransitions } from '../../server/payments/withdrawals/withdrawal.ts'
import { sql } from '../../server/platform/sql.ts'
import { expireOverdue } from '../../server/reservations/actions-expiry.ts'
import { reservationTransitions } from '../../server/reservations/reservation.ts'
import { screenOut } from '../../server/reservations/screen-outs/actions.ts'
import { idOf } from '../../server/values/id.ts'
import type { Transitions } from '../../server/values/transitions/transitions.ts'
import {
  activeOffer,
  advertiser,
  moderate as decided,
  executor,
  expectOk,
  type Offered,
  reserved,
  submittedOffer,
  submittedWork,
  theOperator,
  workPath,
} from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'
import { appeal, approvePayments, decide, disputedWork, rejectedWork } from '../support/scenarios/appeals.ts'
import { approved, withdrawal } from '../support/scenarios/earnings.ts'

/* Takes every row of the transition tables, over HTTP or by a job; a database trigger records them. */

const machines: Readonly<Record<string, Transitions>> = {
  offer_states: offerTransitions,
  reservations: reservationTransitions,
  executions: executionTransitions,
  disputes: disputeTransitions,
  sanctions: sanctionTransitions,
  withdrawals: withdrawalTransitions,
}

const market = await openMarket({ rejectionsAtOnceMax: 0 })
const { ctx } = market
const { a: operator } = await theOperator(market)
const reason = 'The last page is missing.'
const day = 86_400

await market.owner.run(sql`create table taken (machine text, began text, ended text)`)
await market.owner.run(sql`
  create function note_move() returns trigger language plpgsql as $$ begin
    insert into taken values (tg_table_name, old.status, new.status); return null; end $$`)
for (const machine of Object.keys(machines))
  await market.owner.run({
    parts: [`create trigger note_move after update on ${machine} for each row execute function note_move()`],
    values: [],
    isSql: true,
    isVaried: false,
  })

const own = ({ id, advertiser }: Offered, verb: string) => advertiser.a.post(`/api/advertiser/offers/${id}/${verb}`)
const moderate = ({ id }: Offered, verb: string, body?: object) => decided(market, id, verb, body)
const archive = async ({ id, advertiser }: Offered) => expectOk(await advertiser.b.delete(`/v1/tasks/${id}`))
const patch = async ({ id, advertiser }: Offered, body: object) =>
  expectOk(await advertiser.b.patch(`/v1/tasks/${id}`, body))

async function lifeOfOffers(): Promise<void> {
  const draft = await submittedOffer(market, { members: { draft: true } })
  for (const verb of ['submit', 'withdraw', 'submit']) expectOk(await own(draft, verb))
  expectOk(await moderate(draft, 'reject', { reason }))
  expectOk(await own(draft, 'submit'))
  expectOk(await moderate(draft, 'approve'))
  for (const verb of ['pause', 'resume']) expectOk(await own(draft, verb))
  await archive(draft)
  for (const members of [{ draft: true }, {}]) await archive(await submittedOffer(market, { members }))
  const refused = await submittedOffer(market)
  expectOk(await moderate(refused, 'reject', { reason }))
  await archive(refused)
  for (const isPaused of [false, true]) {
    const full = await activeOffer(market, { slots: 1 })
    const { id } = await submittedWork(market, full.id)
    if (isPaused) expectOk(await own(full, 'pause'))
    expectOk(await full.advertiser.b.post(`/v1/reports/${id}/accept`))
    await patch(full, { totalLimit: 2 })
    if (isPaused) expectOk(await own(full, 'pause'))
    if (!isPaused) await patch(full, { totalLimit: 1 })
    await archive(full)
  }
}

async function lifeOfReservations(): Promise<void> {
  const offer = await activeOffer(market, { slots: 9 })
  const [canceller, late, revoked] = [await executor(market), await executor(market), await executor(market)]
  await screenOut(ctx, { id: idOf(await reserved(await executor(market), offer.id)) })
  for (const worker of [canceller, late]) await reserved(worker, offer.id)
  expectOk(await late.a.post(`${workPath(offer.id)}/reservation/extend`, {}))
  expectOk(await canceller.a.post(`${workPath(offer.id)}/reservation/cancel`))
  market.pass(3 * 3_600)
  await expireOverdue(ctx)
  await reserved(revoked, offer.id)
  expectOk(await moderate(offer, 'suspend', { reason }))
}

/** Submitted work on its own offer, sent back for rework or not. */
async function waiting(isSentBack: boolean) {
  const offer = await activeOffer(market)
  const work = await submittedWork(market, offer.id)
  const review = async (verb: string, body: object = {}) =>
    expectOk(await offer.advertiser.b.post(`/v1/reports/${work.id}/${verb}`, body))
  if (isSentBack) await review('rework', { reason })
  return { ...work, offer, review }
}

async function lifeOfExecutions(): Promise<void> {
  for (const isSentBack of [false, true]) {
    await (await waiting(isSentBack)).review('accept')
    const { id, executor: worker } = await waiting(isSentBack)
    expectOk(await worker.a.post(`/api/executor/executions/${id}/withdraw`))
  }
  const again = await waiting(true)
  const reservationId = expectOk(await again.executor.a.get('/api/executor/reservations')).items[0].id
  const { proofUrls } = expectOk(await again.executor.a.get(`/api/executor/executions/${again.id}`))
  const details = { notes: 'With the last page' }
  const path = `${workPath(again.offer.id)}/submit-execution`
  expectOk(await again.executor.a.post(path, { reservationId, proofUrls, details }))
  await again.review('accept')
  await again.review('bonus', { amount: 1, reason })
  await (await waiting(true)).review('reject', { reason })
  await waiting(true)
  await waiting(false)
  market.pass(4 * day)
  for (const timer of [missReworkDue, autoAcceptDue]) await timer(ctx)
  await heldRejection()
}

/** A rejection held for an operator, who confirms it. */
async function heldRejection(): Promise<void> {
  const held = await waiting(false)
  const action = { action: 'reject', reason }
  expectOk(await held.offer.advertiser.b.post('/v1/reports/bulk', { items: [{ id: held.id, ...action }] }))
  const { id } = await ctx.db.one<{ id: number }>(sql`
    select id from held_rejections where execution = ${held.id}::bigint`)
  expectOk(await operator.post(`/api/operator/held-rejections/${id}/confirm`))
}

async function lifeOfDisputes(): Promise<void> {
  for (const side of ['Executor', 'Advertiser'])
    expectOk(await decide(market, (await disputedWork(market)).dispute, side))
  const concede = async (isAnswered: boolean, wait = 0) => {
    const { id, owner } = await disputedWork(market)
    if (isAnswered) expectOk(await owner.b.post(`/v1/reports/${id}/dispute/answer`, { answer: reason }))
    market.pass(wait)
    await applyDisputeDeadlines(ctx)
    expectOk(await owner.b.post(`/v1/reports/${id}/dispute/concede`, {}))
  }
  await concede(false)
  await concede(true)
  await concede(false, 3 * day)
  const { id, owner } = await rejectedWork(market)
  expectOk(await owner.b.post(`/v1/reports/${id}/accept`, { overrideRejection: true }))
  const late = await rejectedWork(market)
  expectOk(await appeal(late.worker, late.id))
  market.pass(10 * day)
  await applyDisputeDeadlines(ctx)
  await lifeOfPayments()
}

/** A dispute over work that its advertiser can no longer pay: the only slot went to other work. */
async function unpaidDispute() {
  const work = await disputedWork(market, { advertiser: await advertiser(market, { funds: 1.1 }), slots: 1 })
  const { id } = await submittedWork(market, work.offer)
  expectOk(await work.owner.b.post(`/v1/reports/${id}/accept`))
  return work
}

/** Decisions that the platform would have to pay are held for an operator, from every state. */
async function lifeOfPayments(): Promise<void> {
  const [open, answered, late] = [await unpaidDispute(), await unpaidDispute(), await unpaidDispute()]
  expectOk(await answered.owner.b.post(`/v1/reports/${answered.id}/dispute/answer`, { answer: reason }))
  for (const { dispute } of [open, answered]) expectOk(await decide(market, dispute, 'Executor'))
  await approvePayments(market, open.owner)
  await deposit(ctx, { email: answered.owner.email, amount: 1.1 })
  expectOk(await answered.owner.b.post(`/v1/reports/${answered.id}/dispute/concede`, {}))
  market.pass(3 * day)
  await applyDisputeDeadlines(ctx)
  expectOk(await decide(market, late.dispute, 'Executor'))
}

async function lifeOfSanctions(): Promise<void> {
  const { now } = await ctx.db.one<{ now: Date }>(sql`select ${ctx.db.now()} as now`)
  const endsAtUtc = new Date(now.getTime() + 60_000).toISOString()
  for (const end of ['lift', 'end']) {
    for (const steps of [[], ['appeal'], ['appeal', 'uphold']]) {
      const worker = await executor(market)
      const sanction = { kind: 'Warning', code: 'Other', reason, endsAtUtc: end === 'end' ? endsAtUtc : null } as const
      const { id } = await imposeSanction(ctx, { ...sanction, account: idOf<'account'>(worker.id) })
      for (const step of steps)
        expectOk(
          step === 'appeal'
            ? await worker.a.post(`/api/account/sanctions/${id}/appeal`, { statement: reason })
            : await operator.post(`/api/operator/sanctions/${id}/uphold`, { reason }),
        )
      if (end === 'lift') expectOk(await operator.post(`/api/operator/sanctions/${id}/lift`, { reason }))
    }
  }
  market.pass(61)
  await endDue(ctx)
}

async function lifeOfWithdrawals(): Promise<void> {
  const of = async (verb: string, body?: object) =>
    expectOk(
      await operator.post(`/api/operator/withdrawals/${await approved(market, await executor(market))}/${verb}`, body),
    )
  await of('paid', { reference: 'SEPA 77' })
  await of('failed', { reason })
  const worker = await executor(market)
  expectOk(await worker.a.post(`/api/executor/withdrawals/${await withdrawal(market, worker)}/cancel`))
  const asked = await withdrawal(market, worker)
  expectOk(await operator.post(`/api/operator/withdrawals/${asked}/reject`, { reason }))
}

test('every transition of the tables occurs', async () => {
  await lifeOfOffers()
  await lifeOfReservations()
  await lifeOfExecutions()
  await lifeOfDisputes()
  await lifeOfSanctions()
  await lifeOfWithdrawals()
  const rows = await ctx.db.many<{ machine: string; began: string; ended: string }>(sql`select distinct * from taken`)
  const taken = new Set(rows.map(({ machine, began, ended }) => `${machine}: ${began} to ${ended}`))
  const missing = Object.entries(machines).flatMap(([machine, moves]) =>
    Object.entries(moves).flatMap(([move, { from, to }]) =>
      from
        .filter((each) => !taken.has(`${machine}: ${each} to ${to}`))
        .map((each) => `${machine} ${move} from ${each}`),
    ),
  )
  assert.deepEqual(missing, [])
})

test('no other transition occurs', async () => {
  const rows = await ctx.db.many<{ machine: string; began: string; ended: string }>(sql`
    select distinct * from taken where began <> ended`)
  const known = (machine: string, began: string, ended: string) =>
    Object.values(machines[machine] ?? {}).some(({ from, to }) => from.includes(began) && to === ended)
  const shown = rows.filter(({ machine, began, ended }) => !known(machine, began, ended))
  assert.deepEqual(shown, [])
})
