import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { advertiser, executor } from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { verifyLedger } from '../ledger/actions.ts'
import { amountMax } from '../values/money.ts'
import { deposit } from './deposits/actions-bookings.ts'
import { unitsOfAmount } from './payment.ts'

const market = await openMarket()
const { ctx } = market
const refused = (code: string) => (error: { type?: { code: string } }) => error.type?.code === code

describe('an amount of a deposit', () => {
  const taken: readonly (readonly [number, bigint])[] = [
    [0.0001, 1n],
    [100.5, 1_005_000n],
    [amountMax, 1_000_000_000_000n],
  ]
  for (const [amount, units] of taken) test(`${amount} is taken`, () => assert.equal(unitsOfAmount(amount), units))

  for (const amount of [0, -0, -1, 0.00001, 0.1 + 0.2, amountMax + 1, Number.NaN, Infinity, -Infinity])
    test(`${amount} is rejected`, () => {
      assert.throws(
        () => unitsOfAmount(amount),
        ({ type, errors }) => type.code === 'validation_error' && errors[0].field === 'amount',
      )
    })
})

describe('a deposit', () => {
  test('increases the available balance', async () => {
    const { email } = await advertiser(market, { funds: 0 })
    assert.equal((await deposit(ctx, { email, amount: 100.5 })).availableUnits, 1_005_000n)
    assert.equal((await deposit(ctx, { email: email.toUpperCase(), amount: 0.0001 })).availableUnits, 1_005_001n)
  })

  test('with a reference is booked once, also by repeated and concurrent requests', async () => {
    const [one, other] = [await advertiser(market, { funds: 0 }), await advertiser(market, { funds: 0 })]
    const sent = (email: string) => deposit(ctx, { email, amount: 10, reference: 'bank-7' })
    await Promise.all(Array.from({ length: 20 }, () => sent(one.email)))
    assert.equal((await sent(one.email)).availableUnits, 100_000n)
    assert.equal((await sent(other.email)).availableUnits, 100_000n, 'the reference is the account’s own')
  })

  test('without a reference is booked each time', async () => {
    const { email } = await advertiser(market, { funds: 0 })
    await Promise.all(Array.from({ length: 20 }, () => deposit(ctx, { email, amount: 1 })))
    assert.equal((await deposit(ctx, { email, amount: 1 })).availableUnits, 210_000n)
  })

  test('requires an existing advertiser', async () => {
    const { email } = await executor(market)
    await assert.rejects(deposit(ctx, { email, amount: 1 }), refused('account_role_missing'))
    await assert.rejects(deposit(ctx, { email: 'nobody@example.com', amount: 1 }), refused('account_not_found'))
  })

  test('leaves the ledger balanced', async () => {
    const { ok, sumUnits } = await verifyLedger(ctx)
    assert.deepEqual({ ok, sumUnits }, { ok: true, sumUnits: 0n })
  })
})
