import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { describe, test } from 'node:test'
import { capacityOf } from './capacity.ts'

const response = () => Object.assign(new EventEmitter(), { destroyed: false }) as unknown as ServerResponse

describe('a capacity', () => {
  test('is full with as many places as it has, and a place given back twice counts once', () => {
    const { take, isFull } = capacityOf(2)
    const [one] = [take(), take()]
    assert.ok(isFull())
    one?.end()
    one?.end()
    take()
    assert.ok(isFull())
  })

  test('leaves a place free while its request stands aside', () => {
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

  test('gives one holder an eighth of its places, and another holder as many', () => {
    const { take, shareMax } = capacityOf(32)
    const mine = Array.from({ length: 6 }, () => take().share('mine', response()))
    assert.deepEqual([shareMax, mine], [4, [true, true, true, true, false, false]])
    assert.ok(take().share('another', response()))
  })

  test('counts for its holder until the work has ended and the answer was sent, in whatever order', () => {
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
