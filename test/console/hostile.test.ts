import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { activeOffer, advertiser, executor, expectOk, proof, reserved, workPath } from '../support/fixtures.ts'
import { heading, press, says } from './browser-actions.ts'
import { openConsole, settled } from './console.ts'
import { fetchIn, openThirdPartySite, postFormIn, readEmbedded } from './third-party-site.ts'

const { market, sit, at } = await openConsole()

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
  test('in an offer is shown as plain text and does not overflow', async () => {
    const worker = await executor(market)
    const [{ id }] = await Promise.all([
      activeOffer(market, { members: { title: `${script}${endless}`.slice(0, 200), description } }),
    ])
    const { page } = await sit(worker)
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto('/executor')
    await isUnharmed(page)
    await page.goto(`/executor/offers/${id}`)
    await heading(page, script)
    // The bidirectional isolate and a letter without a shape are shown as escapes; emoji are not.
    await says(page, 'safe⟨2067⟩gpj.exe ⟨3164⟩blank 🏴\u{e0067}\u{e0062}\u{e007f} ❤\ufe0f')
    await isUnharmed(page)
  })

  test('in a submission is shown as plain text in the review', async () => {
    const [owner, worker] = await Promise.all([advertiser(market), executor(market)])
    const { id } = await activeOffer(market, { advertiser: owner })
    const reservationId = await reserved(worker, id)
    const proofUrls = [await proof(worker, id)]
    const details = { completionCode: `javascript:document.title='robbed' ${script}` }
    expectOk(await worker.a.post(`${workPath(id)}/submit-execution`, { reservationId, proofUrls, details }))
    const { page } = await at(owner, '/advertiser/review')
    await says(page, "javascript:document.title='robbed'")
    await isUnharmed(page)
  })

  test('that poses as an image is refused in the file field', async () => {
    const worker = await executor(market)
    const { id } = await activeOffer(market)
    await reserved(worker, id)
    const { page } = await at(worker, `/executor/offers/${id}`)
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
  test('allows only its own scripts and forbids framing', async () => {
    const answer = await fetch(`${market.url}/sign-in`)
    const policy = answer.headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'; script-src 'self';/)
    assert.match(policy, /frame-ancestors 'none'/)
    // Pages show pictures and media of items from wherever their advertiser keeps them, and are framed from the second origin or elsewhere.
    const ofWork = [
      "img-src 'self' blob: data: https:",
      'media-src https:',
      `frame-src ${market.ctx.config.tasksUrl} https:`,
    ]
    const others = ofWork.reduce((rest, part) => rest.replace(part, ''), policy)
    assert.doesNotMatch(others, /unsafe|\*|https?:/)
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
  })

  test('refuses requests from a page of another site in the same browser', async () => {
    const worker = await executor(market)
    const { id } = await activeOffer(market)
    const { page, context } = await at(worker, '/executor')
    await heading(page, 'Find work')
    const api = (path: string) => `${market.ctx.config.publicUrl}/console/api${path}`
    const reserve = `/executor/offers/${id}/reserve`
    for (const site of await openThirdPartySite()) {
      const thief = await context.newPage()
      await thief.goto(site)
      await cannotWrite(thief, [reserve, '/auth/sign-out', '/auth/revoke-sessions', '/sign-up'].map(api))
      await cannotRead(thief, ['/account', '/auth/get-session', '/executor/balance', '/account/tokens'].map(api))
      assert.equal(await readEmbedded(thief, 'iframe', `${market.ctx.config.publicUrl}/executor`), 'refused')
      await thief.close()
    }
    // The user is still signed in, nothing was done in their name, and their own page still works.
    assert.equal(expectOk(await worker.a.get('/api/executor/reservations')).totalCount, 0)
    assert.match(await fetchIn(page, api(reserve), { method: 'POST' }), /"status":"Active"/)
  })
})
