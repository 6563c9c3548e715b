import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { sql } from '../../server/platform/sql.ts'
import { expireOverdue } from '../../server/reservations/actions-expiry.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  outcome,
  type Person,
  proof,
  readyWork,
  submittedWork,
  type Work,
  workPath,
} from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'
import { moveClockTo } from './clock.ts'
import { countOutcomes, createMany, inParallel } from './concurrently.ts'
import { assertInvariants } from './invariants.ts'
import { rngOf, times } from './rng.ts'

const market = await openMarket()
afterEach(() => assertInvariants(market))

const richOwner = () => advertiser(market, { funds: 100_000 })
/** Selects when the offer's last reservation ends. */
const lastEndOf = (offer: number) =>
  sql`select max(expires_at) from reservations where offer = ${offer}::bigint and status = 'Active'`
const countsOf = async ({ b }: Person, offer: number) => expectOk(await b.get(`/v1/tasks/${offer}`)).counts
const eventsOf = (offer: number) =>
  market.ctx.db.many<{ kind: string; count: number }>(sql`
    select kind, count(*) from events where offer = ${offer}::bigint group by kind order by kind`)
const heldBy = async ({ b }: Person): Promise<number> => expectOk(await b.get('/v1/balance')).held
const sweep = () => expireOverdue(market.ctx)

/** Returns an executor with everything that a submission needs. */
async function ready(offer: number, by?: Person) {
  const worker = by ?? (await executor(market))
  const body = await readyWork(worker, offer)
  return {
    worker,
    body,
    submit: (other = {}) => worker.a.post(`${workPath(offer)}/submit-execution`, { ...body, ...other }),
    cancel: () => worker.a.post(`${workPath(offer)}/reservation/cancel`),
  }
}

test('of a concurrent cancel and submit one succeeds and the other is refused', async (t) => {
  const rng = rngOf(t)
  const count = times(16, 500)
  const { id, advertiser: owner } = await activeOffer(market, { advertiser: await richOwner(), slots: count })
  const all = await createMany(count, () => ready(id))
  const answers = await inParallel(all, 8, async ({ submit, cancel }) => {
    const both = await Promise.all(rng.shuffled([submit, cancel]).map((act) => act()))
    return both.map(outcome).sort().join(', ')
  })
  const submitted = answers.filter((both) => both === '200, 409 reservation_already_submitted').length
  const cancelled = answers.filter((both) => both === '200, 409 reservation_not_active').length
  t.diagnostic(`${submitted} submitted, ${cancelled} cancelled`)
  assert.equal(submitted + cancelled, count)
  const { pending, reserved, remaining } = await countsOf(owner, id)
  assert.deepEqual({ pending, reserved, remaining }, { pending: submitted, reserved: 0, remaining: cancelled })
})

test('ten identical concurrent submissions create one execution; of two different ones one succeeds', async () => {
  const count = times(5, 100)
  const { id } = await activeOffer(market, { advertiser: await richOwner(), slots: count })
  const all = await createMany(count, () => ready(id))
  await inParallel(all, 4, async ({ worker, body, submit }) => {
    const other = { proofUrls: [await proof(worker, id)] }
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => submit(index % 2 ? other : {})))
    assert.deepEqual(countOutcomes(answers), { 200: 5, '409 execution_pending': 5 })
    const taken = answers.filter(({ status }) => status === 200).map((answer) => answer.body)
    assert.equal(new Set(taken.map((execution) => execution.id)).size, 1)
    assert.equal(taken.filter(({ alreadyExists }) => alreadyExists === false).length, 1)
    assert.deepEqual(
      expectOk(await worker.a.get(`/api/executor/executions/${taken[0].id}`)).reservationId,
      body.reservationId,
    )
  })
})

test('a submission at the deadline during the sweep is either in time or expired', async (t) => {
  const rounds = times(4, 100)
  const { id, advertiser: owner } = await activeOffer(market, { advertiser: await richOwner(), slots: rounds * 8 })
  const outcomes: Record<string, number> = {}
  for (let round = 0; round < rounds; round++) {
    const all = await createMany(8, () => ready(id), 8)
    await moveClockTo(market, lastEndOf(id), Math.round(-300 + (round * 320) / rounds))
    const submits = all.map(({ submit }) => submit())
    const [answers] = await Promise.all([Promise.all(submits), sweep(), sweep(), sweep(), sweep()])
    for (const [what, times] of Object.entries(countOutcomes(answers))) outcomes[what] = (outcomes[what] ?? 0) + times
    market.pass(2)
    await sweep()
  }
  t.diagnostic(JSON.stringify(outcomes))
  const { 200: inTime = 0, '409 reservation_expired': expired = 0 } = outcomes
  assert.equal(inTime + expired, rounds * 8)
  const { pending, reserved, remaining } = await countsOf(owner, id)
  assert.deepEqual({ pending, reserved, remaining }, { pending: inTime, reserved: 0, remaining: expired })
})

