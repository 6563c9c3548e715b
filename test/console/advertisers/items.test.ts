import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { tidyItems } from '../../../server/items/actions.ts'
import { runImports } from '../../../server/items/imports/actions-worker.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  moneyOf,
  type Person,
  reserved,
  taskBody,
  workPath,
} from '../../support/fixtures.ts'
import { press, pressTwice, says } from '../browser-actions.ts'
import { openConsole, settled } from '../console.ts'
import { barriersOf, fitsScreens } from '../page-checks.ts'

const { market, at } = await openConsole()

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const confirm = (page: Page, name: string) => dialog(page, name).getByRole('button', { name, exact: true }).click()
const row = (page: Page, id: number) => page.locator(`[data-row="${id}"]`)
const itemsOf = async (owner: Person, id: number, query = '') =>
  expectOk(await owner.b.get(`/v1/tasks/${id}/items${query}`)).items as { id: number; data: object; status: string }[]

const pictures = (count: number, from = 1) =>
  Array.from({ length: count }, (_, place) => ({
    externalId: `picture-${place + from}`,
    data: { picture: `https://pictures.example/${place + from}.jpg`, question: 'Which animal is it? '.repeat(20) },
  }))

async function draftWith(members: object) {
  const owner = await advertiser(market)
  const body = await taskBody(market, { title: 'Which animal is it?', draft: true, totalLimit: undefined, ...members })
  return { owner, id: expectOk(await owner.b.post('/v1/tasks', body)).id as number }
}

