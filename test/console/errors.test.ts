import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { suspendAccount } from '../../server/accounts/sanctions/actions.ts'
import { openBrowser, timeout } from '../support/browser.ts'
import { advertiser, executor, expectOk } from '../support/fixtures.ts'
import { enter, heading, plainView, says, sitDown, visit } from './browser-actions.ts'
import { openAs, openConsoleMarket } from './queue.ts'

const market = await openConsoleMarket()
const browser = await openBrowser()

const html = { accept: 'text/html,application/xhtml+xml' }
const answerAt = (path: string, headers: Record<string, string>) =>
  fetch(`${market.url}${path}`, { headers, method: 'GET' })

describe('an unknown address', () => {
  test('shows a page to visitors and to signed-in users', { timeout }, async () => {
    const visitor = await openAs(browser, market, undefined, plainView)
    await visit(visitor.page, market, '/nowhere')
    await heading(visitor.page, 'Page not found')
    await visitor.page.getByRole('link', { name: 'Sign in' }).first().waitFor()
    const { page } = await sitDown(browser, market, await executor(market))
    for (const path of ['/nowhere', '/executor/nowhere', '/nowhere/at/all']) {
      await visit(page, market, path)
      await heading(page, 'Page not found')
      await page.getByRole('link', { name: 'Find work' }).waitFor()
    }
  })
  test('is answered with status 404: a page for browsers, a problem for programs and in the API', async () => {
    const page = await answerAt('/nowhere', html)
    assert.equal(page.status, 404)
    assert.match(await page.text(), /<div id="root">/)
    const program = await answerAt('/nowhere', { accept: '*/*' })
    assert.equal(((await program.json()) as { code: string }).code, 'not_found')
    for (const path of ['/api/nowhere', '/v1/nowhere', '/console/api/nowhere', '/uploads/nowhere', '/assets/no.js']) {
      const answer = await answerAt(path, html)
      assert.equal(answer.status, 404, path)
      assert.match(answer.headers.get('content-type') ?? '', /json/, path)
    }
  })
})

const alertText = (page: Page) => page.getByRole('alert').first().textContent()

describe('a refusal', () => {
  test('is one sentence at the field, which gets the focus', { timeout }, async () => {
    const { page } = await sitDown(browser, market, await advertiser(market))
    await visit(page, market, '/advertiser/lists')
    await page.getByRole('button', { name: 'New list' }).first().click()
    const dialog = page.getByRole('dialog')
    const name = dialog.getByRole('textbox', { name: 'Name' })
    await name.fill('x'.repeat(300))
    await dialog.getByRole('button', { name: 'Create list' }).click()
    await dialog.getByText(/^At most \d+ characters\.$/).waitFor()
    assert.equal(await alertText(page), 'Please check the marked fields')
    assert.equal(await name.evaluate((node) => node.matches(':focus')), true)
    assert.doesNotMatch((await dialog.textContent()) ?? '', /validation_error|must have/)
  })
  test('by the rules is one sentence without codes', { timeout }, async () => {
    const owner = await advertiser(market)
    expectOk(await owner.b.post('/v1/executor-lists', { name: 'Never again', isBlockList: true }))
    const { page } = await sitDown(browser, market, owner)
    await visit(page, market, '/advertiser/lists')
    await page.getByRole('button', { name: 'New list' }).first().click()
    const dialog = page.getByRole('dialog')
    await enter(page, 'Name', 'Not these')
    await dialog.getByRole('checkbox', { name: 'Block list' }).click()
    await dialog.getByRole('button', { name: 'Create list' }).click()
    await dialog.getByRole('alert').waitFor()
    assert.equal(await alertText(page), 'You already have a block list.')
  })

  test('says amounts as people write them', { timeout }, async () => {
    const { page } = await sitDown(browser, market, await executor(market))
    await visit(page, market, '/executor/withdrawals')
    const body = { title: 'Below', status: 409, detail: 'At least 44.0000 USD.', requestId: 'r-1', currency: 'USD' }
    await page.route('**/console/api/executor/balance*', (route) => {
      const code = 'withdrawal_below_minimum'
      return route.fulfill({ status: 409, json: { ...body, code, minimum: 44, amount: 1 } })
    })
    await page.reload()
    await says(page, 'The minimum withdrawal is $44.00.')
    await page.unroute('**/console/api/executor/balance*')
    await page.route('**/console/api/executor/balance*', (route) =>
      route.fulfill({ status: 409, json: { ...body, code: 'a_new_code' } }),
    )
    await page.reload()
    await says(page, 'At least $44.00.')
    assert.doesNotMatch((await page.locator('main').textContent()) ?? '', /44\.0000|a_new_code|r-1/)
  })

  test('names a reference for support if it is our fault', { timeout }, async () => {
    const { page } = await sitDown(browser, market, await executor(market))
    await page.route('**/console/api/executor/balance*', (route) =>
      route.fulfill({
        status: 500,
        json: { code: 'internal_error', title: 'Internal', detail: '', requestId: 'r-77' },
      }),
    )
    await visit(page, market, '/executor/withdrawals')
    await says(page, 'Something went wrong on our side. Nothing was changed.')
    await says(page, 'Reference for support: r-77')
  })

  test('sends a suspended user to the reason', { timeout }, async () => {
    const worker = await executor(market)
    const { page } = await sitDown(browser, market, worker)
    await suspendAccount(market.ctx, worker.email, 'a test')
    await visit(page, market, '/executor')
    await says(page, 'Your account is suspended. See the reason, and appeal, in Settings → Account.')
    await visit(page, market, '/settings/account')
    await says(page, 'a test')
  })
})
