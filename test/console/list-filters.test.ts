import assert from 'node:assert/strict'
import { test } from 'node:test'
import { activeOffer, advertiser, executor, submittedWork, theOperator } from '../support/fixtures.ts'
import { openConsole } from './console.ts'

const { market, at } = await openConsole()
const more = 22

test('a filter that is being typed is applied when paging, and what is typed while a page loads stays', async () => {
  for (let count = 0; count < more; count++) await executor(market)
  const wanted = await advertiser(market)
  const { page } = await at(await theOperator(market), '/operator/accounts')
  const field = page.getByRole('searchbox', { name: 'E-mail or number' })
  const next = page.getByRole('button', { name: 'Next page' })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/operator/accounts?*cursor=*', async (route) => {
    await held
    await route.continue()
  })
  await next.click()
  await page.waitForURL(/cursor=/)
  assert.equal(await next.isDisabled(), true, 'its cursor belongs to the page before')
  await field.pressSequentially('some')
  release()
  await page.getByRole('button', { name: 'First page' }).waitFor()
  await page.locator('[aria-busy=false]').first().waitFor()
  assert.equal(await field.inputValue(), 'some')
  await field.fill(wanted.email)
  await page.getByRole('button', { name: 'First page' }).click()
  await page.getByText('Total: 1').waitFor()
  assert.equal(await field.inputValue(), wanted.email)
  assert.deepEqual(Object.fromEntries(new URL(page.url()).searchParams), { search: wanted.email })
  await field.fill('')
  await field.press('Enter')
  await next.waitFor()
  await field.fill(wanted.email)
  await next.click()
  await page.getByText('Total: 1').waitFor()
  assert.deepEqual(Object.fromEntries(new URL(page.url()).searchParams), { search: wanted.email })
})

test('the filter by task keeps what is typed, and chooses the only match when it is left', async () => {
  const owner = await advertiser(market)
  for (const title of ['Count the bees', 'Count the wasps']) {
    const { id } = await activeOffer(market, { advertiser: owner, members: { title } })
    await submittedWork(market, id)
  }
  const { page } = await at(owner, '/advertiser/review')
  const field = page.getByRole('combobox', { name: 'Task', exact: true })
  await field.fill('Count')
  await page.getByRole('option', { name: 'Count the wasps' }).waitFor()
  await page.getByRole('searchbox', { name: 'Number or executor' }).focus()
  assert.equal(await field.inputValue(), 'Count')
  await field.fill('bees')
  await page.getByRole('option', { name: 'Count the wasps' }).waitFor({ state: 'detached' })
  await page.getByRole('searchbox', { name: 'Number or executor' }).focus()
  await page.waitForURL(/offer=/)
  await page.locator('.queue-item', { hasText: 'Count the bees' }).first().waitFor()
  assert.equal(await field.inputValue(), 'Count the bees')
})
