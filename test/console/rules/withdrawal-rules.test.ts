import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectedAt, missingFor } from '../../../console/payments/withdrawals/withdrawal-rules.ts'

test('an executor below the minimum learns exactly how much is missing', () => {
  assert.equal(missingFor({ available: 3.1, withdrawalMinimum: 5 }), 1.9)
  assert.equal(missingFor({ available: 4.9999, withdrawalMinimum: 5 }), 0.0001)
  assert.equal(missingFor({ available: 5, withdrawalMinimum: 5 }), 0)
  assert.equal(missingFor({ available: 0, withdrawalMinimum: 0 }), 0.01)
})

test('no withdrawal takes longer than most within its first day', () => {
  const requested = Date.parse('2026-03-01T12:00:00Z')
  const expected = (typicalPayoutSeconds: number | null) => expectedAt(requested, { typicalPayoutSeconds })
  assert.equal(expected(60), '2026-03-02T12:00:00.000Z')
  assert.equal(expected(172_800), '2026-03-03T12:00:00.000Z')
  assert.equal(expected(null), undefined)
})
