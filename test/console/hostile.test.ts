import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createAccount } from '../../server/accounts/actions.ts'
import { openBrowser, timeout } from '../support/browser.ts'
import { activeOffer, advertiser, executor, expectOk, proof, reserved, workPath } from '../support/fixtures.ts'
import { enter, enterSecret, heading, plainView, press, says, sitDown, visit } from './browser-actions.ts'
import { openAs, openConsoleMarket, settled } from './queue.ts'
import { fetchIn, openThirdPartySite, postFormIn, readEmbedded } from './third-party-site.ts'

const market = await openConsoleMarket()
const browser = await openBrowser()

const script = `<script>document.title = 'robbed'</script><img src=x onerror="document.title = 'robbed'">`
/** The longest title allowed, without a place to break it. */
const endless = 'W'.repeat(100)
const turned = 'safe\u2067gpj.exe \u3164blank 🏴\u{e0067}\u{e0062}\u{e007f} ❤\ufe0f'
const description = `${script} ${turned} javascript:document.title='robbed'`

/** Asserts that no user-written text became part of the page's markup. */
async function isUnharmed(page: Page): Promise<void> {
  await settled(page)
  const taken =
    'main script, main iframe, main object, main img[src="x"], a[href^="javascript" i], a[href^="data:text/html" i]'
  assert.equal(await page.locator(taken).count(), 0)
  assert.notEqual(await page.title(), 'robbed')
  const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  assert.ok(Number(wide) <= 0, `${wide} pixels too wide`)
}

describe('hostile content', () => {
  test('in an offer is shown as plain text and does not overflow', { timeout }, async () => {
    const worker = await executor(market)
    const [{ id }] = await Promise.all([
      activeOffer(market, { members: { title: `${script}${endless}`.slice(0, 200), description } }),
    ])
    const { page, complaints } = await sitDown(browser, market, worker)
    await page.setViewportSize({ width: 390, height: 800 })
    await visit(page, market, '/executor')
    await isUnharmed(page)
    await visit(page, market, `/executor/offers/${id}`)
    await heading(page, script)
    // The bidirectional isolate and a letter without a shape are shown as escapes; emoji are not.
    await says(page, 'safe⟨2067⟩gpj.exe ⟨3164⟩blank 🏴\u{e0067}\u{e0062}\u{e007f} ❤\ufe0f')
    await isUnharmed(page)
    assert.deepEqual(complaints, [])
  })

  test('in a submission is shown as plain text to those who decide', { timeout }, async () => {
    const [owner, worker] = await Promise.all([advertiser(market), executor(market)])
    const { id } = await activeOffer(market, { advertiser: owner })
    const reservationId = await reserved(worker, id)
    const proofUrls = [await proof(worker, id)]
    const details = { completionCode: `javascript:document.title='robbed' ${script}` }
    expectOk(await worker.a.post(`${workPath(id)}/submit-execution`, { reservationId, proofUrls, details }))
    const { page, complaints } = await sitDown(browser, market, owner)
    await visit(page, market, '/advertiser/review')
    await says(page, "javascript:document.title='robbed'")
    await isUnharmed(page)
    assert.deepEqual(complaints, [])
  })

  test('that poses as an image is refused in the file field', { timeout }, async () => {
    const worker = await executor(market)
    const { id } = await activeOffer(market)
    await reserved(worker, id)
    const { page } = await sitDown(browser, market, worker)
    await visit(page, market, `/executor/offers/${id}`)
    const asked = page.waitForEvent('filechooser')
    await press(page, 'Choose files')
    await (await asked).setFiles({ name: 'proof.png', mimeType: 'image/png', buffer: Buffer.from(`<html>${script}`) })
    const proofs = page.getByRole('group', { name: 'Proofs' })
    await proofs.getByRole('alert').waitFor()
    assert.equal(await proofs.getByRole('link').count(), 0)
    await isUnharmed(page)
  })
})

/** Asserts that neither a form, which needs no preflight, nor a script can write. */
async function cannotWrite(thief: Page, urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    for (const enctype of ['text/plain', 'multipart/form-data', 'application/x-www-form-urlencoded'])
      assert.equal(await postFormIn(thief, url, enctype, { a: '1' }), 403, `${enctype} to ${url}`)
    assert.equal(await fetchIn(thief, url, { method: 'POST', mode: 'no-cors' }), 'opaque', url)
    const json = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
    assert.equal(await fetchIn(thief, url, json), 'refused', url)
    assert.equal(await fetchIn(thief, url, { ...json, method: 'PATCH' }), 'refused', url)
  }
}

