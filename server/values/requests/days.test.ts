import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysIn, requestedDays } from './days.ts'

const now = new Date('2026-03-31T10:00:00Z')

test('returns the last thirty days, or the given ones', () => {
  assert.deepEqual(requestedDays({}, now), { from: '2026-03-02', to: '2026-03-31' })
  assert.deepEqual(requestedDays({ from: '2026-03-30' }, now), { from: '2026-03-30', to: '2026-03-31' })
  assert.deepEqual(requestedDays({ to: '2026-01-30' }, now), { from: '2026-01-01', to: '2026-01-30' })
  assert.deepEqual(requestedDays({ from: '2026-01-01', to: '2026-04-02' }, now), {
    from: '2026-01-01',
    to: '2026-04-02',
  })
})

test('limits a period to 92 days, and starts no earlier than the first day', () => {
  assert.deepEqual(requestedDays({ from: '2026-01-01', to: '2026-04-03' }, now), {
    from: '2026-01-02',
    to: '2026-04-03',
  })
  assert.deepEqual(requestedDays({ from: '2024-01-01' }, now), { from: '2024-01-01', to: '2024-04-01' })
  assert.deepEqual(requestedDays({ from: '2027-01-01' }, now), { from: '2027-01-01', to: '2027-01-01' })
  assert.deepEqual(requestedDays({ to: '0001-01-01' }, now), { from: '0001-01-01', to: '0001-01-01' })
  assert.equal(daysIn(requestedDays({ from: '9999-01-01', to: '9999-12-31' }, now)).length, 92)
})

test('refuses an invalid date, or an end before the start, by name', () => {
  for (const from of ['2026-02-30', '2026-1-1', 'today', '0000-01-01'])
    assert.throws(() => requestedDays({ from }, now), { name: 'Error' }, from)
  assert.throws(() => requestedDays({ from: '2026-02-02', to: '2026-01-01' }, now), /must not be earlier/)
})
