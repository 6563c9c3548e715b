import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { canTransition } from '../../values/transitions/transitions.ts'
import { type DepositStatus, depositTransitions, refundUnits, statusWith } from '../deposits/deposit.ts'
import { minorAmount, minorOf, parseStripeEvent, unitsOfMinor } from './stripe.ts'

const refusal = (code: string) => (error: { type?: { code: string } }) => error.type?.code === code

describe('an amount at Stripe', () => {
  const exact: readonly (readonly [string, bigint, number])[] = [
    ['USD', 100n, 1],
    ['USD', 1_005_000n, 10_050],
    ['JPY', 5_000_000n, 500],
    ['KWD', 51_200n, 5_120],
    ['ISK', 50_000n, 500],
    ['UGX', 50_000n, 500],
    ['HUF', 104_500n, 1_045],
    ['USD', 9_999_999_900n, 99_999_999],
  ]
  for (const [currency, units, minor] of exact)
    test(`of ${units} units in ${currency} is ${minor}, and back`, () => {
      assert.equal(minorAmount(units, currency), minor)
      assert.equal(unitsOfMinor(minor, currency), units)
    })

  const refused: readonly (readonly [string, bigint])[] = [
    ['USD', 1n],
    ['USD', 10_050n],
    ['JPY', 5_000n],
    ['KWD', 51_240n],
    ['ISK', 5_000n],
    ['USD', 10_000_000_000n],
  ]
  for (const [currency, units] of refused)
    test(`of ${units} units in ${currency} is rejected`, () =>
      assert.throws(() => minorAmount(units, currency), refusal('validation_error')))

  test('converts there and back without loss in any currency', () => {
    const currency = fc.constantFrom('USD', 'EUR', 'JPY', 'KWD', 'ISK', 'UGX', 'TND', 'XOF')
    fc.assert(
      fc.property(currency, fc.bigInt(1n, 9_999n), (code, steps) => {
        const units = steps * minorOf(code).step
        assert.equal(unitsOfMinor(minorAmount(units, code), code), units)
      }),
      { seed: 5, numRuns: 500 },
    )
  })
})

describe('a deposit', () => {
  const of = (status: DepositStatus, refundedUnits = 0n, chargedBackUnits = 0n) => ({
    status,
    amountUnits: 100n,
    refundedUnits,
    chargedBackUnits,
  })

  test('has the status of its reversals, in any order', () => {
    const parts = [0n, 40n, 100n]
    const stands = parts.flatMap((refunded) =>
      [0n, 60n].map((charged) => ({ refundedUnits: refunded, chargedBackUnits: charged })),
    )
    for (const before of stands)
      for (const after of stands) {
        const status = statusWith(of('Paid'), before)
        const next = statusWith({ ...of(status) }, after)
        const expected = after.chargedBackUnits
          ? 'ChargedBack'
          : ['Paid', 'PartlyRefunded', 'Refunded'][parts.indexOf(after.refundedUnits)]
        assert.equal(next, expected)
      }
  })

  test('that was never paid cannot become paid by a reversal', () => {
    for (const status of ['Pending', 'Failed', 'Expired'] as const)
      assert.throws(() => statusWith(of(status), { refundedUnits: 40n, chargedBackUnits: 0n }), /cannot go from/)
  })

  test('is refunded up to what remains', () => {
    assert.equal(refundUnits(of('Paid'), undefined), 100n)
    assert.equal(refundUnits(of('PartlyRefunded', 40n), undefined), 60n)
    assert.equal(refundUnits(of('PartlyRefunded', 40n), 60n), 60n)
    assert.throws(() => refundUnits(of('PartlyRefunded', 40n), 61n), refusal('validation_error'))
    const all: DepositStatus[] = ['Pending', 'Failed', 'Expired', 'Refunded', 'ChargedBack', 'Paid', 'PartlyRefunded']
    for (const status of all.filter((each) => !canTransition(depositTransitions.refund, each)))
      assert.throws(() => refundUnits(of(status), 1n), refusal('deposit_state_conflict'))
  })
})

test('any event is parsed or rejected with a problem', () => {
  const types = ['checkout.session.completed', 'charge.refunded', 'refund.updated', 'charge.dispute.closed', 'other']
  const object = fc.dictionary(fc.constantFrom('id', 'payment_intent', 'amount', 'currency', 'status'), fc.jsonValue())
  const event = fc.record({ id: fc.string(), type: fc.constantFrom(...types), data: fc.record({ object }) })
  fc.assert(
    fc.property(fc.oneof(event, fc.jsonValue()), (each) => {
      try {
        parseStripeEvent(each)
      } catch (error) {
        assert.equal((error as { type?: { code: string } }).type?.code, 'validation_error')
      }
    }),
    { seed: 5, numRuns: 1_000 },
  )
})
