import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { tryFiles } from '../../server/platform/storage/check.ts'
import type { Files } from '../../server/platform/storage/files.ts'
import { openLocations } from '../../server/platform/storage/storage.ts'
import { openProxy } from '../faults/proxy.ts'
import { startSwift, withoutSwift } from '../support/scenarios/openstack-swift.ts'
import { type InStore, newBucket } from './bucket.ts'

const skip = withoutSwift
const swift = skip ? undefined : await startSwift()
const folder = await mkdtemp(join(tmpdir(), 'store-'))
after(() => rm(folder, { recursive: true }))

const bucket = async (port?: number): Promise<InStore> => newBucket(swift as NonNullable<typeof swift>, port)
const open = (settings: InStore): Files => openLocations(folder, settings).first

async function write(place: Files, key: string, content: Uint8Array | string): Promise<void> {
  const path = join(folder, 'new')
  await writeFile(path, content)
  await place.put(key, path)
}

async function read(place: Files, key: string): Promise<{ size: number; sum: string } | undefined> {
  const found = await place.open(key)
  if (!found) return undefined
  const hash = createHash('sha256')
  for await (const chunk of found.file) hash.update(chunk)
  return { size: found.size, sum: hash.digest('hex') }
}

const sumOf = (content: Uint8Array | string): string => createHash('sha256').update(content).digest('hex')

describe('a bucket', () => {
  test('returns what was stored, and nothing for unknown keys', { skip }, async () => {
    const place = open(await bucket())
    for (const size of [1, 1000, 5 * 1024 * 1024]) {
      const content = randomBytes(size)
      await write(place, `a/${size}`, content)
      assert.deepEqual(await read(place, `a/${size}`), { size, sum: sumOf(content) })
      assert.equal(await place.sizeOf(`a/${size}`), size)
    }
    assert.deepEqual([await place.open('a/none'), await place.sizeOf('a/none')], [undefined, undefined])
    await place.remove('a/1')
    await place.remove('a/1')
    assert.equal(await place.open('a/1'), undefined)
    await tryFiles(place, folder)
  })

  test('separates objects by prefix', { skip }, async () => {
    const settings = await bucket()
    const [one, other] = [open(settings), open({ ...settings, storageUrl: { ...settings.storageUrl, prefix: '' } })]
    await write(one, 'a/1', 'one')
    assert.equal(await other.open('a/1'), undefined)
    assert.equal(await other.sizeOf('market/a/1'), 3)
  })

  test('lists its keys in order, page by page, after a given key', { skip }, async () => {
    const place = open(await bucket())
    const keys = Array.from({ length: 25 }, (_, each) => `a/${String((each * 7) % 25).padStart(2, '0')}`)
    for (const key of keys) await write(place, key, 'x')
    await write(place, 'ab/1', 'x')
    keys.sort()
    assert.deepEqual(await place.keys('a', '', 100), keys)
    assert.deepEqual(await place.keys('a', 'a/04', 7), keys.slice(5, 12))
    assert.deepEqual(await place.keys('a', 'a/24', 7), [])
    assert.deepEqual(await place.keys('none', '', 7), [])
  })

  test('refuses a wrong secret, an unknown key, and unsigned requests', { skip }, async () => {
    const settings = await bucket()
    await write(open(settings), 'a/1', 'one')
    const wrong = open({ ...settings, storageSecretKey: 'another secret' })
    const asks = [
      () => wrong.open('a/1'),
      () => wrong.keys('a', '', 1),
      () => write(wrong, 'a/2', 'two'),
      () => wrong.remove('a/1'),
    ]
    for (const ask of asks) await assert.rejects(ask, { name: 'SignatureDoesNotMatch' })
    await assert.rejects(wrong.sizeOf('a/1'))
    const unknown = open({ ...settings, storageKeyId: 'market:nobody' })
    await assert.rejects(unknown.open('a/1'), /InvalidAccessKeyId|AccessDenied|signature/)
    const { endpoint, bucket: name, prefix } = settings.storageUrl
    const { status } = await fetch(`${endpoint}/${name}/${prefix}a/1`)
    assert.ok(status >= 400 && status < 500)
    assert.deepEqual(await read(open(settings), 'a/1'), { size: 3, sum: sumOf('one') })
  })

  test('that does not exist is an error, not a missing file', { skip }, async () => {
    const settings = await bucket()
    const none = open({ ...settings, storageUrl: { ...settings.storageUrl, bucket: 'none-of-ours' } })
    await assert.rejects(none.open('a/1'), /bucket does not exist/)
    await assert.rejects(write(none, 'a/1', 'x'), /bucket does not exist/)
    await assert.rejects(none.keys('a', '', 1), /bucket does not exist/)
  })
})

