import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { assertInvariants } from '../../../test/properties/invariants.ts'
import {
  activeOffer,
  executor,
  expectOk,
  moneyOf,
  proof,
  reserved,
  submittedWork,
  type Work,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { whileBlocked as waitedFor } from '../../../test/support/scenarios/blocked-request.ts'
import { unlessOvertaken } from '../../platform/batching/join-batch.ts'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import { moneyOf as moneyFrom } from '../../values/money.ts'
import { writeDecisions } from '../decisions/actions.ts'
import type { AllowedDecision } from '../decisions/decide.ts'
import { holdRejections } from '../decisions/sql-hold.ts'
import { requestReworks, withdrawExecution } from '../decisions/sql-rework.ts'
import type { Undecided } from '../execution.ts'
import { liftHeldRejection } from '../holds/sql.ts'
import { resubmitExecutions } from '../submit/sql-resubmit.ts'

/*
 * A statement that waited for a row lock sees that row's new version, but everything else as it was before. These tests change work while
 * another statement waits for it, and check that the result is consistent.
 */

const market = await openMarket()
const { ctx } = market
const money = moneyFrom(ctx.config)
afterEach(() => assertInvariants(market))

const meanwhile = <Rows>(first: (db: Db) => Promise<unknown>, ask: () => Promise<Rows>): Promise<Rows> =>
  waitedFor(ctx.db, first, ask)

type Offered = Awaited<ReturnType<typeof activeOffer>>
const reason = 'The last page is missing.'

const reviewOf = (offer: Offered, { id, executor }: Work) => ({
  execution: id as Id<'execution'>,
  offer: offer.id as Id<'offer'>,
  executor: executor.id as Id<'account'>,
  hasItems: false,
  hasScreenOuts: false,
  by: 'Advertiser' as const,
  account: offer.advertiser.id as Id<'account'>,
  version: null as number | null,
  comment: null,
  rating: null,
  reasonCode: null,
  reason,
  failedCriteria: null,
})

/** The statements that move pending work on; each returns how many executions it changed. */
const takes: Readonly<
  Record<string, (db: Db, request: ReturnType<typeof reviewOf>, from: Undecided) => Promise<number>>
> = {
  accept: async (db, request, from) =>
    (await writeDecisions({ ...ctx, db: db as typeof ctx.db }, 'accept', from, [request])).length,
  reject: async (db, request, from) =>
    (await writeDecisions({ ...ctx, db: db as typeof ctx.db }, 'reject', from, [request])).length,
  withdraw: async (db, { execution }) =>
    (await withdrawExecution(db, { id: execution, version: null, hasItems: false }, money)) ? 1 : 0,
  rework: async (db, request) => {
    const rework = { ...request, deadlineSeconds: null }
    return (await unlessOvertaken([rework], () => requestReworks(db, [rework]))).length
  },
}

const takeBy = (move: string) => takes[move] ?? assert.fail()

/** Pending work on an offer with other pending and rework executions, so that the offer's counts alone do not reveal the conflict. */
async function waitingWork() {
  const offer = await activeOffer(market, { slots: 10 })
  await submittedWork(market, offer.id)
  const other = await submittedWork(market, offer.id)
  assert.equal(await takeBy('rework')(ctx.db, reviewOf(offer, other), 'Pending'), 1)
  const worker = await executor(market)
  await reserved(worker, offer.id)
  const spare = await proof(worker, offer.id)
  const work = await submittedWork(market, offer.id, worker)
  return { offer, work, request: reviewOf(offer, work), proof: spare }
}

type Waiting = Awaited<ReturnType<typeof waitingWork>>

const sendBack = async (db: Db, { request }: Waiting) => assert.equal(await takeBy('rework')(db, request, 'Pending'), 1)

/** The executor resubmits after a rework request. */
async function submitAgain(db: Db, { request: { execution: id, offer }, proof }: Waiting) {
  const { reservation } = await db.one<{ reservation: Id<'reservation'> }>(sql`
    select rework_reservation as reservation from executions where id = ${id}::bigint`)
  const proofs = [/[0-9a-f-]{36}/.exec(proof)?.[0] ?? '']
  const again = { id, offer, reservation, contentHash: Buffer.alloc(32), details: {}, proofs, answers: null }
  assert.equal((await resubmitExecutions(db, [again])).length, 1)
}

const held = async (db: Db, { execution, version }: Waiting['request']): Promise<number> => {
  const rejection = { execution, version, cause: 'Rate' as const, reasonCode: 'Other', reason, failedCriteria: null }
  return (await unlessOvertaken([execution], () => holdRejections(db, [{ ...rejection, blocksExecutor: false }], 60)))
    .length
}
const hold = async (db: Db, { request }: Waiting) => assert.equal(await held(db, request), 1)

/** Held rejections of work that is not pending, or the reverse. */
const heldWrongly = sql`
  select executions.id, status, held.id as held from executions left join held_rejections held on held.execution = executions.id and ended_at is null
  where (status = 'Pending' and 'OperatorReview' = any(flags)) <> (held.execution is not null)`

afterEach(async () => assert.deepEqual(await ctx.db.many(heldWrongly), []))

for (const move of ['accept', 'reject'])
  test(`work resubmitted while a statement waits to ${move} it is decided completely or not at all`, async () => {
    const waiting = await waitingWork()
    const { offer, work, request } = waiting
    await sendBack(ctx.db, waiting)
    const before = await moneyOf(offer.advertiser)
    const first = (db: Db) => submitAgain(db, waiting)
    const read = { ...request, version: 2 }
    assert.equal(await meanwhile(first, () => takeBy(move)(ctx.db, read, 'Pending')), 0)
    const { b } = offer.advertiser
    assert.equal(expectOk(await b.get(`/v1/reports/${work.id}`)).status, 'Pending')
    assert.deepEqual(await moneyOf(offer.advertiser), before)
    assert.equal(expectOk(await b.post(`/v1/reports/${work.id}/accept`)).status, 'Accepted')
  })

test('withdrawing resubmitted work frees its original reservation', async () => {
  const waiting = await waitingWork()
  await sendBack(ctx.db, waiting)
  const first = (db: Db) => submitAgain(db, waiting)
  await meanwhile(first, () => takeBy('withdraw')(ctx.db, waiting.request, 'Pending'))
  await takeBy('withdraw')(ctx.db, waiting.request, 'Pending')
  const { executor, id } = waiting.work
  assert.equal(expectOk(await executor.a.get(`/api/executor/executions/${id}`)).status, 'Withdrawn')
  const taken = sql`select id from reservations where executor = ${executor.id}::bigint and is_taken`
  assert.deepEqual(await ctx.db.many(taken), [])
})

for (const move of Object.keys(takes))
  test(`a rejection held while a statement waits to ${move} the work leaves nothing behind`, async () => {
    const waiting = await waitingWork()
    const { execution } = waiting.request
    await meanwhile(
      (db) => hold(db, waiting),
      () => takeBy(move)(ctx.db, waiting.request, 'Pending'),
    )
    assert.deepEqual(await ctx.db.many(heldWrongly), [])
    await takeBy(move)(ctx.db, waiting.request, 'Pending')
    const held = sql`select outcome from held_rejections where execution = ${execution}::bigint`
    assert.deepEqual(await ctx.db.many(held), [{ outcome: move === 'rework' ? 'Withdrawn' : 'Overtaken' }])
  })

test('work sent back during its withdrawal leaves no reservation behind', async () => {
  const waiting = await waitingWork()
  const first = (db: Db) => sendBack(db, waiting)
  await meanwhile(first, () => takeBy('withdraw')(ctx.db, waiting.request, 'Pending'))
  await assertInvariants(market)
  await takeBy('withdraw')(ctx.db, waiting.request, 'Pending')
  assert.deepEqual(await ctx.db.many(lasting(waiting)), [])
})

for (const move of ['accept', 'reject'])
  test(`work resubmitted and sent back again while a statement waits to ${move} it leaves no reservation behind`, async () => {
    const waiting = await waitingWork()
    await sendBack(ctx.db, waiting)
    const first = async (db: Db) => {
      await submitAgain(db, waiting)
      await sendBack(db, waiting)
    }
    const read = { ...waiting.request, version: 2 }
    assert.equal(await meanwhile(first, () => takeBy(move)(ctx.db, read, 'ReworkRequested')), 0)
    await assertInvariants(market)
    assert.equal(await takeBy(move)(ctx.db, waiting.request, 'ReworkRequested'), 1)
    assert.deepEqual(await ctx.db.many(lasting(waiting)), [])
  })

const lasting = ({ work: { executor } }: Waiting) => sql`
  select id from reservations where executor = ${executor.id}::bigint and status = 'Active'`

test('work sent back and resubmitted while a statement waits to send it back keeps its slot', async () => {
  const waiting = await waitingWork()
  const first = async (db: Db) => {
    await sendBack(db, waiting)
    await submitAgain(db, waiting)
  }
  const read = { ...waiting.request, version: 1 }
  assert.equal(await meanwhile(first, () => takeBy('rework')(ctx.db, read, 'Pending')), 0)
  await assertInvariants(market)
  await sendBack(ctx.db, waiting)
})

test('a rejection withdrawn and requested again while an operator lifts it is held completely', async () => {
  const waiting = await waitingWork()
  const { execution } = waiting.request
  const lift = (db: Db) => liftHeldRejection(db, { execution, actor: 'operator', account: null, reason }, 'Dismissed')
  await hold(ctx.db, waiting)
  const first = async (db: Db) => {
    await lift(db)
    await hold(db, waiting)
  }
  await meanwhile(first, () => lift(ctx.db))
  assert.deepEqual(await ctx.db.many(heldWrongly), [])
})

for (const [what, take] of [
  ...['accept', 'reject', 'rework'].map((move) => [move, takeBy(move)] as const),
  ['hold', held] as const,
])
  test(`a statement to ${what} work uses only the requested version`, async () => {
    const { request } = await waitingWork()
    await ctx.db.run(sql`update executions set version = 2 where id = ${request.execution}::bigint`)
    assert.equal(await take(ctx.db, { ...request, version: 1 }, 'Pending'), 0)
    assert.equal(await take(ctx.db, { ...request, version: 2 }, 'Pending'), 1)
  })

test('an operator cannot confirm a rejection that its advertiser withdraws meanwhile', async () => {
  const waiting = await waitingWork()
  const { execution, account } = waiting.request
  await hold(ctx.db, waiting)
  const ending = { execution, actor: 'advertiser' as const, account, reason: null }
  const confirming: AllowedDecision = { ...waiting.request, by: 'Operator' }
  const confirm = () => writeDecisions(ctx, 'reject', 'Pending', [confirming])
  assert.deepEqual(await meanwhile((db) => liftHeldRejection(db, ending, 'Withdrawn'), confirm), [])
  // The same if it was withdrawn before the statement began.
  assert.deepEqual(await confirm(), [])
})
