import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { depositReferenceOf } from '../../../server/accounts/deposit-reference.ts'
import { withdrawalReferenceOf } from '../../../server/payments/withdrawals/withdrawal.ts'
import { idOf } from '../../../server/values/id.ts'
import { advertiser, executor, expectOk, moneyOf, theOperator } from '../../support/fixtures.ts'
import { camt } from '../../support/scenarios/bank-statements.ts'
import { approved } from '../../support/scenarios/earnings.ts'
import { press, says } from '../browser-actions.ts'
import { openConsole } from '../console.ts'

const { market, at } = await openConsole({ currency: 'EUR' })

/** Chooses a bank statement on its page. */
async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await press(page, 'Choose a statement')
  await (await chooser).setFiles({ name, mimeType: 'text/xml', buffer })
}

test('an operator enters the bank account of the marketplace, and pays with a SEPA file', async () => {
  const id = await approved(market, await executor(market))
  const { page } = await at(await theOperator(market), '/operator/payouts')

  await press(page, 'Bank account')
  const account = page.getByRole('dialog')
  await account.getByLabel('Account holder').fill('Nimble Tasks')
  await account.getByLabel('IBAN').fill('DE03 1203 0000 0000 2020 51')
  await account.getByRole('button', { name: 'Save' }).click()
  await account.getByText(/IBAN/).nth(1).waitFor()
  await account.getByLabel('IBAN').fill('DE02 1203 0000 0000 2020 51')
  await account.getByRole('button', { name: 'Save' }).click()
  await says(page, 'Bank account saved.')

  await press(page, 'Create a SEPA payout')
  await page.getByRole('dialog').getByRole('button', { name: 'Create a SEPA payout' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Export file of payout/ }).click()
  const file = await download
  assert.match(file.suggestedFilename(), /^payout-\d+\.xml$/)
  assert.ok((await readFile(await file.path(), 'utf8')).includes(`<EndToEndId>${withdrawalReferenceOf(idOf(id))}<`))
})

test('an operator books what the statement of the bank says, once', async () => {
  const [payer, worker] = [await advertiser(market, { funds: 0 }), await executor(market)]
  const id = await approved(market, worker)
  const endToEndId = withdrawalReferenceOf(idOf(id))
  const text = `Deposit ${depositReferenceOf(idOf(payer.id))} Grüße`
  const statement = camt(
    [
      { amount: '25.5', currency: 'EUR', text, name: 'Corner Bakery' },
      { amount: '10', currency: 'EUR', direction: 'DBIT', endToEndId, name: 'Maria Muster' },
      { amount: '3', currency: 'EUR', direction: 'DBIT', text: 'Fee' },
    ],
    { iban: 'DE02120300000000202051' },
  ).replace('UTF-8', 'ISO-8859-1')
  const file = Buffer.from(statement, 'latin1')
  const { page } = await at(await theOperator(market), '/operator/bank-statements')
  await choose(page, 'statement.xml', file)
  const lines = page.getByRole('table', { name: 'Lines of the statement' })
  for (const shown of ['Corner Bakery', payer.email, `Withdrawal ${id}`, worker.email, /Grüße/])
    await lines.getByText(shown).first().waitFor()
  await press(page, 'Book all that match (2)')
  await page.getByRole('dialog').getByRole('button', { name: 'Book all that match (2)' }).click()
  await page.getByText('2 lines were booked.').waitFor()
  await page.getByRole('tab', { name: 'Booked (2)' }).waitFor()
  await page.getByRole('tab', { name: 'Not matched (1)' }).click()
  await lines.getByText('It has no reference.').waitFor()
  assert.equal((await moneyOf(payer)).available, 25.5)
  assert.equal(expectOk(await worker.a.get(`/api/executor/withdrawals/${id}`)).status, 'Paid')

  await choose(page, 'statement.xml', file)
  await page.getByRole('tab', { name: 'To confirm (0)' }).waitFor()
  await page.getByRole('tab', { name: 'Booked (2)' }).waitFor()
})

test('a statement that cannot be read says where, and another can be chosen', async () => {
  const { page } = await at(await theOperator(market), '/operator/bank-statements')
  await page.getByText('No statement chosen').waitFor()
  await choose(page, 'statement.csv', Buffer.from('date,amount,text\n2026-02-30,1,x\n'))
  await page
    .getByRole('alert')
    .getByText(/line 2/i)
    .waitFor()
  await page.getByRole('button', { name: 'Choose a statement' }).waitFor()
})
