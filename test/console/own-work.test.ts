import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import sharp from 'sharp'
import { activeOffer, executor, expectOk, submittedWork } from '../support/fixtures.ts'
import { arrived, enter, heading, pick, press, says } from './browser-actions.ts'
import { openConsole } from './console.ts'

const { market, at } = await openConsole({ withdrawalMinimum: 0.5 })

test('submissions are counted by status, and each leads to the next task', async () => {
  const worker = await executor(market)
  const first = await activeOffer(market)
  const submissions = []
  for (const { id } of [
    first,
    await activeOffer(market),
    await activeOffer(market, { members: { perExecutorLimit: 2 } }),
  ])
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
  await page.goto(`/executor/work/${submissions[2]}`)
  await says(page, 'More of this task:')
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

test('answers with a star must be filled in, and files wait until the server has room or they are removed', async () => {
  const [worker, { id }] = await Promise.all([executor(market), activeOffer(market)])
  const { page } = await at(worker, `/executor/offers/${id}`)
  await press(page, 'Reserve')
  const uploads = /\/proof\/uploads$/
  const problem = (status: number, code: string, title: string) => ({
    status,
    contentType: 'application/problem+json',
    headers: { 'Retry-After': '1' },
    body: JSON.stringify({ status, code, title }),
  })
  await page.route(uploads, (route) => route.fulfill(problem(429, 'rate_limited', 'Too many requests')), { times: 1 })
  await pick(page)
  await arrived(page, 1)
  await page.route(uploads, (route) => route.fulfill(problem(415, 'unsupported_file_type', 'Not a picture')), {
    times: 1,
  })
  await pick(page)
  await says(page, 'A file failed to upload. Try again or remove it.')
  const proofs = page.getByRole('group', { name: 'Proofs' })
  assert.doesNotMatch((await proofs.textContent()) ?? '', /unsupported_file_type/)
  assert.equal(await page.getByRole('button', { name: 'Submit', exact: true }).isDisabled(), true)
  await proofs
    .getByRole('alert')
    .locator('xpath=../..')
    .getByRole('button', { name: /^Remove/ })
    .click()
  await press(page, 'Submit')
  await says(page, 'Fill in this field.')
  await enter(page, 'Completion code', 'K7QX2M')
  await press(page, 'Submit')
  await says(page, 'Under review by the advertiser.')
})

test('proofs are moved and keep their order over a reload, and a photo that is too large is made smaller', async () => {
  const [worker, { id }] = await Promise.all([executor(market), activeOffer(market)])
  const { page } = await at(worker, `/executor/offers/${id}`)
  await press(page, 'Reserve')
  await pick(page)
  await arrived(page, 1)
  await pick(page)
  await arrived(page, 2)
  const proofs = page.getByRole('group', { name: 'Proofs' })
  const names = () => proofs.locator('img').evaluateAll((all) => all.map((picture) => picture.getAttribute('alt')))
  const [first, second] = await names()
  await page.getByRole('button', { name: `Move ${first} later` }).press('ArrowRight')
  assert.deepEqual(await names(), [second, first])
  const back = page.getByRole('button', { name: `Move ${first} earlier` })
  assert.equal(await back.evaluate((node) => node.matches(':focus')), true)
  await page.reload()
  await arrived(page, 2)
  assert.deepEqual(await names(), [second, first])
  await back.click()
  assert.deepEqual(await names(), [first, second])

  const [width, height] = [1600, 1200]
  const noise = sharp(randomBytes(3 * width * height), { raw: { width, height, channels: 3 } })
  const buffer = await noise.png({ compressionLevel: 0 }).toBuffer()
  assert.ok(buffer.length > 5 * 1024 * 1024)
  const asked = page.waitForEvent('filechooser')
  await press(page, 'Choose files')
  await (await asked).setFiles({ name: 'large.png', mimeType: 'image/png', buffer })
  await arrived(page, 3)
  assert.equal((await names()).at(-1), 'large.jpg')
})

test('a text that names no country is refused when its field is left, even if the list of countries comes later', async () => {
  const { page } = await at(await executor(market), '/settings/account')
  const list = Promise.withResolvers<void>()
  await page.route('**/executor/offers/countries*', async (route) => {
    await list.promise
    await route.continue()
  })
  await page.reload()
  const country = page.getByRole('combobox', { name: 'Country', exact: true })
  const refused = page.getByText(/^Not in the list: /)
  await country.fill('Atlantis')
  list.resolve()
  await page.waitForResponse('**/executor/offers/countries*')
  await country.press('Tab')
  await refused.waitFor({ timeout: 20_000 })
  await country.fill('Atlant')
  await refused.waitFor({ state: 'detached', timeout: 20_000 })
})
