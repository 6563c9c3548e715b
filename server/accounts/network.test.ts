import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Problem } from '../values/problems/problem.ts'
import { addressText, isAllowedFrom, isWider, networksFrom, networksMax } from './network.ts'

function mistakesIn(input: readonly string[]): string[] {
  try {
    networksFrom(input)
    return []
  } catch (error) {
    assert.ok(error instanceof Problem, `${error}`)
    return error.errors.map(({ field }) => field)
  }
}

describe('networks of an API key', () => {
  test('are normalized to their shortest form without duplicates; a single address becomes a network', () => {
    assert.deepEqual(networksFrom(['203.0.113.7', ' 203.0.113.7/32 ', '2001:DB8:0::/32', '::1', '0.0.0.0/0']), [
      '203.0.113.7/32',
      '2001:db8::/32',
      '::1/128',
      '0.0.0.0/0',
    ])
    assert.equal(networksFrom([]), null)
  })

  test('are rejected if invalid, with bits beyond the prefix, or IPv4-mapped', () => {
    const wrong = [
      '',
      'x',
      '10.0.0',
      '010.0.0.1',
      '0x7f.1',
      '1',
      '10.0.0.0/33',
      '10.0.0.0/',
      '10.0.0.0/8/8',
      '10.0.0.0/-1',
    ]
    const wrongV6 = ['fe80::1%eth0', '::/129', '2001:db8::1/32', '::ffff:10.0.0.1', '::ffff:10.0.0.0/104', '[::1]']
    for (const text of [...wrong, ...wrongV6, '10.0.0.1/8', '10.0.0.0/1e1', '10.0.0.0/8\n'.repeat(2)])
      assert.deepEqual(mistakesIn(['192.0.2.0/24', text]), ['allowedNetworks[1]'], text)
  })

  test(`are limited to ${networksMax}`, () => {
    const many = Array.from({ length: networksMax + 1 }, (_, at) => `10.0.${at}.0/24`)
    assert.equal(networksFrom(many.slice(1))?.length, networksMax)
    assert.deepEqual(mistakesIn(many), ['allowedNetworks'])
  })
})

describe('an address', () => {
  const networks = ['203.0.113.0/24', '2001:db8::/32']
  test('is allowed inside a network in any spelling', () => {
    for (const address of ['203.0.113.0', '203.0.113.255', '::ffff:203.0.113.9', '2001:db8:ffff::1'])
      assert.equal(isAllowedFrom(networks, address), true, address)
  })
  test('is not allowed outside, nor is text that is not an address', () => {
    for (const address of ['203.0.114.0', '203.0.112.255', '2001:db9::', 'unknown', '', undefined])
      assert.equal(isAllowedFrom(networks, address), false, address)
  })
  test('is always allowed without a list', () => {
    assert.equal(isAllowedFrom(null, undefined), true)
    assert.equal(isAllowedFrom(['0.0.0.0/0'], '::1'), false)
  })
  test('is formatted as plain text; other text becomes null', () => {
    assert.equal(addressText('::ffff:203.0.113.9'), '203.0.113.9')
    assert.equal(addressText('fe80::1%eth0'), 'fe80::1')
    for (const address of ['<script>', '', undefined]) assert.equal(addressText(address), null)
  })
})

test('a list of networks is wider than another if it allows an address that the other does not', () => {
  const before = ['10.0.0.0/8', '2001:db8::/32']
  for (const networks of [null, ['10.0.0.0/7'], ['11.0.0.0/8'], ['10.0.0.0/8', '::/0'], ['0.0.0.0/0']])
    assert.equal(isWider(networks, before), true, String(networks))
  for (const networks of [before, ['10.0.0.0/8'], ['10.1.0.0/16', '10.2.3.4/32'], ['2001:db8:1::/48']])
    assert.equal(isWider(networks, before), false, String(networks))
  assert.equal(isWider(['10.0.0.0/8'], null), false)
})
