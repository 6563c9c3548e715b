import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { expectedPayDate, payDateFrom } from './pay-days.ts'

const thursday = new Date('2026-11-26T23:59:59.000Z')
const onDay = (weekdays: readonly number[], workingDays: number, from = thursday) =>
  payDateFrom(from, { weekdays, workingDays })

describe('the expected day of a payment', () => {
  test('is the next of the days of the week, today included', () => {
    assert.equal(onDay([4], 0), '2026-11-26')
    assert.equal(onDay([2, 5], 0), '2026-11-27')
    assert.equal(onDay([3], 0), '2026-12-02')
    assert.equal(onDay([7], 0), '2026-11-29')
  })

  test('comes after the working days that are needed before', () => {
    assert.equal(onDay([], 0), '2026-11-26')
    assert.equal(onDay([], 1), '2026-11-27')
    assert.equal(onDay([], 3), '2026-12-01')
    assert.equal(onDay([5], 2), '2026-12-04')
    assert.equal(onDay([], 0, new Date('2026-11-28T00:00:00.000Z')), '2026-11-30')
    assert.equal(onDay([], 30), '2027-01-07')
  })

  test('counts from the end of the wait for a new account, and is unknown for what has ended', () => {
    const payDays = { weekdays: [], workingDays: 1 }
    const asked = { status: 'Requested', requestedAt: thursday, waitsUntil: null, payDays }
    assert.equal(expectedPayDate(asked), '2026-11-27')
    assert.equal(expectedPayDate({ ...asked, waitsUntil: new Date('2026-11-29T12:00:00.000Z') }), '2026-11-30')
    assert.equal(expectedPayDate({ ...asked, status: 'Paid' }), undefined)
    assert.equal(expectedPayDate({ ...asked, payDays: null }), undefined)
  })
})
