import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { applyCatalog, exportCatalog } from '../../../server/catalog/actions.ts'
import { returnSignature, studySecretOf } from '../../../server/offers/studies/study.ts'
import { sql } from '../../../server/platform/sql.ts'
import { idOf } from '../../../server/values/id.ts'
import { activeOffer, executor, expectOk, reserved } from '../../support/fixtures.ts'
import { follow, heading, press, says } from '../browser-actions.ts'
import { openConsole } from '../console.ts'

const { market, at } = await openConsole()

/** Creates an active study that needs this many proofs. */
async function study({ proofs = 0, members = {} }: { readonly proofs?: number; readonly members?: object } = {}) {
  const document = await exportCatalog(market.ctx)
  const prices = document.prices.map((each) =>
    each.code === 'survey.external' ? { ...each, proofs: { min: proofs, max: 3 } } : each,
  )
  await applyCatalog(market.ctx, { ...document, prices })
  const details = { url: 'https://study.example/start', estimatedMinutes: 5 }
  const autoAcceptRules = [{ type: 'CompletionCode' }]
  return activeOffer(market, { slots: 5, members: { details, autoAcceptRules, ...members } })
}

function linkOf(offer: number, reservation: number | string, action: 'complete' | 'screened-out' | 'failed-check') {
  const secret = studySecretOf(market.ctx.secretKey, idOf(offer), 1)
  return `/return/${reservation}/${action}/${returnSignature(secret, String(reservation), action)}`
}

const statusOf = async (reservation: number) =>
  (await market.ctx.db.one<{ status: string }>(sql`select status from reservations where id = ${reservation}::bigint`))
    .status
const worksOn = (offer: number) =>
  market.ctx.db.many<{ id: number }>(sql`select id from executions where offer = ${offer}::bigint`)

const title = (page: Page) => heading(page, 'Back from the study')

test('who completed a study comes back to submitted work, and a second opening changes nothing', async () => {
  const { id } = await study()
  const worker = await executor(market)
  const reservation = await reserved(worker, id)
  const link = linkOf(id, reservation, 'complete')
  const { page } = await at(worker, link)
  await title(page)
  await says(page, 'Your work is submitted')
  const works = await worksOn(id)
  assert.equal(works.length, 1)
  await page.reload()
  await says(page, 'Your work is submitted')
  assert.deepEqual(await worksOn(id), works)
  await page.goto(linkOf(id, reservation, 'screened-out'))
  await says(page, 'The study has already reported something else')
  await page.goto(link)
  await follow(page, 'Show my work')
  await page.waitForURL(`**/executor/work/${works[0]?.id}`)
})

test('a link of another person, a changed link and no link at all change nothing', async () => {
  const { id } = await study()
  const [worker, other] = [await executor(market), await executor(market)]
  const reservation = await reserved(worker, id)
  const link = linkOf(id, reservation, 'complete')
  const { page } = await at(other, link)
  await says(page, 'This reservation is not yours')
  const { page: own } = await at(worker, `${link.slice(0, -4)}0000`)
  await says(own, 'This link is not valid')
  for (const path of [link.replace('complete', 'accepted'), link.replace(`${reservation}/`, 'x1/')]) {
    await own.goto(path)
    await says(own, 'This link is not valid')
  }
  const { page: owners } = await at((await study()).advertiser, link)
  await says(owners, 'This reservation is not yours')
  assert.deepEqual([await statusOf(reservation), await worksOn(id)], ['Active', []])
})

test('who is not signed in signs in first', async () => {
  const { id } = await study()
  const worker = await executor(market)
  const reservation = await reserved(worker, id)
  const link = linkOf(id, reservation, 'complete')
  const { page } = await at(undefined, link)
  await heading(page, 'Sign in')
  assert.equal(new URL(page.url()).searchParams.get('back'), link)
  assert.equal(await statusOf(reservation), 'Active')
})

