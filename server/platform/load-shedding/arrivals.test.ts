import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { inShortTurns } from './arrivals.ts'

const workMs = 5
const waitMsMax = 250

/** Receives requests that take 5 ms each, by a clock that only they move. */
function receiving({ mock }: TestContext) {
  let now = 0
  mock.method(performance, 'now', () => now)
  const log: string[] = []
  const begin = () => {
    now += workMs
    log.push('begun')
  }
  const receive = inShortTurns(begin, () => void log.push('refused'), waitMsMax)
  const arrive = (isGone = false) => receive({} as IncomingMessage, { destroyed: isGone } as ServerResponse)
  return { log, arrive }
}

test('begins requests for 20 ms in each turn, so that others continue, and refuses those that wait too long', async (t) => {
  const { log, arrive } = receiving(t)
  for (let each = 0; each < 100; each++) arrive()
  for (let turn = 0; turn < 30; turn++) {
    await setImmediate()
    log.push('turn')
  }
  const count = (what: string, all = log) => all.filter((each) => each === what).length
  const turns = log
    .join(' ')
    .split('turn')
    .map((turn) => turn.trim().split(' '))
  assert.ok(
    turns.slice(1).every((turn) => count('begun', turn) <= 4),
    log.join(' '),
  )
  // 20 ms were used up when the first one had to wait.
  const inTime = (20 + waitMsMax) / workMs
  assert.deepEqual([count('begun'), count('refused')], [inTime + 1, 100 - inTime - 1])
})

test('skips requests whose clients have gone', async (t) => {
  const { log, arrive } = receiving(t)
  for (let each = 0; each < 8; each++) arrive(each >= 4)
  while (log.length < 4) await setImmediate()
  for (let turn = 0; turn < 5; turn++) await setImmediate()
  assert.deepEqual(log, ['begun', 'begun', 'begun', 'begun'])
})
