import { describe, test } from 'node:test'
import { timeout } from '../support/browser.ts'
import { everyPageInOtherViews, pageChecksOf } from './page-checks.ts'

describe('pages', { concurrency: true }, async () => {
  for (const { as, checks } of await pageChecksOf(everyPageInOtherViews))
    describe(as, { concurrency: 1 }, () => {
      for (const { name, check } of checks) test(name, { timeout }, check)
    })
})
