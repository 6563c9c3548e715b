import type { Browser, CDPSession, Page } from 'playwright-core'
import { openInstallation } from '../../server/commands/installation.ts'
import { readConfig } from '../../server/platform/config/config.ts'
import { sql } from '../../server/platform/sql.ts'
import { openBrowser } from '../../test/support/browser.ts'
import { openSession } from '../../test/support/console.ts'
import { firstExecutor } from '../dataset-facts.ts'
import type { Installation } from '../installation.ts'
import { circumstances } from '../machine.ts'
import type { Options } from '../options.ts'
import { type Measured, pageOf } from '../report.ts'
import { fine, whole } from '../results.ts'
import { seedDataset } from '../seed.ts'

const rows = 100_000
const pagesMax = 100
/** A paged list, and the selector of its first row, which identifies the page. */
type Walk = { readonly name: string; readonly path: string; readonly account: number; readonly first: string }
type Cost = { readonly heapBytes: number; readonly nodes: number }
type Row = { readonly name: string; readonly pages: number; readonly p50Ms: number; readonly p95Ms: number } & {
  readonly first: Cost
  readonly last: Cost
}

/** Pages through lists of 100,000 records in a browser, and measures time, heap and DOM nodes. */
export async function measureWalk(installation: Installation, wanted: Options, stop: AbortSignal): Promise<Measured> {
  const { seed, advertisers, executors, quick } = wanted
  const count = quick ? rows / 100 : rows
  const facts = await seedDataset(installation.db, { seed, offers: count, advertisers, executors }, [count])
  const [reporter] = facts.reporters
  const walks: readonly Walk[] = [
    { name: 'find work', path: '/executor', account: firstExecutor, first: 'main article a' },
    {
      name: 'review of what was accepted',
      path: '/advertiser/review?status=Accepted',
      account: reporter?.account ?? 0,
      first: '.queue-list li .numeric',
    },
  ]
  const cookies = await cookiesOf(installation.folder, walks)
  const { address } = await installation.serve([], { LOG_LEVEL: 'fatal' })
  const browser = await openBrowser()
  try {
    const measured: Row[] = []
    for (const [index, walk] of walks.entries())
      if (!stop.aborted) measured.push(await walked(browser, address, walk, cookies[index] ?? ''))
    const report = { circumstances: await circumstances(installation.db), options: { rows: count }, rows: measured }
    return { report, markdown: markdownOf(report), isWell: true }
  } finally {
    await browser.close()
  }
}

/** Creates sessions before the server starts, while the database is not in use. */
async function cookiesOf(folder: string, walks: readonly Walk[]): Promise<string[]> {
  const { ctx, close } = await openInstallation(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'warn' }))
  const accounts = walks.map(({ account }) => account)
  await ctx.db.run(sql`
    insert into sign_in_users (id, email, email_verified, name, created_at, updated_at)
    select id, email, true, email, created_at, created_at from accounts where id = any(${accounts}::bigint[])`)
  const cookies = await Promise.all(walks.map(({ account }) => openSession({ ctx }, account)))
  await close()
  return cookies
}

async function walked(browser: Browser, address: string, walk: Walk, cookie: string): Promise<Row> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
  const [pair = ''] = cookie.split(';')
  const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
  await context.addCookies([{ name, value, url: `${address}/console/api` }])
  const page = await context.newPage()
  const tools = await context.newCDPSession(page)
  await page.goto(address + walk.path)
  await page.locator(walk.first).first().waitFor()
  const first = await costOf(tools)
  const times: number[] = []
  while (times.length < pagesMax - 1) {
    const ms = await turn(page, walk)
    if (ms === undefined) break
    times.push(ms)
  }
  const last = await costOf(tools)
  await context.close()
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { name: walk.name, pages: times.length + 1, p50Ms: at(0.5), p95Ms: at(0.95), first, last }
}

/** Measures the time from a click until the first row changes; undefined on the last page. */
async function turn(page: Page, { first }: Walk): Promise<number | undefined> {
  const next = page.getByRole('button', { name: 'Next page' })
  if ((await next.count()) === 0) return undefined
  const known = await page.locator(first).first().textContent()
  const start = performance.now()
  await next.click()
  await page
    .locator(first)
    .first()
    .and(page.locator(first).filter({ hasNotText: known ?? '' }))
    .waitFor()
  return performance.now() - start
}

/** Measures heap and DOM nodes after garbage collection. */
async function costOf(tools: CDPSession): Promise<Cost> {
  await tools.send('HeapProfiler.collectGarbage')
  const [{ usedSize }, { nodes }] = await Promise.all([
    tools.send('Runtime.getHeapUsage'),
    tools.send('Memory.getDOMCounters'),
  ])
  return { heapBytes: usedSize, nodes }
}

const about = `A hundred pages of a list of 100,000 in Chromium, one after the other by the button below it: from the click until
the rows of the next page are there, with what the page keeps in memory after the first and after the last, garbage collected.
Browser, server and database share the cores.`

const markdownOf = (report: Parameters<typeof pageOf>[0] & { readonly rows: readonly Row[] }): string =>
  pageOf(report, {
    of: 'lists of the console',
    about,
    tables: [
      [
        ['list', 'pages', 'median ms', 'p95 ms', 'heap after 1, bytes', 'after all', 'nodes after 1', 'after all'],
        report.rows.map(({ name, pages, p50Ms, p95Ms, first, last }) => [
          name,
          whole(pages),
          fine(p50Ms),
          fine(p95Ms),
          whole(first.heapBytes),
          whole(last.heapBytes),
          whole(first.nodes),
          whole(last.nodes),
        ]),
      ],
    ],
  })
