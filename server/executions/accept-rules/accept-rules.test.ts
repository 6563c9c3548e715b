import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { noon } from '../../../test/support/inputs/samples.ts'
import { acceptingRule, codeFlag, type RuleFacts } from './accept-rules.ts'

const code = { type: 'CompletionCode' } as const
const rate = { type: 'MinAcceptanceRate', value: 0.9 } as const
const work = (members: Partial<RuleFacts>): RuleFacts => ({
  code: 'Right',
  misses: 0,
  flags: [],
  fraudHoldAt: null,
  rules: [code],
  accepted: 9,
  rejected: 1,
  ...members,
})

describe('an acceptance rule', () => {
  test('accepts work with a correct code that no other work used', () => {
    assert.deepEqual(acceptingRule(work({})), code)
    for (const outcome of ['Wrong', 'Used'] as const) assert.equal(acceptingRule(work({ code: outcome })), undefined)
  })

  test('accepts nothing with a used code, or after three misses, under any rule', () => {
    const both = { rules: [code, rate] }
    assert.deepEqual(acceptingRule(work({ ...both, code: 'Wrong' })), rate)
    assert.equal(acceptingRule(work({ ...both, code: 'Used' })), undefined)
    assert.deepEqual(acceptingRule(work({ ...both, misses: 2 })), code)
    assert.equal(acceptingRule(work({ ...both, misses: 3 })), undefined)
    assert.equal(acceptingRule(work({ rules: [rate], misses: 3 })), undefined)
  })

  test('flags used codes and guessing on offers that accept work by its code', () => {
    assert.deepEqual(
      [{}, { code: 'Wrong' as const }, { code: 'Used' as const }, { misses: 3 }].map((members) =>
        codeFlag(work(members)),
      ),
      [undefined, undefined, 'DuplicateCode', 'CodeGuessing'],
    )
    assert.equal(codeFlag(work({ rules: [rate], misses: 3 })), undefined)
  })

  test('accepts work of executors with a high acceptance rate, after enough decisions', () => {
    assert.deepEqual(acceptingRule(work({ rules: [rate] })), rate)
    assert.equal(acceptingRule(work({ rules: [rate], accepted: 9, rejected: 0 })), undefined)
    assert.equal(acceptingRule(work({ rules: [rate], accepted: 89, rejected: 11 })), undefined)
  })

  test('suffices alone if there are several', () => {
    assert.deepEqual(acceptingRule(work({ rules: [code, rate], code: 'Wrong' })), rate)
    assert.equal(acceptingRule(work({ rules: [] })), undefined)
  })

  test('accepts nothing that is flagged or on hold', () => {
    assert.equal(acceptingRule(work({ flags: ['DuplicateProof'] })), undefined)
    assert.equal(acceptingRule(work({ fraudHoldAt: noon })), undefined)
  })
})
