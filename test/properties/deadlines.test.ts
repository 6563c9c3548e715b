import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { autoAcceptDue, missReworkDue } from '../../server/executions/decisions/actions.ts'
import { sql } from '../../server/platform/sql.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  outcome,
  type Person,
  proof,
  submittedWork,
  workPath,
} from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'
import { moveClockTo } from './clock.ts'
import { countOutcomes, createMany, inParallel } from './concurrently.ts'
import { assertInvariants } from './invariants.ts'
import { type Rng, rngOf, times } from './rng.ts'

/* Races between jobs and people: the clock is set to within 50 ms of a deadline, and requests arrive together with several jobs. */

const market = await openMarket()
afterEach(() => assertInvariants(market))

/** Submissions with the same deadline, decided in one round. */
const atOnce = 10
const rounds = () => times(3, 100)
const hour = 3_600
const reason = 'Not what was asked'

/** Sets the clock to `milliseconds` after the deadline column of these submissions. */
async function moveToDeadline(
  ids: readonly number[],
  deadline: 'review' | 'rework',
  milliseconds: number,
): Promise<void> {
  const { db } = market.ctx
  await db.run(sql`
    update executions set review_deadline_at = ${db.now()} + interval '1 hour'
    where id = any(${ids}::bigint[]) and ${deadline} = 'review'`)
  const at = sql`
    select max(case ${deadline} when 'review' then review_deadline_at else rework_deadline_at end)
    from executions where id = any(${ids}::bigint[])`
  await moveClockTo(market, at, milliseconds)
}

/**
 * Milliseconds from the deadline at which a round starts. Requests arrive within some 50 ms, later on a busy machine. The first
 * round is surely before the deadline, the second after it.
 */
const instantOf = (round: number, rng: Rng): number => [-5_000, 50][round] ?? rng.whole(200) - 150

/** Returns the status of each submission and who decided it. */
const endsOf = (ids: readonly number[]) =>
  market.ctx.db.many<{ id: number; status: string; decidedBy: string | null; paid: number }>(sql`
    select id, status, decided_by, (select count(*) from transfers where cause = 'execution:' || executions.id || ':accept') as paid
    from executions where id = any(${ids}::bigint[]) order by id`)

const richOwner = () => advertiser(market, { funds: 1_000_000 })

test('of a concurrent rejection and review deadline one takes effect, and money moves at most once', async (t) => {
  const rng = rngOf(t)
  const owner = await richOwner()
  const workers = await createMany(atOnce, () => executor(market))
  const seen: Record<string, number> = {}
  for (let round = 0; round < rounds(); round++) {
    const { id } = await activeOffer(market, { advertiser: owner, slots: atOnce })
    const works = await inParallel(workers, 4, (worker) => submittedWork(market, id, worker))
    const ids = works.map((work) => work.id)
    await moveToDeadline(ids, 'review', instantOf(round, rng))
    const rejects = Promise.all(ids.map((report) => owner.b.post(`/v1/reports/${report}/reject`, { reason })))
    const timers = Promise.all([0, 1, 2].map(() => autoAcceptDue(market.ctx)))
    const [answers] = await Promise.all([rejects, timers])
    market.pass(1)
    await autoAcceptDue(market.ctx)
    for (const end of await endsOf(ids)) {
      const actual = outcome(answers[ids.indexOf(end.id)] ?? assert.fail())
      const expected = end.status === 'Rejected' ? '200' : '409 report_already_decided'
      assert.equal(actual, expected, JSON.stringify(end))
      assert.equal(end.decidedBy, end.status === 'Rejected' ? 'Advertiser' : 'AutoAccept')
      assert.equal(end.paid, end.status === 'Rejected' ? 0 : 1)
      seen[end.status] = (seen[end.status] ?? 0) + 1
    }
  }
  t.diagnostic(JSON.stringify(seen))
  assert.ok(seen['Rejected'] && seen['Accepted'], 'the clock stood on both sides of the deadline')
})

test('of a concurrent resubmission and rework deadline one takes effect', async (t) => {
  const rng = rngOf(t)
  const owner = await richOwner()
  const workers = await createMany(atOnce, () => executor(market))
  const seen: Record<string, number> = {}
  for (let round = 0; round < rounds(); round++) {
    const { id } = await activeOffer(market, { advertiser: owner, slots: atOnce })
    const works = await inParallel(workers, 4, async (worker) => sentBack(owner, worker, id))
    const ids = works.map((work) => work.id)
    await moveToDeadline(ids, 'rework', instantOf(round, rng))
    const submits = Promise.all(
      works.map(({ worker, body }) => worker.a.post(`${workPath(id)}/submit-execution`, body)),
    )
    const timers = Promise.all([0, 1, 2].map(() => missReworkDue(market.ctx)))
    const [answers] = await Promise.all([submits, timers])
    market.pass(1)
    await missReworkDue(market.ctx)
    for (const end of await endsOf(ids)) {
      const actual = outcome(answers[ids.indexOf(end.id)] ?? assert.fail())
      assert.equal(actual, end.status === 'Pending' ? '200' : '409 reservation_expired', JSON.stringify(end))
      assert.equal(end.decidedBy, end.status === 'Pending' ? null : 'ReworkTimeout')
      seen[end.status] = (seen[end.status] ?? 0) + 1
    }
    const { pending, rework, rejected } = expectOk(await owner.b.get(`/v1/tasks/${id}`)).counts
    assert.deepEqual([pending + rejected, rework], [atOnce, 0])
  }
  t.diagnostic(JSON.stringify(seen))
  assert.ok(seen['Rejected'] && seen['Pending'], 'the clock stood on both sides of the deadline')
})

/** Returns work sent back for rework, and everything needed to resubmit it. */
async function sentBack(owner: Person, worker: Person, offer: number) {
  const work = await submittedWork(market, offer, worker)
  expectOk(await owner.b.post(`/v1/reports/${work.id}/rework`, { reason, deadlineSeconds: hour }))
  const { rework } = expectOk(await worker.a.get(`/api/executor/executions/${work.id}`))
  return { id: work.id, worker, body: { reservationId: rework.reservationId, proofUrls: [await proof(worker, offer)] } }
}

test('of concurrent decisions on reworked work one succeeds', async (t) => {
  const rng = rngOf(t)
  const owner = await richOwner()
  const { id } = await activeOffer(market, { advertiser: owner, slots: rounds() * 4 })
  const works = await inParallel(await createMany(rounds() * 4, () => executor(market)), 4, (worker) =>
    sentBack(owner, worker, id),
  )
  const outcomes = await inParallel(works, 8, async ({ id: report, worker, body }) => {
    const acts = [
      () => owner.b.post(`/v1/reports/${report}/accept`),
      () => owner.b.post(`/v1/reports/${report}/reject`, { reason }),
      () => worker.a.post(`/api/executor/executions/${report}/withdraw`),
      () => worker.a.post(`${workPath(id)}/submit-execution`, body),
    ]
    const answers = await Promise.all(rng.shuffled(acts).map((act) => act()))
    assert.ok(answers.some(({ status }) => status === 200))
    assert.ok(
      answers.every(({ status }) => status === 200 || status === 409),
      JSON.stringify(countOutcomes(answers)),
    )
    return report
  })
  for (const { status, paid } of await endsOf(outcomes)) assert.equal(paid, status === 'Accepted' ? 1 : 0)
})
