import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createMany } from '../../properties/concurrently.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  moneyOf,
  reserved,
  submittedWork,
  workPath,
} from '../../support/fixtures.ts'
import { drawing, png, uploadTo } from '../../support/inputs/uploads.ts'
import { decided, holdUndo, press, says } from '../browser-actions.ts'
import { openConsole, settled } from '../console.ts'

const { market, sit } = await openConsole()
const pollMs = 100

/** Opens the review page of an advertiser with `works` submissions. */
async function atReview(works: number) {
  const owner = await advertiser(market)
  const { id: offer } = await activeOffer(market, { advertiser: owner, slots: works })
  const sent = await createMany(works, () => submittedWork(market, offer), 4)
  const ids = sent.map(({ id }) => id).toSorted((a, b) => a - b)
  const watched = await sit(owner)
  const endUndo = await holdUndo(watched.page)
  await watched.page.goto('/advertiser/review')
  await settled(watched.page)
  const statuses = () =>
    Promise.all(ids.map(async (id) => expectOk(await owner.b.get(`/v1/reports/${id}`)).status as string))
  return { ...watched, owner, offer, ids, statuses, endUndo }
}

/** The toast of one decision. */
const undoOf = (page: Page, text: string) =>
  page.getByRole('alert').getByText(text).locator('..').getByRole('button', { name: 'Undo' })
const submission = (page: Page, id: number | undefined) => page.getByRole('region', { name: `Submission ${id}` })

async function becomes(statuses: () => Promise<string[]>, wanted: readonly string[]): Promise<void> {
  while ((await statuses()).join() !== wanted.join()) await new Promise((resolve) => setTimeout(resolve, pollMs))
}

describe('a decision of the review', () => {
  test('is sent after five seconds, opens the next submission at once, and can be undone by button and key', async () => {
    const { page, ids, owner, statuses, endUndo } = await atReview(3)
    // A double click decides once.
    await page.getByRole('button', { name: 'Accept', exact: true }).dblclick()
    await submission(page, ids[1]).waitFor()
    await page.keyboard.press('a')
    await submission(page, ids[2]).waitFor()
    await undoOf(page, `Accepted: #${ids[0]}, $1.10`).click()
    await submission(page, ids[0]).waitFor()
    await page.getByText(`Accepted: #${ids[1]}, $1.10`).waitFor()
    await page.keyboard.press('z')
    await submission(page, ids[1]).waitFor()
    assert.deepEqual(await statuses(), ['Pending', 'Pending', 'Pending'])
    const sent = decided(page, ids[1], 'accept')
    await page.keyboard.press('a')
    await submission(page, ids[2]).waitFor()
    assert.deepEqual(await statuses(), ['Pending', 'Pending', 'Pending'])
    await endUndo()
    assert.equal((await sent).status(), 200)
    assert.deepEqual(await statuses(), ['Pending', 'Accepted', 'Pending'])
    assert.deepEqual(await moneyOf(owner), { available: 996.7, held: 2.2 })
  })

  test('to reject keeps its text when it is undone', async () => {
    const { page, ids, statuses, endUndo } = await atReview(1)
    await page.keyboard.press('r')
    const message = page.getByRole('dialog').getByRole('textbox', { name: 'Message to the executor' })
    await message.fill('The date is missing.')
    await message.press('Control+Enter')
    const reason = page.getByRole('dialog').getByRole('combobox', { name: 'Reason' })
    assert.equal(await reason.inputValue(), '', 'a reason is preselected')
    await reason.selectOption('Missing proof')
    await message.press('Control+Enter')
    await says(page, 'All reviewed')
    await undoOf(page, `Rejected: #${ids[0]}, $1.10 not paid`).click()
    await submission(page, ids[0]).waitFor()
    assert.deepEqual(await statuses(), ['Pending'])
    const sent = decided(page, ids[0], 'reject')
    await press(page, 'Reject')
    assert.equal(await message.inputValue(), 'The date is missing.')
    assert.equal(await reason.inputValue(), 'ProofMissing')
    await message.press('Control+Enter')
    await says(page, 'All reviewed')
    await endUndo()
    assert.equal((await sent).status(), 200)
    assert.deepEqual(await statuses(), ['Rejected'])
  })

  test('on several is undone as a whole, and a refused one is explained', async () => {
    const { page, ids, owner, statuses, endUndo } = await atReview(2)
    const acceptAll = async () => {
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await acceptSelected()
    }
    const acceptSelected = async () => {
      await press(page, 'Accept selected')
      await page.getByRole('dialog', { name: 'Accept', exact: true }).getByRole('button', { name: 'Accept' }).click()
      await says(page, 'All reviewed')
    }
    await acceptAll()
    await undoOf(page, 'Accepted: 2 submissions, $2.20').click()
    await says(page, '2 selected')
    assert.deepEqual(await statuses(), ['Pending', 'Pending'])
    await acceptSelected()
    expectOk(await owner.b.post(`/v1/reports/${ids[0]}/rework`, { reason: 'Please show the whole page.' }))
    await endUndo()
    await says(page, '1 of your decisions was refused.')
    await press(page, 'Show why')
    await page.getByRole('dialog', { name: 'Results' }).getByText(`#${ids[0]}`).waitFor()
    assert.deepEqual(await statuses(), ['ReworkRequested', 'Accepted'])
  })

  test('is sent when the page is left before its time to undo has passed', async () => {
    const { page, statuses } = await atReview(1)
    await page.keyboard.press('a')
    await says(page, 'All reviewed')
    await page.goto('/advertiser/offers')
    await becomes(statuses, ['Accepted'])
  })
})

