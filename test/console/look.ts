import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { type Desk, idsOf, openDesk, settled, type View, watchedPage } from './desk.ts'
import { type PageLine, pages } from './pages.ts'

/*
 * SCREENS=folder writes a picture of each page as it is seen in every way: `npm run screens`.
 */

/** A page in every way, on a busy machine. */
export const timeout = 90_000
const framesMax = 120
/** Colors that are on their way from one scheme to the other belong to neither. */
const faded = `Promise.allSettled(document.getAnimations().filter((each) => each instanceof CSSTransition).map(({ finished }) => finished))`
const screens = process.env.SCREENS
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Each page is opened once in each language, and turned there: both schemes, both sizes. */
const languages = ['en', 'ru'] as const
const views = {
  en: [
    [1280, false],
    [390, true],
  ],
  ru: [
    [390, false],
    [1280, true],
  ],
} as const

type Who = PageLine['as']
type Seen = { readonly desk: Desk; readonly ids: Readonly<Record<string, number>>; readonly browserOf: BrowserOf }
type BrowserOf = (language: View['language']) => Promise<BrowserContext>

/** One page to look at, in every way. */
export type Look = { readonly name: string; readonly look: () => Promise<void> }

/** All pages of these people. */
export async function looksOf(...who: readonly Who[]): Promise<Look[]> {
  const desk = await openDesk()
  const ids = await idsOf(desk)
  return who.flatMap((as) => {
    const seen = { desk, ids, browserOf: browsersOf(desk, as) }
    return pages.filter((page) => page.as === as).map((line) => lookAt(seen, line))
  })
}

const lookAt = (seen: Seen, line: PageLine): Look => ({
  name: `${line.at} as ${line.as}, in every way`,
  look: async () => {
    for (const language of languages) await look(seen, line, language)
  },
})

/** One browser of a person for each language: as theirs would, it keeps the parts of the console that it has loaded. */
function browsersOf(desk: Desk, as: Who): BrowserOf {
  const browsers = new Map<string, Promise<BrowserContext>>()
  return (language) => {
    const [[width, isDark]] = views[language]
    const browser = browsers.get(language) ?? desk.open(as, { width, isDark, language })
    browsers.set(language, browser)
    return browser
  }
}

const addressOf = ({ at }: PageLine, ids: Seen['ids']): string =>
  at.replace(/\{(\w+)\}/g, (_, name: string) => {
    assert.ok(ids[name] !== undefined, `no id of the demo is called ${name}`)
    return String(ids[name])
  })

async function look({ desk, ids, browserOf }: Seen, line: PageLine, language: View['language']): Promise<void> {
  const { page, complaints, elsewhere } = await watchedPage(await browserOf(language), desk.market)
  try {
    await page.goto(desk.market.ctx.config.publicUrl + addressOf(line, ids))
    await settled(page)
    if (line.sees) await page.locator(line.sees).first().waitFor()
    // What somebody wrote is a title, too, and stays in its language.
    if (language === 'ru' && !line.at.includes('{'))
      assert.match((await page.locator('h1').first().textContent()) ?? '', /[а-яё]/i, 'its title is not Russian')
    for (const view of views[language]) await examine(page, line, language, view)
    // A token that is nonsense is refused; all else of this page is as it should be.
    assert.deepEqual(
      complaints.filter((text) => !line.at.includes('nonsense') || !/\b40[0-9]\b/.test(text)),
      [],
    )
    assert.deepEqual(elsewhere, [], 'it asks other hosts')
  } finally {
    await page.close()
  }
}

async function examine(
  page: Page,
  line: PageLine,
  language: string,
  [width, isDark]: readonly [number, boolean],
): Promise<void> {
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
  await page.setViewportSize({ width, height: 900 })
  const way = `${language} ${isDark ? 'dark' : 'light'} ${width}`
  if (screens)
    await picture(page, `${screens}/${line.as}${line.at.replace(/[^a-z]+/g, '-')}-${way.replaceAll(' ', '-')}.png`)
  assert.equal(await surplus(page), 0, `${way}: so many pixels too wide`)
  await page.evaluate(faded)
  await page.evaluate(axe)
  const found = (await page.evaluate(`axe.run({ resultTypes: ['violations'] })`)) as Found
  assert.deepEqual(
    found.violations.map(
      ({ id, nodes }) => `${way}: ${id} at ${nodes.slice(0, 3).map(({ target }) => target.join(' '))}`,
    ),
    [],
  )
}

type Found = {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly target: readonly string[] }[]
  }[]
}

async function picture(page: Page, path: string): Promise<void> {
  mkdirSync(join(path, '..'), { recursive: true })
  await page.screenshot({ path, fullPage: true })
}

/** How much wider than the screen the page is, once it has arranged itself: within some frames. */
async function surplus(page: Page): Promise<number> {
  for (let frame = 0; ; frame++) {
    const wide = Number(await page.evaluate('Math.max(0, document.documentElement.scrollWidth - innerWidth)'))
    if (wide === 0 || frame === framesMax) return wide
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => resolve(null)))')
  }
}
