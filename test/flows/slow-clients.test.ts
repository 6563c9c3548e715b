import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { stopwatch } from '../../server/platform/clock.ts'
import { openMarket } from '../support/market.ts'
import { formType, reservedWork } from '../support/uploads.ts'
import { advertiser, outcome } from '../support/world.ts'

const isLong = process.env.LONG === '1'
const each = isLong ? 500 : 250
const dripMs = 1000
const market = await openMarket()
const { key, b } = await advertiser(market)
const work = await reservedWork(market)
const port = Number(new URL(market.url).port)

type Slow = {
  readonly socket: Socket
  readonly lifeSeconds: () => number
  readonly ended: Promise<number>
  said: string
}

/** Sends a beginning, and then one byte now and then; tells when it was cut. */
async function slowly(beginning: string, drop: string): Promise<Slow> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  const elapsed = stopwatch()
  const lifeSeconds = () => elapsed() / 1000
  socket.write(beginning)
  const drip = setInterval(() => socket.write(drop), dripMs)
  const ended = once(socket, 'close').then(() => {
    clearInterval(drip)
    return lifeSeconds()
  })
  const slow: Slow = { socket, lifeSeconds, ended, said: '' }
  socket.setEncoding('latin1').on('data', (text: string) => {
    slow.said += text
  })
  return slow
}

const many = (beginning: string, drop: string): Promise<Slow[]> =>
  Promise.all(Array.from({ length: each }, () => slowly(beginning, drop)))

const head = (path: string, bearer: string, type: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${bearer}\r\nContent-Type: ${type}\r\nContent-Length: 100000\r\n\r\n`

/** All were cut within so many seconds, and told why. */
async function areCut(slow: readonly Slow[], least: number, most: number): Promise<void> {
  const seconds = await Promise.all(slow.map(({ ended }) => ended))
  assert.ok(
    Math.min(...seconds) > least && Math.max(...seconds) < most,
    `${Math.min(...seconds)} to ${Math.max(...seconds)} s`,
  )
  assert.deepEqual(new Set(slow.map(({ said }) => said.slice(9, 12))), new Set(['408']))
}

/** What a busy machine may be late by. */
const lateSeconds = 2

test(`${each} who send headers slowly and ${each} who send bodies slowly are cut; others are answered meanwhile`, async (t) => {
  const headers = await many('GET /v1/balance HTTP/1.1\r\nHost: x\r\nX-A: ', 'a')
  const bodies = await many(`${head('/v1/tasks', key, 'application/json')}{`, ' ')
  const [upload] = [await slowly(head(work.path, work.executor.token, formType), 'a')]
  const nowhere = await slowly(head('/nowhere', key, 'application/json'), ' ')
  const over = Promise.all([areCut(headers, 4, 6 + lateSeconds), areCut(bodies, 9, 11 + lateSeconds)])
  const times: number[] = []
  for (let isOver = false; !isOver; ) {
    const elapsed = stopwatch()
    assert.equal(outcome(await b.get('/v1/balance')), '200')
    times.push(elapsed())
    isOver = await Promise.race([over.then(() => true), setTimeout(20, false)])
  }
  t.diagnostic(`${times.length} requests beside them, the slowest ${Math.max(...times).toFixed()} ms`)
  assert.ok((await nowhere.ended) < 11 + lateSeconds, 'what leads nowhere is no way to stay')
  assert.equal(upload.socket.destroyed, false, 'an upload may take longer')
  upload.socket.destroy()
})
