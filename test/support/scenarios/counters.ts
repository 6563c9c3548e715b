import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import fc from 'fast-check'
import { createKey } from '../../../server/accounts/actions.ts'
import { hashOf, makeSecret } from '../../../server/accounts/credential.ts'
import { windowMs } from '../../../server/platform/rate-limits/local-window.ts'
import type { CounterUpdate, SharedCounter } from '../../../server/platform/rate-limits/shared-counter.ts'
import { times } from '../../properties/rng.ts'
import { advertiser } from '../fixtures.ts'
import type { Market } from '../market.ts'

/** Steps of five seconds, so that the little real time between them does not matter. */
const stepMs = 5000
const steps = fc.array(
  fc.record({ afterSteps: fc.nat(13), requests: fc.nat(4), uploads: fc.oneof(fc.constant(0), fc.nat(2)) }),
  { minLength: 1, maxLength: 12 },
)
const [requestsMax, uploadsMax] = [7, 3]

type Granted = { readonly at: number; readonly isUpload: boolean }

/** Computes what may pass from a list of all earlier requests. */
function modelled(
  past: readonly Granted[],
  now: number,
  { requests, uploads }: Pick<CounterUpdate, 'requests' | 'uploads'>,
) {
  const used = past.filter(({ at }) => at > now - windowMs)
  const usedUploads = used.filter(({ isUpload }) => isUpload).length
  const uploadsGranted = Math.max(0, Math.min(uploads, uploadsMax - usedUploads, requestsMax - used.length))
  const requestsGranted = Math.max(0, Math.min(requests, requestsMax - used.length - uploadsGranted))
  return { uploadsGranted, requestsGranted, used: used.length, first: used[0]?.at }
}

type Around = { readonly market: Market; readonly open: () => SharedCounter }

async function ready(open: () => SharedCounter): Promise<SharedCounter> {
  const counter = open()
  await counter.ready()
  return counter
}

/** Returns the hashes of new keys of one advertiser. */
async function newHashes(market: Market, count: number): Promise<Buffer[]> {
  const { email } = await advertiser(market)
  const newHash = async () => hashOf((await createKey(market.ctx, { email, name: 'counted' })).secret)
  return Promise.all(Array.from({ length: count }, newHash))
}
const newHash = async (market: Market): Promise<Buffer> => (await newHashes(market, 1))[0] as Buffer

const wanted = (hash: Buffer, more: Partial<CounterUpdate> = {}): CounterUpdate => ({
  hash,
  requests: 1,
  uploads: 0,
  requestsOwed: 0,
  uploadsOwed: 0,
  requestsMax: 1000,
  uploadsMax: 60,
  accountMax: 1_000_000,
  ...more,
})

