import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { returnSignature } from '../../../server/offers/studies/study.ts'
import { activeOffer, advertiser, expectOk } from '../../support/fixtures.ts'
import { choose, enter, heading, openStep, press, says } from '../browser-actions.ts'
import { openConsole, settled } from '../console.ts'

const { market, at } = await openConsole({ moderation: 'auto' })

const quota = (page: Page, number: number) => page.getByRole('group', { name: `Quota ${number}`, exact: true })
const quotaField = (page: Page, number: number, name: string) =>
  quota(page, number).getByRole('textbox', { name, exact: true })
const address = 'https://study.example/start?name={{name}}'

/** Fills in a study with one item and a rule. */
async function fillTask(page: Page) {
  for (const name of ['Data work', 'Pictures, texts and recordings', 'Choose a label']) await choose(page, name)
  await page.getByText('Paste rows').click()
  await enter(page, 'Rows', 'name\nTom')
  await says(page, '1 row: 1 item')
  await enter(page, 'Answers for each item', '5')
  await enter(page, 'Title', 'A study of sleep')
  await page.getByRole('combobox', { name: 'When' }).selectOption('TooFast')
  await enter(page, 'Work shorter than, in seconds', '20')
  await page.getByRole('combobox', { name: 'Then' }).selectOption('Flag')
  await press(page, 'Add rule')
  await press(page, 'Add an answer form')
  await page.getByRole('combobox', { name: 'Executors answer on' }).selectOption('external')
  await enter(page, 'Address of the page', address)
  await page.getByRole('radio', { name: 'In a new tab, where it can sign people in' }).check()
  await page.getByRole('switch', { name: 'Sign the address' }).check({ force: true })
}

/** Adds quotas and a group. The first age of the second quota is above its last. */
async function fillQuotas(page: Page) {
  await openStep(page, 'People')
  await press(page, 'More settings: repetition, lists and quotas')
  await enter(page, 'Exclusion group', 'Sleep study')
  await press(page, 'Add a quota')
  await quotaField(page, 1, 'Name').fill('Women')
  await quotaField(page, 1, 'Most people').fill('3')
  await quota(page, 1).getByRole('combobox', { name: 'Gender' }).selectOption('Female')
  const kind = quota(page, 1).getByRole('combobox', { name: 'Kind of requirement' })
  await kind.selectOption('AcceptedCount')
  await quota(page, 1).getByRole('textbox', { name: 'At least' }).fill('5')
  await quota(page, 1).getByRole('button', { name: 'Add requirement' }).click()
  await press(page, 'Add a quota')
  await quotaField(page, 2, 'Name').fill('Young')
  await quotaField(page, 2, 'Most people').fill('4')
  await quotaField(page, 2, 'Minimum age').fill('40')
  await quotaField(page, 2, 'Maximum age').fill('29')
}

/** The values of a quota as the form shows them. */
const shownQuota = async (page: Page, number: number) => ({
  name: await quotaField(page, number, 'Name').inputValue(),
  max: await quotaField(page, number, 'Most people').inputValue(),
  gender: await quota(page, number).getByRole('combobox', { name: 'Gender' }).inputValue(),
  ages: [
    await quotaField(page, number, 'Minimum age').inputValue(),
    await quotaField(page, number, 'Maximum age').inputValue(),
  ],
})

test('a study with quotas, a rule and paid screen-outs is published by the form, and opens with the same values', async () => {
  const owner = await advertiser(market, { funds: 100 })
  // The preview opens the address of the study.
  const { page } = await at(owner, '/advertiser/offers', { mayComplain: true })
  await page.route('https://study.example/**', (route) => route.fulfill({ contentType: 'text/html', body: 'Hello' }))
  await page.goto('/advertiser/offers/new')
  await settled(page)
  await fillTask(page)
  await fillQuotas(page)
  await openStep(page, 'Price and quantity')
  await press(page, 'More settings: screen-outs, pace and dates')
  await enter(page, 'Pay for being screened out', '0.01')
  await enter(page, 'How many are paid at most', '2')
  await press(page, 'Submit')
  await quotaField(page, 2, 'Maximum age').waitFor()
  const faults = ['Minimum age', 'Maximum age'].map((name) => quotaField(page, 2, name).getAttribute('aria-invalid'))
  assert.deepEqual(await Promise.all(faults), [null, 'true'])
  await quotaField(page, 2, 'Minimum age').fill('18')
  await openStep(page, 'Price and quantity')
  await press(page, 'Submit')
  await heading(page, 'A study of sleep')
  await says(page, 'Secret of the study')
  const [{ id }] = expectOk(await owner.b.get('/v1/tasks')).items
  const { status, page: stored } = expectOk(await owner.b.get(`/v1/tasks/${id}`))
  assert.deepEqual([status, stored.url, stored.opensIn, stored.signed], ['Active', address, 'tab', true])

  await page.goto(`/advertiser/offers/${id}/edit`)
  await settled(page)
  assert.deepEqual(await shownQuota(page, 1), { name: 'Women', max: '3', gender: 'Female', ages: ['', ''] })
  assert.deepEqual(await shownQuota(page, 2), { name: 'Young', max: '4', gender: '', ages: ['18', '29'] })
  assert.ok(await quota(page, 1).getByText('Number of accepted works: at least 5').isVisible())
  await says(page, 'Work done in less than 20 seconds → flag the work')
  for (const [name, value] of [
    ['Address of the page', address],
    ['Exclusion group', 'Sleep study'],
    ['Pay for being screened out', '0.01'],
    ['How many are paid at most', '2'],
  ] as const)
    assert.equal(await page.getByRole('textbox', { name, exact: true }).inputValue(), value, name)
})

test('the page of a study shows its secret, changes it, and shows which returns of a test run arrived', async () => {
  const details = { url: 'https://study.example/start?who={{executor}}', estimatedMinutes: 5 }
  const { id, advertiser: owner } = await activeOffer(market, { members: { details } })
  const secretOf = async () => expectOk(await owner.b.get(`/v1/tasks/${id}/study-secret`)).secret
  const { page } = await at(owner, `/advertiser/offers/${id}`)
  await press(page, 'Show the secret')
  const first = await secretOf()
  await says(page, first)
  await press(page, 'Change the secret')
  await page.getByRole('dialog').getByRole('button', { name: 'Change the secret' }).click()
  await says(page, 'Secret changed')
  const secret = await secretOf()
  assert.notEqual(secret, first)
  await says(page, secret)
  await press(page, 'Start a test run')
  const link = page.getByRole('link', { name: 'Open the study' })
  assert.equal(await link.getAttribute('href'), 'https://study.example/start?who=ex_test')
  const { reservation } = expectOk(await owner.b.get(`/v1/tasks/${id}/test-run`))
  const signature = returnSignature(secret, reservation, 'screened-out')
  const returned = { reservation, action: 'screened-out', signature }
  expectOk(await owner.b.post(`/v1/tasks/${id}/test-run/return`, returned))
  await page.reload()
  await says(page, 'Last test run')
  const arrived = (name: string) => page.locator('dt', { hasText: name }).locator('+ dd').textContent()
  assert.equal(await arrived('Completed'), 'Has not arrived')
  assert.notEqual(await arrived('Screened out'), 'Has not arrived')
})
