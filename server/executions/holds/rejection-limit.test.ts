import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { roomFor } from './rejection-limit.ts'

const config = { rejectionPercentMax: 30, rejectionsAtOnceMax: 25, newAdvertiserRejectionsMax: 5 }

describe('room for rejections', () => {
  test('is an absolute number for an advertiser with fewer than twenty decisions', () => {
    assert.equal(roomFor('', config), 5)
    assert.equal(roomFor('RRRR', config), 1)
    assert.equal(roomFor('RRRRR', config), 0)
    assert.equal(roomFor(`RRRRR${'A'.repeat(13)}`, config), 0)
    assert.equal(roomFor(`RRRRR${'A'.repeat(14)}`, config), 1, 'the twentieth decision is judged by the share')
    assert.equal(roomFor('', { ...config, newAdvertiserRejectionsMax: 0 }), 0)
  })

  test('is up to the share of the last fifty decisions, the new ones among them', () => {
    assert.equal(roomFor('A'.repeat(49), config), 15)
    assert.equal(roomFor(`${'R'.repeat(15)}${'A'.repeat(34)}`, config), 0)
    assert.equal(roomFor(`${'A'.repeat(35)}${'R'.repeat(15)}`, config), 15, 'the oldest are forgotten by then')
    assert.equal(roomFor(`${'A'.repeat(50)}${'R'.repeat(50)}`, config), 15)
  })

  test('is without end where no share is too large', () => {
    assert.ok(roomFor('R'.repeat(49), { ...config, rejectionPercentMax: 100 }) >= 1_000_000)
  })

  test('gets no less by work that is accepted', () => {
    const decisions = fc.string({ unit: fc.constantFrom('A', 'R'), maxLength: 60 })
    fc.assert(
      fc.property(decisions, fc.integer({ min: 0, max: 99 }), (recent, rejectionPercentMax) => {
        const limits = { ...config, rejectionPercentMax }
        if (recent.length >= 19) assert.ok(roomFor(`A${recent}`, limits) >= roomFor(recent, limits))
      }),
    )
  })

  test('is used up one by one', () => {
    const decisions = fc.string({ unit: fc.constantFrom('A', 'R'), maxLength: 60 })
    fc.assert(
      fc.property(decisions, (recent) => {
        const room = roomFor(recent, config)
        if (room > 0) assert.equal(roomFor(`R${recent}`, config), room - 1)
      }),
    )
  })
})
