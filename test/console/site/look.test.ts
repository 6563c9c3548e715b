import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { activeOffer, advertiser, executor, submittedOffer, theOperator } from '../../support/fixtures.ts'
import { openConsole } from '../console.ts'

const { market, at } = await openConsole()

type InBrowser = { getComputedStyle(element: unknown): { getPropertyValue(name: string): string } }

const styleOf = (target: Locator, property: string) =>
  target.evaluate(
    (element, name) => (globalThis as unknown as InBrowser).getComputedStyle(element).getPropertyValue(name),
    property,
  )

test('the titles of rows are underlined in cards, tables and queues, strongly where one points', async () => {
  const owner = await advertiser(market)
  await activeOffer(market, { advertiser: owner, members: { title: 'Count the blue doors' } })
  await submittedOffer(market, { members: { title: 'Count the grey doors' } })
  const { page: finder } = await at(await executor(market), '/executor')
  const { page: lister } = await at(owner, '/advertiser/offers')
  const { page: moderator } = await at(await theOperator(market), '/operator/moderation')
  const card = finder.getByRole('article').getByRole('link', { name: 'Count the blue doors' })
  const row = lister.getByRole('table').getByRole('link', { name: 'Count the blue doors' })
  const entry = moderator.locator('.queue-item .row-title')
  for (const title of [card, row, entry]) {
    await title.first().waitFor()
    assert.equal(await styleOf(title.first(), 'text-decoration-line'), 'underline')
    const quiet = await styleOf(title.first(), 'text-decoration-color')
    await title.first().hover()
    assert.notEqual(await styleOf(title.first(), 'text-decoration-color'), quiet)
  }
})
