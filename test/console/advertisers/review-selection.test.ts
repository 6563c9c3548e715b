import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createMany } from '../../properties/concurrently.ts'
import { activeOffer, advertiser, expectOk, moneyOf, submittedWork } from '../../support/fixtures.ts'
import { holdUndo, press, says } from '../browser-actions.ts'
import { openConsole, settled } from '../console.ts'
import { barriersOf } from '../page-checks.ts'

const { market, sit } = await openConsole()

/** Opens the review page of an advertiser with `works` submissions, two on each page. */
async function atReview(works: number, search = '') {
  const owner = await advertiser(market)
  const { id: offer } = await activeOffer(market, { advertiser: owner, slots: works })
  const sent = await createMany(works, () => submittedWork(market, offer), 4)
  const ids = sent.map(({ id }) => id).toSorted((a, b) => a - b)
  const { page } = await sit(owner)
  await page.route(/\/v1\/reports\?/, (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/pageSize=(?:50|100)\b/, 'pageSize=2'),
    }),
  )
  const endUndo = await holdUndo(page)
  const reports = () => Promise.all(ids.map(async (id) => expectOk(await owner.b.get(`/v1/reports/${id}`))))
  const statuses = async () => (await reports()).map(({ status }) => status as string)
  const open = async () => {
    await page.goto(`/advertiser/review${search}`)
    await settled(page)
  }
  return { page, owner, ids, reports, statuses, endUndo, open }
}

const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected submissions' })
const selectPage = (page: Page) => page.getByRole('checkbox', { name: 'Select all on this page' }).check()
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

describe('a selection of submissions', () => {
  test('is kept over pages, keys decide on all of it, and one undo brings it back', async () => {
    const { page, ids, statuses, endUndo, open } = await atReview(4)
    await open()
    await selectPage(page)
    await bar(page).getByText('2 selected · $2.20').waitFor()
    await press(page, 'Next page')
    await page.getByRole('checkbox', { name: `Select submission ${ids[2]}` }).check()
    await bar(page).getByText('3 selected · $3.30').waitFor()
    assert.deepEqual(await barriersOf(page), [])
    await page.locator('h1').click()
    const accept = dialogOf(page, 'Accept')
    const acceptAll = async () => {
      await page.keyboard.press('a')
      await accept.getByText('3 submissions will be accepted and paid.').waitFor()
      await accept.getByRole('button', { name: 'Accept', exact: true }).click()
      await page.getByRole('alert').getByText('Accepted: 3 submissions, $3.30').waitFor()
      await bar(page).waitFor({ state: 'detached' })
    }
    await acceptAll()
    await press(page, 'Undo')
    await bar(page).getByText('3 selected').waitFor()
    await page.locator('h1').click()
    await acceptAll()
    await endUndo()
    await says(page, '3 of 3 done.')
    assert.deepEqual(await statuses(), ['Accepted', 'Accepted', 'Accepted', 'Pending'])
  })

  test('leaves all buttons of the decision above the fold, and names flagged ones before they are paid', async () => {
    const { page, ids, open } = await atReview(3)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.route(/\/v1\/reports\?/, async (route) => {
      const answer = await route.fetch()
      const body = await answer.json()
      const [first] = body.items
      if (first?.id === ids[0]) first.flags = ['TooFast']
      await route.fulfill({ response: answer, json: body })
    })
    await open()
    await selectPage(page)
    await bar(page).waitFor()
    const decision = await page.getByRole('toolbar', { name: 'Decision' }).boundingBox()
    assert.ok(decision && decision.y + decision.height <= 800, `the buttons end at ${JSON.stringify(decision)}`)
    await press(page, 'Accept selected')
    const dialog = dialogOf(page, 'Accept')
    await dialog.getByText('1 of them has flags.').waitFor()
    await dialog.getByRole('button', { name: 'Leave them out' }).click()
    await dialog.getByText('2 submissions will be accepted and paid.').waitFor()
  })

  test('of all that match is paid with one confirmation, and so is a bonus for each', async () => {
    const { page, owner, reports, statuses, endUndo, open } = await atReview(5)
    await open()
    await selectPage(page)
    await press(page, 'Select all 5 that match')
    await bar(page).getByText('5 selected · $5.50').waitFor()
    await press(page, 'Accept selected')
    await dialogOf(page, 'Accept').getByRole('button', { name: 'Accept', exact: true }).click()
    await page.getByRole('alert').getByText('Accepted: 5 submissions, $5.50').waitFor()
    await endUndo()
    await says(page, '5 of 5 done.')
    assert.deepEqual(new Set(await statuses()), new Set(['Accepted']))
    await page.goto('/advertiser/review?status=Accepted')
    await selectPage(page)
    await press(page, 'Select all 5 that match')
    await bar(page).getByText('5 selected').waitFor()
    assert.equal(await bar(page).getByRole('button', { name: 'Accept selected' }).count(), 0)
    await press(page, 'Pay a bonus for selected')
    const bonus = dialogOf(page, 'Pay a bonus')
    await bonus.getByRole('textbox', { name: 'Bonus for each, USD' }).fill('0.2')
    await bonus.getByText('Bonuses in total: $1.00').waitFor()
    await bonus.getByRole('button', { name: 'Pay a bonus', exact: true }).click()
    await page.getByRole('alert').getByText('Bonus: 5 submissions, $1.00').waitFor()
    await endUndo()
    await says(page, '5 of 5 done.')
    assert.deepEqual(new Set((await reports()).map(({ bonusTotal }) => bonusTotal)), new Set([0.2]))
    assert.equal((await moneyOf(owner)).available, 993.4)
  })
})
