import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newAccountUsage } from './account-usage.ts'
import type { CounterUpdate } from './shared-counter.ts'

const account = 7
const [first, second] = [Buffer.from('first'), Buffer.from('second')]
const wanted = (requests: number, more: Partial<CounterUpdate> = {}): CounterUpdate => ({
  hash: first,
  requests,
  uploads: 0,
  requestsOwed: 0,
  uploadsOwed: 0,
  requestsMax: 1000,
  uploadsMax: 10,
  accountMax: 1280,
  ...more,
})
const granted = (count: number, more: { hash?: Buffer; owed?: number; nowMs?: number } = {}) => ({
  hash: first,
  account,
  granted: count,
  owed: 0,
  nowMs: 0,
  usage: undefined,
  ...more,
})
const counted = (used: number, uncounted: number, nowMs = 0) => ({
  ...granted(1, { nowMs }),
  usage: { used, freeInMs: 1000, uncounted },
})

test('does not count the account of a new credential until 1/128 of its limit is wanted', () => {
  const usages = newAccountUsage()
  assert.deepEqual(usages.chargesOf([wanted(10)]), [{ isCounted: false, uncounted: 0 }])
  assert.deepEqual(usages.chargesOf([wanted(11)]), [{ isCounted: true, uncounted: 0 }])
  usages.record(granted(10))
  assert.deepEqual(usages.chargesOf([wanted(1)]), [{ isCounted: true, uncounted: 10 }])
})

test('counts an account after each 1/128 of its limit, including the requests granted since', () => {
  const usages = newAccountUsage()
  usages.record(counted(0, 0))
  for (let request = 1; request <= 10; request++) {
    assert.deepEqual(usages.chargesOf([wanted(1)]), [{ isCounted: false, uncounted: 0 }])
    assert.deepEqual(usages.record(granted(1)), { used: request, freeInMs: 1000 })
  }
  assert.deepEqual(usages.chargesOf([wanted(1)]), [{ isCounted: true, uncounted: 10 }])
  usages.record(counted(11, 10))
  assert.deepEqual(usages.chargesOf([wanted(1)]), [{ isCounted: false, uncounted: 0 }])
})

test('counts every request once half of the limit is used', () => {
  const usages = newAccountUsage()
  usages.record(counted(640, 0))
  assert.deepEqual(usages.chargesOf([wanted(0)]), [{ isCounted: true, uncounted: 0 }])
})

test('counts every request of an account whose limit is small', () => {
  const usages = newAccountUsage()
  usages.record(counted(0, 0))
  assert.deepEqual(usages.chargesOf([wanted(1, { accountMax: 127 })]), [{ isCounted: true, uncounted: 0 }])
})

test('adds uncounted requests once when two credentials of the account ask', () => {
  const usages = newAccountUsage()
  usages.record(counted(0, 0))
  usages.record(granted(1, { hash: second, owed: 2 }))
  assert.deepEqual(usages.chargesOf([wanted(9), wanted(9, { hash: second })]), [
    { isCounted: true, uncounted: 3 },
    { isCounted: true, uncounted: 0 },
  ])
})

test('forgets the usage after a minute', () => {
  const usages = newAccountUsage()
  usages.record(counted(600, 0))
  usages.record(granted(5))
  assert.deepEqual(usages.record(granted(1, { nowMs: 60_000 })), { used: 0, freeInMs: 60_000 })
  assert.deepEqual(usages.record(granted(1, { nowMs: 60_000 })), { used: 1, freeInMs: 60_000 })
})

test('keeps uncounted requests when the shared counter fails', () => {
  const usages = newAccountUsage()
  usages.record(counted(0, 0))
  usages.record(granted(10))
  for (const _ of [1, 2]) assert.deepEqual(usages.chargesOf([wanted(1)]), [{ isCounted: true, uncounted: 10 }])
})