async function cannotRead(thief: Page, urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    assert.equal(await fetchIn(thief, url, {}), 'refused', url)
    assert.equal(await fetchIn(thief, url, { mode: 'no-cors' }), 'opaque', url)
    assert.match(await readEmbedded(thief, 'script', url), /^(?:refused|0 names)$/, url)
    assert.equal(await readEmbedded(thief, 'iframe', url), 'refused', url)
  }
}

describe('the console', () => {
  test('allows only its own scripts and forbids framing', { timeout }, async () => {
    const answer = await fetch(`${market.url}/sign-in`)
    const policy = answer.headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'; script-src 'self';/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.doesNotMatch(policy, /unsafe|\*|https?:/)
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
  })

  test('serves proofs with their real type, as attachments', { timeout }, async () => {
    const worker = await executor(market)
    const { id } = await activeOffer(market)
    await reserved(worker, id)
    const { pathname } = new URL(await proof(worker, id), market.url)
    const { page } = await sitDown(browser, market, worker)
    const { status, headers } = await page
      .context()
      .request.get(`${market.ctx.config.publicUrl}/console/api${pathname}`)
      .then(async (answer) => ({ status: answer.status(), headers: answer.headers() }))
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'application/pdf')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.match(headers['content-security-policy'] ?? '', /default-src 'none'/)
    assert.match(headers['content-disposition'] ?? '', /^attachment/)
  })

  test('has a cookie that is valid only for its own API', { timeout }, async () => {
    const worker = await executor(market)
    const { page, context } = await sitDown(browser, market, worker)
    await visit(page, market, '/executor')
    await heading(page, 'Find work')
    const statusAt = (path: string) => page.evaluate(`fetch('${path}').then(({ status }) => status)`)
    assert.equal(await statusAt('/console/api/executor/balance'), 200)
    assert.equal(await statusAt('/api/executor/balance'), 401)
    assert.equal(await page.evaluate('document.cookie'), '')
    const [cookie] = await context.cookies(`${market.ctx.config.publicUrl}/console/api/account`)
    assert.deepEqual([cookie?.httpOnly, cookie?.sameSite, cookie?.path], [true, 'Strict', '/console/api'])
    const headers = { cookie: `${cookie?.name}=${cookie?.value}` }
    for (const path of ['/api/executor/balance', '/v1/balance'])
      assert.equal((await fetch(market.url + path, { headers })).status, 401, path)
  })

  test('refuses requests from a page of another site in the same browser', {
    timeout,
  }, async () => {
    const worker = await executor(market)
    const { id } = await activeOffer(market)
    const { page, context } = await sitDown(browser, market, worker)
    await visit(page, market, '/executor')
    await heading(page, 'Find work')
    const at = (path: string) => `${market.ctx.config.publicUrl}/console/api${path}`
    const reserve = `/executor/offers/${id}/reserve`
    for (const site of await openThirdPartySite()) {
      const thief = await context.newPage()
      await thief.goto(site)
      await cannotWrite(thief, [reserve, '/auth/sign-out', '/auth/revoke-sessions', '/sign-up'].map(at))
      await cannotRead(thief, ['/account', '/auth/get-session', '/executor/balance', '/account/tokens'].map(at))
      assert.equal(await readEmbedded(thief, 'iframe', `${market.ctx.config.publicUrl}/executor`), 'refused')
      await thief.close()
    }
    // The user is still signed in, nothing was done in their name, and their own page still works.
    assert.equal(expectOk(await worker.a.get('/api/executor/reservations')).totalCount, 0)
    assert.match(await fetchIn(page, at(reserve), { method: 'POST' }), /"status":"Active"/)
  })

  test('redirects only to its own pages after sign-in', { timeout }, async () => {
    const [email, password] = ['careful@example.com', 'a kettle sings at dawn']
    await createAccount(market.ctx, { email, roles: ['Executor'], language: 'en', password })
    const { page, elsewhere } = await openAs(browser, market, undefined, plainView)
    for (const back of [
      'https://elsewhere.example',
      '//elsewhere.example',
      '/\\elsewhere.example',
      'javascript:alert(1)',
    ]) {
      await visit(page, market, `/sign-in?back=${encodeURIComponent(back)}`)
      await enter(page, 'E-mail address', email)
      await enterSecret(page, 'Password', password)
      await press(page, 'Sign in')
      await heading(page, 'Find work')
      assert.ok(page.url().startsWith(market.ctx.config.publicUrl), page.url())
    }
    assert.deepEqual(elsewhere, [])
  })
})
