import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { activeOffer, executor, expectOk, submittedOffer, theOperator } from '../../support/fixtures.ts'
import { withdrawal } from '../../support/scenarios/earnings.ts'
import { enter, heading, press, says } from '../browser-actions.ts'
import { openConsole } from '../console.ts'

const { market, sit, at } = await openConsole()
const day = 86_400

test('the home page lists everything that waits and every fault, and the menu has the same numbers', async () => {
  const { id, advertiser: owner } = await activeOffer(market)
  expectOk(await owner.b.patch(`/v1/tasks/${id}`, { title: 'Another title' }))
  expectOk(await (await executor(market)).a.post(`/api/executor/offers/${id}/report`, { code: 'Phishing' }))
  await withdrawal(market, await executor(market))
  const { page } = await at(await theOperator(market), '/operator')
  const needs = page.getByRole('region', { name: 'Needs you' })
  const rows = needs.locator('.needs-row')
  await rows.filter({ hasText: 'E-mail is off' }).waitFor()
  await rows.filter({ hasText: /^1Changes to moderate/ }).waitFor()
  await rows.filter({ hasText: /^1Pending withdrawals.*\$10\.00$/ }).waitFor()
  await needs.getByText(/^Nothing waits in: .*Refunds/).waitFor()
  for (const hasText of ['Moderation', 'Reported tasks'])
    await page.locator('nav a[aria-description="Waiting: 1"]', { hasText }).waitFor()
})

test('a queue says how long the oldest record has waited, and when that is overdue', async () => {
  const { id } = await submittedOffer(market)
  const { a } = await theOperator(market)
  const { oldest } = expectOk(await a.get('/api/operator/queue'))
  const { page } = await sit(await theOperator(market), { isOwn: true })
  await page.clock.setFixedTime(new Date(Date.parse(oldest.offers) + 3 * day * 1_000))
  await page.goto('/operator')
  await says(page, 'overdue, oldest:')
  await page.clock.setFixedTime(new Date(Date.parse(oldest.offers) + day * 1_000))
  await page.reload()
  await says(page, /^oldest:/)
  assert.ok(id > 0)
})

test('the audit log shows the status of a task in words', async () => {
  const { id } = await submittedOffer(market)
  const { page } = await at(await theOperator(market), `/operator/audit?subject=task&subjectId=${id}`)
  await says(page, 'New status: In moderation')
  assert.equal(await page.getByText('version:').count(), 0)
})

test('a preset fills in a sanction, and the audit log shows it in words and exports it', async () => {
  const worker = await executor(market)
  const { page } = await at(await theOperator(market), `/operator/accounts/${worker.id}`)
  await press(page, 'Impose sanction')
  // No reason is preselected: a sanction always has one that somebody chose.
  assert.equal(await page.getByRole('combobox', { name: 'Reason' }).inputValue(), '')
  await press(page, '30 days: reused proofs')
  await press(page, 'Impose')
  await says(page, 'Sanction imposed.')
  const { a } = await theOperator(market)
  const [sanction] = expectOk(await a.get(`/api/operator/sanctions?accountId=${worker.id}`)).items
  assert.deepEqual([sanction.kind, sanction.code], ['NoReservations', 'ProofsReused'])
  const days = (Date.parse(sanction.endsAtUtc) - Date.parse(sanction.createdAtUtc)) / (day * 1_000)
  assert.equal(Math.round(days), 30)
  await page.goto(`/operator/audit?owner=${worker.email}&action=sanction.impose`)
  await says(page, 'Restriction: Cannot reserve tasks')
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const [, ...lines] = (await readFile(await (await saving).path(), 'utf8')).trim().split('\r\n')
  assert.equal(lines.length, 1)
  assert.match(lines[0] ?? '', /"sanction\.impose"/)
})

test('a marketplace without a mail server promises no e-mail', async () => {
  const { page } = await at(undefined, '/forgot-password')
  await says(page, /^This marketplace does not send e-mails yet/)
  await page.goto('/sign-up')
  await page.getByRole('checkbox', { name: /^Do tasks/ }).click()
  await enter(page, 'E-mail address', 'newcomer@example.com')
  await press(page, 'Create account')
  await heading(page, 'Confirm your e-mail address')
  await says(page, /^This marketplace does not send e-mails yet/)
  assert.equal(await page.getByText('We sent').count(), 0)
})
