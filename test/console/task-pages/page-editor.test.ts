import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { activeOffer, advertiser, expectOk } from '../../support/fixtures.ts'
import { choose, enter, heading, openStep, press, says } from '../browser-actions.ts'
import { openConsole, settled } from '../console.ts'
import { barriersOf, fitsScreens } from '../page-checks.ts'

const { market, at } = await openConsole()

const csv = {
  name: 'animals.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from('name,place\nTom,<Garden>\nRex,House\n'),
}

/** Opens the form for a new task with two items, and the editor of a page of this kind. */
async function editing(kind: 'form' | 'html' | 'external') {
  const owner = await advertiser(market)
  const { page } = await at(owner, '/advertiser/offers/new', { mayComplain: true })
  await settled(page)
  for (const name of ['Data work', 'Pictures, texts and recordings', 'Choose a label']) await choose(page, name)
  await page.locator('input[type=file]').setInputFiles(csv)
  await says(page, '2 rows: 2 items')
  await enter(page, 'Title', 'Which animal is it?')
  await press(page, 'Add an answer form')
  await page.getByRole('combobox', { name: 'Executors answer on' }).selectOption(kind)
  return {
    owner,
    page,
    frame: page.frameLocator('.task-frame'),
    answer: page.getByRole('region', { name: 'Answer of the page' }),
  }
}

const schemaOf = (property: object) =>
  JSON.stringify({ type: 'object', properties: { animal: property }, required: ['animal'] })
const steps = (page: Page) => page.getByRole('group', { name: 'Sample items' })
const pageIn = async (owner: Awaited<ReturnType<typeof editing>>['owner']) => {
  const [{ id }] = expectOk(await owner.b.get('/v1/tasks')).items
  return expectOk(await owner.b.get(`/v1/tasks/${id}`)).page
}

/** A page with answers that fit and do not fit. */
const html = `<!doctype html><script src="/task-helper.js"></script><h1>{{name}}</h1>
<button onclick="task.submit({ animal: 'cow' }).catch((error) => { said.textContent = error.errors[0].field })">A cow</button>
<button onclick="task.submit({ animal: 'cat' })">A cat</button><p id="said"></p>
<script>task.item().then(({ data, isPreview }) => { document.body.append(data.place + isPreview) })</script>`

describe('a page in html', () => {
  test('begins as a form for the items, whose answer is shown', async () => {
    const { page, frame, answer } = await editing('html')
    await frame.getByText('<Garden>').waitFor()
    await frame.getByRole('button', { name: 'Yes' }).click()
    await answer.getByText('The page answered, and it fits').waitFor()
    await frame.getByText('This is a preview').waitFor()
    await press(page, 'Start again')
    await frame.getByText('Tom').waitFor()
    await steps(page).getByRole('button', { name: 'Next sample item' }).click()
    await frame.getByText('Rex').waitFor()
  })

  test('is tried with each item next to its source, with its errors, and saved', async () => {
    const { owner, page, frame, answer } = await editing('html')
    await steps(page).getByRole('button', { name: 'Next sample item' }).click()
    await enter(page, 'HTML of the page', '<script>{{name}}</script>{{size}}')
    await says(page, /Has {{name}} on line 1/)
    await says(page, 'Uses {{size}}, which some item lacks')
    await enter(page, 'HTML of the page', html)
    await enter(page, 'Schema of an answer', '{\n"type": "object",\n"properties" {}}')
    await says(page, 'This is not JSON. Look at line 3.')
    await enter(page, 'Schema of an answer', schemaOf({ enum: ['cat', 'dog'], 'x-input': 'colour' }))
    await says(page, 'properties › animal › x-input: ')
    await enter(page, 'Schema of an answer', schemaOf({ enum: ['cat', 'dog'] }))
    await frame.getByText('Housetrue').waitFor()
    await frame.getByRole('button', { name: 'A cow' }).click()
    await frame.getByText('value.animal').waitFor()
    await answer.getByText(/^Animal: /).waitFor()
    await frame.getByRole('button', { name: 'A cat' }).click()
    await answer.getByText('"animal": "cat"').waitFor()
    assert.deepEqual(await barriersOf(page), [])

    // The tab key leaves the text.
    const source = page.getByRole('textbox', { name: 'HTML of the page' })
    await source.press('Tab')
    assert.equal(await source.evaluate('document.activeElement.tagName === "TEXTAREA"'), false)
    await openStep(page, 'Price and quantity')
    await press(page, 'Save as a draft')
    await heading(page, 'Which animal is it?')
    assert.deepEqual(await pageIn(owner), {
      kind: 'html',
      html,
      answerSchema: JSON.parse(schemaOf({ enum: ['cat', 'dog'] })),
    })
  })

  test('that is no longer wanted can come back, and a schema that is no JSON yet cannot be saved', async () => {
    const { owner, page } = await editing('html')
    await enter(page, 'HTML of the page', '<p>{{name}}</p>')
    await enter(page, 'Schema of an answer', '[1]')
    const kinds = page.getByRole('combobox', { name: 'Executors answer on' })
    await kinds.selectOption('form')
    await page.getByRole('region', { name: 'Preview of the answer form' }).waitFor()
    await kinds.selectOption('html')
    assert.equal(await page.getByRole('textbox', { name: 'HTML of the page' }).inputValue(), '<p>{{name}}</p>')
    await page.reload()
    await settled(page)
    assert.equal(await page.getByRole('textbox', { name: 'Schema of an answer' }).inputValue(), '[1]')
    await says(page, 'This is not a JSON object.')
    await openStep(page, 'Price and quantity')
    await press(page, 'Save as a draft')
    await page.getByRole('textbox', { name: 'Schema of an answer' }).waitFor()
    assert.deepEqual(expectOk(await owner.b.get('/v1/tasks')).items, [])
  })

  test('fits every screen, in both languages and color schemes', async (t) => {
    const { page, frame } = await editing('html')
    await fitsScreens(t, page, async () => {
      await page.reload()
      await frame.getByText('Tom').waitFor()
    })
  })
})

