import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { tryFiles } from './check.ts'
import type { Files } from './files.ts'
import { moveFiles } from './move.ts'
import { openS3 } from './s3.ts'
import { mirrored, openStorage } from './storage.ts'

const folders: string[] = []
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

async function disk() {
  const folder = await mkdtemp(join(tmpdir(), 'storage-'))
  folders.push(folder)
  const storage = await openStorage(folder)
  const put = async (key: string, content: string) => {
    const path = join(storage.workshop, 'new')
    await writeFile(path, content)
    await storage.put(key, path)
    await rm(path)
  }
  const left = async () => (await Promise.all(storage.unfinished.map((each) => readdir(each)))).flat()
  return { ...storage, folder, write: put, left }
}

const read = async (place: Files, key: string): Promise<string | undefined> => {
  const found = await place.open(key)
  const content = found && (await text(found.file))
  if (found && content !== undefined) assert.equal(found.size, Buffer.byteLength(content))
  return content
}

/** Moves a file now: stored in the new location, then removed from the old one. */
const moveNow = async (from: Files, to: Awaited<ReturnType<typeof disk>>, key: string) => {
  await to.write(key, (await read(from, key)) ?? '')
  await from.remove(key)
}

test('a location returns stored files, and undefined for missing ones', async () => {
  const place = await disk()
  await place.write('a/1', 'one')
  assert.equal(await read(place, 'a/1'), 'one')
  assert.deepEqual(
    [await place.sizeOf('a/1'), await place.sizeOf('a/2'), await place.open('b/1')],
    [3, undefined, undefined],
  )
  await place.remove('a/1')
  await place.remove('a/1')
  assert.equal(await place.open('a/1'), undefined)
  await tryFiles(place, place.workshop)
  assert.deepEqual(await place.left(), [])
})

test('lists keys in order, after a key, up to the limit', async () => {
  const place = await disk()
  const keys = Array.from({ length: 23 }, (_, each) => `a/${String((each * 7) % 23).padStart(2, '0')}`)
  for (const key of keys) await place.write(key, 'x')
  await place.write('b/1', 'x')
  keys.sort()
  assert.deepEqual(await place.keys('a', '', 100), keys)
  assert.deepEqual(await place.keys('a', '', 5), keys.slice(0, 5))
  assert.deepEqual(await place.keys('a', 'a/04', 5), keys.slice(5, 10))
  assert.deepEqual(await place.keys('a', 'a/22', 5), [])
  assert.deepEqual(await place.keys('none', '', 5), [])
})

test('a failed put leaves nothing', async () => {
  const place = await disk()
  for (let turn = 1; turn <= 50; turn++) {
    await assert.rejects(place.put('a/1', join(place.folder, 'none')), { code: 'ENOENT' })
    assert.deepEqual([await place.left(), await place.open('a/1')], [[], undefined])
  }
})

test('reads from either of two locations, and stores new files in the first', async () => {
  const [first, other] = [await disk(), await disk()]
  const both = mirrored(first, other)
  await first.write('a/1', 'one')
  for (const key of ['a/1', 'a/2', 'a/3']) await other.write(key, 'other')
  assert.deepEqual([await read(both, 'a/1'), await read(both, 'a/2'), await both.sizeOf('a/3')], ['one', 'other', 5])
  assert.deepEqual(await both.keys('a', '', 2), ['a/1', 'a/2'])
  assert.deepEqual(await both.keys('a', 'a/1', 10), ['a/2', 'a/3'])
  await both.remove('a/1')
  assert.deepEqual([await first.keys('a', '', 9), await other.keys('a', '', 9)], [[], ['a/2', 'a/3']])
  await writeFile(join(first.folder, 'new'), 'new')
  await both.put('a/4', join(first.folder, 'new'))
  assert.deepEqual([await read(first, 'a/4'), await read(other, 'a/4')], ['new', undefined])
})

