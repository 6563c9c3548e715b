import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { type PageLine, pages } from './pages.ts'
import { type Desk, frame, idsOf, openDesk, people, settled, type View, type WatchedPage } from './queue.ts'

/* SCREENS=folder saves a screenshot of each page in every view of the files that run: `SCREENS=screens npm test -- console/pages`. */

const framesMax = 120
const screens = process.env.SCREENS
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A size and a scheme, and what axe, the slowest check, examines in it. */
type PageView = { readonly width: number; readonly isDark: boolean; readonly audit?: keyof typeof audits }
/** The views of a page in one language. Without `isReloaded`, the page is opened from the one before, as a link does. */
type PageViews = {
  readonly language: View['language']
  readonly isReloaded: boolean
  readonly views: readonly PageView[]
}

/** Options of axe. The rules of `colors` are all that a color scheme can break; the others depend on the elements and the size. */
const audits = {
  everything: {},
  colors: { runOnly: ['color-contrast', 'link-in-text-block'] },
} as const
const [wide, narrow] = [1280, 390]
const languages = ['en', 'ru'] as const

/** The language and the wide scheme of a page in `pages.test.ts`. Both alternate by page. */
const firstLookAt = (index: number) => ({ language: languages[index % 2] ?? 'en', isDark: index % 4 > 1 })

/** Both sizes, each in one color scheme, in one language. */
function someViews(index: number): PageViews[] {
  const { language, isDark } = firstLookAt(index)
  const views = [
    { width: wide, isDark, audit: 'everything' },
    { width: narrow, isDark: !isDark },
  ] as const
  return [{ language, isReloaded: false, views }]
}

/** The views that `someViews` leaves out. With those, axe examines each size once, and the colors of each size and scheme. */
function otherViews(index: number): PageViews[] {
  const { language, isDark } = firstLookAt(index)
  const rest = [
    { width: wide, isDark: !isDark, audit: 'colors' },
    { width: narrow, isDark, audit: 'colors' },
  ] as const
  const all = [
    { width: wide, isDark },
    { width: wide, isDark: !isDark },
    { width: narrow, isDark: !isDark, audit: 'everything' },
    { width: narrow, isDark },
  ] as const
  return languages.map((each) =>
    each === language ? { language, isReloaded: false, views: rest } : { language: each, isReloaded: true, views: all },
  )
}

type Who = PageLine['as']
/** How a page is looked at, by its place in the list of pages. */
type Coverage = (index: number) => readonly PageViews[]
export const everyPageOnce: Coverage = someViews
export const everyPageInOtherViews: Coverage = otherViews

type CheckContext = {
  readonly desk: Desk
  readonly ids: Readonly<Record<string, number>>
  readonly pageIn: PageIn
}
type Language = View['language']
type PageIn = (language: Language) => Promise<WatchedPage>

/** The pages of one person, or of nobody signed in. Their checks share a tab for each language, so they run one by one. */
export type PersonChecks = { readonly as: Who; readonly checks: readonly PageCheck[] }
type PageCheck = { readonly name: string; readonly check: () => Promise<void> }

/** Returns the checks of every page of the console. */
export async function pageChecksOf(viewsOf: Coverage): Promise<PersonChecks[]> {
  const desk = await openDesk()
  const ids = await idsOf(desk)
  return (['nobody', ...people] as const).map((as) => {
    const context = { desk, ids, pageIn: pagesOf(desk, as) }
    const checks = pages.flatMap((line, index) =>
      line.as === as ? [{ name: `shows ${line.at}`, check: () => checkInViews(context, line, viewsOf(index)) }] : [],
    )
    return { as, checks }
  })
}

async function checkInViews(context: CheckContext, line: PageLine, looks: readonly PageViews[]): Promise<void> {
  for (const look of looks) await checkPage(context, line, look)
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
  { desk, ids, pageIn }: CheckContext,
  line: PageLine,
  { language, isReloaded, views }: PageViews,
): Promise<void> {
  const { page, complaints, elsewhere } = await pageIn(language)
  await openPath(page, desk.market.ctx.config.publicUrl, addressOf(line, ids), isReloaded)
  await settled(page)
  await showCharts(page)
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

/** Scrolls through the charts of the page, which are drawn when they are about to be seen. */
async function showCharts(page: Page): Promise<void> {
  const charts = await page.locator('main [role="img"]').all()
  for (const chart of charts) {
    await chart.scrollIntoViewIfNeeded()
    await frame(page)
  }
  if (charts.length === 0) return
  await page.evaluate('scrollTo(0, 0)')
  await settled(page)
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
  { width, isDark, audit }: PageView,
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
  if (!audit) return
  const found = (await page.evaluate(
    `axe.run(${JSON.stringify({ ...audits[audit], resultTypes: ['violations'] })})`,
  )) as AxeResults
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
