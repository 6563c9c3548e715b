import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { type PageLine, pages } from './pages.ts'
import { type Desk, frame, idsOf, openDesk, people, settled, type View, type WatchedPage } from './queue.ts'

/* SCREENS=folder saves a screenshot of each page in every view: `SCREENS=screens npm test -- console/pages-full`. */

/** Time for one page in every view on a busy machine, in milliseconds. */
export const timeout = 180_000
const framesMax = 120
const screens = process.env.SCREENS
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** How a page is shown, and whether axe, the slowest check, examines it so. */
type PageView = { readonly width: number; readonly isDark: boolean; readonly isAudited: boolean }
type Views = Readonly<Record<View['language'], readonly PageView[]>>

const [wide, narrow] = [1280, 390]

/** Both sizes, each in one color scheme, in one language; languages and schemes alternate by page. */
function someViews(index: number): Views {
  const isDark = index % 4 > 1
  const views = [
    { width: wide, isDark, isAudited: true },
    { width: narrow, isDark: !isDark, isAudited: false },
  ]
  return index % 2 === 0 ? { en: views, ru: [] } : { en: [], ru: views }
}

/** Every size, scheme and language. Axe examines each combination of size and scheme in one language, which alternates by page. */
function allViews(index: number): Views {
  const of = (remainder: number) =>
    [wide, narrow].flatMap((width) =>
      [false, true].map((isDark) => ({
        width,
        isDark,
        isAudited: (index + Number(isDark) + Number(width === wide)) % 2 === remainder,
      })),
    )
  return { en: of(0), ru: of(1) }
}

type Who = PageLine['as']
/** How thoroughly the pages are looked at. Without `isReloaded`, a page is opened from the one before, as a link does. */
type Coverage = { readonly viewsOf: (index: number) => Views; readonly isReloaded: boolean }
export const everyPageOnce: Coverage = { viewsOf: someViews, isReloaded: false }
export const everyPageInEveryView: Coverage = { viewsOf: allViews, isReloaded: true }

type CheckContext = {
  readonly desk: Desk
  readonly isReloaded: boolean
  readonly ids: Readonly<Record<string, number>>
  readonly pageIn: PageIn
}
type Language = View['language']
type PageIn = (language: Language) => Promise<WatchedPage>

/** The pages of one person, or of nobody signed in. Their checks share a tab for each language, so they run one by one. */
export type PersonChecks = { readonly as: Who; readonly checks: readonly PageCheck[] }
type PageCheck = { readonly name: string; readonly check: () => Promise<void> }

/** Returns the checks of every page of the console. */
export async function pageChecksOf({ viewsOf, isReloaded }: Coverage): Promise<PersonChecks[]> {
  const desk = await openDesk()
  const ids = await idsOf(desk)
  return (['nobody', ...people] as const).map((as) => {
    const context = { desk, ids, isReloaded, pageIn: pagesOf(desk, as) }
    const checks = pages.flatMap((line, index) =>
      line.as === as ? [{ name: `shows ${line.at}`, check: () => checkInViews(context, line, viewsOf(index)) }] : [],
    )
    return { as, checks }
  })
}

async function checkInViews(context: CheckContext, line: PageLine, views: Views): Promise<void> {
  for (const language of Object.keys(views) as Language[])
    if (views[language].length > 0) await checkPage(context, line, language, views[language])
}

/** Opens one tab per person and language, which keeps the loaded parts of the console, as a user's would. */
function pagesOf(desk: Desk, as: Who): PageIn {
  const opened = new Map<string, Promise<WatchedPage>>()
  return async (language) => {
    const page = opened.get(language) ?? desk.open(as, { width: 1280, isDark: false, language })
    opened.set(language, page)
    const watched = await page
    for (const told of [watched.complaints, watched.elsewhere]) told.length = 0
    return watched
  }
}

const addressOf = ({ at }: PageLine, ids: CheckContext['ids']): string =>
  at.replace(/\{(\w+)\}/g, (_, name: string) => {
    assert.ok(ids[name] !== undefined, `the demo has no id named ${name}`)
    return String(ids[name])
  })

async function checkPage(
  { desk, ids, pageIn, isReloaded }: CheckContext,
  line: PageLine,
  language: Language,
  views: readonly PageView[],
): Promise<void> {
  const { page, complaints, elsewhere } = await pageIn(language)
  await openPath(page, desk.market.ctx.config.publicUrl, addressOf(line, ids), isReloaded)
  await settled(page)
  if (line.sees) await page.locator(line.sees).first().waitFor()
  // A title can be user-written text, which is not translated.
  if (language === 'ru' && !line.at.includes('{'))
    assert.match((await page.locator('h1').first().textContent()) ?? '', /[а-яё]/i, 'the title is not in Russian')
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
  for (const view of views) await checkView(page, line, language, view)
  // An invalid token is rejected; nothing else on the page may fail.
  assert.deepEqual(
    complaints.filter((text) => !line.at.includes('nonsense') || !/\b40[0-9]\b/.test(text)),
    [],
  )
  assert.deepEqual(elsewhere, [], 'requests to other hosts')
}

/** Loads the page, or lets the console's router open it in a tab that shows the console already. */
async function openPath(page: Page, origin: string, path: string, isReloaded: boolean): Promise<void> {
  if (isReloaded || !page.url().startsWith(origin)) await page.goto(origin + path)
  else await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`)
}

async function checkView(
  page: Page,
  line: PageLine,
  language: string,
  { width, isDark, isAudited }: PageView,
): Promise<void> {
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
  await page.setViewportSize({ width, height: 900 })
  // The page learns the scheme in one frame and has its colors in the next.
  for (const _ of [1, 2]) await frame(page)
  const viewName = `${language} ${isDark ? 'dark' : 'light'} ${width}`
  if (screens)
    await saveScreenshot(
      page,
      `${screens}/${line.as}${line.at.replace(/[^a-z]+/g, '-')}-${viewName.replaceAll(' ', '-')}.png`,
    )
  assert.equal(await overflowOf(page), 0, `${viewName}: pixels too wide`)
  if (!isAudited) return
  const found = (await page.evaluate(`axe.run({ resultTypes: ['violations'] })`)) as AxeResults
  assert.deepEqual(
    found.violations.map(
      ({ id, nodes }) => `${viewName}: ${id} at ${nodes.slice(0, 3).map(({ target }) => target.join(' '))}`,
    ),
    [],
  )
}

type AxeResults = {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly target: readonly string[] }[]
  }[]
}

async function saveScreenshot(page: Page, path: string): Promise<void> {
  mkdirSync(join(path, '..'), { recursive: true })
  await page.screenshot({ path, fullPage: true })
}

/** Returns how many pixels the page overflows the screen once its layout is stable. */
async function overflowOf(page: Page): Promise<number> {
  for (let frames = 0; ; frames++) {
    const wide = Number(await page.evaluate('Math.max(0, document.documentElement.scrollWidth - innerWidth)'))
    if (wide === 0 || frames === framesMax) return wide
    await frame(page)
  }
}
