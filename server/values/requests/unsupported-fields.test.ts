import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rejectUnsupported } from './unsupported-fields.ts'

const names = ['bonus', 'limits']

test('refuses members of unsupported features, and names each', () => {
  assert.throws(
    () => rejectUnsupported({ bonus: 0.5, limits: ['x'], title: 'x' }, names),
    ({ type, errors }) =>
      type.code === 'not_supported' &&
      errors.map(({ pointer }: { pointer: string }) => pointer).join() === '#/bonus,#/limits',
  )
})

test('refuses them with any type', () => {
  for (const bonus of ['', '0', 'no', true, {}, 0, 0.01, -1, [0]])
    assert.throws(() => rejectUnsupported({ bonus }, names))
})

test('accepts such members if they are null, false or empty', () => {
  for (const bonus of [undefined, null, false, []]) assert.doesNotThrow(() => rejectUnsupported({ bonus }, names))
  assert.doesNotThrow(() => rejectUnsupported({}, names))
})
