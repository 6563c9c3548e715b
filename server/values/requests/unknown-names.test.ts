import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearestName, unknownMember, unknownParameter } from './unknown-names.ts'

const known = ['maxCost', 'maxAge', 'status', 'taskId', 'targetCountryIds', 'offerCategoryId', 'totalLimit', 'title']

const cases: readonly (readonly [string, string | undefined])[] = [
  ['maxcost', 'maxCost'],
  ['max_cost', 'maxCost'],
  ['max-costs', 'maxCost'],
  ['stauts', 'status'],
  ['status[]', 'status'],
  ['tite', 'title'],
  ['categoryId', 'offerCategoryId'],
  ['limit', 'totalLimit'],
  ['excludedCountryIds', undefined],
  ['dryRun', undefined],
  ['x', undefined],
  ['', undefined],
  ['[]', undefined],
  ['__proto__', undefined],
  [`maxCost${'t'.repeat(100_000)}`, undefined],
]
for (const [given, expected] of cases)
  test(`${given.slice(0, 30)} is taken for ${expected ?? 'nothing'}`, () =>
    assert.equal(nearestName(given, known), expected))

test('an unknown name is refused by its place, with the nearest known name for people and programs', () => {
  assert.deepEqual(unknownMember('budget.maxcost', 'maxcost', known), {
    pointer: '#/budget/maxcost',
    field: 'budget.maxcost',
    code: 'unknown_member',
    detail: 'is not known to this operation. Did you mean maxCost?',
    params: { nearest: 'maxCost' },
  })
  assert.deepEqual(unknownParameter('wolf', known), {
    parameter: 'wolf',
    field: 'wolf',
    code: 'unknown_parameter',
    detail: 'is not known to this operation.',
  })
})
