import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { verifyLedger } from '../../server/ledger/actions.ts'
import type { WatchedPage } from '../support/browser.ts'
import { activeOffer, advertiser, executor, expectOk, moneyOf, type Person, theOperator } from '../support/fixtures.ts'
import { arrived, drop, enter, follow, paste, pick, press, says, timeRuns } from './browser-actions.ts'
import { openConsole } from './console.ts'

/* Four people, each in their own browser: two submissions to a task, and their outcomes. keyboard.test.ts orders and approves a task. */

const { market, sit } = await openConsole()
const [olga, anna, ben, omar] = await Promise.all([
  advertiser(market),
  executor(market),
  executor(market),
  theOperator(market),
])
const [owner, first, second, operator] = await Promise.all([olga, anna, ben, omar].map((person) => sit(person)))
assert.ok(owner && first && second && operator)

const title = 'Answer a survey about tea'
await activeOffer(market, { advertiser: olga, members: { title } })
const earned = async ({ a }: Person): Promise<number> => expectOk(await a.get('/api/executor/balance')).available

/** The chapters depend on each other: after a failure the rest are skipped. */
let hasFailed = false
const step = (name: string, happens: () => unknown) =>
  test(name, async () => {
    assert.ok(!hasFailed, 'an earlier step failed')
    hasFailed = true
    await happens()
    hasFailed = false
  })

describe('a story of four people', () => {
  step('two executors each reserve a slot and see the countdown', async () => {
    await Promise.all(
      [first, second].map(async ({ page }) => {
        await page.goto('/executor')
        await page.getByRole('searchbox', { name: 'Search' }).fill('tea')
        await follow(page, title)
        await press(page, 'Reserve')
        await says(page, 'Reserved for')
        await timeRuns(page)
      }),
    )
  })

  step('one executor picks a proof, the other drops and pastes proofs, and both submit', async () => {
    await pick(first.page)
    await arrived(first.page, 1)
    await sendIn(first, 'TEA-ONE')
    await drop(second.page)
    await arrived(second.page, 1)
    await paste(second.page)
    await arrived(second.page, 2)
    await sendIn(second, 'TEA-TWO')
  })

  step('the advertiser accepts one by keyboard and requests rework of the other', async () => {
    const { page } = owner
    await page.goto('/advertiser/review')
    await says(page, 'TEA-ONE')
    const sent = ['accept', 'rework'].map((verb) =>
      page.waitForResponse((response) => response.url().endsWith(`/${verb}`)),
    )
    await page.keyboard.press('a')
    await says(page, 'TEA-TWO')
    await page.keyboard.press('w')
    const words = page.getByRole('dialog').getByRole('textbox', { name: 'Message to the executor' })
    await words.fill('Please show the whole page.')
    await words.press('Control+Enter')
    await says(page, 'Nothing to review')
    await Promise.all(sent)
  })

  step('the accepted executor is paid', async () => {
    const { page } = first
    await follow(page, 'Earnings')
    await says(page, '$1.00')
    assert.equal(await earned(anna), 1)
    await follow(page, 'My work')
    await page.getByRole('table').getByText('Accepted').waitFor()
  })

  step('the other executor resubmits and is rejected', async () => {
    const { page } = second
    await follow(page, 'My work')
    await says(page, 'Please show the whole page.')
    await follow(page, 'Make changes')
    await arrived(page, 2)
    await paste(page)
    await arrived(page, 3)
    await sendIn(second, 'TEA-AGAIN')
    await owner.page.goto('/advertiser/review')
    await says(owner.page, 'TEA-AGAIN')
    await owner.page.keyboard.press('r')
    const dialog = owner.page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'The proof does not show the required result.' }).click()
    const sent = owner.page.waitForResponse((response) => response.url().endsWith('/reject'))
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
    await says(owner.page, 'Nothing to review')
    await sent
  })

  step('the rejected executor appeals and the advertiser answers', async () => {
    await second.page.goto('/executor/work?status=Rejected')
    await follow(second.page, title)
    await says(second.page, 'The proof does not show the required result.')
    await enter(second.page, 'Why the rejection is wrong', 'The third picture shows the whole page.')
    await press(second.page, 'Appeal')
    await says(second.page, 'Appeal submitted.')
    await follow(owner.page, 'Disputes')
    await says(owner.page, 'The third picture shows the whole page.')
    await press(owner.page, 'Answer')
    const dialog = owner.page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Your answer' }).fill('I cannot see it there.')
    await dialog.getByRole('button', { name: 'Send answer' }).click()
    await says(owner.page, 'An operator will read your answer.')
  })

  step('an operator decides, and the ledger balances', async () => {
    const { page } = operator
    await page.goto('/operator')
    await follow(page, 'Open disputes')
    await follow(page, /^Dispute \d+$/)
    await says(page, 'I cannot see it there.')
    await page.getByRole('radio', { name: 'For the executor' }).check()
    await enter(page, 'Reason', 'It is on the third picture.')
    await press(page, 'Decide the dispute')
    await says(page, 'Dispute decided.')
    await second.page.goto('/executor/earnings')
    await says(second.page, '$1.00')
    assert.deepEqual([await earned(anna), await earned(ben)], [1, 1])
    assert.deepEqual(await moneyOf(olga), { available: 997.8, held: 0 })
    const verdict = await verifyLedger(market.ctx)
    assert.ok(verdict.ok, JSON.stringify(verdict.mismatches))
  })
})

async function sendIn({ page }: WatchedPage, code: string): Promise<void> {
  await enter(page, 'Completion code', code)
  await press(page, 'Submit')
  await says(page, "Submitted. Waiting for the advertiser's review.")
}
