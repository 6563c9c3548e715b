import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { advertiser, expectOk } from '../../../test/support/fixtures.ts'
import { openMarketWithSandboxes, sandboxAddress, testClient } from '../../../test/support/sandbox.ts'
import { forwardHeaders } from '../../sandbox/sandbox.ts'

const market = await openMarketWithSandboxes()

/** Sends text to a port. Returns the text that comes back until the connection ends. */
function exchange(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text, 'latin1'))
    let received = ''
    socket.setEncoding('latin1').on('data', (data) => {
      received += data
    })
    socket.once('end', () => resolve(received))
    socket.once('error', reject)
  })
}

const requestOf = (line: string, headers: readonly string[], body = '') =>
  [line, 'Host: sandbox.example', 'Connection: close', ...headers, '', body].join('\r\n')

test('the body of a request is never read as a request of its own', async () => {
  const [attacker, victim] = [await testClient(market, await advertiser(market)), await advertiser(market)]
  const other = await testClient(market, victim)
  for (const each of [attacker, other]) expectOk(await each.get('/v1/tasks'))
  const hidden = 'POST /v1/sandbox/deposits HTTP/1.1\r\nX-A: '
  const body = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`
  const headers = [`Authorization: Bearer ${attacker.secret}`, 'Transfer-Encoding: chunked']
  for (const method of ['GET', 'DELETE']) {
    const answer = await exchange(
      Number(new URL(market.url).port),
      requestOf(`${method} /v1/tasks HTTP/1.1`, headers, body),
    )
    assert.match(answer, /^HTTP\/1\.1 (?:200|405) /)
    for (let time = 0; time < 3; time++) assert.deepEqual(expectOk(await other.get('/v1/tasks')).items, [])
  }
})

test('the process of the sandboxes answers only requests with one secret and one visitor', async () => {
  const { port, secret } = await sandboxAddress(market)
  const { id } = await advertiser(market)
  const visitor = { account: id, key: 'x', scopes: ['tasks:read'], dailySpendMaxUnits: null }
  const encoded = Buffer.from(JSON.stringify(visitor)).toString('base64url')
  const [ofSecret, ofVisitor] = [`${forwardHeaders.secret}: `, `${forwardHeaders.visitor}: `]
  const statusOf = async (headers: string[]) =>
    /^HTTP\/1\.1 (\d+)/.exec(await exchange(port, requestOf('GET /v1/tasks HTTP/1.1', headers)))?.[1]
  assert.equal(await statusOf([ofSecret + secret, ofVisitor + encoded]), '200')
  for (const headers of [
    [ofVisitor + encoded],
    [ofSecret + secret],
    [ofSecret + secret, ofVisitor + encoded, ofVisitor + encoded],
    [ofSecret + secret, ofSecret + secret, ofVisitor + encoded],
    [`${ofSecret}é${secret.slice(1)}`, ofVisitor + encoded],
    [ofSecret + secret, `${ofVisitor}no-json`],
  ])
    assert.equal(await statusOf(headers), '403')
})
