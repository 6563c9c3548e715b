import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { addScript } from '../../support/browser.ts'
import { advertiser, expectOk, moneyOf, theOperator } from '../../support/fixtures.ts'
import { enter, press, says } from '../browser-actions.ts'
import { openConsole } from '../console.ts'

const { market, sit } = await openConsole({ stripeSecretKey: undefined })

test('an advertiser transfers money with a reference, by which an operator books it', async () => {
  const [payer, clerk] = [await advertiser(market), await theOperator(market)]
  const { available: before } = await moneyOf(payer)
  const billing = { name: 'Corner Bakery Ltd', address: '12 Mill Lane', taxId: null }
  expectOk(await payer.a.put('/api/advertiser/billing-details', billing))
  const { texts } = expectOk(await clerk.a.get('/api/operator/site'))
  const bankDetails = { en: 'Nimble Tasks GmbH\n\nIBAN **DE02 1203 0000**', ru: null }
  expectOk(await clerk.a.put('/api/operator/site', { brandName: null, texts: { ...texts, bankDetails } }))

  const { page } = await sit(payer)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/advertiser/balance')
  await says(page, 'DE02 1203 0000')
  assert.equal(await page.getByRole('button', { name: 'Pay by card' }).count(), 0)
  await press(page, 'Copy')
  await says(page, 'Copied')
  const reference = (await page.evaluate('navigator.clipboard.readText()')) as string
  assert.match(reference, new RegExp(`^D-${payer.id}-[0-9]{2}$`))

  const { page: desk } = await sit(clerk)
  await recordAfterMistakes(desk, reference, payer.email)
  assert.equal((await moneyOf(payer)).available, before + 250)
  await recordAgain(desk, reference)
  assert.equal((await moneyOf(payer)).available, before + 250)
  await voidWrong(desk)
  assert.equal((await moneyOf(payer)).available, before)
})

/** Voids the newest deposit, with a reason. */
async function voidWrong(desk: Page): Promise<void> {
  await desk.goto('/operator/deposits')
  await desk
    .getByRole('button', { name: /^More actions for deposit/ })
    .first()
    .click()
  await desk.getByRole('button', { name: 'Void deposit' }).first().click()
  const dialog = desk.getByRole('dialog', { name: 'Void deposit' })
  await dialog.getByLabel('Reason').fill('The transfer was for another account.')
  await dialog.getByRole('button', { name: 'Void deposit' }).click()
  await says(desk, 'Deposit voided.')
  await says(desk, 'Voided: recorded by mistake')
}

/** Records a transfer of 250 by its reference, after attempts without input and with an unknown reference. */
async function recordAfterMistakes(desk: Page, reference: string, email: string): Promise<void> {
  await desk.goto('/operator/deposits')
  await desk.getByRole('button', { name: 'Record deposit' }).first().click()
  const dialog = desk.getByRole('dialog')
  const proceed = () => dialog.getByRole('button', { name: 'Continue' }).click()
  await proceed()
  await says(desk, 'Enter an e-mail address or a reference.')
  await says(desk, 'Enter the amount.')
  await enter(desk, 'Account', `${reference}0`)
  await enter(desk, 'Reference', 'INV-2042')
  await dialog.getByLabel('Amount, USD').fill('2,500.5')
  await proceed()
  await says(desk, 'No account has this reference.')
  await enter(desk, 'Account', ` ${reference.toLowerCase()} `)
  await proceed()
  for (const words of ['Corner Bakery Ltd', email, '$2,500.50']) await says(desk, words)
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByLabel('Amount, USD').fill('250')
  await proceed()
  await says(desk, '$250.00')
  await dialog.getByRole('button', { name: 'Record deposit', exact: true }).click()
  await says(desk, 'Deposit recorded.')
}

/** Records the same bank reference with another amount, which is refused. */
async function recordAgain(desk: Page, reference: string): Promise<void> {
  await desk.getByRole('button', { name: 'Record deposit' }).first().click()
  await enter(desk, 'Account', reference)
  await enter(desk, 'Reference', 'INV-2042')
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('Amount').fill('80')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: 'Record deposit', exact: true }).click()
  await says(desk, 'This reference is already used with another amount')
}

test('a page without a clipboard API, as over plain HTTP, copies the reference too', async () => {
  const payer = await advertiser(market)
  const { page } = await sit(payer)
  await addScript(page, 'delete Navigator.prototype.clipboard')
  await page.goto('/advertiser/balance')
  await press(page, 'Copy')
  await says(page, 'Copied')
  await page.keyboard.press('Control+k')
  const search = page.getByRole('textbox', { name: 'Quick search' })
  await search.press('Control+V')
  assert.match(await search.inputValue(), new RegExp(`^D-${payer.id}-[0-9]{2}$`))
})
