import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, timeout } from '../../support/browser.ts'
import { activeOffer, advertiser, expectOk, submittedOffer, theOperator } from '../../support/fixtures.ts'
import { heading, holdUndo, press, says, sitDown, visit } from '../browser-actions.ts'
import { openConsoleMarket } from '../queue.ts'

const market = await openConsoleMarket()
const browser = await openBrowser()

test('an approval can be undone for five seconds, and is sent after that', { timeout }, async () => {
  const owner = await advertiser(market)
  const { id } = await submittedOffer(market, { advertiser: owner, members: { title: 'Count the trees' } })
  const status = async () => expectOk(await owner.b.get(`/v1/tasks/${id}`)).status
  const { page } = await sitDown(browser, market, await theOperator(market))
  const endUndo = await holdUndo(page)
  await visit(page, market, '/operator/moderation')
  await heading(page, 'Count the trees')
  await press(page, /^Approve/)
  await says(page, 'Nothing to moderate')
  await press(page, 'Undo')
  await heading(page, 'Count the trees')
  assert.equal(await status(), 'PendingModeration')
  const approved = page.waitForResponse((response) => response.url().endsWith('/approve'))
  await press(page, /^Approve/)
  await says(page, 'Nothing to moderate')
  assert.equal(await status(), 'PendingModeration')
  await endUndo()
  assert.equal((await approved).status(), 200)
  assert.equal(await status(), 'Active')
})

test('a rejection can be undone for five seconds, keeps its reason, and is sent after that', { timeout }, async () => {
  const owner = await advertiser(market)
  const { id } = await submittedOffer(market, { advertiser: owner, members: { title: 'Count the birds' } })
  const task = async () => expectOk(await owner.b.get(`/v1/tasks/${id}`))
  const { page, complaints } = await sitDown(browser, market, await theOperator(market))
  const endUndo = await holdUndo(page)
  await visit(page, market, '/operator/moderation')
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
  const { status, statusReason } = await task()
  assert.equal(status, 'Rejected')
  assert.match(JSON.stringify(statusReason), /Name the park/)
  assert.deepEqual(complaints, [])
})

test('a requested change shows what differs from the approved version', { timeout }, async () => {
  const owner = await advertiser(market)
  const description = 'Count the trees in the old park.'
  const { id } = await activeOffer(market, { advertiser: owner, members: { title: 'Count', description } })
  expectOk(await owner.b.patch(`/v1/tasks/${id}`, { description: 'Count the bushes in the old park.' }))
  const { page } = await sitDown(browser, market, await theOperator(market))
  await visit(page, market, `/operator/moderation?status=changes&offer=${id}`)
  const change = page.getByRole('region', { name: 'Requested change' })
  await change.locator('ins', { hasText: 'bushes' }).waitFor()
  await change.locator('del', { hasText: 'trees' }).waitFor()
  assert.deepEqual([await change.locator('ins').count(), await change.locator('del').count()], [1, 1])
})
