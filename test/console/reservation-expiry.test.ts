import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { machineSeconds } from '../../server/platform/clock.ts'
import { activeOffer, executor, expectOk, reserved } from '../support/fixtures.ts'
import { enter, heading, press, says } from './browser-actions.ts'
import { openConsole } from './console.ts'

const { market, sit } = await openConsole()

/** Advances the server's clock and the browser's. */
async function pass(page: Page, seconds: number): Promise<void> {
  market.pass(seconds)
  await page.clock.fastForward(seconds * 1000)
}

/** Opens a task with one slot and reserves it in the browser, whose clock the test moves. */
async function reserveInBrowser(title: string) {
  const [worker, { id }] = await Promise.all([executor(market), activeOffer(market, { slots: 1, members: { title } })])
  const watched = await sit(worker, { isOwn: true })
  await watched.page.clock.install({ time: machineSeconds() * 1000 + market.ctx.db.clock.offsetMs })
  await watched.page.goto(`/executor/offers/${id}`)
  await press(watched.page, 'Reserve')
  await says(watched.page, 'Reserved for')
  await enter(watched.page, 'Completion code', 'HALF-DONE')
  const { reservationDurationSeconds } = expectOk(await worker.a.get(`/api/executor/offers/available/${id}`))
  return { ...watched, worker, id, seconds: reservationDurationSeconds as number }
}

test('executors are warned on every page 10 and 2 minutes before their reservation ends', async () => {
  const { page, seconds } = await reserveInBrowser('A survey about tea')
  await page.getByRole('link', { name: 'My work', exact: true }).click()
  await heading(page, 'My work')
  const warning = (minutes: number) => page.getByRole('alert').filter({ hasText: `ends in ${minutes} min` })
  await pass(page, seconds - 660)
  assert.equal(await warning(10).count(), 0)
  await pass(page, 70)
  await warning(10).getByText('A survey about tea').waitFor()
  await pass(page, 480)
  await warning(2).getByText('A survey about tea').waitFor()
  await page
    .getByRole('banner')
    .getByRole('link', { name: /left for A survey about tea$/ })
    .click()
  await says(page, 'Reserved for')
  await pass(page, 120)
  await page.getByRole('alert').filter({ hasText: 'Nothing was submitted' }).waitFor()
  await page
    .getByRole('banner')
    .getByRole('link', { name: /left for/ })
    .waitFor({ state: 'detached' })
})

test('an expired reservation can be made again and continued with the same entries', async () => {
  const { page, seconds } = await reserveInBrowser('A survey about coffee')
  await pass(page, seconds + 1)
  const notice = page.getByRole('alert').filter({ hasText: 'Your entries and uploads are saved' })
  await notice.waitFor()
  assert.equal(await page.getByRole('button', { name: 'Submit', exact: true }).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Reserve', exact: true }).count(), 0)
  await says(page, '1 of 1')
  await page.reload()
  await notice.getByRole('button', { name: 'Reserve again' }).click()
  await says(page, 'Reserved for')
  assert.equal(await notice.count(), 0)
  assert.equal(await page.getByRole('textbox', { name: 'Completion code' }).inputValue(), 'HALF-DONE')
})

test('an expired reservation whose slot is taken says so instead of offering it', async () => {
  const { page, id, seconds } = await reserveInBrowser('A survey about milk')
  // Past the time in which only the same executor can reserve the slot again.
  await pass(page, seconds + 601)
  await page.getByRole('button', { name: 'Reserve again' }).waitFor()
  await reserved(await executor(market), id)
  await page.reload()
  await heading(page, 'A survey about milk')
  await says(page, 'This task is no longer available')
  await says(page, /Your reservation expired .+ Nothing was submitted/)
  assert.equal(await page.getByRole('button', { name: /^Reserve/ }).count(), 0)
  await page.getByRole('link', { name: 'Find other work' }).click()
  await heading(page, 'Find work')
})
