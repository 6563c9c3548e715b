import assert from 'node:assert/strict'
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
} from '../../support/fixtures.ts'
import { heading, holdUndo, press, says } from '../browser-actions.ts'
import { openConsole } from '../console.ts'

const { market, sit, at } = await openConsole({ withdrawalMinimum: 1 })

/** Returns a valid British IBAN for each number (ISO 7064, mod 97-10): withdrawals to a shared account are approved singly. */
function ibanOf(number: number): string {
  const account = `WEST123456${String(number).padStart(8, '0')}`
  const digits = [...`${account}GB00`].map((each) => Number.parseInt(each, 36)).join('')
  return `GB${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${account}`
}

/** Requests a withdrawal of 1 USD, for a new executor unless one is given. */
async function withdrawal(known?: Person) {
  const owner = await advertiser(market)
  const worker = known ?? (await executor(market))
  const { id: offer } = await activeOffer(market, { advertiser: owner })
  const { id: work } = await submittedWork(market, offer, worker)
  expectOk(await owner.b.post(`/v1/reports/${work}/accept`))
  const method = { type: 'Bank', holder: 'Maria Muster', iban: ibanOf(worker.id) }
  const { id } = expectOk(await worker.a.post('/api/executor/withdrawals', { amount: 1, method }))
  const status = async () => expectOk(await worker.a.get(`/api/executor/withdrawals/${id}`)).status
  return { id, worker, status }
}

/** The same for an executor who was paid before. */
async function knownWithdrawal() {
  const { id, worker } = await withdrawal()
  const { a } = await theOperator(market)
  expectOk(await a.post(`/api/operator/withdrawals/${id}/approve`))
  expectOk(await a.post(`/api/operator/withdrawals/${id}/paid`, { reference: `B-${id}` }))
  return withdrawal(worker)
}

const rowOf = (page: Page, id: number) => page.locator(`[data-row="${id}"]`)
const approval = (page: Page, id: number) =>
  page.waitForResponse((response) => response.url().endsWith(`/withdrawals/${id}/approve`))

test('an operator sees whose withdrawal it is, undoes an approval, and approves several without a warning together', async () => {
  const [first, second, flagged] = [await knownWithdrawal(), await knownWithdrawal(), await withdrawal()]
  const { page } = await sit(await theOperator(market))
  const endUndo = await holdUndo(page)
  await page.goto('/operator/withdrawals')
  for (const text of [flagged.worker.email, 'Maria Muster', 'First payout to this account', 'no earlier payouts'])
    await rowOf(page, flagged.id).getByText(text).first().waitFor()

  await rowOf(page, first.id).getByRole('button', { name: 'Approve $1.00' }).click()
  await says(page, /^Approved: #\d+, \$1\.00$/)
  await rowOf(page, first.id).getByText('Approving…').waitFor()
  await press(page, 'Undo')
  await rowOf(page, first.id).getByRole('button', { name: 'Approve $1.00' }).waitFor()

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await says(page, '1 withdrawal with a warning is left out.')
  const approved = [approval(page, first.id), approval(page, second.id)]
  await page.getByRole('button', { name: 'Approve 2 withdrawals, $2.00' }).click()
  await says(page, 'Approved: 2 withdrawals, $2.00')
  assert.deepEqual([await first.status(), await second.status()], ['Requested', 'Requested'])
  await endUndo()
  for (const answer of approved) assert.equal((await answer).status(), 200)
  const statuses = await Promise.all([first, second, flagged].map(({ status }) => status()))
  assert.deepEqual(statuses, ['Processing', 'Processing', 'Requested'])
})

test('an operator finds withdrawals and decisions by e-mail address', async () => {
  const [wanted, other] = [await withdrawal(), await withdrawal()]
  const { page } = await at(await theOperator(market), '/operator/withdrawals')
  await rowOf(page, other.id).waitFor()
  await page.getByRole('searchbox', { name: 'E-mail or number' }).fill(wanted.worker.email)
  await page.keyboard.press('Enter')
  await rowOf(page, other.id).waitFor({ state: 'detached' })
  await rowOf(page, wanted.id).waitFor()
  await page.goto(`/operator/audit?owner=${encodeURIComponent(wanted.worker.email)}`)
  await page.getByRole('link', { name: wanted.worker.email }).first().waitFor()
  assert.equal(await page.getByRole('link', { name: other.worker.email }).count(), 0)
})

test('without approved withdrawals, no payout is offered', async () => {
  const empty = await openConsole()
  const { page } = await empty.at(await theOperator(empty.market), '/operator/payouts')
  await press(page, 'Create a payout')
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/^No approved withdrawal is waiting/).waitFor()
  assert.equal(await dialog.getByRole('button', { name: 'Create a payout' }).count(), 0)
  await dialog.getByRole('link', { name: 'withdrawals' }).click()
  await heading(page, 'Pending withdrawals')
})

test('a new payout is previewed with its withdrawals and their sum', async () => {
  const { id, worker } = await withdrawal()
  const boss = await theOperator(market)
  expectOk(await boss.a.post(`/api/operator/withdrawals/${id}/approve`))
  const { page } = await at(boss, '/operator/payouts')
  await press(page, 'Create a payout')
  const dialog = page.getByRole('dialog')
  await dialog.getByText(`#${id} · ${worker.email}`).waitFor()
  await dialog.getByText(/withdrawals?,/).waitFor()
})
