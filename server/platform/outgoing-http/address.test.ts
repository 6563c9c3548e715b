import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { metadataSpellings, otherBadUrls, privateSpellings } from '../../../test/support/inputs/spellings.ts'
import { addressProblem, checkTarget, isAllowedAddress } from './address.ts'

const notPublic = 'must not lead to a private or reserved address.'

const goodUrls = [
  'https://example.com',
  'https://example.com/hooks?shop=1&x=%20',
  'https://EXAMPLE.com:443/hooks',
  'https://example.com.:8443/',
  'https://пример.рф/крючок',
  'https://8.8.8.8/',
  'https://[2606:4700::1111]/',
]

describe('the URL of a receiver', () => {
  for (const url of privateSpellings)
    test(`${url} is refused: not a public address`, () => assert.equal(addressProblem(url, false)?.en, notPublic))
  for (const [url, reason] of Object.entries(otherBadUrls))
    test(`${JSON.stringify(url.slice(0, 60))} is refused: ${reason.source}`, () =>
      assert.match(addressProblem(url, false)?.en ?? 'accepted', reason))
  for (const url of goodUrls) test(`${url} is accepted`, () => assert.equal(addressProblem(url, false), undefined))
})

test('allowing private addresses permits http, any port and private networks, but no metadata services', () => {
  for (const url of [
    'http://localhost:3000/hook',
    'http://db/',
    'http://127.0.0.1:5432',
    'https://[::1]:1/',
    'http://10.1.1.1',
    'http://100.100.100.201',
    'http://[fd00:ec3::254]',
  ])
    assert.equal(addressProblem(url, true), undefined, url)
  for (const url of [...metadataSpellings, 'http://[fe80::1]/', 'http://0.0.0.0/', 'http://224.0.0.1/', 'http://[::]/'])
    assert.equal(addressProblem(url, true)?.en, notPublic, url)
  assert.match(addressProblem('ftp://127.0.0.1/', true)?.en ?? '', /begin with/)
})

test('refuses invalid addresses and those of the machine’s host', () => {
  for (const address of ['100.100.100.200', 'fd00:ec2:0:0::254', 'FD00:0EC2::0254', '::ffff:100.100.100.200'])
    assert.equal(isAllowedAddress(address, true), false, address)
  for (const address of ['', 'localhost', '1.2.3', 'fe80::1%eth0', '999.1.1.1', '::g'])
    assert.equal(isAllowedAddress(address, false), false, address)
})

test('refuses a name if one of its addresses is not public, and accepts an unknown name', async () => {
  const check = (...addresses: string[]) => checkTarget('https://hooks.example.com/', false, async () => addresses)
  assert.equal(await check('93.184.216.34', '2606:4700::1111'), undefined)
  assert.equal((await check('93.184.216.34', '10.0.0.1'))?.en, notPublic)
  assert.equal((await check('::1'))?.en, notPublic)
  assert.equal((await check('64:ff9b::5db8:d822'))?.en, notPublic)
  const unknown = () => Promise.reject(new Error('not found'))
  assert.equal(await checkTarget('https://hooks.example.com/', false, unknown), undefined)
  assert.equal((await checkTarget('https://127.0.0.1/', false, unknown))?.en, notPublic)
  assert.equal(await checkTarget('http://localhost:1/', true), undefined)
})
