import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { describe, mock, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { type Capacity, capacityOf, type NotEntered, type Permit, waitMsMax } from './capacity.ts'

const response = () => Object.assign(new EventEmitter(), { destroyed: false }) as unknown as ServerResponse

/** Enters without waiting. */
function entered(capacity: Capacity, holder: string, sent = response()): Permit {
  const permit = capacity.enter(holder, sent)
  return isPermit(permit) ? permit : assert.fail(`${holder} does not enter at once`)
}
const isPermit = (result: ReturnType<Capacity['enter']>): result is Permit =>
  typeof result === 'object' && !(result instanceof Promise)

describe('a capacity', () => {
  test('is full when all permits are taken, and a permit released twice counts once', () => {
    const capacity = capacityOf(2)
    const [one] = [entered(capacity, 'one'), entered(capacity, 'another')]
    assert.deepEqual([capacity.isFull(), capacity.enter('a third', response())], [true, 'full'])
    one?.end()
    one?.end()
    entered(capacity, 'a third')
    assert.ok(capacity.isFull())
  })

  test('frees a permit while its request is paused', () => {
    const capacity = capacityOf(1)
    const permit = entered(capacity, 'mine')
    permit.pause()
    assert.ok(!capacity.isFull())
    permit.resume()
    assert.ok(capacity.isFull())
    permit.end()
    permit.resume()
    assert.ok(!capacity.isFull())
  })

  test('counts for its holder until the work has ended and the response was sent, in either order', async () => {
    const capacity = capacityOf(8)
    for (const order of ['work', 'answer']) {
      const sent = response()
      const permit = entered(capacity, 'mine', sent)
      const gone = Object.assign(response(), { destroyed: true })
      const { log, permits, wait } = waitIn(capacity)
      void wait('mine', gone)
      const steps = [() => permit.end(), () => sent.emit('close')]
      const [first, second] = order === 'work' ? steps : steps.toReversed()
      first?.()
      await setImmediate()
      assert.deepEqual(log, [], order)
      second?.()
      await setImmediate()
      assert.deepEqual(log, ['mine'], order)
      permits.pop()?.end()
    }
  })

  test('does not count for its holder after it left for another capacity', () => {
    const capacity = capacityOf(8)
    entered(capacity, 'mine').leave()
    entered(capacity, 'mine')
  })
})

/** Records in which order requests stop waiting. */
function waitIn(capacity: Capacity) {
  const log: string[] = []
  const permits: Permit[] = []
  const wait = async (holder: string, sent = response()) => {
    const result = capacity.enter(holder, sent)
    assert.ok(result instanceof Promise, `${holder} does not wait`)
    const permit: Permit | NotEntered = await result
    log.push(typeof permit === 'string' ? `${holder}: ${permit}` : holder)
    if (typeof permit !== 'string') permits.push(permit)
  }
  return { log, permits, wait }
}

describe('requests beyond an eighth of the capacity for one holder', () => {
  test('wait, their holders take turns, and the last eighth is for requests that do not wait', async () => {
    const capacity = capacityOf(8)
    const { log, permits, wait } = waitIn(capacity)
    const [mine, theirs] = [entered(capacity, 'mine'), entered(capacity, 'theirs')]
    for (const holder of ['mine', 'mine', 'mine', 'theirs', 'theirs']) void wait(holder)
    for (let other = 0; other < 6; other++) entered(capacity, `other ${other}`)
    mine.leave()
    await setImmediate()
    assert.deepEqual([log, capacity.isFull()], [[], false])
    theirs.leave()
    for (let turn = 0; turn < 5; turn++) {
      await setImmediate()
      assert.equal(log.length, turn + 1)
      permits.pop()?.leave()
    }
    assert.deepEqual(log, ['mine', 'theirs', 'mine', 'theirs', 'mine'])
  })

  test('are refused after the wait, and forgotten when their clients disconnect', async () => {
    mock.timers.enable({ apis: ['setTimeout'] })
    try {
      const capacity = capacityOf(8)
      const { log, wait } = waitIn(capacity)
      const permit = entered(capacity, 'mine')
      const gone = response()
      const waiting = [wait('mine', gone), wait('mine')]
      gone.emit('close')
      mock.timers.tick(waitMsMax)
      await Promise.all(waiting)
      const next = wait('mine')
      permit.leave()
      await next
      assert.deepEqual(log, ['mine: gone', 'mine: waited', 'mine'])
    } finally {
      mock.timers.reset()
    }
  })

  test('are refused behind too many, and do not crowd out the requests of others', async () => {
    const capacity = capacityOf(8)
    const { log, permits, wait } = waitIn(capacity)
    const held = ['mine', 'theirs'].map((holder) => entered(capacity, holder))
    for (let each = 0; each <= 32; each++) void wait('mine')
    void wait('theirs')
    await setImmediate()
    assert.deepEqual(log, ['mine: waited', 'mine: waited'])
    for (const permit of held) permit.leave()
    await setImmediate()
    assert.deepEqual(log.slice(2), ['mine', 'theirs'])
    for (let permit = permits.pop(); permit; permit = permits.pop()) {
      permit.leave()
      await setImmediate()
    }
    assert.equal(log.length, 2 + 32)
  })
})
