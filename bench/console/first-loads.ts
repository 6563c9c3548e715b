import type { Browser, BrowserContext } from 'playwright-core'

type Cookies = Parameters<BrowserContext['addCookies']>[0]

/** A page whose first load is measured, and a selector that appears with its content. */
export type FirstPage = {
  readonly name: string
  readonly path: string
  readonly role?: 'executor' | 'advertiser' | 'operator'
  readonly content: string
}

export const firstPages: readonly FirstPage[] = [
  { name: 'landing', path: '/', content: 'main h1' },
  { name: 'sign-in', path: '/sign-in', content: 'main form' },
  { name: 'executor: find work', path: '/executor', role: 'executor', content: 'main article' },
  { name: 'advertiser', path: '/advertiser', role: 'advertiser', content: 'main h1' },
  { name: 'advertiser: review', path: '/advertiser/review', role: 'advertiser', content: 'main h1' },
  { name: 'operator', path: '/operator', role: 'operator', content: 'main h1' },
  { name: 'API reference', path: '/docs', content: 'h1' },
]

export type FirstLoad = {
  readonly name: string
  readonly requests: number
  /** Bytes of all responses as sent, with their headers. */
  readonly bytes: number
  readonly firstContentMs: number
  readonly completeMs: number
  /** The same page once more, with the browser's cache. */
  readonly againBytes: number
}

/** A slow phone line: 1.6 Mbit/s and 300 ms for each round trip. */
const slowLine = { offline: false, latency: 300, downloadThroughput: 1_600_000 / 8, uploadThroughput: 1_600_000 / 8 }
const waitMs = 120_000

/** Loads a page over a slow line, first with an empty cache and then again. */
export async function firstLoad(
  browser: Browser,
  address: string,
  { name, path, content }: FirstPage,
  cookies: Cookies,
): Promise<FirstLoad> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
  try {
    await context.addCookies(cookies)
    const page = await context.newPage()
    const client = await context.newCDPSession(page)
    let [requests, bytes] = [0, 0]
    client.on('Network.requestWillBeSent', ({ request }) => {
      if (request.url.startsWith('http')) requests++
    })
    client.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    await client.send('Network.enable')
    await client.send('Network.emulateNetworkConditions', slowLine)
    const load = async () => {
      ;[requests, bytes] = [0, 0]
      const start = performance.now()
      await page.goto(address + path, { waitUntil: 'commit', timeout: waitMs })
      await page.locator(content).first().waitFor({ timeout: waitMs })
      const completeMs = performance.now() - start
      await page.waitForLoadState('networkidle', { timeout: waitMs })
      return { requests, bytes, completeMs, firstContentMs: (await page.evaluate(firstContent)) as number }
    }
    const first = await load()
    return { name, ...first, againBytes: (await load()).bytes }
  } finally {
    await context.close()
  }
}

/** Runs in the page. */
const firstContent = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN`
