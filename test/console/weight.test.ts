import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countDays } from '../../server/audit/stats/actions.ts'
import { createMany } from '../properties/concurrently.ts'
import { activeOffer, advertiser, executor, theOperator } from '../support/fixtures.ts'
import { heading, press } from './browser-actions.ts'
import { openConsole, settled } from './console.ts'

const { market, sit, at } = await openConsole()

/** First pages, with the most bytes, of compressed scripts and in all, and the most requests that they may need. */
const firstPages = [
  { path: '/', title: /small tasks/, scriptBytesMax: 182_500, bytesMax: 249_500, requestsMax: 16 },
  { path: '/sign-in', title: 'Sign in', scriptBytesMax: 188_500, bytesMax: 254_500, requestsMax: 14 },
  { path: '/executor', title: 'Find work', scriptBytesMax: 220_000, bytesMax: 290_500, requestsMax: 31 },
] as const

for (const { path, title, scriptBytesMax, bytesMax, requestsMax } of firstPages)
  test(`few bytes are loaded for ${path}`, async () => {
    const person = path === '/executor' ? await executor(market) : undefined
    const { page } = await sit(person, { isOwn: true })
    const requests: string[] = []
    const sizes: Promise<readonly [string, number, boolean]>[] = []
    page.on('requestfinished', (request) => {
      requests.push(request.url())
      const isScript = request.resourceType() === 'script'
      sizes.push(request.sizes().then(({ responseBodySize }) => [request.url(), responseBodySize, isScript]))
    })
    await page.goto(path)
    await heading(page, title)
    await settled(page)
    const sent = await Promise.all(sizes)
    const bytesOf = (all: typeof sent) => all.reduce((sum, [, size]) => sum + size, 0)
    const [bytes, scriptBytes] = [bytesOf(sent), bytesOf(sent.filter(([, , isScript]) => isScript))]
    const list = sent.map(([url, size]) => `${url.split('/').at(-1)} ${size}`).join('\n')
    assert.ok(scriptBytes > 0, 'no script was sent at all')
    assert.ok(scriptBytes <= scriptBytesMax && bytes <= bytesMax, `${scriptBytes} of ${bytes} bytes:\n${list}`)
    // What the page needs: a request that a busy machine made the browser repeat is not a second one.
    const needed = new Set(requests)
    assert.ok(needed.size <= requestsMax, `${needed.size} requests: ${[...needed].join(' ')}`)
  })

test('a list page keeps only its own rows in memory', async () => {
  const owner = await advertiser(market)
  await createMany(25, () => activeOffer(market, { advertiser: owner }), 4)
  const { page } = await at(await executor(market), '/executor')
  const seen: number[] = []
  for (const rows of [20, 5]) {
    await settled(page)
    const links = await page.locator('main article a[href*="/executor/offers/"]').evaluateAll((all) => all.map(String))
    assert.equal(links.length, rows)
    seen.push(...links.map((link) => Number(link.split('/').at(-1))))
    if (rows === 20) await press(page, 'Next page')
  }
  assert.equal(new Set(seen).size, 25)
})

test('charts load their library when they are about to be seen', async () => {
  await activeOffer(market)
  await countDays(market.ctx)
  const { page } = await sit(await theOperator(market), { isOwn: true })
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  // So low that the charts are below the fold while nothing waits for operators.
  await page.setViewportSize({ width: 1280, height: 480 })
  await page.goto('/operator')
  await heading(page, 'Marketplace')
  const chart = page.getByRole('img', { name: /^Tasks published per day/ })
  await chart.waitFor()
  await settled(page)
  const before = scripts.length
  await chart.scrollIntoViewIfNeeded()
  await chart.locator('.recharts-surface').waitFor()
  assert.ok(scripts.length > before, 'the library was loaded with the page')
})
