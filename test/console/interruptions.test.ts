import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createAccount } from '../../server/accounts/actions.ts'
import { openBrowser, timeout } from '../support/browser.ts'
import { activeOffer, advertiser, executor, expectOk, workPath } from '../support/fixtures.ts'
import {
  arrived,
  choose,
  enter,
  enterSecret,
  heading,
  openStep,
  pick,
  plainView,
  press,
  says,
  sitDown,
  visit,
} from './browser-actions.ts'
import { openAs, openConsoleMarket, type WatchedPage } from './queue.ts'

const market = await openConsoleMarket()
const browser = await openBrowser()

/** Opens the work page of a reserved offer. */
async function atWork() {
  const [worker, { id }] = await Promise.all([executor(market), activeOffer(market)])
  const watched = await sitDown(browser, market, worker)
  await visit(watched.page, market, `/executor/offers/${id}`)
  await press(watched.page, 'Reserve')
  await says(watched.page, 'Reserved for')
  const sent = async (): Promise<number> => expectOk(await worker.a.get('/api/executor/executions')).totalCount
  return { ...watched, worker, id, sent }
}

async function fillIn({ page }: Pick<WatchedPage, 'page'>, code: string): Promise<void> {
  await pick(page)
  await arrived(page, 1)
  await enter(page, 'Completion code', code)
}

const codeIn = ({ page }: Pick<WatchedPage, 'page'>) =>
  page.getByRole('textbox', { name: 'Completion code', exact: true }).inputValue()

describe('without a connection', () => {
  test('a form is sent once when the connection is back', { timeout }, async () => {
    const owner = await advertiser(market)
    const { page, context } = await sitDown(browser, market, owner)
    await visit(page, market, '/advertiser/offers/new')
    await choose(page, 'Surveys')
    await choose(page, 'Online surveys')
    await page.getByRole('radio', { name: 'Survey on another site', exact: true }).click()
    await enter(page, 'Page address', 'https://surveys.example/tea')
    await enter(page, 'Estimated minutes', '5')
    await enter(page, 'Title', 'A survey that must not be lost')
    await openStep(page, 'Price and quantity')
    await enter(page, 'Accepted results needed', '1')
    await context.setOffline(true)
    await says(page, "You're offline.")
    await press(page, 'Save as a draft')
    await context.setOffline(false)
    await heading(page, 'A survey that must not be lost')
    assert.equal(expectOk(await owner.b.get('/v1/tasks')).totalCount, 1)
  })

  test('a submission whose response was lost is retried and counts once', { timeout }, async () => {
    const { page, id, sent } = await atWork()
    await fillIn({ page }, 'LOST-ONCE')
    let lost = 0
    await page.route(`**${workPath(id)}/submit-execution`.replace('/api/', '/console/api/'), async (route) => {
      if (lost++ > 0) return route.continue()
      await route.fetch()
      await route.abort('connectionreset')
    })
    await press(page, 'Submit')
    await says(page, "Submitted. Waiting for the advertiser's review.")
    assert.equal(lost, 2)
    assert.equal(await sent(), 1)
  })
})

describe('after a session has ended', () => {
  test('a dialog lets users sign in again, and their input is submitted', { timeout }, async () => {
    const [email, password] = ['tired@example.com', 'a kettle sings at dawn']
    const profile = { birthDate: '1990-01-31', country: 840, gender: 'Female' }
    await createAccount(market.ctx, { email, roles: ['Executor'], language: 'en', password, ...profile })
    const [session, { id }] = await Promise.all([market.signIn(email, password), activeOffer(market)])
    const watched = await openAs(browser, market, session, plainView)
    const { page } = watched
    await visit(page, market, `/executor/offers/${id}`)
    await press(page, 'Reserve')
    await fillIn(watched, 'TIRED-7')
    expectOk(await session.post('/auth/revoke-sessions', {}))
    await press(page, 'Submit')
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.getByRole('textbox', { name: 'E-mail address' }).fill(email)
    await enterSecret(dialog, 'Password', password)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.equal(await codeIn(watched), 'TIRED-7')
    await press(page, 'Submit')
    await says(page, "Submitted. Waiting for the advertiser's review.")
  })
})

describe('input in forms', () => {
  test('is restored after a reload', { timeout }, async () => {
    const at = await atWork()
    await fillIn(at, 'KEPT')
    await at.page.reload()
    await arrived(at.page, 1)
    assert.equal(await codeIn(at), 'KEPT')
  })

  test('is submitted once by a double click', { timeout }, async () => {
    const at = await atWork()
    await fillIn(at, 'TWICE')
    await at.page.getByRole('button', { name: 'Submit' }).dblclick()
    await says(at.page, "Submitted. Waiting for the advertiser's review.")
    assert.equal(await at.sent(), 1)
  })

  test('is refused with a reason in a second tab after it was submitted in the first', { timeout }, async () => {
    const at = await atWork()
    await fillIn(at, 'FIRST')
    const other = await at.context.newPage()
    await visit(other, market, `/executor/offers/${at.id}`)
    await arrived(other, 1)
    await press(at.page, 'Submit')
    await says(at.page, "Submitted. Waiting for the advertiser's review.")
    await press(other, 'Submit')
    await other.getByText('Your submission').or(other.getByRole('alert')).first().waitFor()
    assert.equal(await at.sent(), 1)
  })

  test('is kept when a concurrent change causes a refusal', { timeout }, async () => {
    const owner = await advertiser(market)
    const { id } = await activeOffer(market, { advertiser: owner })
    const [one, two] = await Promise.all([sitDown(browser, market, owner), sitDown(browser, market, owner)])
    const values = { 'Required proof': 'The whole page.', Description: 'Read to the end.' }
    for (const { page } of [one, two]) {
      await visit(page, market, `/advertiser/offers/${id}/edit`)
      await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
    }
    const [[first, proofs], [second, description]] = Object.entries(values) as [[string, string], [string, string]]
    await enter(one.page, first, proofs)
    await enter(two.page, second, description)
    await press(one.page, 'Save')
    await says(one.page, 'Saved.')
    await press(two.page, 'Save')
    const refusal = two.page.getByRole('alert').filter({ hasText: 'Someone else has changed this' })
    await refusal.getByRole('button', { name: 'Try again' }).click()
    await two.page.getByRole('textbox', { name: first }).filter({ hasText: proofs }).waitFor()
    assert.equal(await two.page.getByRole('textbox', { name: second }).inputValue(), description)
    await press(two.page, 'Save')
    await says(two.page, 'Saved.')
    // An operator has to approve changed texts of an active offer.
    const { pendingChange } = expectOk(await owner.b.get(`/v1/tasks/${id}`))
    const { proofInstructions, description: asked } = pendingChange.content
    assert.deepEqual([proofInstructions, asked], [proofs, description])
  })
})
