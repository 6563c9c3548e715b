import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { distanceIn, exactMoneyIn, folded, moneyIn, sumOfAmounts } from '../../../console/ui/formats.ts'

describe('an amount', () => {
  test('has two decimals in both languages', () => {
    assert.equal(moneyIn('en', 44, 'USD'), '$44.00')
    assert.equal(moneyIn('en', 1234.5678, 'USD'), '$1,234.57')
    assert.match(moneyIn('ru', 1234.5, 'USD'), /^1\s234,50\s\$$/)
  })
  test('keeps all of its digits in the exact form', () =>
    assert.equal(exactMoneyIn('en', 1234.5678, 'USD'), '$1,234.5678'))
  test('has no decimals in a currency without them', () => assert.equal(moneyIn('en', 1200, 'JPY'), '¥1,200'))
  test('below a cent is exact, because it would read as nothing', () => {
    assert.equal(moneyIn('en', 0.0044, 'USD'), '$0.0044')
    assert.equal(moneyIn('en', -0.005, 'USD'), '-$0.005')
    assert.equal(moneyIn('en', 0, 'USD'), '$0.00')
  })
  test('is added exactly', () => {
    assert.equal(sumOfAmounts([0.1, 0.2]), 0.3)
    assert.equal(sumOfAmounts([1.005, 1.005, 0.0001]), 2.0101)
    assert.equal(sumOfAmounts([]), 0)
  })
})

describe('a time', () => {
  const now = new Date(2026, 10, 25, 1, 0).getTime()
  const after = (seconds: number) => new Date(now + seconds * 1000).toISOString()
  const cases = [
    [-5, 'now', 'сейчас'],
    [-90, '1 minute ago', '1 минуту назад'],
    [-59 * 60, '59 minutes ago', '59 минут назад'],
    [-3 * 3600, '3 hours ago', '3 часа назад'],
    [-23.9 * 3600, '23 hours ago', '23 часа назад'],
    [-24 * 3600, 'yesterday', 'вчера'],
    // 02:00 on the day before yesterday is 47 hours away.
    [-47 * 3600, '2 days ago', 'позавчера'],
    [5 * 86_400, 'in 5 days', 'через 5 дней'],
    [119 * 60, 'in 1 hour', 'через 1 час'],
  ] as const
  for (const [seconds, english, russian] of cases) {
    test(`${seconds} seconds away is "${english}"`, () => {
      assert.equal(distanceIn('en', after(seconds), now), english)
      assert.equal(distanceIn('ru', after(seconds), now), russian)
    })
  }
  test('a month away or more is a date', () => {
    assert.equal(distanceIn('en', after(-40 * 86_400), now), 'Oct 16, 2026')
    assert.equal(distanceIn('en', after(30 * 86_400), now), 'Dec 25, 2026')
  })
})

test('texts that people take for equal have equal folds', () => {
  assert.equal(folded(' ОРЁЛ  и '), folded('орел и'))
  assert.equal(folded('Co\u0302te'), folded('CÔTE'))
  assert.equal(folded('Ｔaiwan'), 'taiwan')
})
