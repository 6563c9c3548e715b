import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { stopwatch } from '../../../server/platform/clock.ts'
import { advertiser } from '../../support/fixtures.ts'
import { mustBeProblem, sendBytes, sendRaw } from '../../support/inputs/raw.ts'
import { slowHead } from '../../support/inputs/slow.ts'
import { pdf, reservedWork, uploadTo } from '../../support/inputs/uploads.ts'
import { openMarket } from '../../support/market.ts'
import { digestOf } from '../../support/scenarios/digest.ts'

const market = await openMarket()
const { token } = await advertiser(market)
const lines = (...each: readonly string[]): string => `${each.join('\r\n')}\r\n\r\n`
const host = 'Host: market.example'
const bearer = `Authorization: Bearer ${token}`
const get = 'GET /api/advertiser/offers/categories HTTP/1.1'
const post = 'POST /api/advertiser/offers/draft HTTP/1.1'
const json = 'Content-Type: application/json'
/** A second request smuggled in the body of the first; it would return another account's offer. */
const smuggled = lines('GET /api/advertiser/offers HTTP/1.1', host, bearer)

/** Requests that servers interpret differently; must get one response, and the connection must be closed. */
const ambiguous: Readonly<Record<string, string>> = {
  'two lengths': lines(post, host, json, 'Content-Length: 0', `Content-Length: ${smuggled.length}`) + smuggled,
  'two lengths in one': `${lines(post, host, json, 'Content-Length: 0, 5')}abcde`,
  'a length and chunks': `${lines(post, host, json, 'Content-Length: 6', 'Transfer-Encoding: chunked')}0\r\n\r\n${smuggled}`,
  'chunks and a length': `${lines(post, host, json, 'Transfer-Encoding: chunked', 'Content-Length: 6')}0\r\n\r\n${smuggled}`,
  'another encoding': lines(post, host, json, 'Transfer-Encoding: xchunked') + smuggled,
  'chunks that are not last': lines(post, host, json, 'Transfer-Encoding: chunked, identity') + smuggled,
  'two encodings': lines(post, host, json, 'Transfer-Encoding: chunked', 'Transfer-Encoding: identity') + smuggled,
  'an encoding behind a tab': lines(post, host, json, 'Transfer-Encoding:\u000bchunked') + smuggled,
  'an encoding in quotes': lines(post, host, json, 'Transfer-Encoding: "chunked"') + smuggled,
  'a chunk size beyond all': `${lines(post, host, json, bearer, 'Transfer-Encoding: chunked')}${'f'.repeat(20)}\r\n${smuggled}`,
  'a chunk that ends in a line feed': `${lines(post, host, json, bearer, 'Transfer-Encoding: chunked')}2\r\n{}\n0\r\n\r\n${smuggled}`,
  'a length behind the chunks': `${lines(post, host, json, bearer, 'Transfer-Encoding: chunked')}0\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
  'a space before the colon': lines(post, host, json, 'Content-Length : 5') + smuggled,
  'a length that is none': lines(post, host, json, 'Content-Length: 0x10') + smuggled,
  'a negative length': lines(post, host, json, 'Content-Length: -1') + smuggled,
  'a length with a sign': lines(post, host, json, 'Content-Length: +5') + smuggled,
  'a length beyond all': lines(post, host, json, `Content-Length: ${'9'.repeat(30)}`) + smuggled,
  'a chunk size that is none': `${lines(post, host, json, bearer, 'Transfer-Encoding: chunked')}z\r\n${smuggled}`,
  'a chunk longer than it says': `${lines(post, host, json, bearer, 'Transfer-Encoding: chunked')}2\r\nabcdef\r\n0\r\n\r\n`,
  'line feeds alone': `${get}\n${host}\n${bearer}\n\n`,
  'a line feed within a header': `${get}\r\n${host}\r\nX-A: 1\nX-B: 2\r\n\r\n`,
  'a carriage return alone': `${get}\r\n${host}\rX-A: 1\r\n\r\n`,
  'a folded header': `${get}\r\n${host}\r\nX-A: 1\r\n 2\r\n\r\n`,
  'NUL in a header': lines(get, host, 'X-A: a\u0000b'),
  'NUL in the address': lines('GET /v1/tasks\u0000 HTTP/1.1', host),
  'a header without a name': lines(get, host, ': x'),
  'a header without a colon': lines(get, host, 'X-A'),
  'another version': lines('GET /v1/tasks HTTP/3.0', host),
  'no method': lines('/v1/tasks HTTP/1.1', host),
  'a method that is none': lines('STEAL /v1/tasks HTTP/1.1', host),
  'another protocol': '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
  'binary noise': '\u0000\u00ff\u0001\r\n\r\n',
}

const methodless = ['no method', 'a method that is none', 'another protocol', 'binary noise']

describe('an ambiguous request gets one response, and the connection closes', () => {
  for (const [what, text] of Object.entries(ambiguous))
    test(`${what}: 400`, async () => {
      const { output, statuses } = await sendBytes(market.url, text)
      assert.deepEqual(statuses, [400], output)
      mustBeProblem(output, 400, methodless.includes(what) ? 'unknown_method' : 'malformed_request')
    })
})

test('a request without a host: 400, except in HTTP/1.0', async () => {
  const { output } = await sendBytes(market.url, lines(get, bearer))
  assert.equal(
    mustBeProblem(output, 400, 'malformed_request')['detail'],
    'The request is not valid HTTP/1.1: Missing Host header.',
  )
  assert.deepEqual((await sendBytes(market.url, lines(get.replace('1.1', '1.0'), bearer))).statuses, [200])
})

test('the refusal of a malformed request follows the complete response before it', async () => {
  const work = await reservedWork(market)
  const { body } = await uploadTo(work, [pdf(5 * 1024 * 1024)])
  const socket = connect(Number(new URL(market.url).port), '127.0.0.1').on('error', () => {})
  const path = new URL(body.items[0].url).pathname
  socket.write(lines(`GET ${path} HTTP/1.1`, host, `Authorization: Bearer ${work.executor.token}`))
  await once(socket, 'readable')
  socket.write('no request\r\n\r\n')
  let output = ''
  for await (const chunk of socket.setEncoding('latin1')) output += chunk
  assert.deepEqual(output.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 200'])
})

describe('the size of the request line and headers is limited', () => {
  const large: Readonly<Record<string, string>> = {
    'a header of twenty thousand bytes': lines(get, host, `X-A: ${'x'.repeat(20_000)}`),
    'a credential of twenty thousand bytes': lines(get, host, `Authorization: Bearer ${'x'.repeat(20_000)}`),
    'five thousand headers': lines(get, host, ...Array.from({ length: 5000 }, (_, index) => `X-${index}: 1`)),
    'an address of twenty thousand bytes': lines(`GET /v1/tasks/${'1'.repeat(20_000)} HTTP/1.1`, host),
    'a query of a hundred thousand bytes': lines(`GET /v1/tasks?search=${'x'.repeat(100_000)} HTTP/1.1`, host),
  }
  for (const [what, text] of Object.entries(large))
    test(`${what}: 431`, async () => {
      const { output, statuses } = await sendBytes(market.url, text)
      assert.deepEqual(statuses, [431], output.slice(0, 300))
      mustBeProblem(output, 431, 'headers_too_large')
      assert.ok(!output.includes('xxx'), 'what was too large is not repeated')
    })

  test('a header named like a prototype member has no effect', async () => {
    const headers = { authorization: `Bearer ${token}`, __proto__: 'x', constructor: 'x', 'x-__proto__': 'x' }
    const { status } = await sendRaw(market.url, 'GET', '/api/advertiser/offers/categories', headers)
    assert.equal(status, 200)
    assert.equal(({} as Record<string, unknown>)['x'], undefined)
  })
})

describe('one connection', () => {
  test('carries several requests with separate responses', async () => {
    const two = lines(get, host, bearer) + lines(get, host, 'Authorization: Bearer other', 'Connection: close')
    assert.deepEqual((await sendBytes(market.url, two)).statuses, [200, 401])
  })

  test('bytes beyond the content length are not read as part of the body', async () => {
    const { statuses } = await sendBytes(
      market.url,
      `${lines(post, host, bearer, json, 'Content-Length: 2')}{}XX${lines('', host)}`,
    )
    assert.ok(statuses.length > 0 && statuses.every((status) => status === 400), statuses.join())
  })

  test('line breaks in a request never become response headers', async () => {
    const path = '/v1/tasks/%0d%0aSet-Cookie:%20a=b?x=%0d%0aX-Evil:%201'
    const { output, statuses } = await sendBytes(
      market.url,
      lines(`GET ${path} HTTP/1.1`, host, bearer, 'Connection: close'),
    )
    assert.deepEqual(statuses, [401])
    assert.doesNotMatch(output, /^(?:Set-Cookie|X-Evil):/im)
  })

  test('chunk extensions and trailers are ignored, and the next request follows them', async () => {
    const chunked = lines(post, host, bearer, json, 'Transfer-Encoding: chunked', 'Trailer: Authorization')
    const body = '2;a="0";b=c\r\n{}\r\n0\r\nAuthorization: Bearer other\r\n\r\n'
    const next = lines(get, host, bearer, 'Connection: close')
    const { output, statuses } = await sendBytes(market.url, chunked + body + next)
    assert.deepEqual(statuses, [400, 200], output)
  })

  test('the size of chunk extensions is limited', async () => {
    const endless = `${lines(post, host, bearer, json, 'Transfer-Encoding: chunked')}2;${'a'.repeat(40_000)}\r\n{}\r\n0\r\n\r\n`
    const { statuses } = await sendBytes(market.url, endless)
    assert.ok(statuses.length === 1 && [400, 413].includes(statuses[0] ?? 0), statuses.join())
  })

  test('an incomplete body has no effect', async () => {
    const before = await digestOf(market.ctx.db)
    const whole = JSON.stringify({ offerPriceId: 1, title: 'half', totalLimit: 1 })
    const { promise, resolve } = Promise.withResolvers<void>()
    const socket = connect(Number(new URL(market.url).port), '127.0.0.1', () => {
      socket.write(lines(post, host, bearer, json, `Content-Length: ${whole.length + 5}`) + whole)
      socket.end()
    })
    socket.resume().on('close', () => resolve())
    await promise
    assert.equal(await digestOf(market.ctx.db), before)
  })
})

const { port } = new URL(market.url)
const draft = JSON.stringify({ offerPriceId: 1, title: 'late', totalLimit: 1 })
const draftHead = `${post}\r\n${host}\r\n${bearer}\r\n${json}\r\nConnection: close\r\nContent-Length: ${draft.length}`

/** Receives everything from a client that keeps its side of the connection open. */
function listen(socket: Socket): () => string {
  let output = ''
  socket
    .on('error', () => {})
    .setEncoding('latin1')
    .on('data', (text: string) => {
      output += text
    })
  return () => output
}

/** Waits until the connection is closed, also by an error. */
const closing = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))

/** Sends the rest of a request after the server's answer, and then bytes until the server has closed the connection. */
async function sendLate(first: string, rest: string): Promise<string> {
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true })
  const output = listen(socket)
  socket.write(first)
  await once(socket, 'end')
  socket.write(rest)
  const more = setInterval(() => socket.write('x'), 100)
  await closing(socket)
  clearInterval(more)
  return output()
}

/* They wait for seconds, and for nothing else: all at once. */
describe('what comes slowly', { concurrency: true }, () => {
  test('slow headers are cut off after 5 seconds without delaying other clients', async () => {
    const elapsed = stopwatch()
    const slow = [sendBytes(market.url, `${get}\r\n${host}\r\n`), sendBytes(market.url, 'G')]
    const { status } = await market.as(token).get('/api/advertiser/offers/categories')
    assert.equal(status, 200)
    const [headers, letter] = await Promise.all(slow)
    for (const cut of [headers, letter]) mustBeProblem(cut?.output ?? '', 408, 'request_timeout')
    const seconds = elapsed() / 1000
    assert.ok(seconds > 4 && seconds < 60, `cut after ${seconds} s`)
  })

  test('a slow body is cut off after 10 seconds, with a localized problem that names the request', async () => {
    const head = slowHead('/api/advertiser/offers/draft?a=b', token).replace(
      '\r\n\r\n',
      '\r\nAccept-Language: ru\r\nPrefer: handling=lenient\r\n\r\n',
    )
    const nowhere = ['/nowhere', '/%zz'].map((path) => sendBytes(market.url, `${slowHead(path, token)} `, 15))
    const { output } = await sendBytes(market.url, `${head}{`, 15)
    const { title, instance } = mustBeProblem(output, 408, 'request_timeout')
    assert.equal(title, 'Время ожидания запроса истекло')
    assert.match(String(instance), /^\/api\/advertiser\/offers\/draft#req_/)
    for (const cut of await Promise.all(nowhere)) assert.match(cut.output, /^HTTP\/1\.1 4/)
  })

  for (const [what, first, rest] of [
    ['headers', draftHead, `\r\n\r\n${draft}`],
    ['a body', `${draftHead}\r\n\r\n`, draft],
  ] as const)
    test(`what arrives after a 408 for ${what} is not carried out, and the connection closes`, async () => {
      const before = await digestOf(market.ctx.db)
      mustBeProblem(await sendLate(first, rest), 408, 'request_timeout')
      assert.equal(await digestOf(market.ctx.db), before)
    })
})

test('what has arrived while the process was too busy to read it is not late', async () => {
  const [head, body] = [connect(Number(port), '127.0.0.1'), connect(Number(port), '127.0.0.1')]
  const outputs = [listen(head), listen(body)]
  head.write(`${get}\r\n${host}\r\n`)
  body.write(lines(draftHead, 'Expect: 100-continue'))
  // The server has accepted both connections and read the headers of one.
  await once(body, 'data')
  const closed = Promise.all([closing(head), closing(body)])
  setImmediate(() => {
    head.write(lines(bearer, 'Connection: close'))
    body.write(draft)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, busyMs)
  })
  await closed
  assert.match(outputs[0]?.() ?? '', /^HTTP\/1\.1 200 /)
  assert.match(outputs[1]?.() ?? '', /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /)
})

/** Longer than a request may take to arrive. */
const busyMs = 11_000

test('an idle connection does not delay closing', async () => {
  const own = await openMarket()
  const socket = connect(Number(new URL(own.url).port), '127.0.0.1')
  await once(socket, 'connect')
  const closed = once(socket, 'close')
  await own.close()
  await closed
})
