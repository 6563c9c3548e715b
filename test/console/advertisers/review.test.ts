import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sql } from '../../../server/platform/sql.ts'
import { createMany } from '../../properties/concurrently.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  moneyOf,
  type OfferOptions,
  readyWork,
  reserved,
  submittedWork,
  workPath,
} from '../../support/fixtures.ts'
import { png, uploadTo } from '../../support/inputs/uploads.ts'
import { decided, press, says } from '../browser-actions.ts'
import { openConsole, settled } from '../console.ts'

const { market, sit, at } = await openConsole()

const criteria = [
  { id: 'page', text: 'The whole page is visible', required: true },
  { id: 'nice', text: 'The picture is sharp', required: false },
]

/** Opens the review page of an advertiser with `works` submissions. */
async function atReview(works: number, members: OfferOptions['members'] = { acceptanceCriteria: criteria }) {
  const owner = await advertiser(market)
  const { id: offer } = await activeOffer(market, { advertiser: owner, slots: works, members })
  const sent = await createMany(works, () => submittedWork(market, offer), 4)
  const ids = sent.map(({ id }) => id).toSorted((a, b) => a - b)
  const watched = await at(owner, '/advertiser/review')
  await settled(watched.page)
  const statusOf = async (id = 0) => expectOk(await owner.b.get(`/v1/reports/${id}`)).status
  return { ...watched, owner, ids, statusOf }
}

const mark = (page: Page, criterion: string, result: string) =>
  page
    .getByRole('radiogroup', { name: criterion })
    .getByRole('radio', { name: result, exact: true })
    .dispatchEvent('click')
const unmetDialog = (page: Page) => page.getByRole('dialog', { name: 'Required criteria are not met' })

describe('work that fails a required criterion', () => {
  test('is not paid by the key for accepting: changes are suggested with the criterion as the message', async () => {
    const { page, owner, ids, statusOf } = await atReview(1)
    await page.getByRole('toolbar', { name: 'Decision' }).getByText('$1.00 and costs you $1.10').waitFor()
    await mark(page, 'The whole page is visible', 'Not met')
    await page.locator('h1').click()
    await page.keyboard.press('a')
    const dialog = unmetDialog(page)
    await dialog.getByText('Accepting pays the executor $1.00 and costs you $1.10.').waitFor()
    assert.equal((await moneyOf(owner)).held, 1.1)
    await page.keyboard.press('Enter')
    const rework = page.getByRole('dialog', { name: 'Request changes' })
    const message = rework.getByRole('textbox', { name: 'Message to the executor' })
    assert.equal(await message.inputValue(), '– The whole page is visible')
    const sent = decided(page, ids[0], 'rework')
    await message.press('Control+Enter')
    await says(page, 'All reviewed')
    await sent
    assert.equal(await statusOf(ids[0]), 'ReworkRequested')
  })

  test('is accepted only after a confirmation, also with feedback', async () => {
    const { page, ids, statusOf } = await atReview(2)
    const sent = ids.map((id) => decided(page, id, 'accept'))
    await mark(page, 'The whole page is visible', 'Not met')
    await press(page, 'Accept')
    await unmetDialog(page).getByRole('button', { name: 'Accept anyway' }).click()
    await unmetDialog(page).waitFor({ state: 'detached' })
    await page.getByRole('region', { name: `Submission ${ids[1]}` }).waitFor()
    await mark(page, 'The whole page is visible', 'Not met')
    await press(page, 'Accept with feedback')
    await unmetDialog(page).getByRole('button', { name: 'Accept anyway' }).click()
    const accept = page.getByRole('dialog', { name: 'Accept with feedback' })
    await accept.getByRole('button', { name: 'Accept', exact: true }).click()
    await says(page, 'All reviewed')
    await Promise.all(sent)
    assert.deepEqual(await Promise.all(ids.map(statusOf)), ['Accepted', 'Accepted'])
  })

  test('is named before several are accepted, and changes are requested for it alone', async () => {
    const { page, ids, statusOf } = await atReview(3)
    await mark(page, 'The whole page is visible', 'Not met')
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await press(page, 'Accept selected')
    const dialog = page.getByRole('dialog', { name: 'Accept', exact: true })
    await dialog.getByText(`#${ids[0]}`).waitFor()
    await dialog.getByText('Accepting pays the executors $3.00 in total and costs you $3.30.').waitFor()
    await dialog.getByRole('button', { name: 'Request changes' }).click()
    const rework = page.getByRole('dialog', { name: 'Request changes' })
    await rework.getByRole('textbox', { name: 'Message to the executor' }).fill('Please show the whole page.')
    await rework.getByRole('button', { name: 'Request changes' }).click()
    await says(page, '1 of 1 done.')
    assert.deepEqual(await Promise.all(ids.map(statusOf)), ['ReworkRequested', 'Pending', 'Pending'])
  })
})

