import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { expectOk, outcome, theOperator } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'

const market = await openMarket()
const { a, id: operatorId } = await theOperator(market)
const path = '/api/operator/bank-account'
const account = { holder: 'Nimble Tasks GmbH', iban: 'de02 1203 0000 0000 2020 51', bic: 'byladem1001' }

describe("the marketplace's bank account", () => {
  test('is empty until an operator enters it, and then in the audit log', async () => {
    assert.deepEqual(expectOk(await a.get(path)), {
      version: 1,
      holder: null,
      iban: null,
      bic: null,
      updatedAtUtc: null,
    })
    const { version, iban, bic } = expectOk(await a.put(path, account))
    assert.deepEqual([version, iban, bic], [2, 'DE02120300000000202051', 'BYLADEM1001'])
    assert.equal(expectOk(await a.put(path, account)).version, 2, 'the same again changes nothing')
    assert.equal(expectOk(await a.put(path, { ...account, bic: null })).bic, null)
    const rows = await market.ctx.db.many<{ account: number; data: object }>(sql`
      select account, data from audit_log where action = 'bank_account.change' order by id`)
    const data = { holder: account.holder, iban: 'DE02120300000000202051' }
    assert.deepEqual(rows, [
      { account: operatorId, data: { ...data, bic: 'BYLADEM1001' } },
      { account: operatorId, data: { ...data, bic: null } },
    ])
  })

  const wrong: readonly (readonly [string, object, string])[] = [
    ['an IBAN with wrong check digits', { iban: 'DE03120300000000202051' }, 'iban'],
    ['an IBAN of a country without SEPA', { iban: 'TR330006100519786457841326' }, 'iban'],
    ['a BIC of another country', { bic: 'GENOFRPP' }, 'bic'],
    ['no BIC', { bic: 'x' }, 'bic'],
    ['a blank holder', { holder: '  ' }, 'holder'],
    ['a holder in two lines', { holder: 'a\nb' }, 'holder'],
    ['a holder of 71 characters', { holder: 'x'.repeat(71) }, 'holder'],
  ]
  for (const [what, change, field] of wrong)
    test(`is refused with ${what}`, async () => {
      const answer = await a.put(path, { ...account, ...change })
      assert.equal(outcome(answer), '400 validation_error')
      assert.equal(answer.body.errors[0].field, field)
    })
})
