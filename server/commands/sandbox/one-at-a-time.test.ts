import assert from 'node:assert/strict'
import { test } from 'node:test'
import { oneAtATime } from './one-at-a-time.ts'

test('calls during a run share the next run, and no two runs overlap', async () => {
  let [runs, under, most] = [0, 0, 0]
  const call = oneAtATime(async () => {
    most = Math.max(most, ++under)
    const run = ++runs
    await new Promise(setImmediate)
    under--
    return run
  })
  assert.deepEqual(await Promise.all([call(), call(), call()]), [1, 2, 2])
  assert.equal(await call(), 3)
  assert.equal(most, 1)
})

test('a failed run fails its own calls only', async () => {
  let runs = 0
  const call = oneAtATime(async () => {
    await new Promise(setImmediate)
    if (++runs === 1) throw new Error('first')
    return runs
  })
  const [first, second] = await Promise.allSettled([call(), call()])
  assert.equal(first?.status, 'rejected')
  assert.deepEqual(second, { status: 'fulfilled', value: 2 })
})
