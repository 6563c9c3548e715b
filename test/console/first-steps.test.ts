import assert from 'node:assert/strict'
import { test } from 'node:test'
import { activeOffer, advertiser, executor, expectOk, submittedWork } from '../support/fixtures.ts'
import { follow, heading, says } from './browser-actions.ts'
import { openConsole, settled } from './console.ts'

const { market, at } = await openConsole()

test('a new executor sees first steps, and completing the profile unlocks as many tasks as they say', async () => {
  const owner = await advertiser(market)
  const worker = await executor(market, { birthDate: undefined, country: undefined, gender: undefined })
  const offer = (members: Readonly<Record<string, unknown>>) => activeOffer(market, { advertiser: owner, members })
  for (const members of [{ minAge: 18 }, { gender: 'Female' }, { targetCountryIds: [840], minAge: 21 }])
    await offer(members)
  // A complete profile is not enough for this one.
  await offer({ minExecutorLevel: 2, minAge: 18 })
  const { page } = await at(worker, '/executor')
  const steps = page.getByRole('region', { name: 'First steps' })
  await steps.getByText('Complete your profile: up to 3 more tasks').waitFor()
  await steps.getByText('Get paid: withdraw from').waitFor()
  await follow(page, 'Complete profile')
  await heading(page, 'Account')
  expectOk(
    await worker.a.patch('/api/account', { profile: { birthDate: '1990-01-31', countryId: 840, gender: 'Female' } }),
  )
  await page.goto('/executor')
  await steps.getByText('Submit your first work: 3 tasks are open to you').waitFor()
  await says(page, 'Total: 3')
  assert.equal(await steps.getByText('Complete your profile:').count(), 0)
  await submittedWork(market, (await offer({})).id, worker)
  await page.goto('/executor')
  await settled(page)
  assert.equal(await steps.count(), 0)
})
