import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createBatcher } from './batcher.ts'

/** A sender whose batches are answered when the test says so. */
function sender() {
  const sets: { readonly items: readonly number[]; answer(): void; fail(): void }[] = []
  const send = (items: readonly number[]) =>
    new Promise<number[]>((resolve, reject) => {
      sets.push({
        items,
        answer: () => resolve(items.map((item) => item * 10)),
        fail: () => reject(new Error('lost')),
      })
    })
  return { sets, send }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('items that arrive while a batch is in flight', () => {
  test('are sent together afterwards, and each gets its own answer', async () => {
    const { sets, send } = sender()
    const ask = createBatcher(send, 10)
    const first = ask(1)
    await turn()
    const others = [2, 3, 4].map((item) => ask(item))
    assert.deepEqual(
      sets.map(({ items }) => items),
      [[1]],
    )
    sets[0]?.answer()
    assert.equal(await first, 10)
    await turn()
    assert.deepEqual(sets[1]?.items, [2, 3, 4])
    sets[1]?.answer()
    assert.deepEqual(await Promise.all(others), [20, 30, 40])
    await turn()
    const later = ask(5)
    await turn()
    sets[2]?.answer()
    assert.equal(await later, 50)
  })
  test('go in batches up to the limit, in order', async () => {
    const { sets, send } = sender()
    const ask = createBatcher(send, 2)
    const answers = [1, 2, 3, 4, 5].map((item) => ask(item))
    for (let set = 0; set < 3; set++) {
      await turn()
      sets[set]?.answer()
    }
    assert.deepEqual(
      sets.map(({ items }) => items),
      [[1, 2], [3, 4], [5]],
    )
    assert.deepEqual(await Promise.all(answers), [10, 20, 30, 40, 50])
  })
  test('fail with their batch only', async () => {
    const { sets, send } = sender()
    const ask = createBatcher(send, 10)
    const first = ask(1)
    await turn()
    const second = ask(2)
    sets[0]?.fail()
    await assert.rejects(first, /lost/)
    await turn()
    sets[1]?.answer()
    assert.equal(await second, 20)
  })
  test('with the same key go in different batches, and others overtake them', async () => {
    const { sets, send } = sender()
    const ask = createBatcher(send, 3, (item) => item % 10)
    const answers = [1, 11, 2, 21, 3, 4].map((item) => ask(item))
    for (let set = 0; set < 3; set++) {
      await turn()
      sets[set]?.answer()
    }
    assert.deepEqual(
      sets.map(({ items }) => items),
      [[1, 2, 3], [11, 4], [21]],
    )
    assert.deepEqual(await Promise.all(answers), [10, 110, 20, 210, 30, 40])
  })
})