test('finds a file that is moved during the lookup', async () => {
  const [first, other] = [await disk(), await disk()]
  for (const way of ['open', 'sizeOf'] as const) {
    await other.write(`a/${way}`, 'moved')
    const moving: Files = {
      ...other,
      [way]: async (key: string) => {
        await moveNow(other, first, key)
        return other[way](key)
      },
    }
    const found = await mirrored(first, moving)[way](`a/${way}`)
    assert.ok(found)
    if (typeof found === 'object') found.file.destroy()
  }
})

test('moves all files, and recognizes those of an earlier run that was killed', async () => {
  const [from, to] = [await disk(), await disk()]
  const keys = Array.from({ length: 30 }, (_, each) => `${each < 20 ? 'a' : 'b'}/${each}`)
  for (const key of keys) await from.write(key, `content of ${key}`)
  await to.write('a/1', 'content of a/1')
  await to.write('a/2', 'half a fi')
  const counts: number[] = []
  const moved = await moveFiles({
    from,
    to,
    folders: ['a', 'b'],
    workshop: to.workshop,
    report: (count) => counts.push(count),
  })
  assert.deepEqual({ ...moved, bytes: 0 }, { moved: 30, bytes: 0, alreadyThere: 1, failed: [], left: 0 })
  assert.equal(
    moved.bytes,
    keys.reduce((sum, key) => sum + `content of ${key}`.length, 0),
  )
  for (const key of keys) assert.equal(await read(to, key), `content of ${key}`)
  assert.deepEqual([await from.keys('a', '', 9), await to.left(), counts], [[], [], [20, 30]])
})

test('two moves may run at once', async () => {
  const [from, to] = [await disk(), await disk()]
  for (let each = 0; each < 50; each++) await from.write(`a/${each}`, 'content')
  const move = () => moveFiles({ from, to, folders: ['a'], workshop: to.workshop })
  const runs = await Promise.all([move(), move()])
  const shown = runs.flatMap(({ failed }) => failed)
  assert.deepEqual(shown, [])
  assert.equal((await to.keys('a', '', 100)).length, 50)
  assert.deepEqual([await from.keys('a', '', 9), await to.left()], [[], []])
})

test('does not move a location to itself under another name', async () => {
  const place = await disk()
  await place.write('a/1', 'one')
  const again = await openStorage(`${place.folder}/uploads/..`)
  await assert.rejects(
    moveFiles({ from: place, to: again, folders: ['a'], workshop: place.workshop }),
    /one and the same/,
  )
  assert.equal(await read(place, 'a/1'), 'one')
  assert.deepEqual([await place.keys('checks', '', 9), await place.left()], [[], []])
})

test('keeps a file whose copy differs', async () => {
  const [from, to] = [await disk(), await disk()]
  await from.write('a/1', 'one')
  await from.write('a/2', 'two')
  const forgetful: Files = { ...to, put: async (key, path) => (key === 'a/1' ? undefined : to.put(key, path)) }
  const moved = await moveFiles({ from, to: forgetful, folders: ['a'], workshop: to.workshop })
  assert.deepEqual([moved.moved, moved.left], [1, 1])
  assert.match(moved.failed.join(), /^a\/1: what was stored is not what is read again$/)
  assert.equal(await read(from, 'a/1'), 'one')
})

test('does not move a truncated file', async () => {
  const [from, to] = [await disk(), await disk()]
  await from.write('a/1', 'one')
  const short: Files = { ...from, open: async () => ({ size: 3, file: Readable.from([Buffer.from('on')]) }) }
  const moved = await moveFiles({ from: short, to, folders: ['a'], workshop: to.workshop })
  assert.match(moved.failed.join(), /only 2 of 3 bytes could be read/)
  assert.deepEqual([moved.left, await to.keys('a', '', 9)], [1, []])
})

