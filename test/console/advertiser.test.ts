import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { deposit } from '../../server/payments/deposits/actions-bookings.ts'
import { openBrowser } from '../support/browser.ts'
import { activeOffer, advertiser, expectOk, submittedWork } from '../support/fixtures.ts'
import { choose, enter, heading, press, says, sitDown, visit } from './browser-actions.ts'
import { openConsoleMarket, settled } from './queue.ts'

const market = await openConsoleMarket()
const browser = await openBrowser()
after(() => browser.close())
const timeout = 120_000

test('two lists on one page are paged independently', { timeout }, async () => {
  const owner = await advertiser(market, { funds: 1 })
  for (let amount = 2; amount <= 22; amount++) await deposit(market.ctx, { email: owner.email, amount })
  const { page, complaints } = await sitDown(browser, market, owner)
  await visit(page, market, '/advertiser/balance')
  await settled(page)
  const deposits = page.getByRole('table', { name: 'Deposits', exact: true })
  const moves = page.getByRole('table').and(page.locator(':not([aria-label="Deposits"])'))
  const rows = async () => [await deposits.locator('tbody tr').count(), await moves.locator('tbody tr').count()]
  assert.deepEqual(await rows(), [20, 20])
  await page.getByRole('button', { name: 'Next page', exact: true }).first().click()
  await page.getByRole('button', { name: 'First page', exact: true }).waitFor()
  await settled(page)
  assert.deepEqual(await rows(), [2, 20])
  await page.getByRole('button', { name: 'Next page', exact: true }).click()
  await page.getByRole('button', { name: 'First page', exact: true }).nth(1).waitFor()
  await settled(page)
  assert.deepEqual(await rows(), [2, 2])
  await page.goBack()
  await settled(page)
  assert.deepEqual(await rows(), [2, 20])
  assert.deepEqual(complaints, [])
})

test('an advertiser sees the cost as soon as type and quantity are known, without errors before', {
  timeout,
}, async () => {
  const owner = await advertiser(market)
  const { page, complaints } = await sitDown(browser, market, owner)
  const asked: number[] = []
  page.on('response', (answer) => {
    if (answer.url().includes('/offers/estimate')) asked.push(answer.status())
  })
  await visit(page, market, '/advertiser/offers/new')
  await says(page, 'to see the cost')
  for (const name of ['Surveys', 'Online surveys', 'Survey on another site']) await choose(page, name)
  const cost = page.getByRole('complementary')
  await cost.getByText('$11.00').waitFor()
  await page.getByRole('textbox', { name: 'Accepted results needed', exact: true }).fill('12')
  await cost.getByText('$13.20').waitFor()
  await enter(page, 'Title', 'A survey about tea')
  await enter(page, 'Page address', 'https://surveys.example/tea')
  await page.getByRole('textbox', { name: 'Estimated minutes', exact: true }).pressSequentially('5', { delay: 50 })
  await settled(page)
  assert.ok(asked.length > 0 && asked.every((status) => status === 200), String(asked))
  assert.deepEqual(complaints, [])
})

test('an empty task names every missing field at once and focuses the first', { timeout }, async () => {
  const owner = await advertiser(market)
  const { page, complaints } = await sitDown(browser, market, owner)
  await visit(page, market, '/advertiser/offers/new')
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  const results = page.getByRole('textbox', { name: 'Accepted results needed', exact: true })
  await results.fill('')
  await press(page, 'Submit')
  for (const text of ['Choose a task type.', 'Enter a title.', 'Enter the number of results.']) await says(page, text)
  await page.locator('[role=radiogroup][aria-label=Category] input:focus').waitFor({ state: 'attached' })
  for (const name of ['Surveys', 'Online surveys', 'Survey on another site']) await choose(page, name)
  await press(page, 'Submit')
  const address = page.getByRole('textbox', { name: 'Page address', exact: true })
  const minutes = page.getByRole('textbox', { name: 'Estimated minutes', exact: true })
  await page.locator('input[type=url]:focus').waitFor()
  const isInvalid = [address, minutes, title, results].map((field) => field.getAttribute('aria-invalid'))
  assert.deepEqual(await Promise.all(isInvalid), ['true', 'true', 'true', 'true'])
  await address.fill('https://surveys.example/tea')
  await minutes.fill('5')
  await title.fill('A survey about tea')
  await results.fill('3')
  await press(page, 'Save as a draft')
  await heading(page, 'A survey about tea')
  assert.deepEqual(complaints, [])
})

