import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  type Person,
  submittedWork,
  theOperator,
} from '../support/fixtures.ts'
import { earn, owe } from '../support/scenarios/earnings.ts'
import { enter, follow, heading, press, says } from './browser-actions.ts'
import { openConsole } from './console.ts'

const { market, sit, at } = await openConsole({ withdrawalMinimum: 1 })

/** Returns an executor who has earned 1 USD. */
async function earner() {
  const { id, advertiser } = await activeOffer(market)
  const work = await submittedWork(market, id)
  expectOk(await advertiser.b.post(`/v1/reports/${work.id}/accept`))
  return work.executor
}

/** Imports the bank's result of one withdrawal, after an attempt without lines. */
async function importResults(desk: Page, csv: string): Promise<void> {
  await press(desk, 'Check results')
  await says(desk, 'Paste the lines or choose a file.')
  await enter(desk, 'CSV lines', csv)
  await press(desk, 'Check results')
  await press(desk, 'Import results')
  await says(desk, '1 withdrawal was marked.')
  assert.equal(await desk.getByRole('textbox', { name: 'CSV lines' }).inputValue(), '')
}

test('a withdrawal is requested, approved, exported and paid, and both sides see it', async () => {
  const worker = await earner()
  const [{ page }, operator] = await Promise.all([sit(worker), theOperator(market).then((person) => sit(person))])
  await page.goto('/executor/withdrawals')
  await press(page, 'Full amount')
  await page.getByRole('combobox', { name: 'Destination' }).selectOption({ label: 'PayPal' })
  await enter(page, 'E-mail', 'ann@example.com')
  await press(page, 'Request withdrawal')
  await press(page, 'Confirm')
  await page.getByRole('table').getByText('Awaiting approval').waitFor()
  await says(page, /Your request for .+ is still open/)
  const [{ id }] = expectOk(await worker.a.get('/api/executor/withdrawals')).items
  const desk = operator.page
  await desk.goto('/operator/withdrawals')
  await press(desk, 'Approve $1.00')
  await says(desk, 'No withdrawal requests.')
  await follow(desk, 'Payouts')
  await press(desk, 'Create a payout')
  await desk.getByRole('dialog').getByRole('button', { name: 'Create a payout' }).click()
  const saving = desk.waitForEvent('download')
  await desk.getByRole('button', { name: /^Export file of payout/ }).click()
  const file = await readFile(await (await saving).path(), 'utf8')
  assert.match(file, /ann@example\.com/)
  await press(desk, 'Export again')
  await desk.getByRole('textbox', { name: 'Reason' }).fill('The first file was lost.')
  const savingAgain = desk.waitForEvent('download')
  await desk.getByRole('dialog').getByRole('button', { name: 'Export again' }).click()
  assert.equal(await readFile(await (await savingAgain).path(), 'utf8'), file)
  await importResults(desk, `id,status,reference,reason\n${id},Paid,PP-7,`)
  await desk.goto('/operator/withdrawals?status=Paid')
  await desk.getByRole('table').getByText('PP-7').waitFor()
  await page.reload()
  await page.getByRole('table').getByText('PP-7').waitFor()
  await page.getByRole('table').getByText('Paid', { exact: true }).waitFor()
})

test('the refund dialog of a deposit says how much is unspent', async () => {
  const [saver, spender] = [await advertiser(market, { funds: 12.2 }), await advertiser(market, { funds: 2.2 })]
  for (const owner of [saver, spender]) await activeOffer(market, { advertiser: owner })
  for (const [owner, words] of [
    [saver, /^You can get back up to \$10\.00,/],
    [spender, /^Nothing can be refunded/],
  ] as const) {
    const { page } = await at(owner, '/advertiser/balance')
    await press(page, 'Request refund')
    await page.getByRole('dialog').getByText(words).waitFor()
  }
})

test('what prevents closing an account is shown with its currency', async () => {
  const { page } = await at(await advertiser(market, { funds: 12.5 }), '/settings/data')
  await page.getByText('Available balance: $12.50').waitFor()
})

test('earnings show one line for each event, with the task, and a chart of the weeks', async () => {
  const worker = await earner()
  const [{ taskTitle }] = expectOk(await worker.a.get('/api/executor/transactions?perEvent=true')).items
  const { page } = await at(worker, '/executor/earnings')
  const line = page.getByRole('row').filter({ hasText: taskTitle })
  await line.waitFor()
  await line.getByText('Accepted work').waitFor()
  assert.equal(await page.getByRole('table', { name: 'Transactions' }).getByRole('row').count(), 2)
  await page.getByRole('img', { name: /^Earned per week/ }).waitFor()
  await press(page, 'Show as table')
  const weeks = page.getByRole('table', { name: 'Earned per week' }).getByRole('row')
  await weeks.nth(1).getByText('$1.00').waitFor()
  assert.equal(await weeks.filter({ hasText: '$0.00' }).count(), 11)
  await page.getByText('Per month', { exact: true }).click()
  await page.getByRole('img', { name: /^Earned per month/ }).waitFor()
  await press(page, 'Show as table')
  const months = page.getByRole('table', { name: 'Earned per month' }).getByRole('row')
  await months.nth(1).getByText('$1.00').waitFor()
  assert.equal(await months.count(), 13)
  await page.getByText('Earned so far').waitFor()
  // By the keyboard: the opening table still moves the link.
  await page.getByRole('link', { name: taskTitle, exact: true }).first().press('Enter')
  await heading(page, taskTitle)
})

