import type { Work } from '../scenario.ts'

export const draftTask: Work = {
  name: 'draft of a task',
  setup: 'free',
  request: ({ keys, price }, index) => ({
    method: 'POST',
    path: '/v1/tasks',
    bearer: keys[index % keys.length] ?? '',
    body: { offerPriceId: price, title: 'What do you think of our opening hours?', totalLimit: 10, draft: true },
  }),
}

const readBalance = (name: string, keysMax: number): Work => ({
  name,
  request: ({ keys }, index) => ({
    method: 'GET',
    path: '/v1/balance',
    bearer: keys[index % Math.min(keys.length, keysMax)] ?? '',
  }),
})
const balanceOfMany = readBalance('balance', Number.POSITIVE_INFINITY)
const balanceOfOne = readBalance('balance, one key', 1)

/** Work measured with and without rate limits. */
export const countedWork: readonly Work[] = [balanceOfMany, balanceOfOne, draftTask]
