import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { imposeSanction } from '../../server/accounts/sanctions/actions.ts'
import { idOf } from '../../server/values/id.ts'
import { advertiser, executor, expectOk, theOperator } from '../support/fixtures.ts'
import { enter, heading, press, says } from './browser-actions.ts'
import { openConsole } from './console.ts'

const { market, sit, at } = await openConsole()

const html = { accept: 'text/html,application/xhtml+xml' }
const answerAt = (path: string, headers: Record<string, string>) =>
  fetch(`${market.url}${path}`, { headers, method: 'GET' })

describe('an unknown address', () => {
  test('shows a page to visitors and to signed-in users', async () => {
    const visitor = await at(undefined, '/nowhere')
    await heading(visitor.page, 'Page not found')
    await visitor.page.getByRole('link', { name: 'Sign in' }).first().waitFor()
    const { page } = await sit(await executor(market))
    for (const path of ['/nowhere', '/executor/nowhere', '/nowhere/at/all']) {
      await page.goto(path)
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
  test('is one sentence at the field, which gets the focus', async () => {
    const { page } = await at(await advertiser(market), '/advertiser/lists')
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
  test('by the rules is one sentence without codes', async () => {
    const owner = await advertiser(market)
    expectOk(await owner.b.post('/v1/executor-lists', { name: 'Never again', isBlockList: true }))
    const { page } = await at(owner, '/advertiser/lists')
    await page.getByRole('button', { name: 'New list' }).first().click()
    const dialog = page.getByRole('dialog')
    await enter(page, 'Name', 'Not these')
    await dialog.getByRole('checkbox', { name: 'Block list' }).click()
    await dialog.getByRole('button', { name: 'Create list' }).click()
    await dialog.getByRole('alert').waitFor()
    assert.equal(await alertText(page), 'You already have a block list.')
  })

  test('says amounts as people write them', async () => {
    const { page } = await at(await executor(market), '/executor/withdrawals')
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

  test('names a reference for support if it is our fault', async () => {
    const { page } = await sit(await executor(market), { mayComplain: true })
    await page.route('**/console/api/executor/balance*', (route) =>
      route.fulfill({
        status: 500,
        json: { code: 'internal_error', title: 'Internal', detail: '', requestId: 'r-77' },
      }),
    )
    await page.goto('/executor/withdrawals')
    await says(page, 'Something went wrong on our side. Nothing was changed.')
    await says(page, 'Reference for support: r-77')
  })
})

test('a suspended user sees the reason and can only appeal', async () => {
  const worker = await executor(market)
  const { page } = await sit(worker)
  const wish = { kind: 'Suspension', code: 'FraudSuspected', reason: 'Two accounts, one person.' } as const
  await imposeSanction(market.ctx, { account: idOf(worker.id), ...wish })
  await page.goto('/executor')
  await says(page, 'Your account is suspended. See the reason, and appeal, in Settings → Account.')
  await press(page, 'Your account')
  await page.getByRole('menuitem', { name: 'Account', exact: true }).click()
  await says(page, 'Two accounts, one person.')
  await press(page, 'Appeal')
  await page.getByRole('textbox', { name: 'Why it is wrong' }).fill('My sister works here, too.')
  await page.getByRole('dialog').getByRole('button', { name: 'Appeal', exact: true }).click()
  await says(page, 'Appeal submitted. We will notify you of the decision.')
  const desk = await at(await theOperator(market), '/operator/sanctions')
  await says(desk.page, 'My sister works here, too.')
  await press(desk.page, 'Lift')
  await desk.page.getByRole('textbox', { name: 'Reason' }).fill('That is so.')
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Lift', exact: true }).click()
  await says(desk.page, 'Sanction lifted.')
  await page.goto('/executor')
  await heading(page, 'Find work')
  assert.equal(await page.getByRole('alert').count(), 0)
})
