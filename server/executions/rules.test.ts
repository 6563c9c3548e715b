import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { noon } from '../../test/support/samples.ts'
import { acceptingRule, type Ruled } from './rules.ts'

const code = { type: 'CompletionCode' } as const
const rate = { type: 'MinAcceptanceRate', value: 0.9 } as const
const work = (members: Partial<Ruled>): Ruled => ({
  details: { completionCode: 'OK-17' },
  offerDetails: { completionCodePattern: 'OK-[0-9]+' },
  flags: [],
  fraudHoldAt: null,
  rules: [code],
  accepted: 9,
  rejected: 1,
  ...members,
})

describe('a rule of acceptance', () => {
  test('accepts work with the right code, as a whole', () => {
    assert.deepEqual(acceptingRule(work({})), code)
    for (const completionCode of ['OK-17 ', 'ok-17', 'OK-', '', 17, null, ['OK-17'], 'OK-1'.padEnd(2_000, '1')])
      assert.equal(acceptingRule(work({ details: { completionCode } })), undefined, String(completionCode))
    assert.equal(acceptingRule(work({ details: {} })), undefined)
  })

  test('accepts nothing where the offer says no code, or one that cannot be matched', () => {
    for (const completionCodePattern of [undefined, null, 17, '(', '(a)\\1'])
      assert.equal(acceptingRule(work({ offerDetails: { completionCodePattern } })), undefined)
  })

  test('accepts the work of executors whose work is accepted often, once enough of it is decided', () => {
    assert.deepEqual(acceptingRule(work({ rules: [rate] })), rate)
    assert.equal(acceptingRule(work({ rules: [rate], accepted: 9, rejected: 0 })), undefined)
    assert.equal(acceptingRule(work({ rules: [rate], accepted: 89, rejected: 11 })), undefined)
  })

  test('is enough by itself, where there are several', () => {
    assert.deepEqual(acceptingRule(work({ rules: [code, rate], details: {} })), rate)
    assert.equal(acceptingRule(work({ rules: [] })), undefined)
  })

  test('accepts nothing that is marked, or held back', () => {
    assert.equal(acceptingRule(work({ flags: ['DuplicateProof'] })), undefined)
    assert.equal(acceptingRule(work({ fraudHoldAt: noon })), undefined)
  })
})
