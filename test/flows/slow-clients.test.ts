import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { stopwatch } from '../../server/platform/clock.ts'
import { advertiser, outcome } from '../support/fixtures.ts'
import { mustBeProblem } from '../support/inputs/raw.ts'
import { type SlowClient, slowBody, slowHead, slowHeaders, slowly } from '../support/inputs/slow.ts'
import { formType, reservedWork } from '../support/inputs/uploads.ts'
import { openMarket } from '../support/market.ts'

const isLong = process.env.LONG === '1'
const each = isLong ? 500 : 250
const market = await openMarket()
const { key, b } = await advertiser(market)
const work = await reservedWork(market)
const port = Number(new URL(market.url).port)

const many = (beginning: string, drop: string): Promise<SlowClient[]> =>
  Promise.all(Array.from({ length: each }, () => slowly(port, beginning, drop)))

/** Asserts that all were cut off within these seconds with an explanation. */
async function areCut(slow: readonly SlowClient[], least: number, most: number): Promise<void> {
  const seconds = await Promise.all(slow.map((one) => one.seconds))
  assert.ok(
    Math.min(...seconds) > least && Math.max(...seconds) < most,
    `${Math.min(...seconds)} to ${Math.max(...seconds)} s`,
  )
  for (const { output } of slow) mustBeProblem(output(), 408, 'request_timeout')
}

/** For a busy machine, and for two seconds in which a refused client may still send. `npm run bench -- overload` measures it without other load. */
const lateSeconds = 20

test(`${each} clients with slow headers and ${each} with slow bodies are cut off; others are answered meanwhile`, async (t) => {
  const headers = await many(...slowHeaders)
  const bodies = await many(...slowBody(key))
  const upload = await slowly(port, slowHead(work.path, work.executor.token, formType), 'a')
  const nowhere = await Promise.all(['/nowhere', '/%zz'].map((path) => slowly(port, slowHead(path, key), ' ')))
  const over = Promise.all([areCut(headers, 4, 6 + lateSeconds), areCut(bodies, 9, 11 + lateSeconds)])
  const times: number[] = []
  for (let isOver = false; !isOver; ) {
    const elapsed = stopwatch()
    assert.equal(outcome(await b.get('/v1/balance')), '200')
    times.push(elapsed())
    isOver = await Promise.race([over.then(() => true), setTimeout(20, false)])
  }
  t.diagnostic(`${times.length} requests beside them, the slowest ${Math.max(...times).toFixed()} ms`)
  for (const { seconds } of nowhere)
    assert.ok((await seconds) < 11 + lateSeconds, 'what leads nowhere is no way to stay')
  assert.equal(upload.socket.destroyed, false, 'an upload may take longer')
  upload.socket.destroy()
})
