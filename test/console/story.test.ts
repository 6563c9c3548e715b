import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { verifyLedger } from '../../server/ledger/actions.ts'
import { openBrowser, timeout } from '../support/browser.ts'
import { advertiser, executor, expectOk, moneyOf, type Person, theOperator } from '../support/fixtures.ts'
import {
  arrived,
  choose,
  drop,
  enter,
  follow,
  heading,
  paste,
  pick,
  press,
  says,
  sitDown,
  timeRuns,
  visit,
} from './browser-actions.ts'
import { openConsoleMarket, type WatchedPage } from './queue.ts'

/* Four people, each in their own browser: an offer, two submissions, and their outcomes. */

const market = await openConsoleMarket({ withdrawalMinimum: 1 })
const browser = await openBrowser()
const [olga, anna, ben, omar] = await Promise.all([
  advertiser(market),
  executor(market),
  executor(market),
  theOperator(market),
])
const [owner, first, second, operator] = await Promise.all(
  [olga, anna, ben, omar].map((person) => sitDown(browser, market, person)),
)
assert.ok(owner && first && second && operator)

const title = 'Answer a survey about tea'
const earned = async ({ a }: Person): Promise<number> => expectOk(await a.get('/api/executor/balance')).available

/** The chapters depend on each other: after a failure the rest are skipped. */
let hasFailed = false
const step = (name: string, happens: () => unknown) =>
  test(name, { timeout }, async () => {
    assert.ok(!hasFailed, 'an earlier step failed')
    hasFailed = true
    await happens()
    hasFailed = false
  })

describe('a story of four people', () => {
  step('an advertiser orders two results and sees the cost', async () => {
    const { page } = owner
    await visit(page, market, '/advertiser')
    await follow(page, 'New task')
    await choose(page, 'Surveys')
    await choose(page, 'Online surveys')
    await page.getByRole('radio', { name: 'Survey on another site', exact: true }).click()
    await enter(page, 'Page address', 'https://surveys.example/tea')
    await enter(page, 'Estimated minutes', '5')
    await enter(page, 'Title', title)
    await press(page, 'Next')
    await enter(page, 'Required proof', 'The last page of the survey.')
    await press(page, 'Next')
    await page.getByRole('group', { name: 'People', exact: true }).waitFor()
    await press(page, 'Next')
    await enter(page, 'Accepted results needed', '2')
    // Two slots with a reward of 1 and a fee of 0.10 each.
    await page.getByRole('complementary').getByText('$2.20').waitFor()
    await press(page, 'Submit')
    await heading(page, title)
    await says(page, 'In moderation')
    assert.deepEqual(await moneyOf(olga), { available: 997.8, held: 2.2 })
  })

  step('an operator approves the offer', async () => {
    const { page } = operator
    await visit(page, market, '/operator/moderation')
    await heading(page, title)
    const approved = page.waitForResponse((response) => response.url().endsWith('/approve'))
    await press(page, /^Approve/)
    await says(page, 'Nothing to moderate')
    assert.equal((await approved).status(), 200)
  })

  step('two executors each reserve a slot and see the countdown', async () => {
    await Promise.all(
      [first, second].map(async ({ page }) => {
        await visit(page, market, '/executor')
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
    await visit(page, market, '/advertiser/review')
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
    await visit(owner.page, market, '/advertiser/review')
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
    await visit(second.page, market, '/executor/work?status=Rejected')
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
    await follow(page, 'Open disputes')
    await follow(page, /^Dispute \d+$/)
    await says(page, 'I cannot see it there.')
    await page.getByRole('radio', { name: 'For the executor' }).check()
    await enter(page, 'Reason', 'It is on the third picture.')
    await press(page, 'Decide the dispute')
    await says(page, 'Dispute decided.')
    await visit(second.page, market, '/executor/earnings')
    await says(second.page, '$1.00')
    assert.deepEqual([await earned(anna), await earned(ben)], [1, 1])
    assert.deepEqual(await moneyOf(olga), { available: 997.8, held: 0 })
    const verdict = await verifyLedger(market.ctx)
    assert.ok(verdict.ok, JSON.stringify(verdict.mismatches))
  })

  step('an executor requests a withdrawal and an operator approves it', async () => {
    const { page } = first
    await follow(page, 'Withdrawals')
    await press(page, 'Full amount')
    await page.getByRole('combobox', { name: 'Destination' }).selectOption({ label: 'PayPal' })
    await enter(page, 'E-mail', 'anna@example.com')
    await press(page, 'Request withdrawal')
    await press(page, 'Confirm')
    await page.getByRole('table').getByText('Awaiting approval').waitFor()
    await follow(operator.page, 'Pending withdrawals')
    const approved = operator.page.waitForResponse((response) => response.url().endsWith('/approve'))
    await press(operator.page, 'Approve')
    assert.equal((await approved).status(), 200)
    await visit(page, market, '/executor/withdrawals')
    await page.getByRole('table').getByText('Being paid out').waitFor()
    assert.equal(await earned(anna), 0)
  })

  step('no browser reported an error or contacted another host', () => {
    for (const { complaints, elsewhere } of [owner, first, second, operator])
      assert.deepEqual([complaints, elsewhere], [[], []])
  })
})

async function sendIn({ page }: WatchedPage, code: string): Promise<void> {
  await enter(page, 'Completion code', code)
  await press(page, 'Submit')
  await says(page, "Submitted. Waiting for the advertiser's review.")
}
