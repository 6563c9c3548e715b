import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rngOf } from '../../bench/rng.ts'
import { arrivals, momentOf, peakOf, visitsOf } from '../../bench/simulated-day/arrivals.ts'
import { assumed, bytesOf, type Costs, needFor, partsOf } from '../../bench/simulated-day/model.ts'
import { bytesOf as textOf } from '../../bench/simulated-day/request-bytes.ts'

const costs: Costs = {
  apiMs: 20,
  workerMs: 5,
  databaseMs: 10,
  requests: 40,
  writes: 10,
  events: 3,
  deliveries: 2,
  listingChanges: 0.5,
  rows: 60,
  walBytes: 20_000,
  files: 1,
  tables: [
    { table: 'executions', inserted: 1, updated: 1, bytes: 2_000, days: null },
    { table: 'events', inserted: 3, updated: 3, bytes: 1_000, days: 30 },
    { table: 'listing_changes', inserted: 1, updated: 0, bytes: 100, days: 0 },
  ],
}
const limits = { dispatched: 1_000, acceptsOfOne: 500, reservesOfOne: 3_000 }

const near = (found: number, wanted: number) =>
  assert.ok(Math.abs(found - wanted) < 1e-9 * Math.max(1, Math.abs(wanted)), `${found} is not ${wanted}`)

test('ten times as many executions need ten times the resources, except time', () => {
  const [small, large] = [needFor(costs, 8_640_000), needFor(costs, 86_400_000)]
  near(small.perSecond, 100)
  near(small.apiCores, 100 * peakOf() * 0.02 * 2)
  for (const member of ['apiCores', 'databaseCores', 'walMBMost', 'diskTBAYear', 'storeTBAYear'] as const) {
    near(large[member], small[member] * 10)
  }
  near(large.hoursBetweenFreezes, small.hoursBetweenFreezes / 10)
})

test('deleted data occupies space for its retention, permanent data grows every day', () => {
  const { stay, go, byteDays } = bytesOf(costs)
  assert.deepEqual([stay, go, byteDays], [2_000, 1_000, 30_000])
  const need = needFor(costs, 1_000_000)
  near(need.diskTBAYear, (2_000 * 365) / 1e6)
  near(need.diskTBForAWhile, 30_000 / 1e6)
})

test('the part with the highest utilization is the first bottleneck', () => {
  const parts = partsOf({ costs, limits, requirement: needFor(costs, 100_000_000) })
  const shares = parts.map(({ load, capacity }) => load / capacity)
  assert.deepEqual(
    shares,
    shares.toSorted((a, b) => b - a),
  )
  const slow = partsOf({ costs, limits: { ...limits, dispatched: 1 }, requirement: needFor(costs, 100_000_000) })
  assert.match(slow[0]?.name ?? '', /event dispatch/)
  for (const { value, why } of Object.values(assumed)) assert.ok(value > 0 && why.length > 10)
})

test('visits follow the load of each hour, and the same seed produces the same day', () => {
  const curve = [1, 3]
  assert.equal(peakOf(curve), 1.5)
  assert.equal(momentOf(0.25, curve), 0.5)
  assert.equal(momentOf(1, curve), 1)
  const moments = arrivals(rngOf(1, 1), 10_000, curve)
  const late = moments.filter((moment) => moment >= 0.5).length
  assert.ok(Math.abs(moments.length - 10_000) < 500, `${moments.length} came`)
  assert.ok(Math.abs(late / moments.length - 0.75) < 0.03, `${late} of ${moments.length} came late`)
  const day = { seed: 7, perSecond: 5, seconds: 10 }
  assert.deepEqual(visitsOf(day), visitsOf(day))
  const times = visitsOf(day).map(({ at }) => at)
  assert.ok(times.every((at, index) => at <= 10_000 && at >= (times[index - 1] ?? 0)))
})

test('a request declares the length of its body', () => {
  const question = { step: 'upload', method: 'POST', path: '/x', bearer: 'b', picture: '\xff\xd8\x00' } as const
  const [head = '', body = ''] = textOf('http://127.0.0.1:1', question).split(/\r\n\r\n(.*)/s)
  assert.equal(Number(/Content-Length: (\d+)/.exec(head)?.[1]), body.length)
  assert.ok(body.includes(question.picture))
})
