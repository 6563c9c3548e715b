import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sql } from '../../../server/platform/sql.ts'
import { type Rng, rngOf, times } from '../../properties/rng.ts'
import { expectOk } from '../../support/fixtures.ts'
import type { Market } from '../../support/market.ts'
import { freePort, newInstallation } from '../../support/program.ts'
import { retryingClientIn } from '../retrying-client.ts'
import { type Flow, funds, loop, nothingAcknowledged, peopleIn, requestsOf } from './flow.ts'
import {
  endsProgram,
  type KillTarget,
  killAndRestart,
  mustBalance,
  recovery,
  type Target,
  targetIn,
  taskPrice,
} from './kills.ts'
import { cost, everything, lost, reward, rounded } from './lost-records.ts'

const executors = 3
const delayMsMax = 8
const proofsLooked = 2 * executors
/** Frequency of each kind of kill in a round of loops. The fault bench kills more often and more broadly. */
const shares: readonly (readonly [KillTarget, number])[] = [
  ['program', times(1, 3)],
  ['postgres', times(1, 3)],
  ['daemon', 1],
  ['backend', 1],
  ['database', 1],
  ['everything', 1],
]
const victims = shares.flatMap(([victim, count]) => Array.from({ length: count }, () => victim))
const rounds = times(1, 20)

/** Resolves at a random request of the loop, some milliseconds after it was sent. */
function randomTrigger(rng: Rng, requests: number): { onRequest: () => void; reached: Promise<void> } {
  let left = rng.whole(requests)
  const delay = rng.whole(delayMsMax)
  const { promise, resolve } = Promise.withResolvers<void>()
  const onRequest = () => {
    if (left-- === 0) void setTimeout(delay).then(resolve)
  }
  return { onRequest, reached: promise }
}

test('random kills lose nothing acknowledged, and each execution is paid once', async (t) => {
  const rng = rngOf(t)
  const installation = newInstallation(t)
  const target = await targetIn(installation, await freePort())
  const people = await installation.within(target.program.url, (market) => peopleIn(market, executors))
  let onRequest = () => {}
  const retryingClient = retryingClientIn(target.availability, () => onRequest())
  const flow: Flow = {
    people,
    retryingClient,
    acknowledged: nothingAcknowledged(),
    price: await taskPrice(people.advertiser.a),
  }
  const draft = { offerPriceId: flow.price, title: 'A probe', totalLimit: 1, draft: true }
  const probe = expectOk(await people.advertiser.b.post('/v1/tasks', draft)).id
  const order = Array.from({ length: rounds }, () => rng.shuffled(victims)).flat()
  const recoveries: number[] = []
  for (const [round, victim] of order.entries()) {
    const { onRequest: next, reached } = randomTrigger(rng, requestsOf(flow))
    onRequest = next
    const killed = reached.then(() => killUnderLoad(flow, target, victim, probe))
    const [, ms] = await Promise.all([loop(flow, `loop-${round}`), killed])
    recoveries.push(ms)
    assert.deepEqual(retryingClient.results.wrong, [], `after ${victim}`)
  }
  printSummary(t, flow, recoveries)
  await mustBeWhole(flow, order.length)
  await installation.within(target.program.url, (market) => mustHaveHappenedOnce(market, order.length))
})

async function killUnderLoad(flow: Flow, target: Target, victim: KillTarget, probe: number): Promise<number> {
  const { retryingClient, people } = flow
  const { pid } = target.program
  await killAndRestart(target, victim)
  const ms = await recovery(
    target,
    () => retryingClient.once('read', () => people.advertiser.b.get('/v1/balance')),
    () => retryingClient.once('write', () => people.advertiser.b.patch(`/v1/tasks/${probe}`, { title: victim })),
  )
  assert.equal(target.program.pid !== pid, endsProgram(victim), 'a program lives on when its database is killed')
  const [missing] = await Promise.all([lost(flow, proofsLooked), mustBalance(target)])
  assert.deepEqual(missing, [], `after ${victim}`)
  return ms
}

function printSummary(
  t: TestContext,
  { retryingClient: { results }, acknowledged }: Flow,
  recoveries: readonly number[],
): void {
  const sorted = recoveries.toSorted((a, b) => a - b).map(Math.round)
  t.diagnostic(`${sorted.length} blows; ${results.requestCount} requests: ${JSON.stringify(results.outcomes)}`)
  t.diagnostic(
    `${acknowledged.completedUnanswered.length} were done before they were asked again: ${acknowledged.completedUnanswered.join(', ')}`,
  )
  t.diagnostic(`slowest answer ${Math.round(results.slowestMs)} ms; back after ${sorted.join(' ')} ms`)
}

/** Asserts that every loop completed: each execution accepted once and paid once. */
async function mustBeWhole(flow: Flow, loops: number): Promise<void> {
  const { retryingClient, people } = flow
  assert.deepEqual(await lost(flow), [])
  const reports = await everything(retryingClient, people.advertiser.b, '/v1/reports')
  assert.equal(reports.length, loops * executors)
  assert.ok(reports.every(({ status }) => status === 'Accepted'))
  const tasks = await everything(retryingClient, people.advertiser.b, '/v1/tasks')
  assert.equal(tasks.filter(({ status }) => status === 'Completed').length, loops)
  for (const { a } of people.executors) {
    assert.equal((await a.get('/api/executor/balance')).body.total, loops * reward)
    assert.equal((await everything(retryingClient, a, '/api/executor/transactions')).length, loops)
  }
  const { total, held } = expectOk(await people.advertiser.b.get('/v1/balance'))
  assert.deepEqual({ total, held }, { total: rounded(funds - loops * executors * cost), held: 0 })
}

/** Asserts exactly one event for each change, and none for anything else. */
async function mustHaveHappenedOnce({ ctx }: Market, loops: number): Promise<void> {
  const works = loops * executors
  const events = await ctx.db.many<{ kind: string; events: number; things: number }>(sql`
    select kind, count(*) as events, count(distinct (offer, execution)) as things from events group by kind`)
  const counted = Object.fromEntries(events.map(({ kind, events, things }) => [kind, [events, things]]))
  assert.deepEqual(counted, {
    'task.created': [loops + 1, loops + 1],
    'task.moderated': [loops, loops],
    'report.submitted': [works, works],
    'report.accepted': [works, works],
    'task.completed': [loops, loops],
  })
}
