import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { drawn } from '../../server/commands/demo/drawing.ts'
import { activeOffer, executor, expectOk, type Person, reserved } from '../support/fixtures.ts'
import { arrived, enter, pick, press, says } from './browser-actions.ts'
import { openConsole } from './console.ts'
import { barriersOf, fitsScreens } from './page-checks.ts'

const { market, at } = await openConsole()

const animal = {
  title: 'What is it?',
  titles: { ru: 'Кто это?' },
  enum: ['cat', 'dog', 'other'],
  'x-labels': { cat: { en: 'A cat', ru: 'Кошка' }, dog: 'A dog' },
}
const picture = { kind: 'image', value: 'https://pictures.example/{{file}}', label: 'The picture' }
const pageOf = (properties: object, show: readonly object[]) => ({
  kind: 'form',
  answerSchema: { type: 'object', properties, required: Object.keys(properties) },
  show,
})
const image = Buffer.from(await drawn('street sign', 77))

/** Opens the work of a reservation; its pictures are answered here. */
async function openWork(worker: Person, offer: number, reservation: number) {
  const opened = await at(worker, '/executor', { mayComplain: true })
  await opened.page.route('https://pictures.example/**', (route) =>
    route.fulfill({ contentType: 'image/jpeg', body: image, headers: { 'Cache-Control': 'max-age=600' } }),
  )
  await opened.page.goto(`/executor/offers/${offer}/work/${reservation}`)
  return opened
}

async function startedWork(page: object) {
  const [worker, { id, advertiser: owner }] = await Promise.all([
    executor(market),
    activeOffer(market, { members: { page } }),
  ])
  const reservation = await reserved(worker, id)
  return { worker, owner, offer: id, reservation, ...(await openWork(worker, id, reservation)) }
}

const saved = (page: Page) => page.locator('[data-saving=saved]').waitFor()
const draftsOf = async (worker: Person, reservation: number) =>
  expectOk(await worker.a.get(`/api/executor/reservations/${reservation}/work`)).items.map(
    ({ draft }: { draft: unknown }) => draft,
  )
