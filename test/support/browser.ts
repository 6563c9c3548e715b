import { statfs } from 'node:fs/promises'
import { after } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import chromium from '@sparticuz/chromium'
import { type Browser, type BrowserContext, chromium as launcher, type Page, type Request } from 'playwright-core'

/**
 * Limit of one step of a test in a browser, in milliseconds: many times what it takes on a busy machine. Several steps fit into the
 * time after which the driver stops a file without progress, so that a page that hangs is reported by its test.
 */
export const stepMsMax = 120_000

let shared: Promise<Browser> | undefined

/**
 * Opens a browser that enforces content security policies, so that tests can check what a page may load. The files of a process share
 * it.
 */
export async function openBrowser(): Promise<Browser> {
  const { endWithGroup } = globalThis as { endWithGroup?: (work: () => Promise<void>) => void }
  if (!shared) endWithGroup?.(async () => (await shared)?.close())
  shared ??= launchPatiently()
  const browser = await shared
  if (!endWithGroup) after(() => browser.close())
  return browser
}

async function launchPatiently(): Promise<Browser> {
  for (let turn = 1; ; turn++)
    try {
      return await launch()
    } catch (error) {
      // The browser is unpacked at first use; an executable that is still being written fails with ETXTBSY.
      if (turn === turnsMax || !String(error).includes('ETXTBSY')) throw error
      await setTimeout(turnMs)
    }
}

const [turnsMax, turnMs] = [120, 250]

/** Shared memory that a browser never fills, in bytes. Some containers have 64 MiB. */
const sharedMemoryMin = 1 << 30

async function launch(): Promise<Browser> {
  const executablePath = await chromium.executablePath()
  return launcher.launch({
    executablePath,
    timeout: stepMsMax,
    // Without a sandbox, which containers do not support; it opens only our own pages.
    args: ['--headless=shell', '--no-sandbox', '--disable-gpu'],
    // Playwright's default keeps shared memory in files, which costs a fifth of the kernel time of a page.
    ignoreDefaultArgs: (await hasSharedMemory()) ? ['--disable-dev-shm-usage'] : [],
  })
}

async function hasSharedMemory(): Promise<boolean> {
  const memory = await statfs('/dev/shm').catch(() => undefined)
  return memory !== undefined && memory.bavail * memory.bsize >= sharedMemoryMin
}

export type WatchedPage = {
  readonly page: Page
  readonly context: BrowserContext
  /** Browser console errors and warnings, including violations of the content security policy, and responses of 400 and above. */
  readonly complaints: string[]
  /** Requests to other hosts. */
  readonly elsewhere: string[]
}
export type View = { readonly width: number; readonly isDark: boolean; readonly language: 'en' | 'ru' }

const height = 900
/** The view of most tests; tests of the layout vary it. */
export const plainView: View = { width: 1280, isDark: false, language: 'en' }

/** How long the console lets users undo a decision, in milliseconds. */
export const undoMs = 5_000

/** Opens a browser context for the pages of one address. In it no decision waits to be undone (see `holdUndo`). */
export async function newContext(browser: Browser, baseURL: string, view = plainView): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: view.width, height },
    colorScheme: view.isDark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
  })
  context.setDefaultTimeout(stepMsMax)
  await context.addInitScript(`{
    localStorage.getItem('language') ?? localStorage.setItem('language', '${view.language}')
    const { setTimeout } = globalThis
    globalThis.setTimeout = (run, delayMs, ...given) => setTimeout(run, delayMs === ${undoMs} ? 0 : delayMs, ...given)
  }`)
  return context
}

/** The pending requests of each page. */
const onTheWay = new WeakMap<Page, ReadonlySet<Request>>()
/** Returns the addresses that the page waits for. */
export const waitsFor = (page: Page): string[] => [...(onTheWay.get(page) ?? [])].map((request) => request.url())

/** Opens a page that records what goes wrong. `origin` is its own host. */
export async function newPage(context: BrowserContext, origin: string): Promise<WatchedPage> {
  const page = await context.newPage()
  const [complaints, elsewhere, pending]: [string[], string[], Set<Request>] = [[], [], new Set()]
  onTheWay.set(page, pending)
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  page.on('request', (request) => {
    pending.add(request)
    if (!request.url().startsWith(origin) && !/^(?:blob|data):/.test(request.url())) elsewhere.push(request.url())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`)
  })
  return { page, context, complaints, elsewhere }
}

/** Runs a script in the page. Playwright would wait for ever if the page hangs. */
export async function inPage<Result = unknown>(page: Page, script: string): Promise<Result> {
  const timer = new AbortController()
  const late = setTimeout(stepMsMax, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`${page.url()} did not run a script within ${stepMsMax} ms: ${script.slice(0, 80)}`)
  })
  late.catch(() => {})
  try {
    return await Promise.race([page.evaluate<Result>(script), late])
  } finally {
    timer.abort()
  }
}

/** Pages that no test uses, by address. Their renderers have the console's files and compiled code. */
const idle = new Map<string, WatchedPage[]>()
/** Pages that were changed for good. */
const spent = new WeakSet<Page>()

/** Adds a script to the page of a test, which no later test gets. */
export function addScript(page: Page, content: string): Promise<unknown> {
  spent.add(page)
  return page.addInitScript({ content })
}

/** Returns a page without cookies and storage, which may have shown pages of this address before. */
export const takePage = async (browser: Browser, origin: string): Promise<WatchedPage> =>
  idle.get(origin)?.pop() ?? newPage(await newContext(browser, origin), origin)

/** An answer without scripts. On another host, or nowhere, the page would lose its renderer. */
const quietPath = '/console/api/auth/get-session'

/** Gives a page back for the next test. */
export async function returnPage(watched: WatchedPage, origin: string): Promise<void> {
  const { page, context, complaints, elsewhere } = watched
  await context.setOffline(false)
  await page.unrouteAll()
  // The market may be closed already.
  const isThere = !spent.has(page) && (await page.goto(quietPath).catch(() => undefined))
  if (!isThere) return context.close()
  await inPage(page, 'localStorage.clear(), sessionStorage.clear()')
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.setViewportSize({ width: plainView.width, height })
  await Promise.all([context.clearCookies(), context.clearPermissions()])
  for (const told of [complaints, elsewhere]) told.length = 0
  idle.set(origin, [...(idle.get(origin) ?? []), watched])
}