test('an outage during the time to undo loses no decision when the page is also closed: the next visit sends it', async () => {
  const { page, owner, statuses } = await atReview(1)
  let isDown = true
  await page.route('**/accept', (route) => (isDown ? route.abort('connectionreset') : route.continue()))
  await page.keyboard.press('a')
  await says(page, 'All reviewed')
  await page.reload()
  await page.getByRole('alert').filter({ hasText: '1 decision is not confirmed' }).waitFor()
  isDown = false
  await page.reload()
  await becomes(statuses, ['Accepted'])
  await says(page, 'All reviewed')
  assert.deepEqual(await moneyOf(owner), { available: 998.9, held: 0 })
})

/** Returns an advertiser to whom a picture was submitted for a task with a criterion. */
async function reviewerOfPicture() {
  const [owner, worker] = await Promise.all([advertiser(market), executor(market)])
  const acceptanceCriteria = [{ id: 'page', text: 'The whole page is visible', required: true }]
  const { id: offer } = await activeOffer(market, { advertiser: owner, members: { acceptanceCriteria } })
  const reservationId = await reserved(worker, offer)
  const target = { executor: worker, advertiser: owner, offer, path: `${workPath(offer)}/proof/uploads` }
  const bytes = await drawing().resize(640, 320).png().toBuffer()
  const [picture] = expectOk(await uploadTo(target, [{ ...(await png()), bytes }])).items
  expectOk(await worker.a.post(`${workPath(offer)}/submit-execution`, { reservationId, proofUrls: [picture.url] }))
  return owner
}

/** Returns the width of the file that an image has loaded. */
const loadedWidthOf = async (page: Page, selector: string): Promise<number> =>
  Number(
    await page.evaluate(`(async (image) => {
      await image.decode()
      return image.naturalWidth
    })(document.querySelector('${selector}'))`),
  )

test('proof, answers, criteria and decision are side by side above the fold, and below each other on a phone', async () => {
  const owner = await reviewerOfPicture()
  const { page } = await sit(owner)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/advertiser/review')
  await settled(page)
  const boxOf = async (name: string) => {
    const box = await partOf(name).boundingBox()
    assert.ok(box, name)
    return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height }
  }
  const partOf = (name: string) =>
    ({
      proof: page.getByRole('group', { name: 'Images' }),
      answers: page.getByRole('region', { name: 'Answers' }),
      criteria: page.getByRole('region', { name: 'Criteria' }),
      decision: page.getByRole('toolbar', { name: 'Decision' }),
      thumbnail: page.getByRole('region', { name: 'Queue' }).locator('img[loading=lazy]'),
    })[name] as ReturnType<Page['locator']>
  const [proof, answers, criteria, decision] = await Promise.all(
    ['proof', 'answers', 'criteria', 'decision'].map(boxOf),
  )
  assert.ok(proof && answers && criteria && decision)
  for (const right of [answers, criteria, decision]) {
    assert.ok(right.left >= proof.right, 'next to the proof')
    assert.ok(right.bottom <= 800, `${right.bottom} is below the fold`)
  }
  assert.ok(criteria.bottom <= decision.top, 'the decision covers the criteria')
  const thumbnail = await boxOf('thumbnail')
  assert.ok(thumbnail.right - thumbnail.left <= 48 && thumbnail.bottom - thumbnail.top <= 48)
  const loadedWidth = await loadedWidthOf(page, 'img.queue-thumbnail')
  assert.ok(loadedWidth > 0 && loadedWidth <= 320, `${loadedWidth} pixels`)
  await page.setViewportSize({ width: 390, height: 800 })
  await settled(page)
  const [narrow, below] = await Promise.all(['proof', 'answers'].map(boxOf))
  assert.ok(narrow && below && below.top >= narrow.bottom && below.left < narrow.right)
})
