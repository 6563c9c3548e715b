import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seal, unseal } from './secret.ts'

const key = 'a secret key of this test, 32 characters'

test('only the same key unseals a text, and sealing it twice gives different bytes', () => {
  const text = 'whsec_AQIDBA== и текст'
  const sealed = seal(key, text)
  assert.equal(unseal(key, sealed), text)
  assert.notDeepEqual(seal(key, text), sealed)
  assert.equal(sealed.includes('whsec'), false)
  assert.throws(() => unseal(`${key}!`, sealed))
})

test('a change of any byte is detected', () => {
  const sealed = seal(key, 'paid')
  for (let index = 0; index < sealed.length; index++) {
    const changed = Buffer.from(sealed)
    changed[index] = (changed[index] ?? 0) ^ 1
    assert.throws(() => unseal(key, changed), `byte ${index}`)
  }
})
