import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decideNickname } from './nickname-choice.ts'

describe('choosing a nickname', () => {
  const former = (key: string, isRemoved = false, isWithinYear = true) => ({ key, isRemoved, isWithinYear })
  const codeOf = (run: () => unknown) => {
    try {
      return run()
    } catch (error) {
      return (error as { errors: readonly { code: string }[] }).errors[0]?.code
    }
  }

  test('is allowed three times a year, and back to a former one always', () => {
    const chosen = ['a', 'b', 'c'].map((key) => former(key))
    assert.equal(
      codeOf(() => decideNickname('d', chosen.slice(1))),
      true,
    )
    assert.equal(
      codeOf(() => decideNickname('d', chosen)),
      'limit',
    )
    assert.equal(
      codeOf(() => decideNickname('d', [former('a', false, false), ...chosen.slice(1)])),
      true,
    )
    assert.equal(
      codeOf(() => decideNickname('b', chosen)),
      false,
    )
  })

  test('is refused for one that an operator removed', () => {
    assert.equal(
      codeOf(() => decideNickname('a', [former('a', true)])),
      'reserved',
    )
  })
})
