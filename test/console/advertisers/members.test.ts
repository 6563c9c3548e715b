import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openSession } from '../../support/console.ts'
import { activeOffer, advertiser, executor, expectOk, submittedWork } from '../../support/fixtures.ts'
import { choose, decided, enter, follow, heading, press, says } from '../browser-actions.ts'
import { openConsole, settled } from '../console.ts'

const { market, at } = await openConsole()

/** Invites the address on the page Members. Returns the path of the link that is shown once. */
async function invite(page: Page, email: string): Promise<string> {
  await page.getByRole('button', { name: 'Invite', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Invite a member' })
  await enter(page, 'E-mail', email)
  await choose(page, 'Reviewer')
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  const link = new URL((await page.getByText('/join?token=').first().textContent()) ?? '')
  await press(page, 'I have copied it')
  await page.getByRole('table', { name: 'Open invitations' }).getByText(email).waitFor()
  return link.pathname + link.search
}

/** Opens a workspace as a new reviewer of it. Returns their page, that of the advertiser, and how to change the role. */
async function reviewing() {
  const [owner, person] = [await advertiser(market), await executor(market)]
  const { page: own } = await at(owner, '/settings/members')
  const { page } = await at(person, await invite(own, person.email))
  await says(page, `Advertiser ${owner.id}`)
  await press(page, 'Accept')
  await press(page, 'Open the workspace')
  await heading(page, 'Overview')
  const session = market.console(await openSession(market, owner.id))
  const [member] = expectOk(await session.get('/settings/workspace')).members
  const become = async (role: string) => expectOk(await session.patch(`/settings/members/${member.id}`, { role }))
  return { owner, own, page, become }
}

test('a person is invited, reviews for the workspace, loses the role, and then access', async () => {
  const { owner, own, page, become } = await reviewing()
  const { id } = await activeOffer(market, { advertiser: owner })
  const work = await submittedWork(market, id)
  await page.goto('/advertiser/review')
  await settled(page)
  const answered = decided(page, work.id, 'accept')
  await page
    .getByRole('button', { name: /^Accept/ })
    .first()
    .click()
  assert.match((await answered).url(), new RegExp(`/console/api/workspaces/${owner.id}/v1/`))
  assert.equal((await answered).status(), 200)

  await become('Finance')
  await page.goto('/advertiser/review')
  await says(page, 'Your role in this workspace does not allow this.')

  await own.reload()
  await press(own, 'Remove')
  await own.getByRole('dialog', { name: 'Remove' }).getByRole('button', { name: 'Remove', exact: true }).click()
  await says(own, 'No members')
  await page.goto('/advertiser/balance')
  await heading(page, 'Find work')
})

test('a reviewer may grant qualifications, and who only reads may not', async () => {
  const { owner, page, become } = await reviewing()
  expectOk(await owner.b.post('/v1/qualifications', { name: 'Reads labels' }))
  await page.goto('/advertiser/qualifications')
  await follow(page, 'Reads labels')
  const grant = page.getByRole('button', { name: 'Grant', exact: true })
  await grant.waitFor()
  await become('ReadOnly')
  await page.reload()
  await says(page, 'No executors yet')
  assert.equal(await grant.count(), 0)
})
