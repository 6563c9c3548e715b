import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { drawingQueue } from './drawing-queue.ts'

/** A queue of named pictures whose drawing the test ends. */
function queueOf(pixelsMax: number) {
  const draw = drawingQueue(pixelsMax)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const add = (name: string, account: string, pixels: number) =>
    void draw(account, pixels, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await setImmediate()
  }
  return { begun, add, end }
}

describe('queued pictures', () => {
  test('alternate between accounts, and keep their order within one', async () => {
    const { begun, add, end } = queueOf(100)
    for (const name of ['a1', 'a2', 'a3', 'a4']) add(name, 'a', 100)
    for (const name of ['b1', 'b2']) add(name, 'b', 100)
    add('c1', 'c', 100)
    await setImmediate()
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']) await end(name)
    assert.deepEqual(begun, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  })

  test('are drawn in parallel only within the limit, and no more than two', async () => {
    const { begun, add } = queueOf(100)
    add('one', 'a', 40)
    add('two', 'b', 60)
    add('three', 'c', 1)
    await setImmediate()
    assert.deepEqual(begun, ['one', 'two'])
  })

  test('of small size need not wait for large ones of others', async () => {
    const { begun, add } = queueOf(100)
    for (const name of ['large1', 'large2', 'large3']) add(name, 'a', 100)
    add('small', 'b', 25)
    await setImmediate()
    assert.deepEqual(begun, ['large1', 'small'])
  })

  test('of large size are not starved by small ones', async () => {
    const { begun, add, end } = queueOf(100)
    add('small1', 'a', 20)
    await setImmediate()
    add('large', 'b', 100)
    for (const name of ['small2', 'small3']) add(name, `of ${name}`, 20)
    await setImmediate()
    assert.deepEqual(begun, ['small1'])
    await end('small1')
    assert.deepEqual(begun, ['small1', 'large', 'small2'])
  })
})
