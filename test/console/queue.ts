import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { fillDemo } from '../../server/commands/demo/demo.ts'
import { startJobs } from '../../server/platform/jobs/jobs.ts'
import { schedule } from '../../server/worker.ts'
import { openBrowser, stepMsMax } from '../support/browser.ts'
import type { ConsoleClient } from '../support/console.ts'
import { expectOk } from '../support/fixtures.ts'
import { type Market, type MarketOptions, openMarket } from '../support/market.ts'
import { freePort } from '../support/program.ts'

const pollMs = 100
export const people = ['executor', 'advertiser', 'operator'] as const
export type Person = (typeof people)[number]
export type View = { readonly width: number; readonly isDark: boolean; readonly language: 'en' | 'ru' }

/** A market with its console and a browser. */
export type Desk = {
  readonly market: Market
  readonly browser: Browser
  /** A signed-in session for each person. */
  readonly sessions: Readonly<Record<Person, ConsoleClient>>
  /** Opens a browser for one person, or for nobody signed in. */
  open(as: Person | 'nobody', view: View): Promise<WatchedPage>
}

export type WatchedPage = {
  readonly page: Page
  readonly context: BrowserContext
  /** Browser console errors and warnings, including violations of the content security policy, and responses of 400 and above. */
  readonly complaints: string[]
  /** Requests to other hosts. */
  readonly elsewhere: string[]
}

/** Opens the market of `npm start -- --demo`, with data for every page. */
export async function openDesk(): Promise<Desk> {
  const market = await openConsoleMarket()
  const printed = await fillDemo(market.ctx, market.url)
  const browser = await openBrowser()
  const session = (name: Person) => {
    const password = new RegExp(`${name}@demo\\.example +password (\\S+)`).exec(printed)?.[1]
    assert.ok(password, `the demo printed no password of its ${name}`)
    return market.signIn(`${name}@demo.example`, password)
  }
  const sessions = {
    executor: await session('executor'),
    advertiser: await session('advertiser'),
    operator: await session('operator'),
  }
  await workOn(market, sessions.advertiser)
  return {
    market,
    browser,
    sessions,
    open: (as, view) => openAs(browser, market, as === 'nobody' ? undefined : sessions[as], view),
  }
}

/** Starts the jobs and waits until they have sent the notifications of the demo. */
async function workOn(market: Market, advertiser: ConsoleClient): Promise<void> {
  const jobs = startJobs(schedule, market.ctx, market.logger, { wakeup: market.wakeup })
  after(() => jobs.stop())
  market.wakeup.notify()
  const { items } = expectOk(await advertiser.get('/v1/webhooks'))
  const told = ['/account/notifications', `/v1/webhooks/${items[0].id}/deliveries`]
  for (const path of told) {
    for (let isThere = false; !isThere; ) {
      isThere = expectOk(await advertiser.get(path)).items.length > 0
      if (!isThere) await new Promise((resolve) => setTimeout(resolve, pollMs))
    }
  }
}

/** Opens a market that knows its public address. */
export async function openConsoleMarket(options: MarketOptions = {}, host = '127.0.0.1'): Promise<Market> {
  const port = await freePort()
  return openMarket({ listenOn: port, publicUrl: `http://${host}:${port}`, webhookAllowPrivate: true, ...options })
}

/** Opens a page in a new browser context, with this session or none. */
export async function openAs(
  browser: Browser,
  market: Market,
  session: ConsoleClient | undefined,
  { width, isDark, language }: View,
): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: isDark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
  })
  context.setDefaultTimeout(stepMsMax)
  await context.addInitScript(`localStorage.getItem('language') ?? localStorage.setItem('language', '${language}')`)
  const cookies = [...(session?.cookies ?? [])].map(([name, value]) => ({ name, value }))
  const place = { domain: new URL(market.ctx.config.publicUrl).hostname, path: '/console/api', httpOnly: true }
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, ...place, sameSite: 'Strict' as const })))
  return { context, ...watch(await context.newPage(), market.ctx.config.publicUrl) }
}

/** The pending requests of each page. */
const onTheWay = new WeakMap<Page, ReadonlySet<Request>>()

function watch(page: Page, publicUrl: string): Omit<WatchedPage, 'context'> {
  const complaints: string[] = []
  const elsewhere: string[] = []
  const pending = new Set<Request>()
  onTheWay.set(page, pending)
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  page.on('request', (request) => {
    pending.add(request)
    if (!request.url().startsWith(publicUrl) && !/^(?:blob|data):/.test(request.url())) elsewhere.push(request.url())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`)
  })
  return { page, complaints, elsewhere }
}

const framesQuiet = 3

/** Waits for the next frame. */
export const frame = (page: Page) =>
  page.evaluate('new Promise((resolve) => requestAnimationFrame(() => resolve(null)))')

/** Waits until the page has its title and no requests are pending for several frames. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  for (let quiet = 0; quiet < framesQuiet; quiet++) {
    // Polls from here: the page's content security policy forbids evaluating a condition in it.
    await page
      .locator('[aria-busy="true"], .mantine-Skeleton-root[data-visible]')
      .first()
      .waitFor({ state: 'detached' })
    await frame(page)
    if (onTheWay.get(page)?.size) quiet = -1
  }
}

/** Reserves a slot of an offer that is not the first in the list. */
async function reserveOne(executor: ConsoleClient): Promise<number> {
  const { items } = expectOk(await executor.get('/executor/offers/available'))
  const free = items.filter(({ allowedActions }: { allowedActions: string[] }) => allowedActions.includes('Reserve'))
  const { id } = free.at(-1)
  expectOk(await executor.post(`/executor/offers/${id}/reserve`))
  return id
}

/** Returns ids of the demo by their names in page paths. */
export async function idsOf({ sessions: { executor, advertiser, operator } }: Desk): Promise<Record<string, number>> {
  const first = async (client: ConsoleClient, path: string): Promise<number> => {
    const { items } = expectOk(await client.get(path))
    assert.ok(items.length > 0, `the demo has nothing at ${path}`)
    return items[0].id
  }
  return {
    available: await first(executor, '/executor/offers/available'),
    reserved: await reserveOne(executor),
    rework: await first(executor, '/executor/executions?status=ReworkRequested'),
    rejected: await first(executor, '/executor/executions?status=Rejected'),
    offer: await first(advertiser, '/advertiser/offers?status=Active'),
    draft: await first(advertiser, '/advertiser/offers?status=Draft'),
    endpoint: await first(advertiser, '/v1/webhooks'),
    dispute: await first(operator, '/operator/disputes'),
    // Of an advertiser, because the page of an operator has no figures.
    account: await first(operator, '/operator/accounts?role=Advertiser'),
  }
}
