import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wrongFields } from '../../../console/payments/withdrawals/account-checks.ts'

test('an account that cannot be right is refused before the confirmation', () => {
  assert.deepEqual(wrongFields({ type: 'Bank', iban: 'de89 3704 0044 0532 0130 00', bic: 'cobadeff', holder: '' }), [])
  assert.deepEqual(wrongFields({ iban: 'DE88 3704 0044 0532 0130 00', bic: 'COBA' }), ['iban', 'bic'])
  assert.deepEqual(wrongFields({ country: 'Germany', email: 'anna@' }), ['country', 'email'])
  assert.deepEqual(wrongFields({ iban: ' ', bic: null, country: 'us', email: 'anna@example.com' }), [])
})