test('stops after repeated failures', async () => {
  const [from, to] = [await disk(), await disk()]
  for (let each = 0; each < 60; each++) await from.write(`a/${each}`, 'content')
  let tries = 0
  const full: Files = {
    ...to,
    put: async (key, path) => {
      if (!key.startsWith('a/')) return to.put(key, path)
      tries++
      throw new Error('no space left')
    },
  }
  const moved = await moveFiles({ from, to: full, folders: ['a'], workshop: to.workshop })
  assert.ok(tries < 30)
  assert.deepEqual([moved.moved, moved.left, await to.left()], [0, 60, []])
})

/** A minimal object store; test/files uses a real one. */
const objects = new Map<string, Buffer>()
const store = createServer((request, response) => void answer(request, response))
await new Promise<void>((resolve) => store.listen(0, resolve))
const workshop = mkdtempSync(join(tmpdir(), 'store-'))
after(() => {
  rmSync(workshop, { recursive: true })
  store.closeAllConnections()
  store.close()
})

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://store')
  const key = decodeURIComponent(pathname.split('/').slice(2).join('/'))
  const found = objects.get(key)
  if (request.method === 'PUT') objects.set(key, await buffer(request))
  else if (request.method === 'DELETE') objects.delete(key)
  else if (key.endsWith('unmeasured'))
    return void response
      .writeHead(200, { 'Transfer-Encoding': 'chunked' })
      .end(request.method === 'GET' ? 'content' : '')
  else if (key === '') return void response.setHeader('Content-Type', 'application/xml').end(list(searchParams))
  else if (found) return void response.setHeader('Content-Length', found.length).end(found)
  else return void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
  response.end()
}

function list(asked: URLSearchParams): string {
  const [prefix, behind, most] = ['prefix', 'start-after', 'max-keys'].map((name) => asked.get(name) ?? '')
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix ?? '') && key > (behind ?? '')).sort()
  const found = keys.slice(0, Number(most)).map((key) => `<Contents><Key>${key}</Key></Contents>`)
  return `<?xml version="1.0"?><ListBucketResult>${found.join('')}</ListBucketResult>`
}

function placeAt(prefix: string, host = '127.0.0.1') {
  const endpoint = `http://${host}:${(store.address() as AddressInfo).port}`
  const place = { kind: 'S3', bucket: 'files', prefix, endpoint, region: 'us-east-1' } as const
  return openS3(place, { keyId: 'key', secretKey: 'secret' })
}

const path = join(workshop, 'file')
writeFileSync(path, 'content')

test('does not move files between two names of the same bucket', async () => {
  const [from, to] = [placeAt('market/'), placeAt('market/', 'localhost')]
  await from.put('proofs/1', path)
  await assert.rejects(moveFiles({ from, to, folders: ['proofs'], workshop }), /one and the same/)
  assert.deepEqual([...objects.keys()], ['market/proofs/1'])
  objects.clear()
})

test('moves files to a prefix with the name of their folder and finds them there', async () => {
  const [from, to] = [placeAt(''), placeAt('proofs/')]
  for (const key of ['proofs/1', 'proofs/2', 'proofs/3']) await from.put(key, path)
  assert.equal((await moveFiles({ from, to, folders: ['proofs'], workshop })).left, 0)
  assert.deepEqual(await to.keys('proofs', '', 2), ['proofs/1', 'proofs/2'])
  assert.deepEqual(await from.keys('proofs', '', 9), [])
  objects.clear()
})

test('unread downloads do not block others', async () => {
  const place = placeAt('')
  await place.put('proofs/1', path)
  const opened = []
  for (let each = 0; each < 150; each++) opened.push(await place.open('proofs/1'))
  assert.equal(await place.sizeOf('proofs/1'), 7)
  for (const each of opened) each?.file.destroy()
})

test('a file without a length cannot be read, but is not reported as missing', async () => {
  const place = placeAt('')
  for (const ask of [() => place.open('proofs/unmeasured'), () => place.sizeOf('proofs/unmeasured')])
    await assert.rejects(ask, /does not say how long the file is/)
})
