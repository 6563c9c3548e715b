import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { remainingRejections } from './rejection-limit.ts'

const config = { rejectionPercentMax: 30, rejectionsAtOnceMax: 25, newAdvertiserRejectionsMax: 5 }

describe('the rejection limit', () => {
  test('is an absolute number for an advertiser with fewer than twenty decisions', () => {
    assert.equal(remainingRejections('', config), 5)
    assert.equal(remainingRejections('RRRR', config), 1)
    assert.equal(remainingRejections('RRRRR', config), 0)
    assert.equal(remainingRejections(`RRRRR${'A'.repeat(13)}`, config), 0)
    assert.equal(
      remainingRejections(`RRRRR${'A'.repeat(14)}`, config),
      1,
      'the twentieth decision is judged by the share',
    )
    assert.equal(remainingRejections('', { ...config, newAdvertiserRejectionsMax: 0 }), 0)
  })

  test('is the share of the last fifty decisions, including the new ones', () => {
    assert.equal(remainingRejections('A'.repeat(49), config), 15)
    assert.equal(remainingRejections(`${'R'.repeat(15)}${'A'.repeat(34)}`, config), 0)
    assert.equal(
      remainingRejections(`${'A'.repeat(35)}${'R'.repeat(15)}`, config),
      15,
      'the oldest are forgotten by then',
    )
    assert.equal(remainingRejections(`${'A'.repeat(50)}${'R'.repeat(50)}`, config), 15)
  })

  test('is unlimited if every share is allowed', () => {
    assert.ok(remainingRejections('R'.repeat(49), { ...config, rejectionPercentMax: 100 }) >= 1_000_000)
  })

  test('is not reduced by acceptances', () => {
    const decisions = fc.string({ unit: fc.constantFrom('A', 'R'), maxLength: 60 })
    fc.assert(
      fc.property(decisions, fc.integer({ min: 0, max: 99 }), (recent, rejectionPercentMax) => {
        const limits = { ...config, rejectionPercentMax }
        if (recent.length >= 19)
          assert.ok(remainingRejections(`A${recent}`, limits) >= remainingRejections(recent, limits))
      }),
    )
  })

  test('is used up one by one', () => {
    const decisions = fc.string({ unit: fc.constantFrom('A', 'R'), maxLength: 60 })
    fc.assert(
      fc.property(decisions, (recent) => {
        const remaining = remainingRejections(recent, config)
        if (remaining > 0) assert.equal(remainingRejections(`R${recent}`, config), remaining - 1)
      }),
    )
  })
})
