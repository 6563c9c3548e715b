import { statfs } from 'node:fs/promises'
import { after } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import chromium from '@sparticuz/chromium'
import { type Browser, chromium as launcher, type Page } from 'playwright-core'

/** Limit of a test in a browser, in milliseconds: many times what it takes on a busy machine. */
export const timeout = 600_000
/** Limit of one step in it, also in milliseconds. */
export const stepMsMax = 300_000

let shared: Promise<Browser> | undefined

/**
 * Opens a browser that enforces content security policies, so that tests can check what a page may load. The files of a process share
 * it; what a file has opened is closed after the file.
 */
export async function openBrowser(): Promise<Browser> {
  const { endWithGroup } = globalThis as { endWithGroup?: (work: () => Promise<void>) => void }
  if (!shared) endWithGroup?.(async () => (await shared)?.close())
  shared ??= launchPatiently()
  const browser = await shared
  after(async () => {
    if (endWithGroup) await Promise.all(browser.contexts().map((context) => context.close()))
    else await browser.close()
  })
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

export type WatchedPage = { readonly page: Page; readonly requests: string[]; readonly complaints: string[] }

/** Opens a page that records its requests and console messages. */
export async function watchedPage(browser: Browser, options: { width: number; dark?: boolean }): Promise<WatchedPage> {
  const colorScheme = options.dark ? 'dark' : 'light'
  const page = await browser.newPage({ viewport: { width: options.width, height: 900 }, colorScheme })
  page.setDefaultTimeout(stepMsMax)
  const requests: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`)
  })
  return { page, requests, complaints }
}
