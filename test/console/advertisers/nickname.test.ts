import assert from 'node:assert/strict'
import { test } from 'node:test'
import { activeOffer, executor, expectOk, submittedWork, theOperator } from '../../support/fixtures.ts'
import { enter, press, says } from '../browser-actions.ts'
import { openConsole } from '../console.ts'

const { market, at } = await openConsole()

test('an executor chooses a nickname, and the advertiser sees it in review and lists', async () => {
  const worker = await executor(market)
  const { id: offer, advertiser: owner } = await activeOffer(market)
  const { id } = await submittedWork(market, offer, worker)
  const { executor: seen } = expectOk(await owner.b.get(`/v1/reports/${id}`))

  const { page: desk } = await at(owner, '/advertiser/review')
  const facts = desk.getByRole('region', { name: 'Executor' })
  await facts.getByText(`Executor ${seen.id.slice(3, 9)}`, { exact: true }).waitFor()

  const { page } = await at(worker, '/settings/account')
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
  await desk.goto(`/advertiser/lists?list=${list}`)
  await desk.getByRole('link', { name: 'Swift Heron' }).waitFor()
  await says(desk, seen.id)
})

test('an operator removes a nickname with a reason', async () => {
  const [worker, judge] = [await executor(market), await theOperator(market)]
  expectOk(await worker.a.patch('/api/account', { profile: { nickname: 'Rude Word' } }))
  const { page } = await at(judge, `/operator/accounts/${worker.id}`)
  await says(page, 'Rude Word')
  await press(page, 'Remove nickname')
  const dialog = page.getByRole('dialog', { name: 'Remove nickname' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('It is an insult.')
  await dialog.getByRole('button', { name: 'Remove nickname' }).click()
  await says(page, 'Nickname removed')
  assert.equal(expectOk(await worker.a.get('/api/account')).profile.nickname, null)
})
