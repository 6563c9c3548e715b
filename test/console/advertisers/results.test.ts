import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { drawn } from '../../../server/commands/demo/drawing.ts'
import { answered, type GivenAnswer } from '../../support/answering.ts'
import { activeOffer, advertiser, executor, expectOk, moneyOf, theOperator } from '../../support/fixtures.ts'
import { appeal, disputeOf } from '../../support/scenarios/appeals.ts'
import { follow, holdUndo, press, says } from '../browser-actions.ts'
import { openConsole, settled } from '../console.ts'
import { barriersOf, fitsScreens } from '../page-checks.ts'

const { market, sit } = await openConsole()

const animal = {
  title: 'What is it?',
  titles: { ru: 'Кто это?' },
  enum: ['cat', 'dog'],
  'x-labels': { cat: { en: 'A cat', ru: 'Кошка' }, dog: { en: 'A dog', ru: 'Собака' } },
}
const page = {
  kind: 'form',
  answerSchema: {
    type: 'object',
    properties: {
      animal,
      faces: { title: 'Faces', type: 'array', 'x-input': 'boxes', 'x-labels': { face: { en: 'Face', ru: 'Лицо' } } },
      names: { title: 'Names', type: 'array', 'x-input': 'spans' },
      note: { type: 'string', title: 'Note', maxLength: 2_000 },
    },
    required: ['animal'],
  },
  show: [
    { kind: 'image', value: 'https://pictures.example/{{file}}', label: 'The picture' },
    { kind: 'text', value: '{{text}}' },
  ],
}
const image = Buffer.from(await drawn('street sign', 78))
const itemsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    externalId: `picture-${n}`,
    data: { file: `${n}.jpg`, text: 'Anna met Ben.' },
  }))
const box = { x: 0.1, y: 0.2, width: 0.3, height: 0.4, label: 'face' }
const given = (name: string, more: object = {}): GivenAnswer => ({ value: { animal: name, ...more } })

async function offered(count: number, members: object = {}) {
  const owner = await advertiser(market)
  const { id } = await activeOffer(market, {
    advertiser: owner,
    members: { page, items: itemsOf(count), totalLimit: undefined, overlap: 2, skipsMax: 0, ...members },
  })
  return { owner, offer: id }
}

async function opened(who: Parameters<typeof sit>[0], path: string) {
  const watched = await sit(who, { mayComplain: true })
  await watched.page.route('https://pictures.example/**', (route) =>
    route.fulfill({ contentType: 'image/jpeg', body: image, headers: { 'Cache-Control': 'max-age=600' } }),
  )
  const endUndo = await holdUndo(watched.page)
  await watched.page.goto(path)
  await settled(watched.page)
  return { ...watched, endUndo }
}

const item = (shown: Page, id: number) => shown.getByRole('listitem', { name: `Item ${id}`, exact: true })

describe('the results of a task', () => {
  test('show the items side by side; those that match are accepted as counted, and undone', async () => {
    const { owner, offer } = await offered(2)
    const reports: number[] = []
    for (const name of ['cat', 'cat', 'dog', 'cat']) reports.push(await answered(market, offer, [given(name)]))
    const statuses = () =>
      Promise.all(reports.map(async (id) => expectOk(await owner.b.get(`/v1/reports/${id}`)).status as string))
    const { page: shown, endUndo } = await opened(owner, `/advertiser/offers/${offer}`)
    await follow(shown, 'Results by item')
    await says(shown, 'picture-1')
    const items = expectOk(await owner.b.get(`/v1/tasks/${offer}/results`)).items
    const [first, second] = items.map(({ itemId }: { itemId: number }) => item(shown, itemId))
    await first.getByText('All answers equal').waitFor()
    await second.getByText('Answers differ').waitFor()
    assert.match(await second.textContent(), /A dog ×1, A cat ×1|A cat ×1, A dog ×1/)
    await shown.getByRole('combobox', { name: 'Any agreement' }).click()
    await shown.getByRole('option', { name: 'All answers equal' }).click()
    await second.waitFor({ state: 'detached' })
    const dialog = shown.getByRole('dialog', { name: 'Accept all that match' })
    await press(shown, 'Accept all that match…')
    await dialog.getByText('2 submissions under review match in all of their answers.').waitFor()
    assert.deepEqual(await barriersOf(shown), [])
    await dialog.getByRole('button', { name: 'Accept and pay' }).click()
    await shown.getByRole('alert').getByText('Accepted: 2 submissions, $2.20').waitFor()
    await press(shown, 'Undo')
    assert.deepEqual(await statuses(), ['Pending', 'Pending', 'Pending', 'Pending'])
    await press(shown, 'Accept all that match…')
    await dialog.getByRole('button', { name: 'Accept and pay' }).click()
    await says(shown, 'Sending…')
    expectOk(await owner.b.post(`/v1/reports/${reports[1]}/rework`, { reason: 'Please look again.' }))
    await endUndo()
    await says(shown, '1 of your decisions was refused.')
    assert.deepEqual(await statuses(), ['Accepted', 'ReworkRequested', 'Pending', 'Pending'])
    assert.deepEqual(await moneyOf(owner), { available: 995.6, held: 3.3 })
  })

  test('have files, and filters that the address keeps', async () => {
    const { owner, offer } = await offered(2, { overlap: 1 })
    await answered(market, offer, [given('cat')])
    await answered(market, offer, [given('dog')])
    const { page: shown } = await opened(owner, `/advertiser/offers/${offer}/results?member=animal&value=dog`)
    await says(shown, 'picture-1')
    assert.equal(await shown.getByText('picture-0').count(), 0)
    await press(shown, 'Accept all that match…')
    await says(shown, '1 submission under review matches in all of its answers.')
    await shown.keyboard.press('Escape')
    for (const [name, start] of [
      ['Results (CSV)', 'answers.*answer.animal'],
      ['Answers (CSV)', 'reportId.*answer.animal'],
      ['JSON lines', '{"itemId"|'],
    ] as const) {
      const href = await shown.getByRole('link', { name }).getAttribute('href')
      const answer = await shown.request.get(new URL(String(href), market.ctx.config.publicUrl).href)
      assert.equal(answer.status(), 200)
      assert.match(await answer.text(), new RegExp(start))
    }
  })
})