test('a withdrawal form names what is wrong at its field, and nothing after it was mended', async () => {
  const { page } = await at(await earner(), '/executor/withdrawals')
  const amount = page.getByRole('textbox', { name: /^Amount/ })
  await amount.fill('7')
  await press(page, 'Request withdrawal')
  await says(page, 'Enter at most 1 USD.')
  assert.equal(await page.getByText('Fill in this field.').count(), 2)
  assert.equal(await page.getByRole('dialog').count(), 0)
  await amount.fill('1')
  await enter(page, 'Account holder', 'Ann Example')
  await enter(page, 'IBAN', 'DE00 0000')
  assert.equal(await page.getByText(/Enter at most|Fill in this field/).count(), 0)
  await press(page, 'Request withdrawal')
  await says(page, /its length or check digits are wrong/)
  assert.equal(await page.getByRole('dialog').count(), 0)
  await enter(page, 'IBAN', 'DE89 3704 0044 0532 0130 00')
  assert.equal(await page.getByText(/its length or check digits are wrong/).count(), 0)
  assert.equal(await page.getByRole('main').getByRole('alert').count(), 0)
  await press(page, 'Request withdrawal')
  await press(page, 'Confirm')
  await page.getByRole('table').getByText('Awaiting approval').waitFor()
})

/** Pays a withdrawal of 1 USD to the account. */
async function pay(worker: Person, method: object) {
  const { id } = expectOk(await worker.a.post('/api/executor/withdrawals', { amount: 1, method }))
  const { a } = await theOperator(market)
  expectOk(await a.post(`/api/operator/withdrawals/${id}/approve`, { reason: 'One family.' }))
  expectOk(await a.post(`/api/operator/withdrawals/${id}/paid`, { reference: `PP-${id}` }))
}

test('the payout account of an approved withdrawal is offered again, masked, and can be changed or removed', async () => {
  const worker = await executor(market)
  await earn(market, worker, 10)
  await pay(worker, { type: 'Bank', holder: 'Ann Example', iban: 'DE89 3704 0044 0532 0130 00' })
  const { page } = await at(worker, '/executor/withdrawals')
  const saved = page.getByRole('group', { name: 'Payout account' })
  const dialog = page.getByRole('dialog')
  await saved.getByText('…3000').waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'IBAN' }).count(), 0)
  await page.getByRole('textbox', { name: /^Amount/ }).fill('1.500,00')
  await press(page, 'Request withdrawal')
  await says(page, 'Write 1,500.00.')
  await page.getByRole('textbox', { name: /^Amount/ }).fill('2')
  await page.getByRole('status').filter({ hasText: '$2.00' }).waitFor()
  await press(page, 'Request withdrawal')
  await dialog.getByText('$2.00').waitFor()
  await dialog.getByText('None. Your bank may charge its own.').waitFor()
  await dialog.getByText('…3000').waitFor()
  await press(page, 'Confirm')
  const line = page.getByRole('row').filter({ hasText: 'Awaiting approval' })
  await line.getByText('…3000').waitFor()
  await press(page, 'Cancel request')
  await dialog.getByRole('button', { name: 'Cancel request' }).click()
  await press(page, 'Use another payout account')
  await page.getByRole('textbox', { name: 'IBAN' }).waitFor()
  await press(page, 'Use the saved account')
  await press(page, 'Remove')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('textbox', { name: 'IBAN' }).waitFor()
  assert.equal(await saved.count(), 0)
  for (const _ of [1, 2]) await pay(worker, { type: 'PayPal', email: 'ann@example.com' })
  await page.reload()
  await page.getByRole('textbox', { name: /^Amount/ }).fill('1')
  await press(page, 'Request withdrawal')
  await dialog.getByText(/^Usually within/).waitFor()
  await press(page, 'Confirm')
  await says(page, /Usually paid by/)
})

test('with a debt, the form is closed until the debt is paid from earnings', async () => {
  const worker = await earner()
  await owe(market, worker, 0.4)
  const { page } = await at(worker, '/executor/withdrawals')
  await says(page, /^You owe \$0\.40/)
  await says(page, 'You can withdraw once your debt is paid.')
  assert.ok(await page.getByRole('button', { name: 'Request withdrawal' }).isDisabled())
  assert.equal(await page.getByRole('textbox').count(), 0)
  await press(page, 'Pay from earnings')
  await page.getByRole('dialog').getByRole('button', { name: 'Pay from earnings' }).click()
  await says(page, 'You can withdraw from $1.00; you have $0.60, so $0.40 is missing.')
  assert.equal(await page.getByText(/You owe/).count(), 0)
})

test('the days of payment that an operator sets are shown before a withdrawal and at it', async () => {
  const { page: settings } = await at(await theOperator(market), '/operator/settings?part=payDays')
  await settings.getByRole('checkbox', { name: 'Tuesday' }).check()
  await enter(settings, 'Working days you need', '2')
  await press(settings, 'Save')
  await says(settings, 'Settings saved.')
  const { page } = await at(await earner(), '/executor/earnings')
  await says(page, 'Withdrawals are paid on these days: Tuesday.')
  await page.goto('/executor/withdrawals')
  await says(page, /Request yours at least 2 working days before/)
  await page.getByRole('textbox', { name: /^Amount/ }).fill('1')
  await enter(page, 'Account holder', 'Ann Example')
  await enter(page, 'IBAN', 'DE89 3704 0044 0532 0130 00')
  await press(page, 'Request withdrawal')
  await page
    .getByRole('dialog')
    .getByText(/^Tue, /)
    .waitFor()
})
