import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { describe, test } from 'node:test'
import { capacityOf } from './capacity.ts'

const response = () => Object.assign(new EventEmitter(), { destroyed: false }) as unknown as ServerResponse

describe('a capacity', () => {
  test('is full when all permits are taken, and a permit released twice counts once', () => {
    const { take, isFull } = capacityOf(2)
    const [one] = [take(), take()]
    assert.ok(isFull())
    one?.end()
    one?.end()
    take()
    assert.ok(isFull())
  })

  test('frees a permit while its request is paused', () => {
    const { take, isFull } = capacityOf(1)
    const permit = take()
    permit.pause()
    assert.ok(!isFull())
    permit.resume()
    assert.ok(isFull())
    permit.end()
    permit.resume()
    assert.ok(!isFull())
  })

  test('gives each holder up to an eighth', () => {
    const { take, shareMax } = capacityOf(32)
    const mine = Array.from({ length: 6 }, () => take().share('mine', response()))
    assert.deepEqual([shareMax, mine], [4, [true, true, true, true, false, false]])
    assert.ok(take().share('another', response()))
  })

  test('counts for its holder until the work has ended and the response was sent, in either order', () => {
    const { take } = capacityOf(8)
    for (const order of ['work', 'answer']) {
      const [permit, sent] = [take(), response()]
      assert.ok(permit.share('mine', sent))
      const steps = [() => permit.end(), () => sent.emit('close')]
      const [first, second] = order === 'work' ? steps : steps.toReversed()
      first?.()
      assert.ok(!take().share('mine', response()), order)
      second?.()
      const again = take()
      assert.ok(again.share('mine', Object.assign(response(), { destroyed: true })), 'its client is gone')
      again.end()
    }
  })
})
