import { describe, test } from 'node:test'
import { everyPageInEveryView, looksOf, timeout } from './look.ts'

describe('pages', { concurrency: true }, async () => {
  for (const { as, looks } of await looksOf(everyPageInEveryView))
    describe(as, { concurrency: 1 }, () => {
      for (const { name, look } of looks) test(name, { timeout }, look)
    })
})