describe('while the marketplace cannot be reached', () => {
  test('a decision is not called refused, and trying again counts once', async () => {
    const { page, owner, ids, statusOf } = await atReview(2)
    const keys: (string | undefined)[] = []
    let isDown = true
    await page.route('**/accept', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (!isDown) return route.continue()
      // The decision arrives, but the response is lost.
      if (keys.length === 1) await route.fetch()
      await route.abort('connectionreset')
    })
    await press(page, 'Accept')
    const alert = page.getByRole('alert').filter({ hasText: '1 decision is not confirmed' })
    await alert.waitFor()
    assert.equal(await page.getByText('Refused').count(), 0)
    isDown = false
    await alert.getByRole('button', { name: 'Try again' }).click()
    await alert.waitFor({ state: 'detached' })
    assert.deepEqual([await statusOf(ids[0]), await statusOf(ids[1])], ['Accepted', 'Pending'])
    assert.deepEqual([keys.length > 2, new Set(keys).size], [true, 1])
    assert.deepEqual(await moneyOf(owner), { available: 997.8, held: 1.1 })
  })

  test('a picture that failed is loaded once the marketplace answers again', async () => {
    const owner = await advertiser(market)
    const [{ id: offer }, worker] = await Promise.all([activeOffer(market, { advertiser: owner }), executor(market)])
    const reservationId = await reserved(worker, offer)
    const [picture] = expectOk(
      await uploadTo({ executor: worker, advertiser: owner, offer, path: `${workPath(offer)}/proof/uploads` }, [
        await png(),
      ]),
    ).items
    const work = { reservationId, proofUrls: [picture.url] }
    expectOk(await worker.a.post(`${workPath(offer)}/submit-execution`, work))
    const { page } = await sit(owner)
    let isDown = true
    await page.route(/\/uploads\//, (route) => (isDown ? route.abort('connectionrefused') : route.continue()))
    await page.goto('/advertiser/review')
    await says(page, 'This image could not be loaded')
    isDown = false
    await page.getByRole('group', { name: 'Images' }).getByRole('img').first().waitFor()
  })
})

test('an answer never stands above its question, also before the schema is loaded', async () => {
  const [owner, worker] = await Promise.all([advertiser(market), executor(market)])
  const { id: offerPriceId } = await market.ctx.db.one<{ id: number }>(
    sql`select id from prices where code = 'web.usability_test'`,
  )
  const details = { url: 'https://example.com/', questions: ['Where did you hesitate?'] }
  const { id: offer } = await activeOffer(market, { advertiser: owner, members: { offerPriceId, details } })
  const answers = [{ question: 'Where did you hesitate?', answer: 'At the date.' }]
  const work = { ...(await readyWork(worker, offer)), details: { answers } }
  expectOk(await worker.a.post(`${workPath(offer)}/submit-execution`, work))
  const { page } = await sit(owner)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/offers\/prices/, (route) => promise.then(() => route.continue()))
  await page.goto('/advertiser/review')
  const section = page.getByRole('region', { name: 'Answers' })
  await section.waitFor()
  assert.equal(await section.getByText('At the date.').count(), 0)
  resolve()
  await section.getByText('At the date.').waitFor()
  const names = await section.locator('dl dl dt').allTextContents()
  assert.deepEqual(names, ['Question', 'Answer'])
})
