import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { advertiser, outcome } from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { testClient } from '../../test/support/sandbox.ts'
import { forwardedMax } from './actions-forward.ts'

/** Opens a market whose sandboxes do not answer until `release`. `arrived` waits until so many requests wait for them. */
async function openWithSlowSandboxes(options: { requestsAtOnceMax?: number } = {}) {
  const waiting: (() => void)[] = []
  let onArrival = () => {}
  const open = () =>
    new Promise<never>((_, reject) => {
      waiting.push(() => reject(new Error('released')))
      onArrival()
    })
  const market = await openMarket({ ...options, gate: () => ({ open, close: async () => {} }) })
  const arrived = async (count: number) => {
    while (waiting.length < count)
      await new Promise<void>((resolve) => {
        onArrival = resolve
      })
  }
  return { market, arrived, count: () => waiting.length, release: () => waiting.forEach((end) => void end()) }
}

test('requests that wait for a sandbox take no capacity of the live market', async () => {
  const { market, arrived, release } = await openWithSlowSandboxes({ requestsAtOnceMax: 1 })
  const live = await advertiser(market)
  const client = await testClient(market, await advertiser(market))
  const slow = client.get('/v1/tasks')
  await arrived(1)
  assert.equal(outcome(await live.b.get('/v1/tasks')), '200')
  release()
  assert.equal(outcome(await slow), '503 temporarily_unavailable')
})

test('an account gets an eighth of the requests that wait for sandboxes, with all its keys; others wait', async (t) => {
  const { market, arrived, count, release } = await openWithSlowSandboxes()
  const [owner, other] = [await advertiser(market), await advertiser(market)]
  const [one, another] = [await testClient(market, owner), await testClient(market, owner)]
  const third = await testClient(market, other)
  // On a busy machine the wait would end before the others arrive.
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const share = forwardedMax / 8
  const slow = Array.from({ length: share }, (_, each) => (each % 2 ? one : another).get('/v1/tasks'))
  await arrived(share)
  const beyond = one.get('/v1/tasks')
  const ofOther = third.get('/v1/tasks')
  await arrived(share + 1)
  assert.equal(outcome(await other.b.get('/v1/tasks')), '200')
  assert.equal(count(), share + 1)
  release()
  await arrived(share + 2)
  release()
  for (const each of [...slow, ofOther, beyond]) assert.equal(outcome(await each), '503 temporarily_unavailable')
})
