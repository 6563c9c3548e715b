import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser, timeout } from '../../support/browser.ts'
import {
  activeOffer,
  advertiser,
  expectOk,
  submittedOffer,
  submittedWork,
  theOperator,
} from '../../support/fixtures.ts'
import { heading, sitDown, visit } from '../browser-actions.ts'
import { openConsoleMarket } from '../queue.ts'

const market = await openConsoleMarket()
const browser = await openBrowser()

const waits = (page: Page, link: string, count: string) =>
  page.locator('nav').getByRole('link', { name: link, exact: true }).getByText(count, { exact: true }).waitFor()

test('the menu of an advertiser counts what is due for review, and one less after a decision', {
  timeout,
}, async () => {
  const owner = await advertiser(market)
  const { id } = await activeOffer(market, { advertiser: owner })
  for (const _ of [1, 2]) await submittedWork(market, id)
  const { page } = await sitDown(browser, market, owner)
  await visit(page, market, '/advertiser/review')
  await heading(page, 'Review')
  await waits(page, 'Review', '2')
  const description = page.locator('nav').getByRole('link', { name: 'Review', exact: true })
  assert.equal(await description.getAttribute('aria-description'), 'Waiting: 2')
  const { items } = expectOk(await owner.b.get('/v1/reports?status=Pending'))
  expectOk(await owner.b.post(`/v1/reports/${items[0].id}/accept`, {}))
  await page.reload()
  await waits(page, 'Review', '1')
})

test('the menu of an executor counts reservations and requested changes', { timeout }, async () => {
  const owner = await advertiser(market)
  const { id } = await activeOffer(market, { advertiser: owner })
  const { id: work, executor: worker } = await submittedWork(market, id)
  expectOk(await owner.b.post(`/v1/reports/${work}/rework`, { reason: 'The date is missing.' }))
  const { page } = await sitDown(browser, market, worker)
  await visit(page, market, '/executor')
  await waits(page, 'My work', '1')
})

test('the menu of an operator counts tasks to moderate', { timeout }, async () => {
  const { page } = await sitDown(browser, market, await theOperator(market))
  await visit(page, market, '/operator/accounts')
  await heading(page, 'Accounts')
  const link = page.locator('nav').getByRole('link', { name: 'Moderation', exact: true })
  assert.equal(await link.getAttribute('aria-description'), null)
  for (const _ of [1, 2, 3]) await submittedOffer(market)
  await page.reload()
  await waits(page, 'Moderation', '3')
})
