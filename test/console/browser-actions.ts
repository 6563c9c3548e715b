import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { drawn } from '../../server/commands/demo/drawing.ts'
import { addScript, stepMsMax, undoMs } from '../support/browser.ts'

export const press = (page: Page, name: string | RegExp) =>
  clickWhenLoaded(page, page.getByRole('button', { name, exact: true }))
export const follow = (page: Page, name: string | RegExp) =>
  clickWhenLoaded(page, page.getByRole('link', { name, exact: true }).first())

/** Clicks once the page has its content: what loads above the target moves it, and a click on a moving target goes elsewhere. */
async function clickWhenLoaded(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  // Where a test keeps a part of the page from loading, nothing moves.
  await loaded(page, loadingMsMax).catch(() => {})
  await target.click()
}

const loadingMsMax = 10_000

/** Waits until no part of the page is loading. */
export const loaded = (page: Page, timeout = stepMsMax) =>
  page
    .locator('[aria-busy="true"], .mantine-Skeleton-root[data-visible]')
    .first()
    .waitFor({ state: 'detached', timeout })

export const enter = (page: Page, name: string, value: string) =>
  page.getByRole('textbox', { name, exact: true }).fill(value)

/** Fills in a password field, which has no ARIA role and is found by its label. */
export const enterSecret = (page: Page | Locator, name: string, value: string) =>
  page.getByLabel(name, { exact: true }).fill(value)

/** Chooses an option by its name. Clicks the label, because the drawing covers the control. */
export async function choose(page: Page, name: string): Promise<void> {
  const choice = page.getByRole('radio', { name, exact: true })
  await choice.waitFor({ state: 'attached' })
  await choice.dispatchEvent('click')
}

/** Waits until the page shows the text. The error of a failed wait contains what the page shows instead. */
export async function says(page: Page, text: string | RegExp): Promise<void> {
  try {
    await page.getByText(text).first().waitFor()
  } catch (cause) {
    const shown = await page.locator('body').ariaSnapshot()
    throw new Error(`The page does not show ${text}, but:\n${shown}`, { cause })
  }
}

/** Opens a step of the task form. */
export async function openStep(page: Page, name: 'Task' | 'Proof and criteria' | 'People' | 'Price and quantity') {
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name }).click()
  await page.getByRole('group', { name, exact: true }).waitFor()
}

/**
 * Makes the time to undo last until the returned function is called, so that a slow machine cannot exceed it. Call it before the page is
 * opened. The returned function fails if no decision is waiting.
 */
export async function holdUndo(page: Page): Promise<() => Promise<void>> {
  await addScript(
    page,
    `{
    const { setTimeout, clearTimeout } = globalThis
    const held = new Map()
    globalThis.setTimeout = (run, delayMs, ...parameters) => {
      if (delayMs !== ${undoMs}) return setTimeout(run, delayMs, ...parameters)
      const id = setTimeout(() => undefined)
      held.set(id, run)
      return id
    }
    globalThis.clearTimeout = (id) => {
      held.delete(id)
      clearTimeout(id)
    }
    globalThis.endUndo = () => {
      const due = [...held.values()]
      held.clear()
      for (const run of due) run()
      return due.length
    }
  }`,
  )
  return async () => assert.ok(Number(await page.evaluate('endUndo()')) > 0, `no decision waits for ${undoMs} ms`)
}

/** Waits until a decision of the review is sent, after the time to undo it. Call it before deciding. */
export const decided = (page: Page, id: number | undefined, verb: 'accept' | 'reject' | 'rework') =>
  page.waitForResponse((response) => response.url().endsWith(`/reports/${id}/${verb}`))

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor()

/** Presses a button twice before the page can react to the first press. */
export const pressTwice = (button: Locator) =>
  button.evaluate((element: { click(): void }) => {
    element.click()
    element.click()
  })

let pictures = 0

/** Returns a picture that no other test uses. */
export async function newPicture(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  pictures += 1
  return {
    name: `proof-${pictures}.jpg`,
    mimeType: 'image/jpeg',
    buffer: Buffer.from(await drawn('street sign', 900 + pictures)),
  }
}

/** Browser globals that Node does not have. */
type InBrowser = {
  readonly DataTransfer: new () => { readonly items: { add(file: File): void } }
  readonly ClipboardEvent: new (kind: string, options: object) => Event
  readonly document: EventTarget
}

/** Returns a file wrapped as a drop or paste transfers it. */
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

/** Adds a proof in each of the three possible ways. */
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

/** Waits until `count` proofs are uploaded. */
export async function arrived(page: Page, count: number): Promise<void> {
  const proofs = page.getByRole('group', { name: 'Proofs' }).getByRole('link')
  await proofs.nth(count - 1).waitFor()
  assert.equal(await proofs.count(), count)
}

/** Waits until the countdown changes. */
export async function timeRuns(page: Page): Promise<void> {
  const clocks = page.getByRole('timer')
  const now = (await clocks.first().textContent()) ?? ''
  await clocks.filter({ hasNotText: now }).first().waitFor()
}
