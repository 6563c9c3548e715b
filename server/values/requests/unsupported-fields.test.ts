import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refuseLater } from './unsupported-fields.ts'

const names = ['bonus', 'limits']

test('a member of what is not there yet is refused, and every such member named', () => {
  assert.throws(
    () => refuseLater({ bonus: 0.5, limits: ['x'], title: 'x' }, names),
    ({ type, errors }) =>
      type.code === 'not_supported' &&
      errors.map(({ pointer }: { pointer: string }) => pointer).join() === '#/bonus,#/limits',
  )
})

test('so is one of a wrong type: whatever was meant did not happen', () => {
  for (const bonus of ['', '0', 'no', true, {}, 0, 0.01, -1, [0]]) assert.throws(() => refuseLater({ bonus }, names))
})

test('what asks for nothing is let through', () => {
  for (const bonus of [undefined, null, false, []]) assert.doesNotThrow(() => refuseLater({ bonus }, names))
  assert.doesNotThrow(() => refuseLater({}, names))
})