/** Tests for any shared counter, whatever its storage. */
export const promises: Readonly<Record<string, (around: Around, t: TestContext) => Promise<void>>> = {
  'grants what a list of all that it granted would grant': async ({ market, open }, t) => {
    const seed = process.env.SEED === undefined ? (fc.sample(fc.integer(), 1)[0] ?? 0) : Number(process.env.SEED)
    t.diagnostic(`SEED=${seed}`)
    const [counter, hash] = [await ready(open), await newHash(market)]
    const holds = fc.asyncProperty(steps, (taken) => followsTheModel(market, counter, hash, taken))
    await fc.assert(holds, { seed, numRuns: times(40, 1000) })
    await counter.close()
  },

  'grants several processes, that ask at once for the same in other orders, no more than there is': async (around) => {
    const { market, open } = around
    const counters = await Promise.all([1, 2, 3].map(() => ready(open)))
    const hashes = await Promise.all([1, 2, 3].map(() => newHash(market)))
    const granted = hashes.map(() => 0)
    const ask = async (counter: SharedCounter, round: number) => {
      const order = round % 2 === 0 ? [0, 1, 2] : [2, 1, 0]
      const set = order.map((index) =>
        wanted(hashes[index] as Buffer, { requests: (round + index) % 7, requestsMax: 100 }),
      )
      const tallies = await counter.grant(set, round % 20 === 0)
      for (const [place, index] of order.entries())
        granted[index] = (granted[index] ?? 0) + (tallies[place]?.requestsGranted ?? 0)
    }
    const client = async (counter: SharedCounter) => {
      for (let round = 0; round < 40; round++) await ask(counter, round)
    }
    await Promise.all(counters.map(client))
    assert.deepEqual(granted, [100, 100, 100])
    await Promise.all(counters.map((each) => each.close()))
  },

  'grants all credentials of an account together what the account has, in the order of asking': async (around) => {
    const { market, open } = around
    const [counter, hashes] = [await ready(open), await newHashes(market, 3)]
    const grant = async (requests: readonly number[], more: Partial<CounterUpdate> = {}) => {
      const set = hashes.map((hash, index) => wanted(hash, { requests: requests[index] ?? 0, accountMax: 10, ...more }))
      const tallies = await counter.grant(set, false)
      return tallies.map(({ requestsGranted, uploadsGranted }) => requestsGranted + uploadsGranted)
    }
    assert.deepEqual(await grant([4, 4, 4], { requestsMax: 5 }), [4, 4, 2])
    assert.deepEqual(await grant([1, 1, 1]), [0, 0, 0])
    const [tally] = await counter.grant([wanted(hashes[1] as Buffer, { requests: 0, accountMax: 10 })], false)
    assert.deepEqual([tally?.requests.used, tally?.account?.used], [4, 10])
    market.pass(61)
    assert.deepEqual(await grant([0, 3, 9], { uploads: 2, uploadsMax: 2 }), [2, 5, 3])
    market.pass(61)
    await grant([0, 0, 0], { requestsOwed: 3 })
    assert.deepEqual(await grant([9, 9, 9]), [1, 0, 0], 'what was let pass already counts for the account too')
    await counter.close()
  },

  'grants several processes no more than the account has, whatever credentials ask': async ({ market, open }) => {
    const counters = await Promise.all([1, 2, 3].map(() => ready(open)))
    const hashes = await newHashes(market, 4)
    let granted = 0
    const client = async (counter: SharedCounter, first: number) => {
      for (let round = 0; round < 30; round++) {
        const set = hashes.map((_, index) => wanted(hashes[(first + round + index) % 4] as Buffer, { accountMax: 100 }))
        for (const { requestsGranted } of await counter.grant(set, false)) granted += requestsGranted
      }
    }
    await Promise.all(counters.map(client))
    assert.equal(granted, 100)
    await Promise.all(counters.map((each) => each.close()))
  },

  'knows nobody who has no valid credential, and counts nothing for them': async ({ market, open }) => {
    const [counter, hash] = [await ready(open), await newHash(market)]
    const tallies = await counter.grant([wanted(hashOf(makeSecret('ApiKey'))), wanted(hash)], false)
    const [nobody, somebody] = tallies.map(({ isKnown, requestsGranted }) => [isKnown, requestsGranted])
    assert.deepEqual(
      [nobody, somebody],
      [
        [false, 0],
        [true, 1],
      ],
    )
    await counter.close()
  },

  'counts what was let pass already, whether or not there is room': async ({ market, open }) => {
    const [counter, hash] = [await ready(open), await newHash(market)]
    const grant = async (more: Partial<CounterUpdate>) => {
      const [tally] = await counter.grant([wanted(hash, { requestsMax: 5, uploadsMax: 2, ...more })], false)
      return [tally?.requests.used, tally?.requestsGranted, tally?.uploadsGranted]
    }
    assert.deepEqual(await grant({ requests: 1 }), [0, 1, 0])
    assert.deepEqual(await grant({ requests: 1, uploads: 3, requestsOwed: 1, uploadsOwed: 1 }), [3, 1, 1])
    assert.deepEqual(await grant({ requests: 1, requestsOwed: 4 }), [9, 0, 0])
    assert.deepEqual(await grant({ requests: 1 }), [9, 0, 0])
    market.pass(60)
    assert.deepEqual(await grant({ requests: 9 }), [0, 5, 0])
    await counter.close()
  },

  'goes on when the clock is set back, by a little and by hours': async ({ market, open }) => {
    const [counter, hash] = [await ready(open), await newHash(market)]
    const grant = async () => (await counter.grant([wanted(hash, { requestsMax: 3 })], false))[0]?.requestsGranted
    assert.deepEqual([await grant(), await grant()], [1, 1])
    market.pass(-10)
    assert.deepEqual([await grant(), await grant()], [1, 0])
    market.pass(-7200)
    assert.equal(await grant(), 1, 'what was counted in a future is none of this minute')
    market.pass(7210)
    await counter.close()
  },
}

type Step = { readonly afterSteps: number; readonly requests: number; readonly uploads: number }

async function followsTheModel(market: Market, counter: SharedCounter, hash: Buffer, taken: Step[]): Promise<void> {
  market.pass((2 * windowMs) / 1000)
  let [now, past] = [0, [] as Granted[]]
  for (const { afterSteps, requests, uploads } of taken) {
    market.pass((afterSteps * stepMs) / 1000)
    now += afterSteps * stepMs
    const model = modelled(past, now, { requests, uploads })
    const [tally] = await counter.grant([wanted(hash, { requests, uploads, requestsMax, uploadsMax })], false)
    assert.ok(tally?.isKnown)
    assert.deepEqual(
      [tally.requestsGranted, tally.uploadsGranted, tally.requests.used],
      [model.requestsGranted, model.uploadsGranted, model.used],
    )
    if (model.first !== undefined) {
      const late = model.first + windowMs - now - (tally.requests.freeInMs ?? Number.NaN)
      assert.ok(late >= -1 && late < stepMs, `${late} ms beside the model`)
    }
    const counted = (isUpload: boolean, many: number) => Array.from({ length: many }, () => ({ at: now, isUpload }))
    past = [...past, ...counted(true, model.uploadsGranted), ...counted(false, model.requestsGranted)]
  }
}
