import { answered } from '../answering.ts'
import { activeOffer, executor, expectOk } from '../fixtures.ts'
import type { Market } from '../market.ts'

const known = (count: number, label: string) =>
  Array.from({ length: count }, (_, n) => ({ externalId: `known-${n}`, data: { n }, goldAnswer: { label } }))

/** An executor answers a quiz, and is stopped on a task with gold items, of which one is cancelled then. */
export async function workOnGold(market: Market): Promise<void> {
  const worker = await executor(market)
  const quiz = { totalLimit: 1, items: known(1, 'cat'), gold: { perSlot: 1 } }
  await answered(market, (await activeOffer(market, { members: quiz })).id, [{ value: { label: 'cat' } }], worker)
  const gold = { perSlot: 1, minAccuracy: 1, minAnswers: 1, earlierWork: 'Reject' }
  const items = [...known(2, 'cat'), { data: { n: 5 } }, { data: { n: 6 } }]
  const task = await activeOffer(market, { members: { totalLimit: undefined, items, itemsPerSlot: 2, gold } })
  await answered(market, task.id, [{ value: { label: 'dog' } }, { value: { label: 'dog' } }], worker)
  const [item] = expectOk(await task.advertiser.b.get(`/v1/tasks/${task.id}/items?status=Gold`)).items
  expectOk(await task.advertiser.b.post(`/v1/tasks/${task.id}/items/cancel`, { itemIds: [item.id] }))
}