test('the form previews the Markdown of the description', { timeout }, async () => {
  const { page, complaints } = await sitDown(browser, market, await advertiser(market))
  await visit(page, market, '/advertiser/offers/new')
  await enter(page, 'Description', 'Open **this page**:\n\n- [The page](https://surveys.example/tea)')
  await press(page, 'Preview the description')
  const preview = page.getByRole('region', { name: 'Preview of the description' })
  await preview.getByRole('listitem').getByRole('link', { name: 'The page' }).waitFor()
  assert.equal(await preview.locator('strong').textContent(), 'this page')
  assert.deepEqual(complaints, [])
})

test('the first page shows what is due, the money and the running tasks', { timeout }, async () => {
  const owner = await advertiser(market)
  const { id } = await activeOffer(market, { advertiser: owner, members: { title: 'A survey that runs' } })
  const { id: work } = await submittedWork(market, id)
  const { page, complaints } = await sitDown(browser, market, owner)
  await visit(page, market, '/advertiser')
  await settled(page)
  await says(page, '$997.80')
  await page.getByRole('region', { name: 'Running tasks' }).getByRole('link', { name: 'A survey that runs' }).waitFor()
  await page.getByRole('region', { name: 'Reviews due' }).getByRole('link', { name: 'A survey that runs' }).click()
  await page.waitForURL(new RegExp(`/advertiser/review[?]report=.*${work}`))
  assert.deepEqual(complaints, [])
})

test('the list of tasks keeps its old address, and the way back keeps the search', { timeout }, async () => {
  const owner = await advertiser(market)
  for (const title of ['Tea in the morning', 'Coffee at night'])
    await activeOffer(market, { advertiser: owner, members: { title } })
  const { page } = await sitDown(browser, market, owner)
  await visit(page, market, '/advertiser?status=Active')
  await page.waitForURL(/[/]advertiser[/]offers[?]status=Active/)
  await page.getByRole('link', { name: 'Coffee at night' }).waitFor()
  await page.getByRole('searchbox', { name: 'Search' }).fill('tea')
  await page.getByRole('link', { name: 'Coffee at night' }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Tea in the morning' }).click()
  await heading(page, 'Tea in the morning')
  await page.getByRole('main').getByRole('link', { name: 'My tasks', exact: true }).click()
  await page.getByRole('table').getByRole('link', { name: 'Tea in the morning' }).waitFor()
  assert.equal(await page.getByRole('searchbox', { name: 'Search' }).inputValue(), 'tea')
  assert.match(page.url(), /[?]status=Active&search=tea$/)
})

test('the list shows the next action of a task and the others behind More', { timeout }, async () => {
  const owner = await advertiser(market)
  const { id } = await activeOffer(market, { advertiser: owner, members: { title: 'A survey to pause' } })
  const { page } = await sitDown(browser, market, owner)
  await visit(page, market, '/advertiser/offers')
  await press(page, 'More actions for A survey to pause')
  await press(page, 'Pause')
  await says(page, 'Paused. No new reservations.')
  await page.getByRole('table').getByRole('button', { name: 'Resume', exact: true }).click()
  await says(page, 'Executors can reserve it again.')
  assert.equal(expectOk(await owner.b.get(`/v1/tasks/${id}`)).status, 'Active')
})
