import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { Page } from 'playwright-core'
import {
  inPage,
  newContext,
  newPage,
  openBrowser,
  returnPage,
  stepMsMax,
  takePage,
  type WatchedPage,
  waitsFor,
} from '../support/browser.ts'
import { type ConsoleClient, openSession } from '../support/console.ts'
import type { Person } from '../support/fixtures.ts'
import { type Market, type MarketOptions, openMarket } from '../support/market.ts'
import { freePort } from '../support/ports.ts'
import { loaded } from './browser-actions.ts'

/** A port of this process that no market uses: at the same address, a browser has the console's files of the last market. */
let port: number | undefined

/** Opens a market that knows its public address. */
export async function openConsoleMarket(options: MarketOptions = {}, host = '127.0.0.1'): Promise<Market> {
  const own = port ?? (await freePort())
  port = undefined
  const publicUrl = `http://${host}:${own}`
  const tasksOn = await freePort()
  const market = await openMarket({ listenOn: own, publicUrl, tasksOn, webhookAllowPrivate: true, ...options })
  after(() => {
    port = own
  })
  return market
}

type Sitting = {
  /** The test makes the server fail: what the browser complains about is not checked. */
  readonly mayComplain?: boolean
  /** In a browser without the console's files, or one that the test changes for good, such as its clock. */
  readonly isOwn?: boolean
}
type Who = Pick<Person, 'id'> | ConsoleClient | undefined

export type TestConsole = {
  readonly market: Market
  /** Opens a page as this account, with this session, or signed out. The test fails if the browser reports an error. */
  sit(who: Who, options?: Sitting): Promise<WatchedPage>
  /** The same, at this path. */
  at(who: Who, path: string, options?: Sitting): Promise<WatchedPage>
}

/** Tests cause refusals and cut connections; that a page asks for nothing in vain is checked for each page (page-checks.ts). */
const isExpected = /^(?:Failed to load resource|4\d\d )/

/** Opens a market and a browser for a test file. */
export async function openConsole(options: MarketOptions = {}, host?: string): Promise<TestConsole> {
  return consoleOf(await openConsoleMarket(options, host))
}

export async function consoleOf(market: Market): Promise<TestConsole> {
  const browser = await openBrowser()
  const { publicUrl } = market.ctx.config
  const sit: TestConsole['sit'] = async (who, { mayComplain = false, isOwn = false } = {}) => {
    const watched = isOwn
      ? await newPage(await newContext(browser, publicUrl), publicUrl)
      : await takePage(browser, publicUrl)
    const { context, complaints, elsewhere } = watched
    if (who) await context.addCookies(cookiesOf(await sessionOf(market, who), publicUrl))
    after(async () => {
      const unexpected = complaints.filter((text) => !isExpected.test(text))
      const outside = [...elsewhere]
      await (isOwn ? context.close() : returnPage(watched, publicUrl))
      if (!mayComplain) assert.deepEqual([unexpected, outside], [[], []])
    })
    return watched
  }
  const at: TestConsole['at'] = async (who, path, options) => {
    const watched = await sit(who, options)
    await watched.page.goto(path)
    return watched
  }
  return { market, sit, at }
}

const sessionOf = async (market: Market, who: NonNullable<Who>): Promise<ConsoleClient> =>
  'cookies' in who ? who : market.console(await openSession(market, who.id))

/** The cookies of a session, for a browser. */
export const cookiesOf = ({ cookies }: ConsoleClient, publicUrl: string) =>
  [...cookies].map(([name, value]) => {
    const place = { domain: new URL(publicUrl).hostname, path: '/console/api', httpOnly: true }
    return { name, value, ...place, sameSite: 'Strict' as const }
  })

const framesQuiet = 3

/** Waits for the next frame. */
export const frame = (page: Page) =>
  inPage(page, 'new Promise((resolve) => requestAnimationFrame(() => resolve(null)))')

/** Waits until the page has its title and no requests are pending for several frames. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  const start = performance.now()
  for (let quiet = 0; quiet < framesQuiet; quiet++) {
    // Polls from here: the page's content security policy forbids evaluating a condition in it.
    await loaded(page)
    await frame(page)
    if (waitsFor(page).length === 0) continue
    quiet = -1
    const waited = performance.now() - start
    assert.ok(waited < stepMsMax, `${page.url()} waits for ${waitsFor(page).join(', ')}`)
  }
}