test('a page of another site is tried in a frame or opened in a tab, and saved', async () => {
  const { owner, page, frame } = await editing('external')
  const { tasksUrl } = market.ctx.config
  const body = `<!doctype html><script src="${tasksUrl}/task-helper.js"></script><h1></h1>
<script>task.item().then(({ data }) => { document.querySelector('h1').textContent = location.pathname + ' ' + data.name })</script>`
  await page.context().route('https://survey.example/**', (route) => route.fulfill({ contentType: 'text/html', body }))
  // Browsers do not let other sites reach this machine, so the helper comes from here.
  await page.context().route(`${tasksUrl}/**`, async (route) => route.fulfill({ response: await route.fetch() }))
  await enter(page, 'Address of the page', 'http://survey.example/{{name}}')
  await says(page, /Must be an https address/)
  await enter(page, 'Address of the page', 'https://survey.example/{{name}}')
  await frame.getByText('/Tom Tom').waitFor()
  await page.getByRole('radio', { name: /^In a new tab/ }).check()
  await page.getByRole('switch', { name: 'Sign the address' }).dispatchEvent('click')
  const link = page.getByRole('link', { name: 'Open the page in a new tab' })
  assert.equal(await link.getAttribute('href'), 'https://survey.example/Tom#task=preview')
  assert.deepEqual(await barriersOf(page), [])
  await openStep(page, 'Price and quantity')
  await press(page, 'Save as a draft')
  await heading(page, 'Which animal is it?')
  const { kind, url, opensIn, signed } = await pageIn(owner)
  assert.deepEqual([kind, url, opensIn, signed], ['external', 'https://survey.example/{{name}}', 'tab', true])
})

test('a change of a task is tried with its own items', async () => {
  const page = { kind: 'html', html: '<h1>{{name}}</h1>', answerSchema: { type: 'object' } }
  const items = [{ data: { name: 'Ada' } }, { data: { name: 'Bo' } }]
  const offer = await activeOffer(market, { members: { page, items, totalLimit: undefined } })
  const tab = await at(offer.advertiser, `/advertiser/offers/${offer.id}/edit`, { mayComplain: true })
  const frame = tab.page.frameLocator('.task-frame')
  await frame.getByText('Ada').waitFor()
  await steps(tab.page).getByRole('button', { name: 'Next sample item' }).click()
  await frame.getByText('Bo').waitFor()
})

test('questions of a form move by keys and keep the focus, and mark the picture that is chosen', async () => {
  const { owner, page } = await editing('form')
  const group = (name: string) => page.getByRole('group', { name, exact: true })
  const kind = (name: string, label: string) => group(name).getByRole('combobox', { name: label })
  for (const name of ['Shown 1', 'Shown 2']) {
    await kind(name, 'Kind of content').selectOption('image')
    await group(name).getByRole('textbox', { name: 'Caption' }).fill(`Picture of ${name}`)
    await group(name)
      .getByRole('combobox', { name: 'Column or https address' })
      .fill('https://pictures.example/{{name}}')
  }
  await press(page, 'Add a question')
  await kind('Question 2', 'Kind of answer').selectOption('boxes')
  await kind('Question 2', 'Picture to mark').selectOption({ label: '2. Picture of Shown 2' })
  await group('Question 2').getByRole('textbox', { name: 'Column in the results' }).fill('boxes')
  const up = page.getByRole('button', { name: 'Move question 2 up' })
  await up.press('Enter')
  const focused = page.getByRole('button', { name: 'Move question 1 up' }).and(page.locator(':focus'))
  await focused.press('Enter')
  assert.equal(await group('Question 1').getByRole('textbox', { name: 'Column in the results' }).inputValue(), 'boxes')
  await press(page, 'Remove shown 1')
  await kind('Question 1', 'Picture to mark').waitFor({ state: 'detached' })
  assert.deepEqual(await barriersOf(page), [])
  await openStep(page, 'Price and quantity')
  await press(page, 'Save as a draft')
  await heading(page, 'Which animal is it?')
  const { show, answerSchema } = await pageIn(owner)
  assert.deepEqual(show, [{ kind: 'image', value: 'https://pictures.example/{{name}}', label: 'Picture of Shown 2' }])
  assert.deepEqual(Object.entries(answerSchema.properties), [
    ['boxes', { type: 'array', 'x-input': 'boxes', 'x-on': 0, 'x-labels': { Yes: 'Yes', No: 'No' } }],
    ['answer', { enum: ['Yes', 'No'] }],
  ])
})
