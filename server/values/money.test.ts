import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { times } from '../../test/properties/rng.ts'
import { amountMax, decimalOf, feeOf, moneyOf, moneyText, unitsOf } from './money.ts'

describe('an amount is converted to ten-thousandths', () => {
  const amounts: readonly (readonly [number, bigint])[] = [
    [0, 0n],
    [-0, 0n],
    [1, 10_000n],
    [0.0001, 1n],
    [0.1, 1_000n],
    [0.55, 5_500n],
    [1.1, 11_000n],
    [4.35, 43_500n],
    [1.005, 10_050n],
    [-2.5, -25_000n],
    [amountMax, 1_000_000_000_000n],
    [99_999_999.9999, 999_999_999_999n],
  ]
  for (const [amount, units] of amounts) test(`${amount}`, () => assert.equal(unitsOf(amount), units))

  for (const amount of [0.00001, 0.12345, 0.1 + 0.2, 1e-7, -1e-9, 5e-324, Number.NaN, Infinity, -Infinity, 1e21])
    test(`${amount} is not an amount`, () => assert.throws(() => unitsOf(amount), RangeError))

  test('and back exactly, for all amounts of the ledger', () => {
    const units = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n })
    fc.assert(fc.property(units, (each) => unitsOf(decimalOf(each)) === each))
  })
})

describe('an amount is written with all four digits', () => {
  const texts: readonly (readonly [bigint, string])[] = [
    [0n, '0.0000 USD'],
    [1n, '0.0001 USD'],
    [1_100_000n, '110.0000 USD'],
    [-5n, '-0.0005 USD'],
    [-15_000n, '-1.5000 USD'],
    [10n ** 15n, '100000000000.0000 USD'],
  ]
  for (const [units, text] of texts) test(text, () => assert.equal(moneyText(units, 'USD'), text))
})

describe('the fee', () => {
  test('rounds down; the advertiser keeps the remainder', () => {
    assert.equal(feeOf(9n, 1_000), 0n)
    assert.equal(feeOf(10n, 1_000), 1n)
    assert.equal(feeOf(19n, 1_000), 1n)
    assert.equal(feeOf(5_000n, 1_000), 500n)
  })
  test('is zero at 0 %, and the whole reward at 100 %', () => {
    assert.deepEqual([feeOf(12_345n, 0), feeOf(12_345n, 10_000)], [0n, 12_345n])
  })
  test('never exceeds its share', () => {
    const reward = fc.bigInt({ min: 1n, max: 10n ** 12n })
    const share = fc.integer({ min: 0, max: 10_000 })
    fc.assert(
      fc.property(reward, share, (units, basisPoints) => {
        const fee = feeOf(units, basisPoints)
        const exact = units * BigInt(basisPoints)
        return fee * 10_000n <= exact && exact < (fee + 1n) * 10_000n
      }),
      { numRuns: times(1_000, 1_000_000) },
    )
  })
})

test('an installation has its currency, and its threshold in units', () => {
  assert.deepEqual(moneyOf({ currency: 'EUR', lowBalanceThreshold: 10, clearingSeconds: 60 }), {
    currency: 'EUR',
    thresholdUnits: 100_000n,
    clearingSeconds: 60,
  })
})
