import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createMany } from '../properties/concurrently.ts'
import { openBrowser } from '../support/browser.ts'
import { activeOffer, advertiser, executor } from '../support/fixtures.ts'
import { heading, press, sitDown, visit } from './browser-actions.ts'
import { openConsoleMarket, settled } from './queue.ts'

const market = await openConsoleMarket()
const browser = await openBrowser()
after(() => browser.close())

/** Compressed size of the scripts that an executor's first page needs, in bytes. */
const scriptBytesMax = 200_000

test('an executor’s first page loads few scripts', { timeout: 300_000 }, async () => {
  const { page } = await sitDown(browser, market, await executor(market))
  const sizes: Promise<[string, number]>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script')
      sizes.push(request.sizes().then(({ responseBodySize }) => [request.url(), responseBodySize]))
  })
  await visit(page, market, '/executor')
  await heading(page, 'Find work')
  await settled(page)
  const sent = await Promise.all(sizes)
  const bytes = sent.reduce((sum, [, size]) => sum + size, 0)
  assert.ok(sent.length > 0 && bytes > 0, 'no script was sent at all')
  assert.ok(bytes <= scriptBytesMax, `${bytes} bytes: ${sent.map(([url, size]) => `${url.split('/').at(-1)} ${size}`)}`)
})

test('a list page keeps only its own rows in memory', { timeout: 300_000 }, async () => {
  const owner = await advertiser(market)
  await createMany(45, () => activeOffer(market, { advertiser: owner }), 4)
  const { page } = await sitDown(browser, market, await executor(market))
  await visit(page, market, '/executor')
  const seen: number[] = []
  for (const rows of [20, 20, 5]) {
    await settled(page)
    const links = await page.locator('main article a[href*="/executor/offers/"]').evaluateAll((all) => all.map(String))
    assert.equal(links.length, rows)
    seen.push(...links.map((link) => Number(link.split('/').at(-1))))
    if (rows === 20) await press(page, 'Next page')
  }
  assert.equal(new Set(seen).size, 45)
})
