import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { after, mock, test } from 'node:test'
import { pdf, reservedWork, uploadTo } from '../../../test/support/inputs/uploads.ts'
import { openMarket } from '../../../test/support/market.ts'
import { storageLocationOf } from '../../platform/config/storage-location.ts'

/** A store that accepts every request but does not respond, except for one file, while it hangs. */
const requests = new EventEmitter<{ PUT: []; DELETE: []; left: [] }>()
let hangs = true
const large = Buffer.alloc(5 * 1024 * 1024)
const store = createServer((request, response) => {
  request.resume()
  if (request.method === 'GET') {
    response.once('close', () => requests.emit('left'))
    return void response.setHeader('Content-Length', large.length).end(large)
  }
  if (!hangs) return void request.once('end', () => response.end())
  requests.emit(request.method as 'PUT' | 'DELETE')
})
await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve))
after(() => {
  store.closeAllConnections()
  store.close()
})

const { port } = store.address() as AddressInfo
const storageUrl = storageLocationOf(`s3://files?endpoint=http://127.0.0.1:${port}`)
assert.ok(storageUrl)
const keys = { storageKeyId: 'key', storageSecretKey: 'secret' }
const market = await openMarket({ storageUrl, ...keys, uploadsAtOnceMax: 1 })
const [work, other] = [await reservedWork(market), await reservedWork(market)]

test('an upload to a hanging store is answered within half a minute, and frees its capacity', {
  timeout: 300_000,
}, async (t) => {
  const putting = once(requests, 'PUT')
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const uploading = uploadTo(work, [pdf(), pdf(), pdf()])
  await putting
  const removing = once(requests, 'DELETE')
  assert.equal((await uploadTo(other, [pdf()])).status, 503, 'no capacity is left')
  mock.timers.tick(20_000)
  await removing
  mock.timers.tick(10_000)
  const { status, body, headers } = await uploading
  assert.deepEqual([status, body.code, headers.get('retry-after')], [503, 'temporarily_unavailable', '1'])
  assert.match(body.detail, /cannot reach its file storage/)
  mock.timers.reset()
  hangs = false
  assert.equal((await uploadTo(work, [pdf()])).status, 200)
})

test('a slow reader of a stored file is disconnected, and so is the connection to the store', {
  timeout: 300_000,
}, async (t) => {
  hangs = false
  const { body } = await uploadTo(work, [pdf()])
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const socket = connect(Number(new URL(market.url).port), '127.0.0.1')
  socket.on('error', () => {})
  const { pathname } = new URL(body.items[0].url)
  socket.write(`GET ${pathname} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${work.executor.token}\r\n\r\n`)
  await once(socket, 'data')
  socket.pause()
  const left = once(requests, 'left')
  mock.timers.tick(120_000)
  await left
  let bytes = 0
  socket.on('data', (chunk) => {
    bytes += chunk.length
  })
  socket.resume()
  await once(socket, 'close')
  assert.ok(bytes < large.length)
})
