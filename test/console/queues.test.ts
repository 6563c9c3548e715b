import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { verifyLedger } from '../../server/ledger/actions.ts'
import { createMany } from '../properties/concurrently.ts'
import { activeOffer, advertiser, expectOk, submittedWork, theOperator } from '../support/fixtures.ts'
import { decided, enter, holdUndo, press, says } from './browser-actions.ts'
import { openConsole } from './console.ts'

/* Decisions in the queues of advertisers and operators that the story does not cover. */

const { market, sit, at } = await openConsole({
  rejectionPercentMax: 50,
  newAdvertiserRejectionsMax: 2,
  operatorReviewSeconds: 86_400,
})
const reason = 'Not what was asked for.'

/** Opens an advertiser's review queue with `works` submissions. */
async function atDesk(works: number) {
  const owner = await advertiser(market)
  const { id: offer } = await activeOffer(market, { advertiser: owner, slots: works })
  const sent = await createMany(works, () => submittedWork(market, offer), 4)
  const ids = sent.map(({ id }) => id).toSorted((a, b) => a - b)
  const { page } = await sit(owner)
  const report = async (id = 0) => expectOk(await owner.b.get(`/v1/reports/${id}`))
  return { owner, offer, page, ids, workers: sent.map((work) => work.executor), report }
}

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const confirmed = (page: Page, name: string) => dialogOf(page, name).getByRole('button', { name, exact: true }).click()

