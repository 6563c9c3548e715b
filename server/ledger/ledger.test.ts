import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Id } from '../values/id.ts'
import { type Balance, books, InsufficientFunds, isLow } from './ledger.ts'
import { balanceJson, transactionJson } from './serialize.ts'

const balance = (availableUnits: bigint, lowThresholdUnits = 100_000n): Balance => ({
  account: 7 as Id<'account'>,
  availableUnits,
  heldUnits: 1_100_000n,
  debtUnits: 0n,
  lowThresholdUnits,
  updatedAt: new Date('2026-01-31T12:00:00Z'),
})

test('a balance is low below its threshold, not at it', () => {
  const found = [99_999n, 100_000n, 0n].map((units) => isLow(balance(units)))
  assert.deepEqual(found, [true, false, true])
  assert.equal(isLow(balance(0n, 0n)), false)
})

test('a balance is shown in decimals: available, held and total', () => {
  assert.deepEqual(balanceJson.serialize(balance(425_000n), 'USD'), {
    currency: 'USD',
    total: 152.5,
    available: 42.5,
    held: 110,
    debt: 0,
    pendingDeposits: 0,
    lowBalanceThreshold: 10,
    isLow: false,
    updatedAtUtc: '2026-01-31T12:00:00.000Z',
  })
})

test('a transaction shows its effect on each kind of money of the account', () => {
  const shared = {
    kind: 'Hold' as const,
    offer: 42 as Id<'offer'>,
    execution: null,
    reference: null,
    description: null,
    createdAt: new Date(0),
    taskTitle: 'Count the peas',
    clearsAt: null,
    totalAfterUnits: 5_500n,
  }
  const items = [
    { ...shared, id: 2, book: 'advertiser.held' as const, units: 5_500n, balanceAfterUnits: 5_500n },
    { ...shared, id: 1, book: 'advertiser.available' as const, units: -5_500n, balanceAfterUnits: 0n },
  ]
  const shown = transactionJson.serializePage(
    { items, totalCount: 2, totalCountIsExact: true, page: 1, pageSize: 20, nextCursor: null },
    'USD',
  )
  const found = shown.items.map(({ account, amount, balanceAfter, taskId }) => ({
    account,
    amount,
    balanceAfter,
    taskId,
  }))
  assert.deepEqual(found, [
    { account: 'held', amount: 0.55, balanceAfter: 0.55, taskId: 42 },
    { account: 'available', amount: -0.55, balanceAfter: 0, taskId: 42 },
  ])
})

test('insufficient funds are reported with four decimals, and as numbers for programs', () => {
  const extras = { required: 110, available: 42.5, shortfall: 67.5, currency: 'USD' }
  const { detail, extras: members, type } = InsufficientFunds(extras)
  assert.equal(type.code, 'insufficient_funds')
  assert.equal(detail, 'This requires 110.0000 USD, but only 42.5000 USD is available.')
  assert.deepEqual(members, extras)
})

test('every book has a unique name', () => assert.equal(new Set(books).size, books.length))
