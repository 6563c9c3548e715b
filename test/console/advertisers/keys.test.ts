import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBrowser } from '../../support/browser.ts'
import { advertiser } from '../../support/fixtures.ts'
import { enter, press, says, sitDown, visit } from '../browser-actions.ts'
import { openConsoleMarket, settled } from '../queue.ts'

const market = await openConsoleMarket()
const browser = await openBrowser()
after(() => browser.close())

test('a new key has no scopes until they are chosen, one by one or by a preset', { timeout: 120_000 }, async () => {
  const { page } = await sitDown(browser, market, await advertiser(market))
  await visit(page, market, '/settings/api')
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
