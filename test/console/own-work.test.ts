import { test } from 'node:test'
import { activeOffer, executor, expectOk, submittedWork } from '../support/fixtures.ts'
import { arrived, enter, heading, pick, press, says } from './browser-actions.ts'
import { openConsole } from './console.ts'

const { market, at } = await openConsole({ withdrawalMinimum: 0.5 })

test('submissions are counted by status, and each leads to the next task', async () => {
  const worker = await executor(market)
  const first = await activeOffer(market)
  const submissions = []
  for (const { id } of [first, await activeOffer(market), await activeOffer(market)])
    submissions.push((await submittedWork(market, id, worker)).id)
  expectOk(await first.advertiser.b.post(`/v1/reports/${submissions[0]}/accept`))
  await activeOffer(market, { members: { title: 'The task after these' } })
  const { page } = await at(worker, '/executor/work')
  const tabs = page.getByRole('navigation', { name: 'By status' })
  await tabs.getByRole('link', { name: 'Under review 2' }).waitFor()
  await tabs.getByRole('link', { name: 'Accepted 1' }).waitFor()
  await tabs.getByRole('link', { name: 'Rejected', exact: true }).waitFor()
  await page.goto(`/executor/work/${submissions[1]}`)
  await says(page, 'Next task:')
  await page.getByRole('link', { name: 'The task after these' }).click()
  await heading(page, 'The task after these')
})

test('work without a proof is refused at the proofs, and the message goes when a proof is there', async () => {
  const [worker, { id }] = await Promise.all([executor(market), activeOffer(market)])
  const { page } = await at(worker, `/executor/offers/${id}`)
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