/** What executors may send, as disturbing as it can be. */
const hostile = `<img src=x onerror="alert(1)"> ‮ ${'שלום עולם '.repeat(150)}`

test('a submission shows its items with boxes, spans and labels to all sides', async () => {
  const { owner, offer } = await offered(2, { itemsPerSlot: 2, overlap: 1 })
  const worker = await executor(market)
  const marks = { faces: [box, { ...box, x: 0.5 }], names: [{ start: 0, end: 4 }], note: hostile.slice(0, 1_900) }
  const report = await answered(market, offer, [given('cat', marks), given('dog')], worker)
  expectOk(await owner.b.post(`/v1/reports/${report}/reject`, { reason: 'The animal is wrong.' }))
  expectOk(await appeal(worker, report))
  const dispute = await disputeOf(market, report)
  const places = [
    [owner, `/advertiser/review?report=${report}&status=any`],
    [worker, `/executor/work/${report}`],
    [await theOperator(market), `/operator/disputes/${dispute}`],
    [owner, `/advertiser/offers/${offer}/results`],
  ] as const
  for (const [who, path] of places) {
    const { page: shown } = await opened(who, path)
    await says(shown, 'A cat')
    assert.equal(await shown.locator('.work-box').count(), 2, path)
    assert.equal(await shown.locator('.work-box').first().getAttribute('data-label'), 'Face')
    assert.equal(await shown.locator('mark').first().textContent(), 'Anna', path)
    await says(shown, '2 boxes')
    assert.equal(await shown.locator('img[src=x]').count(), 0)
    assert.deepEqual(await barriersOf(shown), [], path)
  }
})

test('an answer to a gold item is shown with the known one to its advertiser and to operators, and not to its executor', async () => {
  const [plain, known] = itemsOf(2)
  const items = [plain, { ...known, goldAnswer: { animal: 'dog' } }]
  const { owner, offer } = await offered(0, { items, itemsPerSlot: 2, overlap: 1, gold: { perSlot: 1 } })
  const worker = await executor(market)
  const report = await answered(market, offer, [given('cat'), given('cat')], worker)
  expectOk(await owner.b.post(`/v1/reports/${report}/reject`, { reason: 'The known answer is another one.' }))
  expectOk(await appeal(worker, report))
  const places = [
    [owner, `/advertiser/review?report=${report}&status=any`, 1],
    [await theOperator(market), `/operator/disputes/${await disputeOf(market, report)}`, 1],
    [worker, `/executor/work/${report}`, 0],
  ] as const
  for (const [who, path, verdicts] of places) {
    const { page: shown } = await opened(who, path)
    await says(shown, 'A cat')
    assert.equal(await shown.getByText('Wrong. The known answer:').count(), verdicts, path)
    assert.equal(await shown.getByText('A dog', { exact: true }).count(), verdicts, path)
    assert.deepEqual(await barriersOf(shown), [], path)
  }
})

test('twenty answers of each of ten items are there at once, fit every screen, and are read in both languages', async (t) => {
  const { owner, offer } = await offered(10, { itemsPerSlot: 10, overlap: 20 })
  for (let number = 0; number < 20; number++)
    await answered(
      market,
      offer,
      Array.from({ length: 10 }, (_, n) =>
        given(n % 3 === 0 && number > 15 ? 'dog' : 'cat', n === 0 ? { note: hostile.slice(0, 1_900) } : {}),
      ),
    )
  const { page: shown } = await opened(owner, `/advertiser/offers/${offer}/results`)
  await fitsScreens(t, shown, async (language) => {
    await shown.reload()
    await says(shown, language === 'ru' ? 'Кошка' : 'A cat')
  })
  assert.equal(await shown.locator('.result-answer').count(), 200)
})
