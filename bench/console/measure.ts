import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext } from 'playwright-core'
import { clientsOf } from '../../server/commands/demo/clients.ts'
import { fillDemo } from '../../server/commands/demo/demo.ts'
import { openPeople } from '../../server/commands/demo/people.ts'
import { openInstallation } from '../../server/commands/installation.ts'
import { readConfig } from '../../server/platform/config/config.ts'
import { openBrowser } from '../../test/support/browser.ts'
import { pagesOf } from '../../test/support/console.ts'
import type { Installation } from '../installation.ts'
import { circumstances } from '../machine.ts'
import type { Options } from '../options.ts'
import { type Measured, pageOf } from '../report.ts'
import { fine, whole } from '../results.ts'
import { type FirstLoad, firstLoad, firstPages } from './first-loads.ts'
import { type InUse, measureInUse } from './in-use.ts'
import { measureLabelling } from './labelling.ts'

const [fullLoads, quickLoads] = [20, 2]
type Cookie = Parameters<BrowserContext['addCookies']>[0][number]
type Side = { readonly name: string; readonly url: string; readonly cookies: readonly Cookie[] }
type Row = { readonly name: string; readonly p50Ms: number; readonly p95Ms: number; readonly scriptBytes: number }

/** Measures the load time of an executor's first page with an empty cache, in turns with a page of one script. */
export async function measureConsole(
  installation: Installation,
  wanted: Options,
  stop: AbortSignal,
): Promise<Measured> {
  const { address } = await installation.serve([], { PAYOUT_ACCOUNT_WAIT_HOURS: '0' })
  const [bare, browser] = await Promise.all([serveBare(), openBrowser()])
  try {
    const { cookies, clients } = await signedIn(installation.folder, address)
    const sides = [
      { name: 'find work, signed in', url: `${address}/executor`, cookies: cookies.executor },
      { name: 'a page of one script', url: `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`, cookies: [] },
    ]
    const loads = wanted.quick ? quickLoads : fullLoads
    const rows = await measureSides(browser, sides, loads, stop)
    const first: FirstLoad[] = []
    for (const page of firstPages)
      if (!stop.aborted) first.push(await firstLoad(browser, address, page, page.role ? cookies[page.role] : []))
    const inUse = stop.aborted
      ? []
      : [
          ...(await measureInUse(browser, address, cookies, wanted)),
          await measureLabelling(browser, address, { cookies, clients }, wanted),
        ]
    const report = { circumstances: await circumstances(installation.db), options: { loads }, rows, first, inUse }
    return { report, markdown: markdownOf(report), isWell: true }
  } finally {
    await browser.close()
    bare.close()
  }
}

/** Signs in the demo's accounts, in an installation with the demo's data. */
async function signedIn(folder: string, address: string) {
  const { ctx, logger, close } = await openInstallation(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'warn' }))
  const printed = await fillDemo(ctx, address, logger)
  const clients = clientsOf(address, await openPeople(ctx, async () => ctx))
  await close()
  const cookiesOf = async (role: string): Promise<Cookie[]> => {
    const password = new RegExp(`${role}@demo\\.example +password (\\S+)`).exec(printed)?.[1] ?? ''
    const session = await pagesOf(address, address).signIn(`${role}@demo.example`, password)
    return [...session.cookies].map(([name, value]) => ({ name, value, url: `${address}/console/api` }))
  }
  const cookies = {
    executor: await cookiesOf('executor'),
    advertiser: await cookiesOf('advertiser'),
    operator: await cookiesOf('operator'),
  }
  return { cookies, clients }
}

const bareScript = `const found = document.createElement('article'); found.textContent = 'An offer'; document.body.append(found)`

function serveBare(): Promise<Server> {
  const server = createServer(({ url }, response) => {
    const isScript = url === '/script.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? bareScript : '<!doctype html><body><script type="module" src="/script.js"></script>')
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

async function measureSides(
  browser: Browser,
  sides: readonly Side[],
  loads: number,
  stop: AbortSignal,
): Promise<Row[]> {
  const taken = sides.map((): { ms: number; bytes: number }[] => [])
  // Load -1 is not counted: it finds a cold server.
  for (let load = -1; load < loads && !stop.aborted; load++)
    for (const [index, side] of sides.entries()) {
      const one = await loadOnce(browser, side)
      if (load >= 0) taken[index]?.push(one)
    }
  return sides.map(({ name }, index) => {
    const times = (taken[index] ?? []).map(({ ms }) => ms).sort((a, b) => a - b)
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
    return { name, p50Ms: at(0.5), p95Ms: at(0.95), scriptBytes: taken[index]?.[0]?.bytes ?? 0 }
  })
}

/** Measures the time from navigation to the first visible offer, and the script bytes loaded. */
async function loadOnce(browser: Browser, { url, cookies }: Side): Promise<{ ms: number; bytes: number }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
  try {
    await context.addCookies(cookies)
    const page = await context.newPage()
    const sizes: Promise<number>[] = []
    page.on('requestfinished', (request) => {
      if (request.resourceType() === 'script') sizes.push(request.sizes().then((size) => size.responseBodySize))
    })
    const start = performance.now()
    await page.goto(url, { waitUntil: 'commit' })
    await page.getByRole('article').first().waitFor()
    const ms = performance.now() - start
    return { ms, bytes: (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) }
  } finally {
    await context.close()
  }
}

const about = `The first page of a signed-in executor in Chromium with nothing in its cache, from asking for it until its first offer is
seen; beside it, in turns, a page of one script that shows one line. Browser, server and database share the cores.

The second table loads pages once over a line of 1.6 Mbit/s and 300 ms for each round trip, with an empty cache and then again. Bytes are
those of all responses as sent, with headers.

The third table measures pages whose code is loaded, without a slow line. A menu link takes from the click until the page has its heading
and data, which may be cached. A decision takes from the key until the next submission is there with its history. An item
takes from Enter until the next one is there with its picture; the goal is 100 ms.`

type Report = Parameters<typeof pageOf>[0] & {
  readonly rows: readonly Row[]
  readonly first: readonly FirstLoad[]
  readonly inUse: readonly InUse[]
}

const markdownOf = (report: Report): string =>
  pageOf(report, {
    of: 'the console',
    about,
    tables: [
      [
        ['page', 'median ms', 'p95 ms', 'script, bytes as sent'],
        report.rows.map((row) => [row.name, fine(row.p50Ms), fine(row.p95Ms), whole(row.scriptBytes)]),
      ],
      [
        ['page, slow line', 'requests', 'bytes', 'first content ms', 'complete ms', 'bytes again'],
        report.first.map((page) => [
          page.name,
          whole(page.requests),
          whole(page.bytes),
          whole(page.firstContentMs),
          whole(page.completeMs),
          whole(page.againBytes),
        ]),
      ],
      [
        ['action', 'times', 'median ms', 'p95 ms'],
        report.inUse.map(({ name, times, p50Ms, p95Ms }) => [name, whole(times), fine(p50Ms), fine(p95Ms)]),
      ],
    ],
  })
