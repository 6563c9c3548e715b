import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, timeout } from '../support/browser.ts'
import { activeOffer, executor, expectOk, submittedWork } from '../support/fixtures.ts'
import { arrived, enter, heading, pick, press, says, sitDown, visit } from './browser-actions.ts'
import { openConsoleMarket } from './queue.ts'

const market = await openConsoleMarket({ withdrawalMinimum: 0.5 })
const browser = await openBrowser()

test('submissions are counted by status, and each leads to the next task', { timeout }, async () => {
  const worker = await executor(market)
  const first = await activeOffer(market)
  const submissions = []
  for (const { id } of [first, await activeOffer(market), await activeOffer(market)])
    submissions.push((await submittedWork(market, id, worker)).id)
  expectOk(await first.advertiser.b.post(`/v1/reports/${submissions[0]}/accept`))
  await activeOffer(market, { members: { title: 'The task after these' } })
  const { page, complaints } = await sitDown(browser, market, worker)
  await visit(page, market, '/executor/work')
  const tabs = page.getByRole('navigation', { name: 'By status' })
  await tabs.getByRole('link', { name: 'Under review 2' }).waitFor()
  await tabs.getByRole('link', { name: 'Accepted 1' }).waitFor()
  await tabs.getByRole('link', { name: 'Rejected', exact: true }).waitFor()
  await visit(page, market, `/executor/work/${submissions[1]}`)
  await says(page, 'Next task:')
  await page.getByRole('link', { name: 'The task after these' }).click()
  await heading(page, 'The task after these')
  assert.deepEqual(complaints, [])
})

test('work without a proof is refused at the proofs, and the message goes when a proof is there', {
  timeout,
}, async () => {
  const [worker, { id }] = await Promise.all([executor(market), activeOffer(market)])
  const { page } = await sitDown(browser, market, worker)
  await visit(page, market, `/executor/offers/${id}`)
  await press(page, 'Reserve')
  await enter(page, 'Completion code', 'K7QX2M')
  await press(page, 'Submit')
  const message = page.getByRole('group', { name: 'Proofs' }).getByRole('alert')
  await message.getByText('Add at least one proof.', { exact: true }).waitFor()
  await says(page, 'Please check the marked fields')
  await pick(page)
  await arrived(page, 1)
  await message.waitFor({ state: 'detached' })
  await press(page, 'Submit')
  await says(page, 'Under review by the advertiser.')
})

test('earnings have one line for each event', { timeout }, async () => {
  const { id, advertiser } = await activeOffer(market)
  const { id: work, executor: worker } = await submittedWork(market, id)
  expectOk(await advertiser.b.post(`/v1/reports/${work}/accept`))
  const method = { type: 'PayPal', email: 'a@b.example' }
  const { id: withdrawal } = expectOk(await worker.a.post('/api/executor/withdrawals', { amount: 0.5, method }))
  expectOk(await worker.a.post(`/api/executor/withdrawals/${withdrawal}/cancel`))
  const { page, complaints } = await sitDown(browser, market, worker)
  await visit(page, market, '/executor/earnings')
  const rows = page.getByRole('table', { name: 'Transactions' }).locator('tbody tr')
  await rows.first().waitFor()
  const lines = await rows.allTextContents()
  assert.deepEqual(
    lines.map((line) => /(Returned to the balance|Withdrawal|Accepted work).*?(-?\$[\d.]+)/.exec(line)?.slice(1)),
    [
      ['Returned to the balance', '$0.50'],
      ['Withdrawal', '-$0.50'],
      ['Accepted work', '$1.00'],
    ],
  )
  assert.deepEqual(complaints, [])
})
