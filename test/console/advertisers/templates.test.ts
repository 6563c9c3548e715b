import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { advertiser, expectOk, membersOf, taskBody } from '../../support/fixtures.ts'
import { enter, heading, openStep, press, says } from '../browser-actions.ts'
import { openConsole } from '../console.ts'

const { market, sit, at } = await openConsole()

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

test('the input of a task is saved as a template, which fills the next one and can be deleted', async () => {
  const owner = await advertiser(market)
  const { page } = await at(owner, '/advertiser/offers/new')
  await press(page, 'Usability test')
  await field(page, 'Title').fill('Try our tea shop')
  await openStep(page, 'People')
  await field(page, 'Minimum age').fill('30')
  await openStep(page, 'Price and quantity')
  await field(page, 'Accepted results needed').fill('25')
  await press(page, 'Save as template')
  const dialog = page.getByRole('dialog', { name: 'Save as template' })
  assert.equal(await dialog.getByRole('textbox', { name: 'Name' }).inputValue(), 'Try our tea shop')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Tea shop test')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await says(page, 'Template saved.')

  await page.reload()
  await press(page, 'Start over')
  await press(page, 'Tea shop test')
  await field(page, 'Title').waitFor()
  assert.equal(await field(page, 'Title').inputValue(), 'Try our tea shop')
  await page.getByRole('complementary').getByText('Total').waitFor()
  await openStep(page, 'Proof and criteria')
  assert.equal(await field(page, 'Criterion 2').inputValue(), 'The screenshot shows our website.')
  await openStep(page, 'People')
  assert.equal(await field(page, 'Minimum age').inputValue(), '30')
  await openStep(page, 'Price and quantity')
  assert.equal(await field(page, 'Accepted results needed').inputValue(), '25')

  await page.reload()
  await press(page, 'Start over')
  await press(page, 'Delete template Tea shop test')
  await page.getByRole('button', { name: 'Tea shop test', exact: true }).waitFor({ state: 'detached' })
  assert.deepEqual(expectOk(await owner.a.get('/api/advertiser/task-templates')).items, [])
})

test('audiences are saved under names, and one fills a task that is edited', async () => {
  const owner = await advertiser(market)
  const { page } = await at(owner, '/advertiser/offers/new')
  await openStep(page, 'People')
  for (const [name, age] of [
    ['Grown up', '30'],
    ['Retired', '65'],
  ] as const) {
    await field(page, 'Minimum age').fill(age)
    await press(page, 'Save this audience')
    const dialog = page.getByRole('dialog', { name: 'Save this audience' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  const members = { title: 'A draft about tea', draft: true, maxAge: 40, minExecutorLevel: 2 }
  const { id } = expectOk(await owner.b.post('/v1/tasks', await taskBody(market, members)))
  await page.goto(`/advertiser/offers/${id}/edit`)
  await press(page, 'Grown up')
  await press(page, 'Save')
  await page.waitForURL(/offers\/\d+$/)
  const { minAge, maxAge, minExecutorLevel } = expectOk(await owner.b.get(`/v1/tasks/${id}`))
  assert.deepEqual([minAge, maxAge, minExecutorLevel], [30, null, 0])
})

test('on a phone, a task that is edited has a preview, a way back and a template of it', async () => {
  const owner = await advertiser(market)
  const body = await taskBody(market, { title: 'A draft about tea', draft: true })
  const { id } = expectOk(await owner.b.post('/v1/tasks', body))
  const { page } = await sit(owner)
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(`/advertiser/offers/${id}/edit`)
  await press(page, 'Preview')
  const preview = page.getByRole('dialog', { name: 'Preview for executors' })
  await preview.getByRole('heading', { name: 'A draft about tea' }).waitFor()
  await preview.getByRole('button', { name: 'Close' }).click()
  await enter(page, 'Title', 'A survey about coffee')
  await press(page, 'Save as template')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await says(page, 'Template saved.')
  await page.getByRole('link', { name: 'Back to the task' }).click()
  await heading(page, 'A draft about tea')
  const { items } = expectOk(await owner.a.get('/api/advertiser/task-templates'))
  assert.deepEqual(membersOf(items, 'name'), ['A survey about coffee'])
})