test('an offer archived while reserved and reviewed keeps the money for work in progress, then returns it', async () => {
  for (let round = 0; round < times(1, 100); round++) {
    const owner = await advertiser(market, { funds: 6.6 })
    const { id } = await activeOffer(market, { advertiser: owner, slots: 6 })
    const [one, two] = (await createMany(2, () => submittedWork(market, id))) as [Work, Work]
    const others = await createMany(6, () => executor(market))
    const reserves = Promise.all(others.map(({ a }) => a.post(`${workPath(id)}/reserve`)))
    const [archived, again, accepted, rejected] = await Promise.all([
      owner.b.delete(`/v1/tasks/${id}`),
      owner.a.delete(`/api/advertiser/offers/${id}`),
      owner.b.post(`/v1/reports/${one.id}/accept`),
      owner.b.post(`/v1/reports/${two.id}/reject`, { reason: 'Not what was asked' }),
    ])
    for (const answer of [archived, again, accepted, rejected]) expectOk(answer)
    const outcomes = countOutcomes(await reserves)
    const { 200: taken = 0, '404 offer_unavailable': late = 0, '409 no_slots_available': full = 0 } = outcomes
    assert.equal(taken + late + full, 6, JSON.stringify(outcomes))
    // Money for work rejected after the offer was closed is held until the appeal deadline.
    const { kept } = await market.ctx.db.one<{ kept: number }>(sql`
      select kept from offer_states where offer = ${id}::bigint`)
    assert.equal(await heldBy(owner), Math.round((taken + kept) * 11) / 10)
    await Promise.all(others.map(({ a }) => a.post(`${workPath(id)}/reservation/cancel`)))
    assert.deepEqual(expectOk(await owner.b.get(`/v1/tasks/${id}`)).budget, {
      total: 6.6,
      held: Math.round(kept * 11) / 10,
      spent: 1.1,
      released: Math.round(55 - kept * 11) / 10,
    })
    assert.equal(expectOk(await owner.b.get('/v1/balance')).available, Math.round(55 - kept * 11) / 10)
  }
})

test('slots that become free during reservations are all reserved once', async (t) => {
  const executors = await createMany(16, () => executor(market))
  const owner = await richOwner()
  const outcomes: Record<string, number> = {}
  for (let round = 0; round < times(1, 200); round++) {
    const { id } = await activeOffer(market, { advertiser: owner, slots: 6 })
    const work = await submittedWork(market, id)
    const holder = await ready(id)
    const reserves = Promise.all(executors.map(({ a }) => a.post(`${workPath(id)}/reserve`)))
    const back = await Promise.all([
      owner.b.post(`/v1/reports/${work.id}/reject`, { reason: 'Not what was asked' }),
      holder.cancel(),
      owner.b.patch(`/v1/tasks/${id}`, { totalLimit: 7 }),
    ])
    back.map(expectOk)
    for (const [what, count] of Object.entries(countOutcomes(await reserves)))
      outcomes[what] = (outcomes[what] ?? 0) + count
    const { reserved, remaining } = await countsOf(owner, id)
    assert.equal(reserved + remaining, 7)
    await Promise.all(executors.map(({ a }) => a.post(`${workPath(id)}/reservation/cancel`)))
  }
  t.diagnostic(JSON.stringify(outcomes))
  assert.equal(Object.keys(outcomes).filter((what) => !['200', '409 no_slots_available'].includes(what)).length, 0)
})

test('a limit lowered during reservations is never below the slots in use', async () => {
  const executors = await createMany(8, () => executor(market))
  for (let round = 0; round < times(4, 100); round++) {
    const { id, advertiser: owner } = await activeOffer(market, { slots: 8 })
    const reserves = executors.map(({ a }) => a.post(`${workPath(id)}/reserve`))
    const [lowered, ...answers] = await Promise.all([owner.b.patch(`/v1/tasks/${id}`, { totalLimit: 4 }), ...reserves])
    const { 200: taken = 0, '409 no_slots_available': full = 0 } = countOutcomes(answers)
    assert.equal(taken + full, 8)
    assert.equal(outcome(lowered), taken > 4 ? '409 task_state_conflict' : '200')
    assert.equal(taken, lowered.status === 200 ? 4 : 8)
    await Promise.all(executors.map(({ a }) => a.post(`${workPath(id)}/reservation/cancel`)))
  }
})

test('an offer whose limit falls to its last accepted work is completed once', async () => {
  for (let round = 0; round < times(1, 100); round++) {
    const { id, advertiser: owner } = await activeOffer(market, { slots: 3 })
    const works = await createMany(2, () => submittedWork(market, id))
    const answers = await Promise.all([
      ...works.map((work) => owner.b.post(`/v1/reports/${work.id}/accept`)),
      owner.b.patch(`/v1/tasks/${id}`, { totalLimit: 2 }),
    ])
    assert.deepEqual(countOutcomes(answers), { 200: 3 })
    assert.equal(expectOk(await owner.b.get(`/v1/tasks/${id}`)).status, 'Completed')
    assert.equal((await eventsOf(id)).find(({ kind }) => kind === 'task.completed')?.count, 1)
    assert.equal(await heldBy(owner), 0)
  }
})

test('an offer paused during reservations accepts none after the pause', async () => {
  const executors = await createMany(16, () => executor(market))
  for (let round = 0; round < times(1, 100); round++) {
    const { id, advertiser: owner } = await activeOffer(market, { slots: 16 })
    const reserves = executors.map(({ a }) => a.post(`${workPath(id)}/reserve`))
    const [paused, ...answers] = await Promise.all([owner.a.post(`/api/advertiser/offers/${id}/pause`), ...reserves])
    const { 200: taken = 0, '404 offer_unavailable': late = 0 } = countOutcomes(answers)
    assert.equal(taken + late, 16)
    assert.ok(expectOk(paused).counts.reserved <= taken)
    assert.equal(expectOk(paused).counts.reserved, (await countsOf(owner, id)).reserved, 'none after the pause')
    await Promise.all(executors.map(({ a }) => a.post(`${workPath(id)}/reservation/cancel`)))
  }
})
