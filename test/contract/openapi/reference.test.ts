import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Document } from '../../../server/contract/document.ts'
import { overflowOf } from '../../console/page-checks.ts'
import { newContext, newPage, openBrowser, plainView } from '../../support/browser.ts'
import { describedIn } from '../../support/contract.ts'
import { expectOk } from '../../support/fixtures.ts'
import { openMarket } from '../../support/market.ts'

const market = await openMarket()
const anybody = market.as()
const browser = await openBrowser()

async function openPage(path: string, width: number, isDark: boolean) {
  const context = await newContext(browser, market.url, { ...plainView, width, isDark })
  const watched = await newPage(context, market.url)
  await watched.page.goto(path)
  return watched
}

describe('the documents', () => {
  for (const path of ['/openapi.json', '/v1/openapi.json'])
    test(`${path} is public and cached`, async () => {
      const { status, headers, body } = await anybody.get(path)
      assert.deepEqual([status, headers.get('content-type')], [200, 'application/json; charset=utf-8'])
      assert.match(body.openapi, /^3\.1/)
      const again = await anybody.send('GET', path, undefined, { 'if-none-match': headers.get('etag') ?? '' })
      assert.deepEqual([again.status, again.raw], [304, ''])
    })
  test('are sent compressed to clients that accept it', async () => {
    const plain = await anybody.send('GET', '/openapi.json', undefined, { 'accept-encoding': 'identity' })
    assert.deepEqual([plain.headers.get('content-encoding'), plain.headers.get('vary')], [null, 'Accept-Encoding'])
    for (const encoding of ['br', 'gzip']) {
      const headers = { 'accept-encoding': `${encoding}, identity;q=0.1` }
      const sent = await anybody.send('GET', '/openapi.json', undefined, headers)
      assert.equal(sent.headers.get('content-encoding'), encoding)
      assert.deepEqual(sent.body, plain.body)
      assert.ok(Number(sent.headers.get('content-length')) < 150_000)
      const etag = sent.headers.get('etag') ?? ''
      const again = await anybody.send('GET', '/openapi.json', undefined, { ...headers, 'if-none-match': etag })
      assert.deepEqual([again.status, again.raw, again.headers.get('etag')], [304, '', etag])
    }
  })
  test('contain the URL of this marketplace', async () => {
    const { servers } = expectOk(await anybody.get('/v1/openapi.json'))
    assert.equal(servers[0].url, market.ctx.config.apiUrl)
  })
})

describe('the reference page', () => {
  test('allows scripts only from its own origin and has none inline', async () => {
    const { headers, raw } = await anybody.get('/docs')
    assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'; script-src 'self'; /)
    assert.doesNotMatch(raw, /<script>|https?:/)
  })
  test('loads at most a megabyte, once', async () => {
    const { raw } = await anybody.get('/docs')
    const addresses = [...raw.matchAll(/src="([^"]+)"/g)].map(([, address]) => `/${address}`)
    let bytes = raw.length
    for (const address of [...addresses, '/openapi.json']) {
      const sent = await anybody.send('GET', address, undefined, { 'accept-encoding': 'br' })
      assert.equal(sent.status, 200)
      bytes += Number(sent.headers.get('content-length'))
      // Without its own value here, fetch would ask for `no-cache`.
      const known = { 'if-none-match': sent.headers.get('etag') ?? '', 'cache-control': 'max-age=0' }
      const again = { 'accept-encoding': 'br', ...known }
      assert.deepEqual([address, (await anybody.send('GET', address, undefined, again)).status], [address, 304])
    }
    assert.ok(bytes <= 1024 * 1024, `${bytes} bytes`)
  })
  test('shows every tag and operation, the other group with the webhooks, and fits a phone, without errors or requests to other hosts', async () => {
    const { page, complaints, elsewhere } = await openPage('/docs', 1280, true)
    await page.getByRole('heading', { name: 'Task Marketplace, Group A' }).waitFor()
    const document: Document = expectOk(await anybody.get('/openapi.json'))
    for (const { name } of document.tags) await page.getByRole('link', { name, exact: true }).first().waitFor()
    for (const { operation } of describedIn(document))
      await page.getByText(operation.summary, { exact: true }).first().waitFor()
    await page.getByText('Group A', { exact: true }).first().click()
    await page.getByText('Group B', { exact: true }).first().click()
    await page.getByRole('heading', { name: 'Task Marketplace, Group B' }).waitFor()
    for (const name of ['Report accepted and its executor paid', 'Create a webhook'])
      await page.getByText(name).first().waitFor()
    await page.setViewportSize({ width: 390, height: 900 })
    assert.equal(await overflowOf(page), 0)
    assert.deepEqual([complaints, elsewhere], [[], []])
  })
  test('a problem’s page fits a phone, too, without errors', async () => {
    const { page, complaints } = await openPage('/problems/insufficient_funds', 390, true)
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Insufficient funds')
    assert.ok(((await page.evaluate('document.documentElement.scrollWidth')) as number) <= 390)
    assert.deepEqual(complaints, [])
  })
})
