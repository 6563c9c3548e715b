import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { inPage } from '../support/browser.ts'
import { someOf } from '../support/sampling.ts'
import { frame, settled } from './console.ts'
import type { Desk } from './demo.ts'
import type { PageLine } from './pages.ts'

const framesMax = 120
const screens = process.env.SCREENS
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** How a page is looked at: each language, color scheme and size. */
export const looks = (['en', 'ru'] as const).flatMap((language) =>
  (['light', 'dark'] as const).flatMap((scheme) => [1280, 390].map((width) => [language, scheme, width] as const)),
)
type Look = (typeof looks)[number]

export async function checkPage(desk: Desk, line: PageLine, [language, colorScheme, width]: Look): Promise<void> {
  const { page, complaints, elsewhere } = await desk.pageOf(line.as, language)
  for (const told of [complaints, elsewhere]) told.length = 0
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize({ width, height: 900 })
  await openPath(page, desk.publicUrl, addressOf(line, desk.ids))
  await settled(page)
  await showCharts(page)
  if (line.sees) await page.locator(line.sees).first().waitFor()
  // A title can be user-written text, which is not translated.
  if (language === 'ru' && !line.at.includes('{'))
    assert.match((await page.locator('h1').first().textContent()) ?? '', /[а-яё]/i, 'the title is not in Russian')
  if (screens)
    await saveScreenshot(page, `${line.as}${line.at.replace(/[^a-z]+/g, '-')}-${language}-${colorScheme}-${width}`)
  assert.equal(await overflowOf(page), 0, 'pixels too wide')
  assert.deepEqual(await barriersOf(page), [])
  // An invalid token is rejected; nothing else on the page may fail.
  assert.deepEqual(
    complaints.filter((text) => !line.at.includes('nonsense') || !/\b40[0-9]\b/.test(text)),
    [],
  )
  assert.deepEqual(elsewhere, [], 'requests to other hosts')
}

const addressOf = ({ at }: PageLine, ids: Desk['ids']): string =>
  at.replace(/\{(\w+)\}/g, (_, name: string) => {
    assert.ok(ids[name] !== undefined, `the demo has no id named ${name}`)
    return String(ids[name])
  })

/** Scrolls through the charts of the page, which are drawn when they are about to be seen. */
async function showCharts(page: Page): Promise<void> {
  const charts = await page.locator('main [role="img"]').all()
  for (const chart of charts) {
    await chart.scrollIntoViewIfNeeded()
    await frame(page)
  }
  if (charts.length === 0) return
  await inPage(page, 'scrollTo(0, 0)')
  await settled(page)
}

/** Loads the page, or lets the console's router open it in a tab that shows the console already. */
async function openPath(page: Page, origin: string, path: string): Promise<void> {
  if (!page.url().startsWith(origin)) await page.goto(path)
  else await inPage(page, `history.pushState({}, '', ${JSON.stringify(path)})`)
}

/** Returns what axe finds. */
export async function barriersOf(page: Page): Promise<string[]> {
  if (!(await inPage(page, '"axe" in window'))) await inPage(page, axe)
  const { violations } = await inPage<AxeResults>(page, `axe.run({ resultTypes: ['violations'] })`)
  return violations.map(({ id, nodes }) => `${id} at ${nodes.slice(0, 3).map(({ target }) => target.join(' '))}`)
}

type AxeResults = {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly target: readonly string[] }[]
  }[]
}

async function saveScreenshot(page: Page, name: string): Promise<void> {
  mkdirSync(screens ?? '', { recursive: true })
  await page.screenshot({ path: join(screens ?? '', `${name}.png`), fullPage: true })
}

/** Returns how many pixels the page overflows the screen once its layout is stable. */
export async function overflowOf(page: Page): Promise<number> {
  for (let frames = 0; ; frames++) {
    const wide = Number(await inPage(page, 'Math.max(0, document.documentElement.scrollWidth - innerWidth)'))
    if (wide === 0 || frames === framesMax) return wide
    await frame(page)
  }
}

/**
 * Asserts that an open page has no barriers and fits its screen: in two looks without anything in common, with LONG=1 in all. `open` reloads
 * it and waits for what it shows.
 */
export async function fitsScreens(
  t: TestContext,
  page: Page,
  open: (language: string) => Promise<unknown>,
): Promise<void> {
  const pairs = looks.slice(0, looks.length / 2).map((look, index) => [look, looks[looks.length - 1 - index] as Look])
  for (const [language, colorScheme, width] of someOf(t, pairs, 1).flat()) {
    await page.evaluate(`localStorage.setItem('language', '${language}')`)
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await open(language)
    await settled(page)
    assert.deepEqual(await barriersOf(page), [], `${language} ${colorScheme} ${width}`)
    assert.equal(await overflowOf(page), 0, `${language} ${colorScheme} ${width}`)
  }
}
