import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openBrowser, timeout } from '../support/browser.ts'
import { activeOffer, advertiser, executor, reserved, submittedOffer, theOperator } from '../support/fixtures.ts'
import { heading, holdUndo, press, sitDown, visit } from './browser-actions.ts'
import { frame, openConsoleMarket, settled } from './queue.ts'

const market = await openConsoleMarket()
const browser = await openBrowser()

test('the menu marks the list of the open record', { timeout }, async () => {
  const { id, advertiser: owner } = await activeOffer(market)
  const cases = [
    [await executor(market), `/executor/offers/${id}`, '/executor'],
    [owner, `/advertiser/offers/${id}`, '/advertiser/offers'],
    [owner, '/advertiser/offers/new', '/advertiser/offers'],
    [owner, '/settings/api', '/settings/api'],
  ] as const
  for (const [person, path, active] of cases) {
    const { page, context } = await sitDown(browser, market, person)
    await visit(page, market, path)
    const current = page.getByRole('navigation').locator('[aria-current=page]')
    await current.first().waitFor()
    assert.deepEqual(await current.evaluateAll((all) => all.map((each) => each.getAttribute('href'))), [active])
    await context.close()
  }
})

test('settings are below the avatar', { timeout }, async () => {
  const { page } = await sitDown(browser, market, await advertiser(market))
  await visit(page, market, '/advertiser')
  await press(page, 'Your account')
  await page.getByRole('menuitem', { name: 'API keys' }).click()
  await heading(page, 'API keys')
})

test('the account menu fits next to the timer of a reservation on a phone', { timeout }, async () => {
  const [worker, { id }] = await Promise.all([executor(market), activeOffer(market)])
  await reserved(worker, id)
  const { page } = await sitDown(browser, market, worker)
  await page.setViewportSize({ width: 360, height: 780 })
  await visit(page, market, '/executor/earnings')
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
  test('lead executors to their main pages and mark the open one', { timeout }, async () => {
    const { page, complaints } = await sitDown(browser, market, await executor(market))
    await page.setViewportSize({ width: 390, height: 844 })
    await visit(page, market, '/executor')
    const bar = page.getByRole('navigation', { name: 'Main pages' })
    for (const name of tabs) {
      await bar.getByRole('link', { name }).click()
      await page.getByRole('heading', { level: 1, name }).waitFor()
      assert.deepEqual(await bar.locator('[aria-current=page]').allTextContents(), [name])
    }
    await visit(page, market, '/executor/withdrawals')
    await bar.locator('[aria-current=page]', { hasText: 'Earnings' }).waitFor()
    assert.deepEqual(complaints, [])
  })
  test('cover no button at the end of a page', { timeout }, async () => {
    const worker = await executor(market)
    const { id } = await activeOffer(market)
    await reserved(worker, id)
    const { page } = await sitDown(browser, market, worker)
    await page.setViewportSize({ width: 390, height: 700 })
    for (const path of [`/executor/offers/${id}`, '/executor/earnings']) {
      await visit(page, market, path)
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
  test('are not shown on desks and to advertisers', { timeout }, async () => {
    for (const [person, path, width] of [
      [await executor(market), '/executor', 1280],
      [await advertiser(market), '/advertiser', 390],
    ] as const) {
      const { page } = await sitDown(browser, market, person)
      await page.setViewportSize({ width, height: 844 })
      await visit(page, market, path)
      await settled(page)
      assert.equal(await page.getByRole('navigation', { name: 'Main pages' }).count(), 0)
    }
  })
})

describe('a toast', () => {
  for (const width of [1280, 390]) {
    test(`covers neither the title nor a decision at ${width} pixels`, { timeout }, async () => {
      for (const _ of [1, 2]) await submittedOffer(market)
      const { page } = await sitDown(browser, market, await theOperator(market))
      await page.setViewportSize({ width, height: 844 })
      await holdUndo(page)
      await visit(page, market, '/operator/moderation')
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
      // Otherwise the first task of the next page may be approved while it is shown, and then has no such button.
      await toast.getByRole('button', { name: 'Undo' }).click()
    })
  }

  test('stays above the tabs of a phone', { timeout }, async () => {
    const { page } = await sitDown(browser, market, await executor(market))
    await page.setViewportSize({ width: 390, height: 844 })
    await visit(page, market, '/settings/account')
    await press(page, 'Save')
    const toast = page.locator('.mantine-Notification-root').first()
    await toast.waitFor()
    const tabs = page.getByRole('navigation', { name: 'Main pages' })
    const [over, bar] = [await toast.boundingBox(), await tabs.boundingBox()]
    assert.ok(over && bar && over.y + over.height <= bar.y, JSON.stringify({ over, bar }))
  })
})
