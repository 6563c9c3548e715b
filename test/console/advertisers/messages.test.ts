import assert from 'node:assert/strict'
import { test } from 'node:test'
import { activeOffer, executor, expectOk, reserved } from '../../support/fixtures.ts'
import { press, says } from '../browser-actions.ts'
import { openConsole, settled } from '../console.ts'

const { market, at } = await openConsole()
const pollMs = 100
const script = `<script>document.title = 'robbed'</script><img src=x onerror="document.title = 'robbed'"> javascript:alert(1)`

/** Asks again until it is true; the test ends at its own limit. */
async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, pollMs))
}

test('advertiser and executor write to each other, and no markup of theirs runs', async () => {
  const { id: offer, advertiser: owner } = await activeOffer(market)
  const worker = await executor(market)
  const id = await reserved(worker, offer)
  const { page } = await at(worker, `/executor/offers/${offer}`)
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('link', { name: 'Write to the advertiser' }).click()
  await page.getByRole('textbox', { name: 'Message' }).fill(`${script}${'W'.repeat(300)}`)
  await press(page, 'Send message')
  await page.getByRole('list', { name: 'Messages, newest first' }).getByText("document.title = 'robbed'").waitFor()
  // The list may learn of the message before the answer arrives that empties the field.
  await until(async () => (await page.getByRole('textbox', { name: 'Message' }).inputValue()) === '')

  const { page: desk } = await at(owner, '/advertiser/messages')
  await desk.getByRole('article').getByRole('link').click()
  await says(desk, 'javascript:alert(1)')
  for (const each of [page, desk]) {
    await settled(each)
    assert.equal(await each.locator('main script, main img, main a[href^="javascript" i]').count(), 0)
    assert.notEqual(await each.title(), 'robbed')
    const wide = await each.evaluate('document.documentElement.scrollWidth - innerWidth')
    assert.ok(Number(wide) <= 0, `${wide} pixels too wide`)
  }
  await until(async () => expectOk(await owner.b.get(`/v1/conversations/${id}`)).unreadCount === 0)
  await desk.getByRole('button', { name: 'Report', exact: true }).click()
  await desk.getByRole('combobox', { name: 'Reason' }).click()
  await desk.getByRole('option').first().click()
  await press(desk, 'Send report')
  await says(desk, 'Thank you. An operator will review this message.')
})

test('the entries of a form go on on another device, and come back from it', async () => {
  const { id: offer } = await activeOffer(market)
  const worker = await executor(market)
  const id = await reserved(worker, offer)
  const path = `/api/executor/reservations/${id}/form`
  const code = { name: 'Completion code' }
  const { page: phone } = await at(worker, `/executor/offers/${offer}`)
  await phone.getByRole('textbox', code).fill('from the phone')
  const keptIs = (text: string) =>
    until(async () => JSON.stringify(expectOk(await worker.a.get(path)).draft ?? '').includes(text))
  await keptIs('from the phone')
  const { page: desk } = await at(worker, `/executor/offers/${offer}`)
  const field = desk.getByRole('textbox', code)
  await until(async () => (await field.inputValue()) === 'from the phone')
  await field.fill('from the desk')
  await keptIs('from the desk')
  await phone.reload()
  await until(async () => (await phone.getByRole('textbox', code).inputValue()) === 'from the desk')
})
