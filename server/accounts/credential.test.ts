import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { credentialKinds, hashOf, kindOf, makeSecret } from './credential.ts'

const form = {
  AccessToken: /^mkt_at_[0-9A-Za-z]{38}$/,
  ApiKey: /^mkt_live_[0-9A-Za-z]{36}$/,
  TestKey: /^mkt_test_[0-9A-Za-z]{36}$/,
  Session: /^mkt_se_[0-9A-Za-z]{38}$/,
}

for (const kind of credentialKinds)
  describe(`a secret of kind ${kind}`, () => {
    test('has the form of its kind and is recognized by it', () => {
      for (let count = 0; count < 200; count++) {
        const secret = makeSecret(kind)
        assert.match(secret, form[kind])
        assert.equal(kindOf(secret), kind)
      }
    })

    test('is unique', () => {
      assert.equal(new Set(Array.from({ length: 1000 }, () => makeSecret(kind))).size, 1000)
    })

    test('with a changed, missing, added or recased character is rejected', () => {
      const secret = makeSecret(kind)
      for (let at = 0; at < secret.length; at++) {
        const before = secret[at] as string
        const others = [before === 'a' ? 'b' : 'a', before === '0' ? '1' : '0', '_', '\u0000', 'é'].filter(
          (each) => each !== before,
        )
        for (const other of others) assert.equal(kindOf(secret.slice(0, at) + other + secret.slice(at + 1)), undefined)
        assert.equal(kindOf(secret.slice(0, at) + secret.slice(at + 1)), undefined)
      }
      for (const other of [`${secret}0`, ` ${secret}`, secret.toUpperCase(), secret.toLowerCase()])
        assert.equal(kindOf(other), undefined)
    })

    test('is stored as its SHA-256 hash', () => {
      const secret = makeSecret(kind)
      assert.equal(hashOf(secret).length, 32)
      assert.deepEqual(hashOf(secret), hashOf(secret))
      assert.notDeepEqual(hashOf(secret), hashOf(`${secret}0`))
    })
  })

test('a secret of one kind is not accepted as another, whatever its checksum', () => {
  const token = makeSecret('AccessToken')
  assert.equal(kindOf(token.replace('mkt_at_', 'mkt_live_')), undefined)
})

test('other texts have no kind', () => {
  for (const text of [
    '',
    'mkt_at_',
    'mkt_live_',
    'garbage',
    'null',
    '__proto__',
    `mkt_at_${'0'.repeat(38)}`,
    'x'.repeat(100_000),
  ])
    assert.equal(kindOf(text), undefined)
})

test('the checksum matches the one that secret scanners compute', () => {
  // CRC-32 of the rest, in base62 with the digits first.
  assert.equal(kindOf('mkt_at_000000000000000000000000000000002V6C45'), 'AccessToken')
})
