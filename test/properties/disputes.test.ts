import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyDisputeDeadlines } from '../../server/disputes/actions.ts'
import { releaseUnappealed } from '../../server/disputes/actions-overturn.ts'
import { sql } from '../../server/platform/sql.ts'
import type { Answer } from '../support/client.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  outcome,
  type Person,
  submittedWork,
  type Work,
} from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'
import { appeal, decide, disputeOf, mustBeInOrder } from '../support/scenarios/appeals.ts'
import { moveClockTo } from './clock.ts'
import { createMany, inParallel } from './concurrently.ts'
import { rngOf, times } from './rng.ts'

const market = await openMarket()
const { db } = market.ctx
/** Maximum distance of a round's start from the deadline, in milliseconds. */
const nearMs = 50

const reject = async (owner: Person, { id }: Work): Promise<void> => {
  // Separates the deadlines of two rounds by one second.
  market.pass(1)
  expectOk(await owner.b.post(`/v1/reports/${id}/reject`, { reason: 'The last page is missing.' }))
}

/** Returns `count` submissions on one offer by different executors, all rejected. */
async function rejectedWorks(count: number, prepare: (owner: Person, offer: number) => Promise<unknown>) {
  const owner = await advertiser(market, { funds: 100_000 })
  const { id: offer } = await activeOffer(market, { advertiser: owner, slots: count })
  const workers = await createMany(Math.min(count, 40), () => executor(market))
  const works: Work[] = []
  for (let first = 0; first < count; first += workers.length) {
    const some = await inParallel(workers.slice(0, count - first), 8, (worker) => submittedWork(market, offer, worker))
    if (first + workers.length >= count) await prepare(owner, offer)
    for (const work of some) await reject(owner, work)
    works.push(...some)
  }
  return { owner, works }
}

type EndedDispute = { outcome: string; resolvedAt: Date; decideByAt: Date; status: string; paid: number }
const endOf = (id: number) =>
  db.one<EndedDispute>(sql`
    select disputes.outcome, resolved_at, decide_by_at, executions.status,
      (select count(*) from transfers where cause = 'execution:' || executions.id || ':accept') as paid
    from disputes join executions on executions.id = disputes.execution where executions.id = ${id}::bigint`)

/** Asserts that successful requests match the final state and all others were too late. */
function mustFit(answers: readonly (readonly [string, Answer])[], side: string): void {
  for (const [wanted, answer] of answers)
    assert.equal(outcome(answer), wanted === side ? '200' : '409 dispute_state_conflict', `${wanted} of ${side}`)
}

test('of a concurrent decision, concession and deadline one takes effect, and the executor is paid at most once', async (t) => {
  const rng = rngOf(t)
  const { owner, works } = await rejectedWorks(times(16, 1000), async () => undefined)
  for (const { id, executor: worker } of works) expectOk(await appeal(worker, id))
  const outcomes = new Map<string, number>()
  for (const { id } of works) {
    const dispute = await disputeOf(market, id)
    const { decideByAt } = await db.one<{ decideByAt: Date }>(
      sql`select decide_by_at from disputes where id = ${dispute}::bigint`,
    )
    await moveClockTo(market, sql`select ${decideByAt}::timestamptz`, rng.whole(2 * nearMs + 1) - nearMs)
    const asked = rng.shuffled([
      async () => ['Advertiser', await decide(market, dispute, 'Advertiser')] as const,
      async () => ['Executor', await decide(market, dispute, 'Executor')] as const,
      async () => ['Executor', await owner.b.post(`/v1/reports/${id}/dispute/concede`)] as const,
      async () => void (await applyDisputeDeadlines(market.ctx)),
    ])
    const answers = (await Promise.all(asked.map((ask) => ask()))).filter((answer) => answer !== undefined)
    const end = await endOf(id)
    const isLost = end.outcome === 'Advertiser'
    mustFit(answers, isLost ? 'Advertiser' : 'Executor')
    assert.deepEqual([end.status, end.paid], isLost ? ['Rejected', 0] : ['Accepted', 1])
    assert.equal(end.resolvedAt >= end.decideByAt, end.outcome === 'Silence')
    outcomes.set(end.outcome, (outcomes.get(end.outcome) ?? 0) + 1)
  }
  t.diagnostic(`how they ended: ${JSON.stringify(Object.fromEntries(outcomes))}`)
  await mustBeInOrder(market)
})

test('of a concurrent appeal and appeal deadline one takes effect, and only an appeal keeps money held', async (t) => {
  const rng = rngOf(t)
  const archive = async (owner: Person, offer: number) => expectOk(await owner.b.delete(`/v1/tasks/${offer}`))
  const { works } = await rejectedWorks(times(10, 40), archive)
  let appealed = 0
  for (const { id, executor: worker } of works) {
    const { deadline } = await db.one<{ deadline: Date }>(
      sql`select appeal_deadline_at as deadline from executions where id = ${id}::bigint`,
    )
    await moveClockTo(market, sql`select ${deadline}::timestamptz`, rng.whole(2 * nearMs + 1) - nearMs)
    const [answer] = await Promise.all([appeal(worker, id), releaseUnappealed(market.ctx)])
    await releaseUnappealed(market.ctx)
    const { status, keptUnits, now } = await db.one<{ status: string; keptUnits: bigint; now: Date }>(
      sql`select status, kept_units, ${db.now()} as now from executions where id = ${id}::bigint`,
    )
    if (status === 'Disputed') appealed += 1
    assert.equal(outcome(answer), status === 'Disputed' ? '200' : '409 dispute_window_closed')
    const isKept = status === 'Disputed' || now < deadline
    assert.equal(keptUnits, isKept ? 11_000n : 0n)
  }
  t.diagnostic(`${appealed} of ${works.length} were in time`)
  await mustBeInOrder(market)
})