async function openTask(owner: Person, id: number) {
  const { page } = await at(owner, `/advertiser/offers`, { mayComplain: true })
  await page.route('https://pictures.example/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: svg }))
  await page.goto(`/advertiser/offers/${id}`)
  await settled(page)
  return page
}
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><rect width="80" height="60" fill="teal"/></svg>'

describe('the items of an own task', () => {
  test('are listed by status, page by page, and cancelling some or all releases their money', async () => {
    const owner = await advertiser(market)
    const members = { items: pictures(15), overlap: 2, totalLimit: undefined }
    const { id } = await activeOffer(market, { advertiser: owner, members })
    const held = (await moneyOf(owner)).held
    const page = await openTask(owner, id)
    const [first] = await itemsOf(owner, id)
    assert.ok(first)
    await row(page, first.id).getByText('0 of 2 accepted').waitFor()
    await row(page, first.id).getByRole('img', { name: '1.jpg' }).waitFor()
    await page.getByRole('region', { name: 'Items' }).getByRole('button', { name: 'Next page' }).click()
    await says(page, 'picture-15')
    await page.getByRole('checkbox').last().check()
    await says(page, '1 item selected')
    await press(page, 'Cancel items')
    await says(page, '1 item gets no further answers.')
    await confirm(page, 'Cancel items')
    await says(page, 'Items changed. Released: $2.20')
    assert.equal((await moneyOf(owner)).held, held - 2.2)
    await page
      .getByRole('navigation', { name: 'Items by status' })
      .getByRole('link', { name: /^Cancelled/ })
      .click()
    await says(page, 'picture-15')
    await press(page, 'Cancel all items')
    await says(page, /up to \$30\.80/)
    await confirm(page, 'Cancel all items')
    await says(page, 'Items changed. Released: $30.80')
    assert.equal((await moneyOf(owner)).held, 0)
  })

  test('that nobody could answer are asked again, and their money is held again', async () => {
    const members = { items: pictures(2), skipsMax: 1, totalLimit: undefined }
    const { id, advertiser: owner } = await activeOffer(market, { members })
    const workers = await Promise.all([executor(market), executor(market), executor(market)])
    for (const worker of workers)
      for (let item = 0; item < 2; item++) {
        const reservationId = await reserved(worker, id)
        const body = { reservationId, skipped: 'The picture does not load.' }
        expectOk(await worker.a.post(`${workPath(id)}/reservation/cancel`, body))
      }
    await tidyItems(market.ctx)
    const [first, second] = await itemsOf(owner, id, '?status=Waiting')
    assert.ok(first && second)
    const held = (await moneyOf(owner)).held
    const page = await openTask(owner, id)
    await page.getByRole('checkbox', { name: `Select item ${second.id}` }).check()
    await press(page, 'Ask again')
    await dialog(page, 'Ask again').getByText('About $1.10 are held').waitFor()
    await confirm(page, 'Ask again')
    await says(page, 'Items changed. Held: $1.10')
    await page.getByRole('region', { name: 'Selected items' }).waitFor({ state: 'detached' })
    assert.deepEqual(
      (await itemsOf(owner, id)).map(({ status }) => status),
      ['Waiting', 'Open'],
    )
    assert.equal((await moneyOf(owner)).held, held + 1.1)
  })

  test('get more answers on the edit page', async () => {
    const owner = await advertiser(market)
    const members = { items: pictures(2), totalLimit: undefined }
    const { id } = await activeOffer(market, { advertiser: owner, members })
    const page = await openTask(owner, id)
    await page.goto(`/advertiser/offers/${id}/edit`)
    await page.getByLabel('Answers for each item').fill('3')
    await says(page, '$6.60')
    await press(page, 'Save')
    await says(page, 'Answers for each item: 3.')
    assert.equal((await moneyOf(owner)).held, 6.6)
  })

  test('are added as pasted rows, with their cost before', async () => {
    const owner = await advertiser(market)
    const members = { items: pictures(1), totalLimit: undefined }
    const { id } = await activeOffer(market, { advertiser: owner, members })
    const page = await openTask(owner, id)
    await press(page, 'Add items')
    const adding = dialog(page, 'Add items')
    await adding.getByText('Paste rows').click()
    const rows = adding.getByRole('textbox', { name: 'Rows' })
    await rows.fill('picture\tquestion\nhttps://pictures.example/2.jpg')
    await says(page, 'Line 2 has 1 cells, but there are 2 columns.')
    await rows.fill(
      '[{ "picture": "https://pictures.example/2.jpg", "question": "A cat?" }, { "data": { "picture": "x" } }]',
    )
    await says(page, '2 rows: 2 items')
    await says(page, 'The task keeps its 1 item and gets these in addition. Up to $2.20 are held on your balance')
    await adding.getByRole('button', { name: 'Add items', exact: true }).click()
    await says(page, 'Items changed. Held: $2.20')
    const items = await itemsOf(owner, id)
    assert.deepEqual(items.map(({ data }) => data).slice(1), [
      { picture: 'https://pictures.example/2.jpg', question: 'A cat?' },
      { picture: 'x' },
    ])
  })
})

test('an answer form that is changed needs a choice', async () => {
  const answerSchema = { type: 'object', properties: { animal: { title: 'Which one?', enum: ['cat', 'dog'] } } }
  const { owner, id } = await draftWith({ page: { kind: 'form', answerSchema }, overlap: 1 })
  const { page } = await at(owner, `/advertiser/offers/${id}/edit`, { mayComplain: true })
  const choices = page.getByRole('textbox', { name: 'Choices, one per line' })
  await choices.fill('')
  await press(page, 'Save')
  await says(page, 'Question 1: enter at least one choice.')
  await choices.fill('cat')
  await press(page, 'Save')
  await says(page, 'Saved.')
  const { page: stored } = expectOk(await owner.b.get(`/v1/tasks/${id}`))
  assert.deepEqual(stored.answerSchema.properties.animal.enum, ['cat'])
})

describe('an import', () => {
  test('shows its progress after a reload, and then what comes next', async () => {
    const { owner, id } = await draftWith({ overlap: 3, itemsPerSlot: 5 })
    const page = await openTask(owner, id)
    await says(page, 'No items yet')
    await press(page, 'Add items')
    const lines = Array.from({ length: 12 }, (_, place) => `https://pictures.example/${place}.jpg;"Cat; or dog?"`)
    const buffer = Buffer.from(['picture;question', ...lines, ''].join('\r\n'))
    await dialog(page, 'Add items')
      .locator('input[type=file]')
      .setInputFiles({ name: 'animals.csv', mimeType: 'text/csv', buffer })
    await says(page, '12 rows: 12 items')
    await says(page, 'The answers cost up to $9.90.')
    // Pressed twice, it imports the file once.
    await pressTwice(dialog(page, 'Add items').getByRole('button', { name: 'Import', exact: true }))
    await says(page, /Reading the file: 0%/)
    await page.reload()
    await says(page, /Reading the file: 0%/)
    await runImports(market.ctx)
    await says(page, 'Imported: 12 items')
    await page.getByRole('region', { name: 'Items' }).getByRole('button', { name: 'Submit' }).click()
    await confirm(page, 'Submit')
    await says(page, 'Submitted for moderation.')
    const task = expectOk(await owner.b.get(`/v1/tasks/${id}`))
    assert.deepEqual([task.status, task.totalLimit, task.budget.held], ['PendingModeration', 9, 9.9])
    assert.deepEqual((await itemsOf(owner, id))[0]?.data, {
      picture: 'https://pictures.example/0.jpg',
      question: 'Cat; or dog?',
    })
  })

  test('that failed names the wrong lines, and a corrected file is imported', async () => {
    const { owner, id } = await draftWith({ overlap: 1 })
    const page = await openTask(owner, id)
    await press(page, 'Add items')
    const files = () => dialog(page, 'Add items').locator('input[type=file]')
    const send = async (text: string) => {
      await files().setInputFiles({ name: 'animals.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
      await dialog(page, 'Add items').getByRole('button', { name: 'Import', exact: true }).click()
      await says(page, /Reading the file/)
      await runImports(market.ctx)
    }
    await send(`name,externalId\na,1\nb,2\nc,3\nd,4\n${'e,4\n'.repeat(14)}`)
    await says(page, 'Import failed: nothing was added')
    await says(page, '14 lines are wrong')
    const wrong = page.getByRole('table', { name: 'Wrong lines' })
    await wrong.getByText('6', { exact: true }).waitFor()
    assert.equal(await wrong.getByRole('row').count(), 11)
    await press(page, 'Show all 14 lines')
    assert.equal(await wrong.getByRole('row').count(), 15)
    assert.deepEqual(await barriersOf(page), [])
    await press(page, 'Import a corrected file')
    await send('name,age\na,1\n')
    await says(page, 'Imported: 1 item')
  })
})

test('the items of a task fit every screen, in both languages and color schemes', async (t) => {
  const owner = await advertiser(market)
  const members = { items: pictures(3), overlap: 2, totalLimit: undefined }
  const { id } = await activeOffer(market, { advertiser: owner, members })
  const page = await openTask(owner, id)
  await page.getByRole('checkbox').first().check()
  await fitsScreens(t, page, () => page.reload())
})
