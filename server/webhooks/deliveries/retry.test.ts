import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { idOf } from '../../values/id.ts'
import { type Attempt, failureOf, type Outcome } from './delivery.ts'
import { decideRetry } from './retry.ts'

const schedule = [0, 5, 300]
const noon = new Date('2026-11-21T12:00:00.000Z')
const attempt = (index: number, number = index): Attempt => ({
  delivery: idOf(1),
  endpoint: idOf(2),
  event: idOf(3),
  number,
  roundNumber: index,
  url: 'https://example.com/',
  generation: 1,
  secret: Buffer.alloc(0),
  previousSecret: null,
  body: '{}',
  kind: 'report.submitted',
  isVerified: true,
  requestId: null,
  startedAt: noon,
  createdAt: noon,
})
const answered = (statusCode: number, retryAfter?: string): Outcome => ({
  statusCode,
  error: failureOf(statusCode),
  durationMs: 3,
  excerpt: '',
  retryAfter,
})
const silent: Outcome = { statusCode: null, error: 'No answer in time', durationMs: 15_000, excerpt: null }
const decide = (index: number, outcome: Outcome, random = 0.5) => decideRetry(attempt(index), outcome, schedule, random)
const rest = { pauseSeconds: null, isGone: false }

describe('the decision after an attempt', () => {
  test('every 2xx is a success', () => {
    for (const status of [200, 201, 204, 299])
      assert.deepEqual(decide(1, answered(status)), { ...rest, status: 'Delivered', waitSeconds: null })
  })
  test('everything else is retried on schedule, and then fails', () => {
    for (const outcome of [...[199, 301, 308, 400, 404, 500].map((status) => answered(status)), silent]) {
      assert.deepEqual(decide(1, outcome), { ...rest, status: 'Retrying', waitSeconds: 5 })
      assert.deepEqual(decide(2, outcome), { ...rest, status: 'Retrying', waitSeconds: 300 })
      assert.deepEqual(decide(3, outcome), { ...rest, status: 'Failed', waitSeconds: null })
    }
  })
  test('the schedule restarts with a resend', () => {
    const late = decideRetry(attempt(1, 11), silent, schedule, 0.5)
    assert.deepEqual([late.status, late.waitSeconds], ['Retrying', 5])
  })
  test('jitter changes a delay by up to a tenth', () => {
    const shown = [0, 0.5, 1].map((random) => decide(2, silent, random).waitSeconds)
    assert.deepEqual(shown, [270, 300, 330])
  })
  test('final errors are not retried', () => {
    assert.equal(decide(1, { ...silent, isFinal: true }).status, 'Failed')
  })
  test('410 means that the endpoint is gone', () => {
    assert.deepEqual(decide(1, answered(410)), { ...rest, status: 'Retrying', waitSeconds: 5, isGone: true })
  })
  test('429, 502, 503 and 504 pause the whole endpoint', () => {
    for (const status of [429, 502, 503, 504]) assert.equal(decide(1, answered(status)).pauseSeconds, 5)
    assert.equal(decide(1, answered(503, '120')).pauseSeconds, 120)
    assert.equal(decide(3, answered(503, '120')).pauseSeconds, 120)
  })
})

describe('Retry-After', () => {
  const waits = (retryAfter: string, index = 1) => decide(index, answered(500, retryAfter)).waitSeconds
  test('is respected if later than the schedule', () => {
    assert.deepEqual([waits('60'), waits('1'), waits('0'), waits('60', 2)], [60, 5, 5, 300])
  })
  test('may be an HTTP date', () => {
    assert.equal(waits('Sat, 21 Nov 2026 12:10:00 GMT'), 600)
    assert.equal(waits('Sat, 21 Nov 2026 11:00:00 GMT'), 5)
  })
  test('is limited to a day', () => {
    assert.equal(waits('9999999999'), 86_400)
    assert.equal(waits('Fri, 31 Dec 9999 23:59:59 GMT'), 86_400)
  })
  test('is ignored if it is neither', () => {
    for (const text of ['', 'soon', '-5', '1.5', '1e3', '99999999999999999999', 'no GMT', '2026-11-21T12:10:00Z'])
      assert.equal(waits(text), 5, text)
  })
})

test('an error names the status', () => {
  assert.deepEqual([204, 302, 500].map(failureOf), [null, 'Answered 302; redirects are not followed', 'Answered 500'])
})
