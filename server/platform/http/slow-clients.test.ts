import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { mock, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { pdf, reservedWork, uploadTo } from '../../../test/support/inputs/uploads.ts'
import { openMarket } from '../../../test/support/market.ts'

test('connections over the limit are closed at once, existing ones continue', async () => {
  const market = await openMarket({ connectionsMax: 3 })
  const open = () => connect(Number(new URL(market.url).port), '127.0.0.1')
  const kept = [open(), open(), open()]
  await Promise.all(kept.map((socket) => once(socket, 'connect')))
  // An answer proves that this connection, and those before it, were accepted.
  for (const socket of kept) assert.match(await firstBytes(socket), /^HTTP\/1\.1 200 /)
  const more = open()
  more.on('error', () => {})
  await once(more, 'close')
  assert.match(await firstBytes(kept[0] as Socket), /^HTTP\/1\.1 200 /)
  for (const socket of kept) socket.destroy()
})

test('a slow download is cut off after two minutes, and its slot is free again', async (t) => {
  const market = await openMarket({ requestsAtOnceMax: 1 })
  const work = await reservedWork(market)
  const { body } = await uploadTo(work, [pdf(5 * 1024 * 1024)])
  const { token, a } = work.executor
  const others = async () => (await a.get('/api/executor/offers/available')).status
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const socket = connect(Number(new URL(market.url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    `GET ${new URL(body.items[0].url).pathname} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  )
  const [first] = await once(socket, 'data')
  socket.pause()
  assert.match(String(first), /^HTTP\/1\.1 200 /)
  assert.equal(await others(), 503)
  mock.timers.tick(119_000)
  assert.equal(await others(), 503)
  mock.timers.tick(1_000)
  assert.equal(await others(), 200)
  socket.destroy()
})

test('a download below the minimum speed is cut off within seconds, and its slot is free again', async (t) => {
  const market = await openMarket({ requestsAtOnceMax: 1 })
  const work = await reservedWork(market)
  const { body } = await uploadTo(work, [pdf(5 * 1024 * 1024)])
  const { token, a } = work.executor
  mock.timers.enable({ apis: ['setInterval'] })
  t.after(() => mock.timers.reset())
  const socket = connect(Number(new URL(market.url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    `GET ${new URL(body.items[0].url).pathname} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  )
  const [first] = await once(socket, 'data')
  socket.pause()
  assert.match(String(first), /^HTTP\/1\.1 200 /)
  const others = async () => (await a.get('/api/executor/offers/available')).status
  mock.timers.tick(10_000)
  assert.equal(await others(), 503)
  // Read until the system's buffers for the connection are full.
  let status = 503
  for (let second = 0; second < 500 && status === 503; second++) {
    mock.timers.tick(1000)
    status = await others()
  }
  assert.equal(status, 200)
  socket.destroy()
})

test('an upload that keeps arriving may take minutes; one that stalls gets 408', async (t) => {
  const market = await openMarket()
  const { path, executor } = await reservedWork(market)
  mock.timers.enable({ apis: ['setInterval', 'setTimeout'] })
  t.after(() => mock.timers.reset())
  const socket = connect(Number(new URL(market.url).port), '127.0.0.1')
  const answers: string[] = []
  socket.on('error', () => {}).on('data', (bytes) => answers.push(String(bytes)))
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${executor.token}\r\nContent-Length: 4000000\r\n`
  socket.write(`${head}Content-Type: multipart/form-data; boundary=b\r\n\r\n--b\r\n`)
  socket.write(
    'Content-Disposition: form-data; name="files"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n',
  )
  const { workshop } = market.ctx.storage
  const received = async (): Promise<number> => {
    const [folder] = (await readdir(workshop)).filter((name) => name.startsWith('upload-'))
    const { size } = await stat(join(workshop, String(folder), '0-received')).catch(() => ({ size: 0 }))
    return size
  }
  const [piece, buffered] = [400_000, 150_000]
  for (let pieces = 1; pieces <= 6; pieces++) {
    await new Promise((sent) => socket.write('x'.repeat(piece), sent))
    while ((await received()) < pieces * piece - buffered) await setImmediate()
    mock.timers.tick(20_000)
  }
  assert.deepEqual(answers, [])
  const ended = once(socket, 'close')
  mock.timers.tick(20_000)
  await setImmediate()
  await setImmediate()
  mock.timers.tick(5_000)
  await ended
  assert.match(answers.join(''), /^HTTP\/1\.1 408 /)
})

async function firstBytes(socket: Socket): Promise<string> {
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  const [bytes] = await once(socket, 'data')
  return String(bytes)
}
