import { describe, test } from 'node:test'
import { someOf } from '../support/sampling.ts'
import { openDesk, people } from './demo.ts'
import { checkPage, looks } from './page-checks.ts'
import { pages } from './pages.ts'

/*
 * A random part of the pages, each at one size, in one language and color scheme; LONG=1 checks all of them in each. SCREENS=folder saves
 * their screenshots: `LONG=1 SCREENS=screens npm test -- console/pages`.
 */

const desk = await openDesk()
/** How many pages of each person are checked. */
const sampleSize = 3

describe('the console', { concurrency: 1 }, () => {
  for (const as of ['nobody', ...people] as const)
    test(`shows the pages of ${as}`, async (t) => {
      const cases = pages.filter((line) => line.as === as)
      for (const line of someOf(t, cases, sampleSize))
        for (const look of someOf(t, looks, 1))
          await t.test(`${line.at} ${look.join(' ')}`, () => checkPage(desk, line, look))
    })
})
