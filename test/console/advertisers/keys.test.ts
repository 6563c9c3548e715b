import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advertiser, executor, expectOk, taskBody } from '../../support/fixtures.ts'
import { enter, press, says } from '../browser-actions.ts'
import { openConsole, settled } from '../console.ts'

const { market, at } = await openConsole()

test('a new key has no scopes until they are chosen, one by one or by a preset', async () => {
  const { page } = await at(await advertiser(market), '/settings/api')
  await settled(page)
  await press(page, 'New key')
  const dialog = page.getByRole('dialog')
  const scopes = async () =>
    dialog
      .getByRole('checkbox', { checked: true })
      .evaluateAll((all) => all.map((each) => (each as unknown as { value: string }).value))
  const preset = (name: string) => dialog.getByRole('button', { name, exact: true })
  await preset('Read only').waitFor()
  assert.deepEqual(await scopes(), [])
  await enter(page, 'Name', 'Review program')
  await press(page, 'Create key')
  await says(page, 'Choose what the key can do.')
  await preset('Read only').click()
  assert.deepEqual(await scopes(), ['tasks:read', 'reports:read', 'balance:read', 'events:read'])
  await preset('Create and manage tasks').click()
  assert.deepEqual(await scopes(), ['tasks:read', 'tasks:write', 'balance:read'])
  await preset('Everything').click()
  assert.equal((await scopes()).length, 8)
  await preset('Review submissions').click()
  assert.equal(await preset('Review submissions').getAttribute('aria-pressed'), 'true')
  const answer = page.waitForResponse(
    (response) => response.url().endsWith('/settings/keys') && response.request().method() === 'POST',
  )
  await press(page, 'Create key')
  assert.deepEqual((await answer).request().postDataJSON().scopes, ['tasks:read', 'reports:read', 'reports:write'])
  assert.equal((await answer).status(), 201)
})

test('an executor finds the page in the menu, and creates test keys only', async () => {
  const { page } = await at(await executor(market), '/settings/account')
  await page.getByRole('navigation').getByRole('link', { name: 'API keys', exact: true }).click()
  await page.getByRole('button', { name: 'New key', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  const isTest = dialog.getByRole('checkbox', { name: 'Test key' })
  assert.deepEqual([await isTest.isChecked(), await isTest.isDisabled()], [true, true])
  await enter(page, 'Name', 'My program')
  await dialog.getByRole('button', { name: 'Everything', exact: true }).click()
  const answer = page.waitForResponse(
    (response) => response.url().endsWith('/settings/keys') && response.status() === 201,
  )
  await press(page, 'Create key')
  assert.match((await (await answer).json()).secret, /^mkt_test_/)
})

test('a daily spending limit is set when the key is created, is shown with the amount spent, and can be changed', async () => {
  const owner = await advertiser(market)
  const { page } = await at(owner, '/settings/api')
  await settled(page)
  await press(page, 'New key')
  await enter(page, 'Name', 'Assistant')
  await page.getByRole('dialog').getByRole('button', { name: 'Everything', exact: true }).click()
  await enter(page, 'Daily spending limit (USD)', '2.5')
  const answer = page.waitForResponse(
    (response) => response.url().endsWith('/settings/keys') && response.status() === 201,
  )
  await press(page, 'Create key')
  const { id, secret, dailySpendMax } = await (await answer).json()
  assert.equal(dailySpendMax, 2.5)
  expectOk(await market.as(secret).post('/v1/tasks', await taskBody(market, { totalLimit: 1 })))
  await page.reload()
  const row = page.getByRole('row').filter({ hasText: 'Assistant' })
  await row.getByText('$1.10').waitFor()
  await row.getByText('Limit: $2.50').waitFor()
  await row.getByRole('button', { name: 'Daily limit', exact: true }).click()
  await enter(page, 'Daily spending limit (USD)', '1')
  await press(page, 'Save')
  await row.getByText('Limit: $1.00').waitFor()
  const shown = expectOk(await market.as(secret).get('/v1/account')).key
  assert.deepEqual([shown.id, shown.dailySpendMax, shown.spentToday], [id, 1, 1.1])
})
