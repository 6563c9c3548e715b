import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, timeout } from '../../support/browser.ts'
import { activeOffer, executor, expectOk, submittedWork, theOperator } from '../../support/fixtures.ts'
import { enter, press, says, sitDown, visit } from '../browser-actions.ts'
import { openConsoleMarket } from '../queue.ts'

const market = await openConsoleMarket()
const browser = await openBrowser()

test('an executor chooses a nickname, and the advertiser sees it in review and lists', { timeout }, async () => {
  const worker = await executor(market)
  const { id: offer, advertiser: owner } = await activeOffer(market)
  const { id } = await submittedWork(market, offer, worker)
  const { executor: seen } = expectOk(await owner.b.get(`/v1/reports/${id}`))

  const { page: desk, complaints } = await sitDown(browser, market, owner)
  await visit(desk, market, '/advertiser/review')
  const facts = desk.getByRole('region', { name: 'Executor' })
  await facts.getByText(`Executor ${seen.id.slice(3, 9)}`, { exact: true }).waitFor()

  const { page } = await sitDown(browser, market, worker)
  await visit(page, market, '/settings/account')
  await enter(page, 'Nickname', 'Operator 1')
  await press(page, 'Save')
  await says(page, 'Must not look like an operator, the marketplace or an executor number.')
  await enter(page, 'Nickname', 'Swift Heron')
  await press(page, 'Save')
  await says(page, 'Profile saved. It applies immediately.')

  await desk.reload()
  await facts.getByText('Swift Heron', { exact: true }).waitFor()
  await desk.getByRole('region', { name: 'Queue' }).getByText('Swift Heron').waitFor()
  const { id: list } = expectOk(await owner.b.post('/v1/executor-lists', { name: 'Good ones' }))
  expectOk(await owner.b.post(`/v1/executor-lists/${list}/members`, { executorIds: [seen.id] }))
  await visit(desk, market, `/advertiser/lists?list=${list}`)
  await desk.getByRole('link', { name: 'Swift Heron' }).waitFor()
  await says(desk, seen.id)
  assert.deepEqual(complaints, [])
})

test('an operator removes a nickname with a reason', { timeout }, async () => {
  const [worker, judge] = [await executor(market), await theOperator(market)]
  expectOk(await worker.a.patch('/api/account', { profile: { nickname: 'Rude Word' } }))
  const { page, complaints } = await sitDown(browser, market, judge)
  await visit(page, market, `/operator/accounts/${worker.id}`)
  await says(page, 'Rude Word')
  await press(page, 'Remove nickname')
  const dialog = page.getByRole('dialog', { name: 'Remove nickname' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('It is an insult.')
  await dialog.getByRole('button', { name: 'Remove nickname' }).click()
  await says(page, 'Nickname removed')
  assert.equal(expectOk(await worker.a.get('/api/account')).profile.nickname, null)
  assert.deepEqual(complaints, [])
})
