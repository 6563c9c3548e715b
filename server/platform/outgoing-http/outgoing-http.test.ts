import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createPlainServer } from 'node:http'
import { createServer } from 'node:https'
import { after, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { certificate, certificateKey } from '../../../test/support/fakes/certificate.ts'
import {
  abuses,
  answering,
  openRawReceiver,
  outcomesOf,
  type ReceiverBehavior,
} from '../../../test/support/fakes/receivers.ts'
import { otherBadUrls, privateSpellings } from '../../../test/support/inputs/spellings.ts'
import { stopwatch } from '../clock.ts'
import { OutgoingFailed } from './failure.ts'
import { createOutgoing, excerptOf, type OutgoingOptions } from './outgoing-http.ts'

const totalMs = 600
const bodyMs = 200
const impatient = { totalMs, bodyMs }
/** Far above the limits: a receiver that is not cut off would take for ever. */
const marginMs = 30_000
/** What the kernel buffers on both ends for an endless response that is no longer read. */
const kernelBytesMax = 16 * 1024 * 1024
const head = 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n'
const request = { headers: { 'content-type': 'application/json' }, body: '{}' }

const opened: (() => Promise<void>)[] = []
after(async () => {
  for (const close of opened) await close()
})

function outgoing(options: Partial<OutgoingOptions> = {}) {
  const made = createOutgoing({ allowPrivate: true, totalMs: 60_000, bodyMs: 60_000, ...options })
  opened.push(made.close)
  return made
}

async function receiver(speech: ReceiverBehavior) {
  const made = await openRawReceiver(speech)
  opened.push(made.close)
  return made
}

const reasonFor = async (sending: Promise<unknown>): Promise<string> => {
  const failed = await sending.then(
    () => assert.fail('it was sent'),
    (error: unknown) => error,
  )
  assert.ok(failed instanceof OutgoingFailed, String(failed))
  assert.ok(Number.isInteger(failed.durationMs))
  return failed.reason
}

test('returns status, headers, the start of the body and the duration', async () => {
  const { url, seen } = await receiver(
    answering('429 Slow down', 'later, please', 'retry-after: 7', 'x-a: 1', 'x-a: 2'),
  )
  const { post } = outgoing()
  const answer = await post(url, request)
  assert.deepEqual(
    { ...answer, headers: { ...answer.headers }, durationMs: 0 },
    {
      status: 429,
      headers: { 'content-length': '13', 'retry-after': '7', 'x-a': '1, 2' },
      text: 'later, please',
      excerpt: 'later, please',
      durationMs: 0,
    },
  )
  for (let turn = 0; turn < 10; turn++) {
    await setImmediate()
    await post(url, request)
  }
  assert.equal(seen.requests, 11)
  assert.ok(seen.connections < 11, 'a connection is used again')
})

describe('a forbidden URL is refused before a connection', () => {
  const { post } = outgoing({ allowPrivate: false })
  for (const url of [...privateSpellings, ...Object.keys(otherBadUrls)])
    test(JSON.stringify(url.slice(0, 60)), async () =>
      assert.match(await reasonFor(post(url, request)), /^The URL must/),
    )
})

test('does not reach a loopback server by any spelling of its address', async () => {
  const { port, seen } = await receiver(answering('200 OK'))
  const { post } = outgoing({ allowPrivate: false, resolve: async () => ['127.0.0.1'] })
  const hosts = [...privateSpellings.map((url) => new URL(url).host), 'localhost', 'hooks.example.com']
  for (const host of hosts)
    for (const url of [`https://${host}/`, `https://${host}:${port}/`, `http://${host}:${port}/`])
      await reasonFor(post(url, request))
  assert.equal(seen.connections, 0)
})

test('connects to the checked address; a name that resolves elsewhere next time is refused', async () => {
  // Unchecked, 0.0.0.0 would reach the same receiver; it stays blocked even if private addresses are allowed.
  const { port, seen } = await receiver(answering('200 OK', '', 'connection: close'))
  const answers = [['127.0.0.1'], ['0.0.0.0'], ['127.0.0.1', '0.0.0.0'], ['169.254.169.254'], ['::'], []]
  const { post } = outgoing({ resolve: async () => answers.shift() ?? [] })
  const send = () => post(`http://rebinding.example.com:${port}/`, request)
  assert.equal((await send()).status, 200)
  for (let left = answers.length; left > 1; left--)
    assert.equal(await reasonFor(send()), 'The URL must not lead to a private or reserved address.')
  assert.equal(await reasonFor(send()), 'The name of the host has no address')
  assert.equal(seen.connections, 1)
})

test('does not follow redirects', async () => {
  const victim = await receiver(answering('200 OK'))
  for (const location of [victim.url, 'http://169.254.169.254/latest/meta-data/'])
    for (const status of ['301 Moved', '302 Found', '303 See Other', '307 Temporary', '308 Permanent']) {
      const { url } = await receiver(answering(status, '', `location: ${location}`))
      assert.equal((await outgoing().post(url, request)).status, Number(status.slice(0, 3)))
    }
  assert.equal(victim.seen.connections, 0)
})

const late = `No answer within ${totalMs / 1000} seconds`

describe('a receiver that wastes time and memory is cut off', () => {
  for (const [name, outcome] of Object.entries(outcomesOf(totalMs / 1000)))
    test(`${name}: ${outcome}`, async () => {
      const { url, seen, close } = await receiver(abuses[name as keyof typeof abuses])
      const elapsed = stopwatch()
      const answer = outgoing(impatient).post(url, request)
      if (typeof outcome === 'string') assert.equal(await reasonFor(answer), outcome)
      else {
        const { status, excerpt } = await answer
        assert.equal(status, outcome)
        assert.ok(Buffer.byteLength(excerpt) <= 1024)
        assert.doesNotMatch(excerpt, /\p{C}/u)
      }
      assert.ok(elapsed() < totalMs + marginMs, `${elapsed()} ms`)
      await close()
      assert.ok(seen.bytesWritten < kernelBytesMax, `${seen.bytesWritten} bytes`)
    })
})

test('a slow body is cut off by its own short limit, not by the total one', async () => {
  const patient = outgoing({ totalMs: 2 * marginMs, bodyMs })
  for (const speech of [abuses.dripInBody, (socket) => void socket.write(head)] satisfies ReceiverBehavior[]) {
    const { url } = await receiver(speech)
    const { status, durationMs } = await patient.post(url, request)
    assert.equal(status, 200)
    assert.ok(durationMs >= bodyMs - 5 && durationMs < bodyMs + marginMs, `${durationMs} ms`)
  }
})

test('a slow body does not outlast the total limit', async () => {
  const { url } = await receiver((socket) => void socket.write(head))
  const { status, durationMs } = await outgoing({ totalMs, bodyMs: 2 * marginMs }).post(url, request)
  assert.equal(status, 200)
  assert.ok(durationMs >= totalMs - 5 && durationMs < totalMs + marginMs, `${durationMs} ms`)
})

test('an endless response uses no memory', async () => {
  const { url } = await receiver(abuses.endlessBody)
  const { post } = outgoing(impatient)
  await post(url, request)
  const before = process.memoryUsage().rss
  for (let turn = 0; turn < 20; turn++) await post(url, request)
  assert.ok(process.memoryUsage().rss - before < 50 * 1024 * 1024)
})

test('stopping from outside ends at once, with a reason', async () => {
  const { url } = await receiver(abuses.hang)
  const stop = new AbortController()
  const sending = reasonFor(outgoing().post(url, { ...request, signal: stop.signal }))
  stop.abort()
  assert.equal(await sending, 'Stopped before an answer came')
})

test('waits for a name server no longer than the total limit', async () => {
  const elapsed = stopwatch()
  const { post } = outgoing({ ...impatient, resolve: () => new Promise(() => {}) })
  assert.equal(await reasonFor(post('https://hooks.example.com/', request)), late)
  assert.ok(elapsed() < totalMs + marginMs)
})

test('the reason distinguishes a closed port from an unknown name', async () => {
  const { url, close } = await openRawReceiver(answering('200 OK'))
  await close()
  assert.equal(await reasonFor(outgoing().post(url, request)), 'The host refused the connection')
  const unknown = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
  const { post } = outgoing({ resolve: () => Promise.reject(unknown) })
  assert.equal(await reasonFor(post('https://hooks.example.com/', request)), 'The name of the host was not found')
})

test('a certificate must be trusted and match the name', async () => {
  const server = createServer({ key: certificateKey, cert: certificate }, (_, response) => response.end('secure'))
  opened.push(async () => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as { port: number }
  const resolve = async () => ['127.0.0.1']
  const trusting = outgoing({ resolve, ca: certificate })
  assert.equal((await trusting.post(`https://hooks.example.com:${port}/`, request)).excerpt, 'secure')
  assert.equal(
    await reasonFor(trusting.post(`https://other.example.com:${port}/`, request)),
    'No secure connection (ERR_TLS_CERT_ALTNAME_INVALID)',
  )
  assert.equal(
    await reasonFor(outgoing({ resolve }).post(`https://hooks.example.com:${port}/`, request)),
    'No secure connection (DEPTH_ZERO_SELF_SIGNED_CERT)',
  )
})

test('reports a receiver that does not speak TLS or does not answer', async () => {
  const plain = createPlainServer()
  opened.push(async () => void plain.close())
  await once(plain.listen(0, '127.0.0.1'), 'listening')
  const { port } = plain.address() as { port: number }
  const silent = await receiver(() => {})
  assert.match(await reasonFor(outgoing().post(`https://127.0.0.1:${port}/`, request)), /^No secure connection/)
  assert.equal(await reasonFor(outgoing(impatient).post(`https://127.0.0.1:${silent.port}/`, request)), late)
})

test('an excerpt is printable, valid and short for any bytes', () => {
  assert.equal(
    excerptOf(Buffer.from('a\u0000b\u001b[31m\r\n\u202e\u2028😀é')),
    'a\\u{0}b\\u{1b}[31m\\r\\n\\u{202e}\\u{2028}😀é',
  )
  assert.equal(excerptOf(Buffer.from([0xff, 0x61, 0xed, 0xa0, 0x80])).isWellFormed(), true)
  for (const text of ['😀', 'é', '\u0007', 'x']) {
    const excerpt = excerptOf(Buffer.from(text.repeat(2000)))
    assert.ok(Buffer.byteLength(excerpt) <= 1024 && excerpt.length > 200, text)
    assert.doesNotMatch(excerpt, /\ufffd/)
  }
})