describe('when the connection to the store breaks', () => {
  test('a single lost connection has no effect', { skip }, async (t) => {
    const proxy = await openProxy(swift?.port ?? 0)
    t.after(proxy.close)
    const place = open(await bucket(proxy.port))
    await write(place, 'a/1', 'one')
    for (let each = 0; each < 3; each++) {
      proxy.setFault({ kind: 'reset' })
      const asked = [read(place, 'a/1'), place.sizeOf('a/1'), write(place, `a/new-${each}`, 'new')]
      await new Promise((resolve) => setTimeout(resolve, 10))
      proxy.setFault(undefined)
      const [found, size] = await Promise.all(asked)
      assert.deepEqual([found, size], [{ size: 3, sum: sumOf('one') }, 3])
      assert.equal(await place.sizeOf(`a/new-${each}`), 3)
    }
  })

  test('an interrupted read fails instead of ending early', { skip }, async (t) => {
    const proxy = await openProxy(swift?.port ?? 0)
    t.after(proxy.close)
    const place = open(await bucket(proxy.port))
    const content = randomBytes(5 * 1024 * 1024)
    await write(place, 'a/1', content)
    const found = await place.open('a/1')
    assert.equal(found?.size, content.length)
    proxy.setFault({ kind: 'reset' })
    let bytes = 0
    await assert.rejects(async () => {
      for await (const chunk of found?.file ?? []) bytes += chunk.length
    })
    assert.ok(bytes < content.length)
    proxy.setFault(undefined)
    assert.deepEqual(await read(place, 'a/1'), { size: content.length, sum: sumOf(content) })
  })

  test('an unreachable store is reported quickly', { skip }, async () => {
    const settings = await bucket()
    const { storageUrl } = settings
    const place = open({ ...settings, storageUrl: { ...storageUrl, endpoint: 'http://127.0.0.1:9' } })
    const start = performance.now()
    const asks = [
      () => place.open('a/1'),
      () => place.sizeOf('a/1'),
      () => write(place, 'a/1', 'x'),
      () => place.keys('a', '', 1),
    ]
    for (const ask of asks) await assert.rejects(ask, { code: 'ECONNREFUSED' })
    assert.ok(performance.now() - start < 10_000)
  })

  test('requests to a silent store fail after 10 seconds, at most 64 at a time', {
    skip,
  }, async (t) => {
    const proxy = await openProxy(swift?.port ?? 0)
    t.after(proxy.close)
    const place = open(await bucket(proxy.port))
    assert.equal(await place.sizeOf('a/1'), undefined)
    proxy.setFault({ kind: 'halfOpen' })
    const start = performance.now()
    const waiting = Array.from({ length: 64 }, () => place.sizeOf('a/1').catch((error: Error) => error.message))
    await assert.rejects(place.sizeOf('a/1'), /64 requests wait for the object store already/)
    assert.ok(performance.now() - start < 1_000)
    assert.deepEqual(new Set(await Promise.all(waiting)), new Set(['the object store did not answer in 10000 ms']))
    assert.ok(performance.now() - start < 12_000)
    proxy.setFault(undefined)
    assert.equal(await place.sizeOf('a/1'), undefined)
  })
})
