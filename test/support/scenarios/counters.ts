import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import fc from 'fast-check'
import { windowMs } from '../../../server/platform/rate-limits/local-window.ts'
import type { Demand, SharedCounter } from '../../../server/platform/rate-limits/shared-counter.ts'
import { times } from '../../properties/rng.ts'
import { seedOfRun } from '../../properties/seed.ts'
import type { Market } from '../market.ts'

/** Steps of five seconds, so that the little real time between them does not matter. */
const stepMs = 5000
const [most, sharedMost] = [7, 10]
const steps = fc.array(
  fc.record({ afterSteps: fc.nat(13), first: fc.nat(4), second: fc.nat(4), owed: fc.oneof(fc.constant(0), fc.nat(2)) }),
  { minLength: 1, maxLength: 12 },
)
type Step = { readonly afterSteps: number; readonly first: number; readonly second: number; readonly owed: number }

type Around = { readonly market: Market; readonly open: () => SharedCounter }

let subjects = 0
const newSubject = (): string => `test:${++subjects}`

/** A demand of a caller with one limit, or with a second one that others share. */
const demand = (subject: string, wanted: number, limit: number, shared?: Demand['limits'][number]): Demand => ({
  limits: [{ subject, most: limit }, ...(shared ? [shared] : [])],
  wanted,
  owed: 0,
})

/** Tests for any shared counter, whatever its storage. */
export const promises: Readonly<Record<string, (around: Around, t: TestContext) => Promise<void>>> = {
  'grants what a list of all that it granted would grant': async ({ market, open }, t) => {
    const seed = seedOfRun()
    t.diagnostic(`SEED=${seed}`)
    const counter = open()
    await counter.ready()
    const holds = fc.asyncProperty(steps, (taken) => followsTheModel(market, counter, taken))
    await fc.assert(holds, { seed, numRuns: times(40, 1000) })
    await counter.close()
  },

  'grants several processes, that ask at once for the same in other orders, no more than there is': async ({
    open,
  }) => {
    const counters = [open(), open(), open()]
    await Promise.all(counters.map((each) => each.ready()))
    const [names, shared] = [[newSubject(), newSubject(), newSubject()], { subject: newSubject(), most: 250 }]
    const granted = [0, 0, 0]
    const client = async (counter: SharedCounter) => {
      for (let round = 0; round < 40; round++) {
        const order = round % 2 === 0 ? [0, 1, 2] : [2, 1, 0]
        const grants = await counter.grant(
          order.map((index) => demand(names[index] as string, (round + index) % 7, 100, shared)),
        )
        for (const [place, index] of order.entries())
          granted[index] = (granted[index] ?? 0) + (grants[place]?.granted ?? 0)
      }
    }
    await Promise.all(counters.map(client))
    assert.equal(
      granted.reduce((sum, each) => sum + each),
      250,
    )
    assert.ok(Math.max(...granted) <= 100, String(granted))
    await Promise.all(counters.map((each) => each.close()))
  },

  'goes on when the clock is set back, by a little and by hours': async ({ market, open }) => {
    const [counter, subject] = [open(), newSubject()]
    await counter.ready()
    const grant = async () => (await counter.grant([demand(subject, 1, 3)]))[0]?.granted
    assert.deepEqual([await grant(), await grant()], [1, 1])
    market.pass(-10)
    assert.deepEqual([await grant(), await grant()], [1, 0])
    market.pass(-7200)
    assert.equal(await grant(), 1, 'what was counted in a future is none of this minute')
    market.pass(7210)
    await counter.close()
  },
}

/** Two callers, each with its own limit, share one, in the order of asking. What is owed counts even without room. */
async function followsTheModel(market: Market, counter: SharedCounter, taken: readonly Step[]): Promise<void> {
  const [one, other, shared] = [newSubject(), newSubject(), { subject: newSubject(), most: sharedMost }]
  let [now, past] = [0, [] as { at: number; by: string }[]]
  const usedBy = (by: string) =>
    past.filter((each) => each.at > now - windowMs && [each.by, shared.subject].includes(by))
  for (const { afterSteps, first, second, owed } of taken) {
    market.pass((afterSteps * stepMs) / 1000)
    now += afterSteps * stepMs
    const demands = [{ ...demand(one, first, most, shared), owed }, demand(other, second, most, shared)]
    const grants = await counter.grant(demands)
    past = [...past, ...Array.from({ length: owed }, () => ({ at: now, by: one }))]
    const expected = [one, other].map((by, place) => {
      const room = Math.min(most - usedBy(by).length, sharedMost - usedBy(shared.subject).length)
      const granted = Math.max(0, Math.min(demands[place]?.wanted ?? 0, room))
      past = [...past, ...Array.from({ length: granted }, () => ({ at: now, by }))]
      return granted
    })
    assert.deepEqual(
      grants.map(({ granted }) => granted),
      expected,
    )
    // The usage of the last demand of each limit.
    for (const [place, index, by] of [
      [0, 0, one],
      [1, 0, other],
      [1, 1, shared.subject],
    ] as const) {
      const usage = grants[place]?.usages[index]
      const used = usedBy(by)
      assert.equal(usage?.used, used.length)
      if (used[0] === undefined) continue
      const late = used[0].at + windowMs - now - (usage?.freeInMs ?? Number.NaN)
      assert.ok(late >= -1 && late < stepMs, `${late} ms beside the model`)
    }
  }
}