test('work that needs a proof opens in the form with its code, and says that a check failed', async () => {
  const { id } = await study({ proofs: 1 })
  const worker = await executor(market)
  const reservation = await reserved(worker, id)
  const { page } = await at(worker, linkOf(id, reservation, 'failed-check'))
  await says(page, 'One more step: submit your work')
  await says(page, /failed one of its checks/)
  const code = await page.getByLabel('Completion code').textContent()
  assert.match(code ?? '', /^[A-Z2-9]{4}(-[A-Z2-9]{4}){2}$/)
  await follow(page, 'Open the work form')
  await says(page, 'Reserved for')
  const field = page.getByRole('textbox', { name: 'Completion code' })
  await field.waitFor()
  assert.equal(await field.inputValue(), code)
})

test('the page of a study says how to come back, and when the reservation has ended', async () => {
  const shown = { kind: 'external', url: 'https://study.example/', opensIn: 'tab', signed: true }
  const { id } = await study({ members: { page: { ...shown, answerSchema: { type: 'object' } } } })
  const worker = await executor(market)
  const reservation = await reserved(worker, id)
  const { page } = await at(worker, `/executor/offers/${id}/work/${reservation}`, { mayComplain: true })
  await says(page, /the study sends you back/)
  const opened = page.getByRole('link', { name: 'Open the study in a new tab' })
  assert.match((await opened.getAttribute('href')) ?? '', /^https:\/\/study\.example\/\?tm_executor=/)
  const [, , , action, signature] = linkOf(id, reservation, 'complete').split('/')
  expectOk(await worker.a.post(`/api/executor/reservations/${reservation}/return`, { action, signature }))
  await page.evaluate(`dispatchEvent(new Event('focus'))`)
  await says(page, /This reservation has ended/)
})

test('who is screened out sees what was paid, or that nothing was', async () => {
  const [paying, other] = [await study({ members: { screenOut: { reward: 0.2, max: 3 } } }), await study()]
  const worker = await executor(market)
  const { page } = await at(worker, linkOf(paying.id, await reserved(worker, paying.id), 'screened-out'))
  await says(page, /You earned \$0\.20 for your time/)
  await page.goto(linkOf(other.id, await reserved(worker, other.id), 'screened-out'))
  await says(page, /ended without pay/)
})

test('a link after the end of the reservation says so, and a lost connection can be tried again', async () => {
  const { id } = await study()
  const worker = await executor(market)
  const reservation = await reserved(worker, id)
  const { page } = await at(worker, '/executor/work', { mayComplain: true })
  await page.route('**/return', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal_error', status: 500 } }),
  )
  market.pass(86_400)
  await page.goto(linkOf(id, reservation, 'complete'))
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await page.unroute('**/return')
  await press(page, 'Try again')
  await says(page, 'Your reservation has expired')
  assert.deepEqual(await worksOn(id), [])
})

test('an advertiser tries the return links of a study', async () => {
  const { id, advertiser: owner } = await study()
  const { page } = await at(owner, `/advertiser/offers/${id}`)
  await press(page, 'Show the secret')
  const secret = page.getByLabel('Secret', { exact: true })
  assert.equal(await secret.textContent(), studySecretOf(market.ctx.secretKey, idOf(id), 1))
  await press(page, 'Start a test run')
  const opened = page.getByRole('link', { name: 'Open the study' })
  assert.match((await opened.getAttribute('href')) ?? '', /^https:\/\/study\.example\/start/)
  const { reservation } = expectOk(await owner.b.get(`/v1/tasks/${id}/test-run`))
  await page.goto(linkOf(id, reservation, 'screened-out'))
  await says(page, /no money moved/)
  const { complete, screenedOut } = expectOk(await owner.b.get(`/v1/tasks/${id}/test-run`))
  assert.deepEqual([complete, typeof screenedOut], [null, 'string'])
  await follow(page, 'Open the task')
  await press(page, 'Change the secret')
  await page.getByRole('dialog').getByRole('button', { name: 'Change the secret' }).click()
  await says(page, 'Secret changed')
  await page.getByText(studySecretOf(market.ctx.secretKey, idOf(id), 2)).waitFor()
  await page.goto(linkOf(id, reservation, 'complete'))
  await says(page, 'This link is not valid')
})
