import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { activeOffer, advertiser, executor } from '../support/fixtures.ts'
import { arrived, drop, enter, follow, paste, pick, press, says, timeRuns } from './browser-actions.ts'
import { openConsole } from './console.ts'

/* keyboard.test.ts has the way of a task from its order to its payment, operators/disputes.test.ts the decision of an appeal. */

const { market, at } = await openConsole()
const title = 'Answer a survey about tea'

async function sendIn(page: Page, code: string): Promise<void> {
  await enter(page, 'Completion code', code)
  await press(page, 'Submit')
  await says(page, "Submitted. Waiting for the advertiser's review.")
}

/** Opens the review of this submission. */
async function review(owner: Page, code: string): Promise<void> {
  await owner.goto('/advertiser/review')
  await says(owner, code)
}

test('work is submitted again after requested changes, rejected with a template, and appealed', async () => {
  const [olga, ben] = await Promise.all([advertiser(market), executor(market)])
  await activeOffer(market, { advertiser: olga, members: { title } })
  const [{ page: owner }, { page: worker }] = [await at(olga, '/advertiser'), await at(ben, '/executor')]
  await submitFirst(worker)
  await requestChanges(owner)
  await submitAgain(worker)
  await rejectByTemplate(owner)
  await appeal(worker)
  await answerAppeal(owner)
})

async function submitFirst(worker: Page): Promise<void> {
  await worker.getByRole('searchbox', { name: 'Search' }).fill('tea')
  await follow(worker, title)
  await press(worker, 'Reserve')
  await says(worker, 'Reserved for')
  await timeRuns(worker)
  await drop(worker)
  await arrived(worker, 1)
  await paste(worker)
  await arrived(worker, 2)
  await sendIn(worker, 'TEA-ONE')
}

const answered = (page: Page, verb: string) => page.waitForResponse((response) => response.url().endsWith(`/${verb}`))

async function requestChanges(owner: Page): Promise<void> {
  await review(owner, 'TEA-ONE')
  const rework = answered(owner, 'rework')
  await owner.keyboard.press('w')
  const words = owner.getByRole('dialog').getByRole('textbox', { name: 'Message to the executor' })
  await words.fill('Please show the whole page.')
  await words.press('Control+Enter')
  await says(owner, 'All reviewed')
  await rework
}

async function submitAgain(worker: Page): Promise<void> {
  await follow(worker, 'My work')
  await says(worker, 'Please show the whole page.')
  await follow(worker, 'Make changes')
  await arrived(worker, 2)
  await pick(worker)
  await arrived(worker, 3)
  await sendIn(worker, 'TEA-AGAIN')
}

async function rejectByTemplate(owner: Page): Promise<void> {
  await review(owner, 'TEA-AGAIN')
  const rejection = answered(owner, 'reject')
  await owner.keyboard.press('r')
  const dialog = owner.getByRole('dialog')
  await dialog.getByRole('button', { name: 'The proof does not show the required result.' }).click()
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await says(owner, 'All reviewed')
  await rejection
}

async function appeal(worker: Page): Promise<void> {
  await worker.goto('/executor/work?status=Rejected')
  await follow(worker, title)
  await says(worker, 'The proof does not show the required result.')
  await enter(worker, 'Why the rejection is wrong', 'The third picture shows the whole page.')
  await pick(worker)
  await arrived(worker, 1)
  await press(worker, 'Appeal')
  await says(worker, 'Appeal submitted.')
}

async function answerAppeal(owner: Page): Promise<void> {
  await follow(owner, 'Disputes')
  await says(owner, 'The third picture shows the whole page.')
  await owner.getByRole('link', { name: 'Download file' }).waitFor()
  await press(owner, 'Answer')
  const dialog = owner.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Your answer' }).fill('I cannot see it there.')
  await dialog.getByRole('button', { name: 'Send answer' }).click()
  await says(owner, 'An operator will read your answer.')
}
