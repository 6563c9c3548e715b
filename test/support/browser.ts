import { setTimeout } from 'node:timers/promises'
import chromium from '@sparticuz/chromium'
import { type Browser, chromium as launcher, type Page } from 'playwright-core'

/** A browser of the test's own. It keeps its own rules for pages: without them, no test could say what a page may load. */
export async function openBrowser(): Promise<Browser> {
  for (let turn = 1; ; turn++)
    try {
      return await launch()
    } catch (error) {
      // The first tests of a machine unpack it at once, and a program that somebody still writes does not start.
      if (turn === turnsMax || !String(error).includes('ETXTBSY')) throw error
      await setTimeout(turnMs)
    }
}

const [turnsMax, turnMs] = [120, 250]

async function launch(): Promise<Browser> {
  const executablePath = await chromium.executablePath()
  // No sandbox of its own: in a container it has none to make, and it opens pages of ours alone.
  return launcher.launch({ executablePath, args: ['--headless=shell', '--no-sandbox', '--no-zygote', '--disable-gpu'] })
}

export type WatchedPage = { readonly page: Page; readonly requests: string[]; readonly complaints: string[] }

/** A page that notes what it asks for and what it complains about. */
export async function watchedPage(browser: Browser, options: { width: number; dark?: boolean }): Promise<WatchedPage> {
  const colorScheme = options.dark ? 'dark' : 'light'
  const page = await browser.newPage({ viewport: { width: options.width, height: 900 }, colorScheme })
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
