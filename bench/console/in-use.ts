import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Options } from '../options.ts'

type Cookies = Parameters<BrowserContext['addCookies']>[0]
/** Cookies of the demo's accounts, by role. */
export type SignedIn = Readonly<Record<'executor' | 'advertiser', Cookies>>

/** Times of an action on pages whose code is loaded. */
export type InUse = { readonly name: string; readonly times: number; readonly p50Ms: number; readonly p95Ms: number }

/** A page of the menu, with a selector of its data. */
type MenuPage = { readonly path: string; readonly title: string; readonly data: string }

const walks: readonly { readonly role: keyof SignedIn; readonly pages: readonly MenuPage[] }[] = [
  {
    role: 'executor',
    pages: [
      { path: '/executor', title: 'Find work', data: 'main article' },
      { path: '/executor/work', title: 'My work', data: 'main a[href^="/executor/work/"]' },
      { path: '/executor/earnings', title: 'Earnings', data: 'main tbody tr' },
    ],
  },
  {
    role: 'advertiser',
    pages: [
      { path: '/advertiser/offers', title: 'My tasks', data: 'main a[href^="/advertiser/offers/"]' },
      { path: '/advertiser/review', title: 'Review', data: 'main .review-desk' },
    ],
  },
]
const [rounds, quickRounds] = [20, 2]
const [decisions, quickDecisions] = [10, 2]

/** Measures navigation by the menu between pages that were visited before, and decisions of the review. */
export async function measureInUse(
  browser: Browser,
  address: string,
  cookies: SignedIn,
  { quick }: Pick<Options, 'quick'>,
): Promise<InUse[]> {
  const navigation: number[] = []
  for (const { role, pages } of walks)
    await onPage(browser, cookies[role], async (page) => {
      await page.goto(address + pages[0]?.path)
      // The first two rounds are not counted: they load code and data.
      for (let round = -2; round < (quick ? quickRounds : rounds); round++)
        for (const target of [...pages.slice(1), ...pages.slice(0, 1)]) {
          const ms = await navigated(page, target)
          if (round >= 0) navigation.push(ms)
        }
    })
  const review: number[] = []
  await onPage(browser, cookies.advertiser, async (page) => {
    await page.goto(`${address}/advertiser/review`)
    await page.locator(reviewed).waitFor()
    for (let decision = 0; decision < (quick ? quickDecisions : decisions); decision++) review.push(await decided(page))
  })
  return [inUseOf('menu link to a page visited before', navigation), inUseOf('decision to next submission', review)]
}

export async function onPage(browser: Browser, cookies: Cookies, act: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
  try {
    await context.addCookies(cookies)
    await act(await context.newPage())
  } finally {
    await context.close()
  }
}

export function inUseOf(name: string, times: readonly number[]): InUse {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { name, times: sorted.length, p50Ms: at(0.5), p95Ms: at(0.95) }
}

/** A click on the menu link; the page is shown with its heading, its data and without placeholders. */
async function navigated(page: Page, { path, title, data }: MenuPage): Promise<number> {
  const link = `nav a[href="${path}"]`
  await page.locator(link).first().waitFor()
  return timed(
    page,
    `document.querySelector(${JSON.stringify(link)}).click()`,
    `document.querySelector('main h1')?.textContent === ${JSON.stringify(title)} && ${isThere(data)}`,
  )
}

/** The open submission with its history, which the list does not have. */
const reviewed = '.review-desk:has(.mantine-Accordion-item:last-child li)'

/** The key A accepts the open submission. The next one is shown with what the list has and what is loaded for it. */
async function decided(page: Page): Promise<number> {
  const known = await page.locator('.review-desk').getAttribute('aria-label')
  return timed(
    page,
    `document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', code: 'KeyA', bubbles: true }))`,
    `document.querySelector('.review-desk')?.getAttribute('aria-label') !== ${JSON.stringify(known)} && ${isThere(reviewed)}`,
  )
}

const isThere = (selector: string) =>
  `document.querySelector(${JSON.stringify(selector)}) && !document.querySelector('main .mantine-Skeleton-root')`

const waitMs = 60_000

/** Acts in the page, and returns the milliseconds until a frame has shown what is expected. */
export const timed = (page: Page, act: string, expected: string): Promise<number> =>
  page.evaluate(`new Promise((resolve, reject) => {
    const start = performance.now()
    ${act}
    const look = () => {
      const ms = performance.now() - start
      if (${expected}) requestAnimationFrame(() => resolve(performance.now() - start))
      else if (ms > ${waitMs}) reject(new Error('not shown: ' + document.title))
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })`) as Promise<number>
