import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { seedOfRun } from '../../../test/properties/seed.ts'
import { count, freeInMs, newWindow, rotatingCache, uncount, usedIn, windowMs } from './local-window.ts'

/** Steps: after `afterMs`, count a request, take one back, or read the usage. */
const steps = fc.array(
  fc.record({
    afterMs: fc.oneof(fc.constantFrom(0, 1, windowMs - 1, windowMs, windowMs + 1), fc.nat(windowMs)),
    what: fc.constantFrom('count', 'count', 'count', 'uncount', 'look'),
  }),
  { maxLength: 400 },
)

describe('a window of a minute', () => {
  test('agrees with a list of times', (t) => {
    const seed = seedOfRun()
    t.diagnostic(`SEED=${seed}`)
    const holds = fc.property(steps, (taken) => {
      const window = newWindow()
      let [now, moments] = [0, [] as number[]]
      for (const { afterMs, what } of taken) {
        now += afterMs
        moments = moments.filter((at) => at > now - windowMs)
        assert.equal(usedIn(window, now), moments.length)
        if (what === 'count') moments.push(count(window, now))
        const last = moments.at(-1)
        if (what === 'uncount' && last !== undefined) {
          uncount(window, last)
          moments.pop()
        }
        assert.equal(usedIn(window, now), moments.length)
        assert.equal(freeInMs(window, now), moments[0] === undefined ? windowMs : moments[0] + windowMs - now)
      }
    })
    fc.assert(holds, { seed, numRuns: 300 })
  })
  test('ignores taking back a request that has left the window', () => {
    const window = newWindow()
    const at = count(window, 5)
    count(window, 6)
    assert.equal(usedIn(window, 5 + windowMs), 1)
    uncount(window, at)
    assert.equal(usedIn(window, 5 + windowMs), 1)
  })
})

describe('remembered values', () => {
  test('stay while they are used, and for a minute afterwards', () => {
    const boxOf = rotatingCache(() => ({ used: 0 }), 100)
    const box = boxOf('a', 0)
    for (const now of [windowMs - 1, windowMs, 2 * windowMs, 3 * windowMs]) assert.equal(boxOf('a', now), box)
    assert.notEqual(boxOf('a', 6 * windowMs), box)
  })
  test('are bounded in number', () => {
    let made = 0
    const boxOf = rotatingCache(() => ++made, 10)
    for (let key = 0; key < 1000; key++) boxOf(String(key), 0)
    assert.equal(boxOf('999', 0), 1000)
    assert.equal(boxOf('0', 0), 1001, 'the first was forgotten')
  })
})