describe('an advertiser', () => {
  test('accepts with a message, a rating and a bonus, and pays another bonus later', async () => {
    const { page, ids, report, workers } = await atDesk(1)
    await page.goto('/advertiser/review')
    const title = 'Accept with feedback'
    await press(page, title)
    const accept = dialogOf(page, title)
    await accept.getByRole('radio', { name: '4 of 5' }).press('Space')
    await accept.getByRole('textbox', { name: 'Message to the executor' }).fill('Neatly done.')
    await accept.getByRole('textbox', { name: 'Bonus, USD' }).fill('0.5')
    const sent = decided(page, ids[0], 'accept')
    await accept.getByRole('button', { name: 'Accept', exact: true }).click()
    await says(page, 'All reviewed')
    await sent
    await page.goto(`/advertiser/review?status=Accepted&report=${ids[0]}`)
    await says(page, 'Neatly done.')
    await press(page, 'Pay a bonus')
    const bonus = dialogOf(page, 'Pay a bonus')
    await bonus.getByRole('textbox', { name: 'Amount, USD' }).fill('0.25')
    await bonus.getByRole('textbox', { name: 'Reason' }).fill('It came early.')
    await bonus.getByRole('button', { name: 'Pay the bonus' }).click()
    await says(page, '$0.75')
    const { rating, bonusTotal } = await report(ids[0])
    assert.deepEqual([rating, bonusTotal], [4, 0.75])
    const [worker] = workers
    assert.ok(worker)
    const theirs = await at(worker, '/executor/earnings')
    await says(theirs.page, '$1.75')
  })

  test('pays no second bonus from a tab that shows the report as it was before the first', async () => {
    const { owner, page, ids, report } = await atDesk(1)
    expectOk(await owner.b.post(`/v1/reports/${ids[0]}/accept`))
    const old = await page.context().newPage()
    for (const tab of [page, old]) {
      await tab.goto(`/advertiser/review?status=Accepted&report=${ids[0]}`)
      await press(tab, 'Pay a bonus')
    }
    // The old tab cannot reload.
    await old.route(/\/v1\/reports/, (route) => (route.request().method() === 'GET' ? route.abort() : route.continue()))
    for (const tab of [page, old]) {
      const bonus = dialogOf(tab, 'Pay a bonus')
      await bonus.getByRole('textbox', { name: 'Amount, USD' }).fill('0.25')
      await bonus.getByRole('textbox', { name: 'Reason' }).fill('It came early.')
      await bonus.getByRole('button', { name: 'Pay the bonus' }).click()
      await says(tab, tab === page ? '$0.25' : 'Someone else has changed this')
    }
    assert.equal((await report(ids[0])).bonusTotal, 0.25)
  })

  test('exports the queue as CSV and imports decisions', async () => {
    const { page, ids, report } = await atDesk(3)
    const endUndo = await holdUndo(page)
    await page.goto('/advertiser/review')
    await press(page, 'CSV')
    const saving = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Export filtered submissions' }).click()
    const [head = '', ...lines] = (await readFile(await (await saving).path(), 'utf8')).trim().split(/\r?\n/)
    assert.equal(lines.length, 3)
    const index = head.split(',').indexOf('"reason"')
    const decided = lines.map((line) => {
      const cells = line.split(',')
      if (cells[0] === String(ids[1])) cells[index] = '"Once more, please."'
      const action = { [String(ids[0])]: 'accept', [String(ids[1])]: 'rework' }[cells[0] ?? ''] ?? ''
      return [...cells, action].join(',')
    })
    const csv = [`${head},action`, ...decided].join('\n')
    const importFile = async () => {
      await press(page, 'CSV')
      await page.getByRole('menuitem', { name: 'Import decisions…' }).click()
      const asked = page.waitForEvent('filechooser')
      await dialogOf(page, 'Import decisions from CSV').getByRole('button', { name: 'File', exact: true }).click()
      await (await asked).setFiles({ name: 'reports.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
      await dialogOf(page, 'Import decisions from CSV').getByRole('button', { name: 'Check file' }).click()
      await says(page, 'Reject: 0. Rework: 1.')
      await confirmedBy(page, 'Import decisions from CSV', 'Import decisions')
      await page.getByRole('alert').getByText('Decisions of a file: 2 submissions, $1.10').waitFor()
    }
    const statuses = () => Promise.all(ids.map(async (id) => (await report(id)).status))
    await importFile()
    await press(page, 'Undo')
    assert.deepEqual(await statuses(), ['Pending', 'Pending', 'Pending'])
    await importFile()
    await endUndo()
    await dialogOf(page, 'Results').waitFor()
    assert.deepEqual(await statuses(), ['Accepted', 'ReworkRequested', 'Pending'])
  })

  test('concedes an appeal', async () => {
    const { owner, page, ids, workers, report } = await atDesk(1)
    const [[id = 0], [worker]] = [ids, workers]
    assert.ok(worker)
    expectOk(await owner.b.post(`/v1/reports/${id}/reject`, { reason }))
    const { items } = expectOk(await worker.a.get('/api/executor/executions'))
    expectOk(
      await worker.a.post(`/api/executor/executions/${items[0].id}/dispute`, { statement: 'I say it is right.' }),
    )
    await page.goto('/advertiser/disputes')
    await press(page, 'Concede')
    await confirmed(page, 'Concede')
    await says(page, 'Submission accepted.')
    await says(page, /^Resolved/)
    assert.equal((await report(id)).status, 'Accepted')
  })
})

const confirmedBy = (page: Page, dialog: string, button: string) =>
  dialogOf(page, dialog).getByRole('button', { name: button, exact: true }).click()

test('an operator upholds one held rejection and overturns another', async () => {
  const { owner, ids, page, report } = await atDesk(4)
  for (const id of ids.slice(0, 2)) expectOk(await owner.b.post(`/v1/reports/${id}/reject`, { reason }))
  const [right = 0, wrong = 0] = ids.slice(2)
  for (const id of [right, wrong]) {
    await page.goto(`/advertiser/review?report=${id}`)
    await press(page, 'Reject')
    await page.getByRole('dialog').getByRole('combobox', { name: 'Reason' }).selectOption('Missing proof')
    await page.getByRole('dialog').getByRole('textbox', { name: 'Message to the executor' }).fill(reason)
    const answered = decided(page, id, 'reject')
    await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click()
    assert.equal((await answered).status(), 200)
    assert.deepEqual((await report(id)).flags, ['OperatorReview'])
  }
  const operator = await at(await theOperator(market), '/operator/held')
  const card = (id: number) => operator.page.getByRole('article', { name: `Submission ${id}`, exact: true })
  await card(right).getByRole('button', { name: 'Uphold rejection' }).click()
  await confirmed(operator.page, 'Uphold rejection')
  await says(operator.page, 'Submission rejected.')
  await card(wrong).getByRole('button', { name: 'Overturn rejection' }).click()
  await enter(operator.page, 'Reason', 'The whole page is there.')
  await confirmed(operator.page, 'Overturn rejection')
  await says(operator.page, 'No rejections to check')
  assert.deepEqual([(await report(right)).status, (await report(wrong)).status], ['Rejected', 'Pending'])
  await page.goto(`/advertiser/review?report=${wrong}`)
  await press(page, 'History')
  await says(page, 'The whole page is there.')
  const verdict = await verifyLedger(market.ctx)
  assert.ok(verdict.ok, JSON.stringify(verdict.mismatches))
})
