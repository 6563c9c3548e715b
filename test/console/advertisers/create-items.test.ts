import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { runImports } from '../../../server/items/imports/actions-worker.ts'
import { advertiser, expectOk, type Person } from '../../support/fixtures.ts'
import { choose, enter, heading, openStep, press, pressTwice, says } from '../browser-actions.ts'
import { openConsole, settled } from '../console.ts'
import { barriersOf, fitsScreens } from '../page-checks.ts'

const { market, at } = await openConsole()

const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const cost = (page: Page) => page.getByRole('complementary')
const lines = Array.from({ length: 12 }, (_, place) => `a-${place},https://pictures.example/${place}.jpg,Which animal?`)
const fileOf = (...texts: readonly string[]) => ({
  name: 'animals.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(texts.join('\n')),
})
// The last line has no value, as spreadsheets write for rows that were emptied.
const csv = fileOf('externalId,picture,question', ...lines, ',,')

/** Opens the form for a new task and chooses a type of work. */
async function atForm() {
  const owner = await advertiser(market)
  const { page } = await at(owner, '/advertiser/offers', { mayComplain: true })
  await page.route('https://pictures.example/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: svg }))
  await page.goto('/advertiser/offers/new')
  await settled(page)
  for (const name of ['Data work', 'Pictures, texts and recordings', 'Choose a label']) await choose(page, name)
  return { owner, page }
}
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><rect width="80" height="60" fill="teal"/></svg>'

async function withFile(page: Page) {
  await page.locator('input[type=file]').setInputFiles(fileOf(...lines))
  await says(page, /^The first line must name the columns/)
  await page.locator('input[type=file]').setInputFiles(csv)
  await says(page, '12 rows: 12 items')
}

/** Builds an answer form, and tries it in its preview. */
async function buildForm(page: Page) {
  await press(page, 'Add an answer form')
  const preview = page.getByRole('region', { name: 'Preview of the answer form' })
  await preview.getByRole('img', { name: 'Picture' }).waitFor()
  await textbox(page, 'Question').fill('What is it?')
  await textbox(page, 'Choices, one per line').fill('cat\ndog\n')
  await preview.getByRole('radiogroup', { name: 'What is it?' }).getByRole('radio', { name: 'dog' }).check()
  await textbox(page, 'Column in the results').fill('animal')
  await press(page, 'Add a question')
  const second = page.getByRole('group', { name: 'Question 2' })
  await second.getByRole('combobox', { name: 'Kind of answer' }).selectOption('text')
  await second.getByRole('textbox', { name: 'Question', exact: true }).fill('What does it do?')
  await preview.getByRole('textbox', { name: 'What does it do?' }).fill('It sleeps')
}

/** Asserts that the advertiser's task is as it was entered. */
async function assertEntered(owner: Person) {
  const [{ id }] = expectOk(await owner.b.get('/v1/tasks')).items
  const task = expectOk(await owner.b.get(`/v1/tasks/${id}`))
  assert.deepEqual([task.status, task.totalLimit, task.overlap, task.itemsPerSlot], ['PendingModeration', 9, 3, 5])
  assert.deepEqual(task.aggregation, { method: 'Majority' })
  assert.deepEqual(task.page, {
    kind: 'form',
    answerSchema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        animal: { title: 'What is it?', enum: ['cat', 'dog'] },
        answer: { title: 'What does it do?', type: 'string', maxLength: 2000 },
      },
      required: ['animal', 'answer'],
    },
    show: [
      { kind: 'image', value: '{{picture}}' },
      { kind: 'text', value: '{{question}}' },
    ],
  })
}

test('a task with items is created from a file, tried with its first item, imported and published', async () => {
  const { owner, page } = await atForm()
  await withFile(page)
  await enter(page, 'Answers for each item', '3')
  await enter(page, 'Items at once', '5')
  await says(page, 'Items: 12. Rewards to pay: 9.')
  await cost(page).getByText('× 9').waitFor()
  await textbox(page, 'Title').fill('Look: ')
  await press(page, '{{question}}')
  assert.equal(await textbox(page, 'Title').inputValue(), 'Look: {{question}}')
  await enter(page, 'Description', 'Say what {{animal}} it is.')
  await says(page, 'Your items have no column for {{animal}}.')
  await enter(page, 'Description', 'Say which animal it is.')
  await buildForm(page)
  assert.deepEqual(await barriersOf(page), [])
  await page.reload()
  await settled(page)
  await says(page, 'Choose animals.csv again')
  await openStep(page, 'Price and quantity')
  await says(page, 'Items: 12. Answers for each: 3. Items at once: 5. Rewards to pay: 9.')
  await press(page, 'Submit')
  await says(page, 'Choose the file again.')
  await page.locator('input[type=file]').setInputFiles(csv)
  // Pressed twice at once, it sends the file once.
  await pressTwice(page.getByRole('button', { name: 'Import items' }))
  await heading(page, 'Look: {{question}}')
  await says(page, /Reading the file/)
  await runImports(market.ctx)
  await says(page, 'Imported: 12 items')
  await page.getByRole('region', { name: 'Items' }).getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
  await says(page, 'Submitted for moderation.')
  await assertEntered(owner)
})

test('pasted rows are submitted with the task, and a copy and a template keep how items are answered', async () => {
  const { owner, page } = await atForm()
  assert.ok(await page.getByRole('radio', { name: 'Many items, each answered by people' }).isChecked())
  await page.getByText('Paste rows').click()
  await textbox(page, 'Rows').fill('picture\nhttps://pictures.example/1.jpg\nhttps://pictures.example/2.jpg')
  await says(page, '2 rows: 2 items')
  await enter(page, 'Answers for each item', '2')
  await page.getByRole('combobox', { name: 'Result of each item' }).click()
  await page.getByRole('option', { name: /^The most probable answer/ }).click()
  await enter(page, 'Ask for more answers below this confidence', '0.9')
  await enter(page, 'Answers for each item at most', '3')
  await cost(page).getByText('× 6').waitFor()
  await enter(page, 'Title', 'Which animal is it?')
  await press(page, 'Add an answer form')
  await press(page, 'Next')
  await says(page, 'Question 1: enter the question.')
  await textbox(page, 'Question').fill('Which animal is it?')
  await press(page, 'Save as template')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await says(page, 'Template saved.')
  await openStep(page, 'Price and quantity')
  await press(page, 'Submit')
  await heading(page, 'Which animal is it?')
  const [{ id }] = expectOk(await owner.b.get('/v1/tasks')).items
  const task = expectOk(await owner.b.get(`/v1/tasks/${id}`))
  assert.deepEqual([task.totalLimit, task.itemCounts.open, task.status], [6, 2, 'PendingModeration'])
  assert.deepEqual(task.aggregation, { method: 'DawidSkene', minConfidence: 0.9, maxOverlap: 3 })
  const keeps = async () => {
    await textbox(page, 'Answers for each item').waitFor()
    assert.equal(await textbox(page, 'Answers for each item').inputValue(), '2')
    assert.equal(await textbox(page, 'Answers for each item at most').inputValue(), '3')
    await page.getByRole('region', { name: 'Preview of the answer form' }).waitFor()
  }
  await page.goto(`/advertiser/offers/new?copy=${id}`)
  await keeps()
  await page.goto('/advertiser/offers/new')
  await press(page, 'Which animal is it?')
  await keeps()
})

test('the form for items fits every screen, in both languages and color schemes', async (t) => {
  const { page } = await atForm()
  await withFile(page)
  await enter(page, 'Title', 'Which animal is it?')
  await press(page, 'Add an answer form')
  await fitsScreens(t, page, () => page.reload())
})
