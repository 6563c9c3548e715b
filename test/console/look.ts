import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { type PageLine, pages } from './pages.ts'
import { type Desk, frame, idsOf, openDesk, settled, type View, type WatchedPage } from './queue.ts'

/* SCREENS=folder saves a screenshot of each page in every view: `SCREENS=screens LONG=1 npm test -- console/pages`. */

/** Time for one page in every view on a busy machine, in milliseconds. */
export const timeout = 90_000
const framesMax = 120
const screens = process.env.SCREENS
const isLong = process.env.LONG === '1'
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Each page is opened once per language and shown in both sizes, each in one color scheme. Axe, which is slowest, checks only the
 * first view. The scheme of each size alternates by page; the long form covers all combinations and always runs axe.
 */
const languages = ['en', 'ru'] as const
const viewsOf = (line: PageLine, language: View['language']) => {
  const ways = isLong ? [false, true] : [pages.indexOf(line) % 2 === 1]
  return ways.flatMap((isDark) => {
    const [wide, narrow] = [[1280, isDark] as const, [390, !isDark] as const]
    return language === 'en' ? [wide, narrow] : [narrow, wide]
  })
}

type Who = PageLine['as']
type LookContext = { readonly desk: Desk; readonly ids: Readonly<Record<string, number>>; readonly pageIn: PageIn }
type PageIn = (language: View['language']) => Promise<WatchedPage>

/** The checks of one page in every view. */
export type Look = { readonly name: string; readonly look: () => Promise<void> }

/** Returns the checks of all pages of these people. */
export async function looksOf(...who: readonly Who[]): Promise<Look[]> {
  const desk = await openDesk()
  const ids = await idsOf(desk)
  return who.flatMap((as) => {
    const seen = { desk, ids, pageIn: pagesOf(desk, as) }
    return pages.filter((page) => page.as === as).map((line) => lookAt(seen, line))
  })
}

const lookAt = (seen: LookContext, line: PageLine): Look => ({
  name: `${line.at} as ${line.as}, in every way`,
  look: async () => {
    for (const language of languages) await look(seen, line, language)
  },
})

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

const addressOf = ({ at }: PageLine, ids: LookContext['ids']): string =>
  at.replace(/\{(\w+)\}/g, (_, name: string) => {
    assert.ok(ids[name] !== undefined, `no id of the demo is called ${name}`)
    return String(ids[name])
  })

async function look({ desk, ids, pageIn }: LookContext, line: PageLine, language: View['language']): Promise<void> {
  const { page, complaints, elsewhere } = await pageIn(language)
  await page.goto(desk.market.ctx.config.publicUrl + addressOf(line, ids))
  await settled(page)
  if (line.sees) await page.locator(line.sees).first().waitFor()
  // A title can be user-written text, which is not translated.
  if (language === 'ru' && !line.at.includes('{'))
    assert.match((await page.locator('h1').first().textContent()) ?? '', /[а-яё]/i, 'its title is not Russian')
  await page.evaluate(axe)
  for (const [index, view] of viewsOf(line, language).entries())
    await examine(page, line, language, view, isLong || index === 0)
  // An invalid token is rejected; nothing else on the page may fail.
  assert.deepEqual(
    complaints.filter((text) => !line.at.includes('nonsense') || !/\b40[0-9]\b/.test(text)),
    [],
  )
  assert.deepEqual(elsewhere, [], 'it asks other hosts')
}

async function examine(
  page: Page,
  line: PageLine,
  language: string,
  [width, isDark]: readonly [number, boolean],
  isJudged: boolean,
): Promise<void> {
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
  await page.setViewportSize({ width, height: 900 })
  // The page learns the scheme in one frame and has its colors in the next.
  for (const _ of [1, 2]) await frame(page)
  const way = `${language} ${isDark ? 'dark' : 'light'} ${width}`
  if (screens)
    await picture(page, `${screens}/${line.as}${line.at.replace(/[^a-z]+/g, '-')}-${way.replaceAll(' ', '-')}.png`)
  assert.equal(await surplus(page), 0, `${way}: so many pixels too wide`)
  if (!isJudged) return
  const found = (await page.evaluate(`axe.run({ resultTypes: ['violations'] })`)) as AxeResults
  assert.deepEqual(
    found.violations.map(
      ({ id, nodes }) => `${way}: ${id} at ${nodes.slice(0, 3).map(({ target }) => target.join(' '))}`,
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

async function picture(page: Page, path: string): Promise<void> {
  mkdirSync(join(path, '..'), { recursive: true })
  await page.screenshot({ path, fullPage: true })
}

/** Returns how many pixels the page overflows the screen once its layout is stable. */
async function surplus(page: Page): Promise<number> {
  for (let frames = 0; ; frames++) {
    const wide = Number(await page.evaluate('Math.max(0, document.documentElement.scrollWidth - innerWidth)'))
    if (wide === 0 || frames === framesMax) return wide
    await frame(page)
  }
}
