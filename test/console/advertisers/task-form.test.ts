import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createMany } from '../../properties/concurrently.ts'
import { activeOffer, advertiser, executor, expectOk } from '../../support/fixtures.ts'
import { choose, enter, heading, openStep, press, says } from '../browser-actions.ts'
import { openConsole, settled } from '../console.ts'

const { market, at } = await openConsole({ attemptsMax: 4 })

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const step = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

async function atForm(path = '/advertiser/offers/new') {
  const owner = await advertiser(market)
  const watched = await at(owner, path)
  await settled(watched.page)
  return { ...watched, owner }
}

test('each step checks its own fields on Next, and a reload and the browser’s Back keep the input', async () => {
  const { page } = await atForm()
  await press(page, 'Next')
  await says(page, 'Choose a task type.')
  await says(page, 'Enter a title.')
  assert.equal(await page.getByText('Enter the number of results.').count(), 0)
  for (const name of ['Surveys', 'Online surveys', 'Survey on another site']) await choose(page, name)
  await enter(page, 'Page address', 'https://surveys.example/tea')
  await enter(page, 'Estimated minutes', '5')
  await enter(page, 'Title', 'A survey about tea')
  await press(page, 'Next')
  await step(page, 'Proof and criteria').waitFor()
  await press(page, 'Add a criterion')
  await press(page, 'Next')
  await says(page, 'Describe the criterion or remove it.')
  await enter(page, 'Criterion 1', 'The code is correct.')
  await press(page, 'Next')
  await step(page, 'People').waitFor()
  await page.reload()
  await step(page, 'People').waitFor()
  await page.goBack()
  await step(page, 'Proof and criteria').waitFor()
  assert.equal(await field(page, 'Criterion 1').inputValue(), 'The code is correct.')
  await openStep(page, 'Price and quantity')
  await press(page, 'Submit')
  await heading(page, 'A survey about tea')
})

test('translations are added, changed and removed', async () => {
  const owner = await advertiser(market)
  const translations = { fr: { title: 'Un sondage', description: 'Sur le thé.' }, de: { title: 'Eine Umfrage' } }
  const { id } = await activeOffer(market, { advertiser: owner, members: { translations } })
  const { page } = await at(owner, `/advertiser/offers/${id}/edit`)
  const language = (name: string) => page.getByRole('region', { name, exact: true })
  await language('French').getByLabel('Description').fill('')
  await press(page, 'Remove German')
  await page.getByLabel('Add a translation').selectOption('es')
  await language('Spanish').getByLabel('Title').fill('x'.repeat(501))
  await press(page, 'Save')
  await language('Spanish').getByText('At most 500 characters.').waitFor()
  await language('Spanish').getByLabel('Title').fill('Una encuesta')
  await press(page, 'Save')
  await heading(page, /./)
  await page.waitForURL(/offers\/\d+$/)
  const task = expectOk(await owner.b.get(`/v1/tasks/${id}`))
  const wanted = { fr: { title: 'Un sondage' }, es: { title: 'Una encuesta' } }
  assert.deepEqual((task.pendingChange?.content ?? task).translations, wanted)
})

test('countries that were typed or pasted are chosen when the field is left, and unknown ones are refused', async () => {
  const { page } = await atForm()
  const list = Promise.withResolvers<void>()
  await page.route('**/advertiser/offers/countries*', async (route) => {
    await list.promise
    await route.continue()
  })
  await openStep(page, 'People')
  const countries = page.getByRole('combobox', { name: 'Countries' })
  const paste = (text: string) =>
    page.evaluate(`
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', '${text}')
      const input = document.querySelector('[data-path="targetCountryIds"]')
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))`)
  await countries.focus()
  await paste('ES, PT')
  await countries.press('Tab')
  list.resolve()
  for (const name of ['Spain', 'Portugal']) await page.getByText(name, { exact: true }).waitFor()
  await countries.pressSequentially('germ')
  await countries.press('Tab')
  await page.getByText('Germany', { exact: true }).waitFor()
  await paste('FR; PL, Atlantis')
  for (const name of ['France', 'Poland', 'Atlantis']) await page.getByText(name, { exact: true }).waitFor()
  await says(page, 'Not in the list: Atlantis. Correct or remove it.')
  await openStep(page, 'Price and quantity')
  await press(page, 'Submit')
  await says(page, 'Choose countries of the list.')
})

test('an earlier task fills the form', async () => {
  const owner = await advertiser(market)
  await activeOffer(market, { advertiser: owner, members: { title: 'An earlier survey' } })
  const { page } = await at(owner, '/advertiser/offers/new')
  await page.getByRole('combobox', { name: 'Earlier task' }).click()
  await page.getByRole('option', { name: 'An earlier survey' }).click()
  await heading(page, /^Copy of task/)
  await field(page, 'Title').waitFor()
  assert.equal(await field(page, 'Title').inputValue(), 'An earlier survey')
})

test('the audience shows how many executors match, and empty fields the value that they get', async () => {
  await createMany(12, () => executor(market), 4)
  // The counts are cached for ten minutes.
  market.pass(660)
  const { page, owner } = await atForm()
  await choose(page, 'Surveys')
  await openStep(page, 'People')
  await says(page, 'Matching executors: at least 10')
  assert.equal(await field(page, 'Minimum age').getAttribute('inputmode'), 'numeric', 'a field for numbers')
  await field(page, 'Minimum age').fill('90')
  await says(page, 'Matching executors: fewer than 10')
  await openStep(page, 'Price and quantity')
  await field(page, 'Accepted results needed').fill('11')
  await says(page, 'Too few executors may match for 11 results.')
  await field(page, 'Accepted results needed').fill('10')
  await page.getByText('Too few executors may match').waitFor({ state: 'detached' })
  await openStep(page, 'People')
  await press(page, 'More settings: repetition, lists and quotas')
  const attempts = field(page, 'Max. rejected or withdrawn attempts per executor')
  await step(page, 'People').getByText('Default: 4').waitFor()
  assert.equal(await attempts.inputValue(), '')
  assert.equal(expectOk(await owner.a.get('/api/advertiser/offers/defaults')).attemptsMax, 4)
})

test('cost and Submit stay in view: on a desk on the right, on a phone at the bottom', async () => {
  const { page } = await atForm()
  const isInView = async () => {
    const box = await page.getByRole('button', { name: 'Submit', exact: true }).boundingBox()
    const height = page.viewportSize()?.height ?? 0
    return box !== null && box.y >= 0 && box.y + box.height <= height
  }
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 700 })
    await press(page, 'Usability test')
    await page.getByRole('complementary').getByText('Total').waitFor()
    assert.ok(await isInView(), `at the top, ${width} wide`)
    await field(page, 'Title').scrollIntoViewIfNeeded()
    assert.ok(await isInView(), `at the title, ${width} wide`)
    await page.evaluate('scrollTo(0, 0)')
    await field(page, 'Title').focus()
    const [title, bar] = await Promise.all([
      field(page, 'Title').boundingBox(),
      page.getByRole('complementary').boundingBox(),
    ])
    assert.ok(title && bar, 'title and cost are shown')
    assert.ok(width > 390 || title.y + title.height <= bar.y, 'the cost covers the focused title')
    await page.reload()
    await press(page, 'Start over')
  }
})
