import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectOk, operator, submittedOffer, theOperator } from '../../support/fixtures.ts'
import { press, says } from '../browser-actions.ts'
import { openConsole } from '../console.ts'

const { market, at } = await openConsole()

test('operators share a queue: one takes an entry, the other is warned and takes it over, both read notes', async () => {
  const [olga, oscar] = [await theOperator(market), await operator(market)]
  const { id } = await submittedOffer(market)
  const path = `/operator/moderation?offer=${id}`
  const [{ page: first }, { page: second }] = [await at(olga, path), await at(oscar, path)]
  const who = { name: `Who has ${id}: Not assigned` }
  await second.getByRole('button', who).waitFor()
  await first.getByRole('button', who).click()
  await first.getByRole('menuitem', { name: 'Assign to me' }).click()
  await first.getByRole('button', { name: `Who has ${id}: Mine` }).waitFor()

  await second.getByRole('button', who).click()
  await second.getByRole('menuitem', { name: 'Assign to me' }).click()
  await says(second, `${olga.email} has this now.`)
  await second.reload()
  await says(second, `${olga.email} has this. Ask them before you decide.`)
  await second.getByRole('button', { name: `Who has ${id}: ${olga.email}` }).click()
  await second.getByRole('menuitem', { name: 'Take over' }).click()
  await second.getByRole('button', { name: `Who has ${id}: Mine` }).waitFor()

  await second.getByLabel('New note').fill('<b>Ask</b> for the invoice')
  await press(second, 'Add note')
  await second.getByText('<b>Ask</b> for the invoice').last().waitFor()
  await first.reload()
  await says(first, '<b>Ask</b> for the invoice')
  const { items } = expectOk(await olga.a.get(`/api/operator/assignments?subject=offer&subjectId=${id}`))
  assert.equal(items[0].assigneeId, oscar.id)
})

test('an operator saves the filters of a list, opens them elsewhere, renames and deletes them', async () => {
  const { page } = await at(await theOperator(market), '/operator/withdrawals?assigned=Mine&status=Paid')
  await press(page, 'Saved views')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name for these filters').fill('Paid by me')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await says(page, 'View saved.')
  await page.goto('/operator/disputes')
  await press(page, 'Saved views')
  await dialog.getByRole('button', { name: 'Rename: Paid by me' }).click()
  await dialog.getByLabel('New name').fill('My payments')
  await dialog.getByRole('button', { name: 'Rename', exact: true }).click()
  await dialog.getByRole('link', { name: 'My payments' }).click()
  await page.waitForURL(/\/operator\/withdrawals\?.*assigned=Mine/)
  assert.equal(new URL(page.url()).searchParams.get('status'), 'Paid')
  await press(page, 'Saved views')
  await dialog.getByRole('button', { name: 'Delete: My payments' }).click()
  await says(page, 'A saved view opens a list with its filters again.')
})
