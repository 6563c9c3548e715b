import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { moveFiles } from './move.ts'
import { openS3 } from './s3.ts'

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