const keys = (page: Page, ...keys: readonly string[]) =>
  keys.reduce<Promise<void>>((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())

describe('the form of a page', () => {
  test('is opened from the task, filled by keys, and its answers are submitted', async () => {
    const form = pageOf({ animal, note: { type: 'string', title: 'Note', maxLength: 50 } }, [])
    const { page, worker, owner, offer, reservation } = await startedWork(form)
    await page.goto(`/executor/offers/${offer}`)
    await page.getByRole('link', { name: 'Start working' }).click()
    await page.getByRole('radio', { name: 'A dog' }).waitFor()
    await keys(page, '2')
    await page.getByRole('textbox', { name: 'Note' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('It barks')
    await saved(page)
    assert.deepEqual(await draftsOf(worker, reservation), [{ value: { animal: 'dog', note: 'It barks' } }])
    await page.keyboard.press('Enter')
    await pick(page)
    await arrived(page, 1)
    await enter(page, 'Completion code', 'K7QX2M')
    await press(page, 'Submit')
    await says(page, 'Under review by the advertiser.')
    const [{ details }] = expectOk(await owner.b.get('/v1/reports')).items
    assert.deepEqual(details.answers, [{ value: { animal: 'dog', note: 'It barks' } }])
  })

  test('says what is missing, and Enter does not go on', async () => {
    const { page } = await startedWork(pageOf({ animal }, []))
    await page.getByRole('radio', { name: 'A cat' }).waitFor()
    await keys(page, 'Enter')
    await says(page, 'Answer this first.')
    await keys(page, '1', 'Enter')
    await page.getByRole('button', { name: 'Submit', exact: true }).waitFor()
    await press(page, 'Back')
    assert.ok(await page.getByRole('radio', { name: 'A cat' }).isChecked())
  })

  test('loses nothing by a reload or without a connection', async () => {
    const { page, context, worker, reservation } = await startedWork(
      pageOf({ note: { type: 'string', title: 'Note' } }, []),
    )
    const note = page.getByRole('textbox', { name: 'Note' })
    await note.fill('First')
    await page.reload()
    await note.waitFor()
    assert.equal(await note.inputValue(), 'First')
    await context.setOffline(true)
    await note.fill('Second')
    await says(page, 'Kept in this browser until the connection is back')
    await context.setOffline(false)
    await saved(page)
    assert.deepEqual(await draftsOf(worker, reservation), [{ value: { note: 'Second' } }])
  })
})

describe('marks', () => {
  const labels = { 'x-labels': { car: 'Car', person: 'Person' } }

  test('are boxes that keys add, label, move and remove, and that a pointer draws', async () => {
    const boxes = { type: 'array', 'x-input': 'boxes', title: 'Boxes', ...labels }
    const form = pageOf({ boxes }, [{ ...picture, value: 'https://pictures.example/1.jpg' }])
    const { page, worker, reservation } = await startedWork(form)
    await page.getByRole('button', { name: 'Add a box' }).waitFor()
    await keys(page, '2', 'n')
    const box = page.getByRole('button', { name: 'Box 1 Person' })
    await box.focus()
    await keys(page, 'ArrowRight', 'Shift+ArrowDown', '1')
    await page.getByRole('button', { name: 'Box 1 Car' }).waitFor()
    await saved(page)
    const expected = { x: 0.41, y: 0.4, width: 0.2, height: 0.21, label: 'car' }
    assert.deepEqual(await draftsOf(worker, reservation), [{ value: { boxes: [expected] } }])
    const place = await page.getByRole('group', { name: 'Boxes on the picture' }).boundingBox()
    assert.ok(place)
    await page.mouse.move(place.x + place.width * 0.1, place.y + place.height * 0.1)
    await page.mouse.down()
    await page.mouse.move(place.x + place.width * 0.3, place.y + place.height * 0.2, { steps: 4 })
    await page.mouse.up()
    await page.getByRole('button', { name: 'Box 2 Person' }).focus()
    assert.deepEqual(await barriersOf(page), [])
    await keys(page, 'Delete')
    await page.getByRole('button', { name: 'Box 2 Person' }).waitFor({ state: 'detached' })
  })

  test('of two questions on one picture are those of the active one', async () => {
    const [boxes, points] = ['boxes', 'points'].map((input) => ({ type: 'array', 'x-input': input }))
    const form = pageOf({ boxes, points }, [{ ...picture, value: 'https://pictures.example/1.jpg' }])
    const { page } = await startedWork(form)
    await page.getByRole('button', { name: 'Add a box' }).waitFor()
    await keys(page, 'n', 'ArrowDown', 'n')
    await page.getByRole('button', { name: 'Point 1' }).waitFor()
    await keys(page, 'ArrowUp')
    await page.getByRole('button', { name: 'Box 1' }).waitFor()
  })

  test('are spans of words that keys choose', async () => {
    const spans = { type: 'array', 'x-input': 'spans', title: 'Names', ...labels }
    const { page, worker, reservation } = await startedWork(
      pageOf({ spans }, [{ kind: 'text', value: '😀 Anna met Ben Low.' }]),
    )
    await page.getByRole('group', { name: 'Text to mark: arrow keys choose words, Shift adds more' }).focus()
    await keys(page, '2', 'ArrowRight', 'ArrowRight', 'Shift+ArrowRight', '1')
    await saved(page)
    assert.deepEqual(await draftsOf(worker, reservation), [
      {
        value: {
          spans: [
            { start: 2, end: 6, label: 'person' },
            { start: 11, end: 18, label: 'car' },
          ],
        },
      },
    ])
    assert.deepEqual(await barriersOf(page), [])
  })
})

test('a form fits every screen, in both languages and color schemes', async (t) => {
  const properties = {
    animal,
    stars: { type: 'integer', 'x-input': 'rating', minimum: 1, maximum: 5 },
    several: { type: 'array', items: { enum: ['sharp', 'blurred'] } },
    count: { type: 'integer', minimum: 0 },
    day: { type: 'string', format: 'date' },
    points: { type: 'array', 'x-input': 'points' },
  }
  const { page } = await startedWork(pageOf(properties, [{ ...picture, value: 'https://pictures.example/2.jpg' }]))
  await page.getByRole('radio', { name: 'A cat' }).waitFor()
  await fitsScreens(t, page, async (language) => {
    await page.reload()
    await page.getByRole('radio', { name: language === 'ru' ? 'Кошка' : 'A cat' }).waitFor()
  })
})

test('all items can be skipped with a reason where the task allows it', async () => {
  const worker = await executor(market)
  const items = ['1.jpg', '2.jpg'].map((file) => ({ data: { file } }))
  const offered = async (skipsMax: number) =>
    activeOffer(market, {
      members: { page: pageOf({ animal }, [picture]), items, itemsPerSlot: 2, skipsMax, totalLimit: undefined },
    })
  const [{ id, advertiser: owner }, strict] = [await offered(1), await offered(0)]
  const offer = await at(worker, `/executor/offers/${id}`)
  await says(offer.page, 'for up to 2 items')
  const { page } = await openWork(worker, id, await reserved(worker, id))
  await press(page, 'Skip all items')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The pictures do not load.')
  await dialog.getByRole('button', { name: 'Skip all items' }).click()
  await says(page, 'Items skipped.')
  await says(page, 'You have done everything that is left of this task.')
  const results = await at(owner, `/advertiser/offers/${id}/results`, { mayComplain: true })
  await says(results.page, 'The pictures do not load.')
  const work = await openWork(worker, strict.id, await reserved(worker, strict.id))
  await work.page.getByRole('radio', { name: 'A cat' }).waitFor()
  assert.equal(await work.page.getByRole('button', { name: 'Skip all items' }).count(), 0)
})

test('six items are labelled by keys alone', async () => {
  const items = Array.from({ length: 6 }, (_, number) => ({ data: { file: `${number}.jpg` } }))
  const [worker, { id, advertiser: owner }] = await Promise.all([
    executor(market),
    activeOffer(market, {
      members: { page: pageOf({ animal }, [picture]), items, itemsPerSlot: 6, totalLimit: undefined },
    }),
  ])
  const reservation = await reserved(worker, id)
  const { page } = await openWork(worker, id, reservation)
  await says(page, '1 of 6')
  await page.locator('.work-canvas > img').waitFor()
  assert.deepEqual(await barriersOf(page), [])
  for (let number = 1; number <= 6; number++) {
    await says(page, `${number} of 6`)
    await keys(page, String((number % 3) + 1), 'Enter')
  }
  await says(page, 'All items')
  await saved(page)
  const labels = ['cat', 'dog', 'other']
  const expected = Array.from({ length: 6 }, (_, place) => ({ value: { animal: labels[(place + 1) % 3] } }))
  assert.deepEqual(await draftsOf(worker, reservation), expected)
  await press(page, 'Back')
  await says(page, '6 of 6')
  await keys(page, 'Backspace')
  await says(page, '5 of 6')
  await keys(page, 'Enter', 'Enter')
  await pick(page)
  await arrived(page, 1)
  await enter(page, 'Completion code', 'K7QX2M')
  await press(page, 'Submit')
  await says(page, 'Under review by the advertiser.')
  assert.equal(expectOk(await owner.b.get('/v1/reports')).totalCount, 1)
})
