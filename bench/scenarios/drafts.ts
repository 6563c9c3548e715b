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
