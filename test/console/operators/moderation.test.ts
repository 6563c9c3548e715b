import assert from 'node:assert/strict'
import { test } from 'node:test'
import { activeOffer, advertiser, expectOk, submittedOffer, theOperator } from '../../support/fixtures.ts'
import { heading, holdUndo, press, says } from '../browser-actions.ts'
import { openConsole, settled } from '../console.ts'

const { market, sit, at } = await openConsole()

test('a rejection can be undone for five seconds, keeps its reason, and is sent after that', async () => {
  const owner = await advertiser(market)
  const { id } = await submittedOffer(market, { advertiser: owner, members: { title: 'Count the birds' } })
  const task = async () => expectOk(await owner.b.get(`/v1/tasks/${id}`))
  const { page } = await sit(await theOperator(market))
  const endUndo = await holdUndo(page)
  await page.goto('/operator/moderation')
  await heading(page, 'Count the birds')
  const dialog = page.getByRole('dialog')
  await press(page, /^Reject/)
  const cut = dialog.locator('button .mantine-Text-root').evaluateAll((texts) =>
    texts
      .map((each) => each as unknown as { scrollWidth: number; clientWidth: number; textContent: string })
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
      .map(({ textContent }) => textContent),
  )
  assert.deepEqual(await cut, [], 'templates that are not readable in full')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Name the park.')
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await says(page, 'Nothing to moderate')
  await says(page, new RegExp(`Rejected: #${id}, \\$`))
  await press(page, 'Undo')
  await heading(page, 'Count the birds')
  assert.equal((await task()).status, 'PendingModeration')
  await press(page, /^Reject/)
  assert.equal(await dialog.getByRole('textbox', { name: 'Reason' }).inputValue(), 'Name the park.')
  const rejected = page.waitForResponse((response) => response.url().endsWith('/reject'))
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await says(page, 'Nothing to moderate')
  await endUndo()
  assert.equal((await rejected).status(), 200)
  await settled(page)
  assert.equal(await page.getByRole('heading', { name: 'Count the birds' }).count(), 0, 'it does not come back')
  const { status, statusReason } = await task()
  assert.equal(status, 'Rejected')
  assert.match(JSON.stringify(statusReason), /Name the park/)
})

test('a requested change shows what differs from the approved version', async () => {
  const owner = await advertiser(market)
  const description = 'Count the trees in the old park.'
  const { id } = await activeOffer(market, { advertiser: owner, members: { title: 'Count', description } })
  expectOk(await owner.b.patch(`/v1/tasks/${id}`, { description: 'Count the bushes in the old park.' }))
  const { page } = await at(await theOperator(market), `/operator/moderation?status=changes&offer=${id}`)
  const change = page.getByRole('region', { name: 'Requested change' })
  await change.locator('ins', { hasText: 'bushes' }).waitFor()
  await change.locator('del', { hasText: 'trees' }).waitFor()
  assert.deepEqual([await change.locator('ins').count(), await change.locator('del').count()], [1, 1])
})

test('the queue has tasks and changes, and the keys work after a status is chosen', async () => {
  const owner = await advertiser(market)
  const { id } = await activeOffer(market, { advertiser: owner, members: { title: 'Count the bees' } })
  expectOk(await owner.b.patch(`/v1/tasks/${id}`, { title: 'Count the wasps' }))
  await submittedOffer(market, { advertiser: owner, members: { title: 'Count the ants' } })
  const { page } = await at(await theOperator(market), '/operator/moderation')
  const queue = page.getByRole('region', { name: 'Queue' })
  for (const title of ['Count the bees', 'Count the ants']) await queue.getByText(title).waitFor()
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Any status' }).click()
  await queue.getByText('Active').first().waitFor()
  // The keys belong to the open task, which is loaded after the list.
  await settled(page)
  // Its number alone: its time changes without a key.
  const open = page.locator('.queue-item[aria-current] .numeric').first()
  const first = (await open.textContent()) ?? ''
  await page.keyboard.press('j')
  await open.filter({ hasNotText: first }).waitFor()
})
