import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { pictureOf } from '../../server/commands/demo/picture.ts'
import { openSession } from '../support/console.ts'
import type { Person } from '../support/fixtures.ts'
import type { Market } from '../support/market.ts'
import { openAs, type View, type WatchedPage } from './queue.ts'

/** How most tests look at pages: those that are about looks turn all of it. */
export const plainView: View = { width: 1280, isDark: false, language: 'en' }

/** Longer than anything takes on a busy machine: what does not appear by then never does. */
const patienceMs = 20_000

export const patient = (context: BrowserContext): void => context.setDefaultTimeout(patienceMs)

/** A browser of one account's own, signed in. */
export async function sitDown(browser: Browser, market: Market, { id }: Pick<Person, 'id'>): Promise<WatchedPage> {
  const session = market.console(await openSession(market, id))
  const watched = await openAs(browser, market, session, plainView)
  patient(watched.context)
  after(() => watched.context.close())
  return watched
}

/** Opens a page of the console by its path. */
export const visit = (page: Page, { ctx }: Market, path: string) => page.goto(ctx.config.publicUrl + path)

export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
export const follow = (page: Page, name: string | RegExp) =>
  page.getByRole('link', { name, exact: true }).first().click()
export const enter = (page: Page, name: string, value: string) =>
  page.getByRole('textbox', { name, exact: true }).fill(value)

/** A password: no role of its own tells where it goes. */
export const enterSecret = (page: Page | Locator, name: string, value: string) =>
  page.getByLabel(name, { exact: true }).fill(value)

/** A choice by its name. What is drawn lies over the control itself, so what it is called by is what people hit. */
export async function choose(page: Page, name: string): Promise<void> {
  const choice = page.getByRole('radio', { name, exact: true })
  await choice.waitFor({ state: 'attached' })
  await choice.dispatchEvent('click')
}

/** Waits until the page says so. */
export const says = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor()

let pictures = 0

/** A picture that no other test has. */
export async function newPicture(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  pictures += 1
  return { name: `proof-${pictures}.jpg`, mimeType: 'image/jpeg', buffer: Buffer.from(await pictureOf(900 + pictures)) }
}

/** What is only there in browsers, of which this program is none. */
type InBrowser = {
  readonly DataTransfer: new () => { readonly items: { add(file: File): void } }
  readonly ClipboardEvent: new (kind: string, options: object) => Event
  readonly document: EventTarget
}

/** A file as something in the page holds it that is dropped or pasted. */
async function carried(page: Page) {
  const { name, mimeType, buffer } = await newPicture()
  const parts = { name, mimeType, bytes: buffer.toString('base64') }
  return page.evaluateHandle((file) => {
    const carrier = new (globalThis as unknown as InBrowser).DataTransfer()
    const content = Uint8Array.from(atob(file.bytes), (sign) => sign.charCodeAt(0))
    carrier.items.add(new File([content], file.name, { type: file.mimeType }))
    return carrier
  }, parts)
}

/** The three ways in which a proof gets onto the page. */
export async function pick(page: Page): Promise<void> {
  const asked = page.waitForEvent('filechooser')
  await press(page, 'Choose files')
  await (await asked).setFiles(await newPicture())
}

export async function drop(page: Page): Promise<void> {
  const dataTransfer = await carried(page)
  await page.getByText('Or drop files or paste').dispatchEvent('drop', { dataTransfer })
}

export async function paste(page: Page): Promise<void> {
  await page.evaluate(
    (clipboardData) => {
      const { document, ClipboardEvent } = globalThis as unknown as InBrowser
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    },
    await carried(page),
  )
}

/** Waits until so many proofs have arrived. */
export async function arrived(page: Page, count: number): Promise<void> {
  const proofs = page.getByRole('group', { name: 'Proofs' }).getByRole('link')
  await proofs.nth(count - 1).waitFor()
  assert.equal(await proofs.count(), count)
}

/** Waits until the countdown of the page shows something else. */
export async function timeRuns(page: Page): Promise<void> {
  const clocks = page.getByRole('timer')
  const now = (await clocks.first().textContent()) ?? ''
  await clocks.filter({ hasNotText: now }).first().waitFor()
}
