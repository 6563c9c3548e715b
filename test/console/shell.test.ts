import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  reserved,
  submittedOffer,
  submittedWork,
  theOperator,
} from '../support/fixtures.ts'
import { heading, holdUndo, press } from './browser-actions.ts'
import { frame, openConsole, settled } from './console.ts'

const { market, sit, at } = await openConsole()

const waits = (page: Page, link: string, count: string) =>
  page.locator('nav').getByRole('link', { name: link, exact: true }).getByText(count, { exact: true }).waitFor()

test('the menu of an advertiser counts what is due for review, and one less after a decision', async () => {
  const owner = await advertiser(market)
  const { id } = await activeOffer(market, { advertiser: owner })
  for (const _ of [1, 2]) await submittedWork(market, id)
  const { page } = await at(owner, '/advertiser/review')
  await heading(page, 'Review')
  await waits(page, 'Review', '2')
  const description = page.locator('nav').getByRole('link', { name: 'Review', exact: true })
  assert.equal(await description.getAttribute('aria-description'), 'Waiting: 2')
  const { items } = expectOk(await owner.b.get('/v1/reports?status=Pending'))
  expectOk(await owner.b.post(`/v1/reports/${items[0].id}/accept`, {}))
  await page.reload()
  await waits(page, 'Review', '1')
})

test('the menu marks the list of the open record', async () => {
  const { id, advertiser: owner } = await activeOffer(market)
  const cases = [
    [await executor(market), `/executor/offers/${id}`, '/executor'],
    [owner, `/advertiser/offers/${id}`, '/advertiser/offers'],
    [owner, '/advertiser/offers/new', '/advertiser/offers'],
    [owner, '/settings/api', '/settings/api'],
  ] as const
  for (const [person, path, active] of cases) {
    const { page } = await at(person, path)
    const current = page.getByRole('navigation').locator('[aria-current=page]')
    await current.first().waitFor()
    assert.deepEqual(await current.evaluateAll((all) => all.map((each) => each.getAttribute('href'))), [active])
  }
})

test('the account menu fits next to the timer of a reservation on a phone', async () => {
  const [worker, { id }] = await Promise.all([executor(market), activeOffer(market)])
  await reserved(worker, id)
  const { page } = await sit(worker)
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/executor/earnings')
  await page
    .getByRole('banner')
    .getByText(/^\d+:\d\d$/)
    .first()
    .waitFor()
  const box = await page.getByRole('button', { name: 'Your account' }).boundingBox()
  assert.ok(box && box.x + box.width <= 360, JSON.stringify(box))
  await press(page, 'Your account')
  await page.getByRole('menuitem', { name: 'Dark theme' }).waitFor()
})

describe('the tabs at the bottom of a phone', () => {
  const tabs = ['Find work', 'My work', 'Earnings', 'Notifications']
  test('lead executors to their main pages and mark the open one', async () => {
    const { page } = await sit(await executor(market))
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/executor')
    const bar = page.getByRole('navigation', { name: 'Main pages' })
    for (const name of tabs) {
      await bar.getByRole('link', { name }).click()
      await page.getByRole('heading', { level: 1, name }).waitFor()
      assert.deepEqual(await bar.locator('[aria-current=page]').allTextContents(), [name])
    }
    await page.goto('/executor/withdrawals')
    await bar.locator('[aria-current=page]', { hasText: 'Earnings' }).waitFor()
  })
  test('cover no button at the end of a page', async () => {
    const worker = await executor(market)
    const { id } = await activeOffer(market)
    await reserved(worker, id)
    const { page } = await sit(worker)
    await page.setViewportSize({ width: 390, height: 700 })
    for (const path of [`/executor/offers/${id}`, '/executor/earnings']) {
      await page.goto(path)
      await settled(page)
      const last = page.getByRole('main').locator('button:visible, a:visible').last()
      await page.mouse.wheel(0, 100_000)
      await frame(page)
      const [button, bar] = await Promise.all([
        last.boundingBox(),
        page.getByRole('navigation', { name: 'Main pages' }).boundingBox(),
      ])
      assert.ok(button && bar && button.y + button.height <= bar.y, JSON.stringify({ path, button, bar }))
    }
  })
})

describe('a toast', () => {
  test('covers neither the title nor a decision on a desk and on a phone', async () => {
    for (const _ of [1, 2]) await submittedOffer(market)
    const { page } = await sit(await theOperator(market))
    await holdUndo(page)
    await page.goto('/operator/moderation')
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await page.locator('.queue-bar').waitFor()
      await page
        .getByRole('button', { name: /^Approve/ })
        .first()
        .click()
      const toast = page.locator('.mantine-Notification-root').first()
      await toast.waitFor()
      const [over, bar] = [await toast.boundingBox(), await page.locator('.queue-bar').boundingBox()]
      assert.ok(over && bar && over.y + over.height <= bar.y, JSON.stringify({ over, bar }))
      const title = await page.getByRole('heading', { level: 1 }).boundingBox()
      assert.ok(title && title.y + title.height <= over.y, JSON.stringify({ over, title }))
      await toast.getByRole('button', { name: 'Undo' }).click()
      await toast.waitFor({ state: 'detached' })
    }
  })

  test('stays above the tabs of a phone', async () => {
    const { page } = await sit(await executor(market))
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/settings/account')
    await press(page, 'Save')
    const toast = page.locator('.mantine-Notification-root').first()
    await toast.waitFor()
    const tabs = page.getByRole('navigation', { name: 'Main pages' })
    const [over, bar] = [await toast.boundingBox(), await tabs.boundingBox()]
    assert.ok(over && bar && over.y + over.height <= bar.y, JSON.stringify({ over, bar }))
  })
})
