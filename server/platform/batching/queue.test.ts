import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createBatchQueue } from './queue.ts'

/** A sender whose batches are answered when the test says so. */
function sender() {
  const batches: { readonly items: readonly number[]; answer(): void; fail(): void }[] = []
  const send = (items: readonly number[]) =>
    new Promise<number[]>((resolve, reject) => {
      batches.push({
        items,
        answer: () => resolve(items.map((item) => item * 10)),
        fail: () => reject(new Error('lost')),
      })
    })
  return { batches, send }
}

const nextIteration = () => new Promise((resolve) => setImmediate(resolve))

describe('items that arrive while a batch is in flight', () => {
  test('are sent together afterwards, and each gets its own answer', async () => {
    const { batches, send } = sender()
    const ask = createBatchQueue(send, 10)
    const first = ask(1)
    await nextIteration()
    const others = [2, 3, 4].map((item) => ask(item))
    const shown = batches.map(({ items }) => items)
    assert.deepEqual(shown, [[1]])
    batches[0]?.answer()
    assert.equal(await first, 10)
    await nextIteration()
    assert.deepEqual(batches[1]?.items, [2, 3, 4])
    batches[1]?.answer()
    assert.deepEqual(await Promise.all(others), [20, 30, 40])
    await nextIteration()
    const later = ask(5)
    await nextIteration()
    batches[2]?.answer()
    assert.equal(await later, 50)
  })
  test('are sent in batches up to the limit, in order', async () => {
    const { batches, send } = sender()
    const ask = createBatchQueue(send, 2)
    const answers = [1, 2, 3, 4, 5].map((item) => ask(item))
    for (let batch = 0; batch < 3; batch++) {
      await nextIteration()
      batches[batch]?.answer()
    }
    const shown = batches.map(({ items }) => items)
    assert.deepEqual(shown, [[1, 2], [3, 4], [5]])
    assert.deepEqual(await Promise.all(answers), [10, 20, 30, 40, 50])
  })
  test('fail only with their own batch', async () => {
    const { batches, send } = sender()
    const ask = createBatchQueue(send, 10)
    const first = ask(1)
    await nextIteration()
    const second = ask(2)
    batches[0]?.fail()
    await assert.rejects(first, /lost/)
    await nextIteration()
    batches[1]?.answer()
    assert.equal(await second, 20)
  })
  test('with the same key wait for the next batch, and others overtake them', async () => {
    const { batches, send } = sender()
    const ask = createBatchQueue(send, 3, (item) => item % 10)
    const answers = [1, 11, 2, 21, 3, 4].map((item) => ask(item))
    for (let batch = 0; batch < 3; batch++) {
      await nextIteration()
      batches[batch]?.answer()
    }
    const shown = batches.map(({ items }) => items)
    assert.deepEqual(shown, [[1, 2, 3], [11, 4], [21]])
    assert.deepEqual(await Promise.all(answers), [10, 110, 20, 210, 30, 40])
  })
  test('share a batch with as many of the same key as it may hold', async () => {
    const { batches, send } = sender()
    const ask = createBatchQueue(send, 4, (item) => item % 10, 2)
    const answers = [1, 11, 21, 2, 31].map((item) => ask(item))
    for (let batch = 0; batch < 2; batch++) {
      await nextIteration()
      batches[batch]?.answer()
    }
    const shown = batches.map(({ items }) => items)
    assert.deepEqual(shown, [
      [1, 11, 2],
      [21, 31],
    ])
    assert.deepEqual(await Promise.all(answers), [10, 110, 210, 20, 310])
  })
})
