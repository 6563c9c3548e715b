import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createAccount } from '../../server/accounts/actions.ts'
import type { WatchedPage } from '../support/browser.ts'
import { activeOffer, advertiser, executor, expectOk, workPath } from '../support/fixtures.ts'
import { arrived, enter, enterSecret, pick, press, says } from './browser-actions.ts'
import { openConsole } from './console.ts'

const { market, sit, at } = await openConsole()

/** Opens the work page of a reserved offer. */
async function atWork() {
  const [worker, { id }] = await Promise.all([executor(market), activeOffer(market)])
  const watched = await at(worker, `/executor/offers/${id}`)
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
  test('a form is sent once when the connection is back', async () => {
    const owner = await advertiser(market)
    const { page, context } = await at(owner, '/advertiser/lists')
    await page.getByRole('button', { name: 'New list' }).first().click()
    await enter(page, 'Name', 'Not to be lost')
    await context.setOffline(true)
    await says(page, "You're offline.")
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create list' }).click()
    await context.setOffline(false)
    await dialog.waitFor({ state: 'detached' })
    assert.equal(expectOk(await owner.b.get('/v1/executor-lists')).totalCount, 1)
  })

  test('a submission whose response was lost is retried and counts once', async () => {
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

test('after a session has ended a dialog lets users sign in again, and their input is submitted', async () => {
  const [email, password] = ['tired@example.com', 'a kettle sings at dawn']
  const profile = { birthDate: '1990-01-31', country: 840, gender: 'Female' }
  await createAccount(market.ctx, { email, roles: ['Executor'], language: 'en', password, ...profile })
  const [session, { id }] = await Promise.all([market.signIn(email, password), activeOffer(market)])
  const watched = await sit(session)
  const { page } = watched
  await page.goto(`/executor/offers/${id}`)
  await press(page, 'Reserve')
  await fillIn(watched, 'TIRED-7')
  expectOk(await session.post('/auth/revoke-sessions', {}))
  await page.evaluate('globalThis.isKept = true')
  const other = await watched.context.newPage()
  await other.goto('/executor')
  await other.waitForURL(/sign-in/)
  assert.equal(
    await page.evaluate('globalThis.isKept'),
    true,
    'a tab that finds the session ended does not reload others',
  )
  // Not by a pointer: the form is saved in the background, which may have opened the dialog already.
  await page.getByRole('button', { name: 'Submit', exact: true }).dispatchEvent('click')
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await enterSecret(dialog, 'Password', password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await codeIn(watched), 'TIRED-7')
  await press(page, 'Submit')
  await says(page, "Submitted. Waiting for the advertiser's review.")
})

describe('input in forms', () => {
  test('is submitted once by a double click', async () => {
    const at = await atWork()
    await fillIn(at, 'TWICE')
    await at.page.getByRole('button', { name: 'Submit' }).dblclick()
    await says(at.page, "Submitted. Waiting for the advertiser's review.")
    assert.equal(await at.sent(), 1)
  })

  test('is shown as submitted in a second tab after it was submitted in the first', async () => {
    const at = await atWork()
    await fillIn(at, 'FIRST')
    const other = await at.context.newPage()
    await other.goto(`/executor/offers/${at.id}`)
    await arrived(other, 1)
    assert.equal(await codeIn({ page: other }), 'FIRST', 'the input is restored')
    await press(at.page, 'Submit')
    await says(at.page, "Submitted. Waiting for the advertiser's review.")
    await other.getByRole('button', { name: 'Submit', exact: true }).waitFor({ state: 'detached' })
    assert.equal(await at.sent(), 1)
  })

  test('is kept when a concurrent change causes a refusal', async () => {
    const owner = await advertiser(market)
    const { id } = await activeOffer(market, { advertiser: owner })
    const [one, two] = await Promise.all([sit(owner), sit(owner)])
    const values = { 'Required proof': 'The whole page.', Description: 'Read to the end.' }
    for (const { page } of [one, two]) {
      await page.goto(`/advertiser/offers/${id}/edit`)
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
