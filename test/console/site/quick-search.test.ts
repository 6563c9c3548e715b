import assert from 'node:assert/strict'
import { test } from 'node:test'
import { depositReferenceOf } from '../../../server/accounts/deposit-reference.ts'
import { idOf } from '../../../server/values/id.ts'
import { activeOffer, advertiser, executor, theOperator } from '../../support/fixtures.ts'
import { heading } from '../browser-actions.ts'
import { openConsole, settled } from '../console.ts'

const { market, sit, at } = await openConsole()

test('Ctrl-K leads an operator to pages, accounts and records', async () => {
  const { id, advertiser: owner } = await activeOffer(market, { members: { title: 'Count the red doors' } })
  const { page } = await sit(await theOperator(market))
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto('/operator/accounts')
  await heading(page, 'Accounts')
  await settled(page)
  const before = scripts.length
  const find = async (text: string) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('textbox', { name: 'Quick search' }).fill(text)
  }
  await find('fraud')
  await page.getByRole('dialog').getByRole('button', { name: 'Fraud holds' }).waitFor()
  assert.ok(scripts.length > before, 'the search is loaded on use only')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await heading(page, 'Fraud holds')

  await find(owner.email)
  await page.getByRole('dialog').getByRole('button', { name: owner.email }).click()
  await page.waitForURL(`**/operator/accounts/${owner.id}`)
  await find(depositReferenceOf(idOf(owner.id)))
  await page.getByRole('dialog').getByRole('button', { name: owner.email }).waitFor()
  await page.keyboard.press('Escape')
  await find(`№ ${id}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Count the red doors' }).click()
  await page.waitForURL(`**/operator/moderation?offer=${id}**`)
})

test('Ctrl-K leads an operator from a request to its decisions, or says that there is none', async () => {
  const { id } = await activeOffer(market)
  const { a } = await theOperator(market)
  const { page } = await at(await theOperator(market), '/operator/accounts')
  await heading(page, 'Accounts')
  const find = async (text: string | null) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('textbox', { name: 'Quick search' }).fill(text ?? '')
  }
  const done = await a.post(`/api/operator/offers/${id}/pause`)
  await find(done.headers.get('x-request-id'))
  await page.getByRole('dialog').getByRole('button', { name: 'Decisions of this request' }).click()
  await heading(page, 'Audit log')
  await page.getByRole('cell', { name: `Task ${id}` }).waitFor()
  const refused = await a.post(`/api/operator/offers/${id}/approve`)
  await find(refused.headers.get('x-request-id'))
  await page.getByRole('dialog').getByRole('button', { name: 'No decision of this request' }).click()
  await page.getByText('No decision is recorded for this request.').waitFor()
})

test('executors find available tasks and advertisers their own, by title or number', async () => {
  const { id, advertiser: owner } = await activeOffer(market, { members: { title: 'Photograph a bench' } })
  await activeOffer(market, { members: { title: 'Photograph a bridge' } })
  for (const [person, home, path, count] of [
    [await executor(market), '/executor', `/executor/offers/${id}`, 2],
    [owner, '/advertiser/offers', `/advertiser/offers/${id}`, 1],
  ] as const) {
    const { page } = await at(person, home)
    const found = page.getByRole('dialog').getByRole('button', { name: 'Photograph' })
    for (const text of ['photograph', `#${id}`]) {
      await page.goto(home)
      await settled(page)
      await page.keyboard.press('Control+k')
      await page.getByRole('textbox', { name: 'Quick search' }).fill(text)
      await found.filter({ hasText: 'a bench' }).waitFor()
      assert.equal(await found.count(), text === 'photograph' ? count : 1)
      await found.filter({ hasText: 'a bench' }).click()
      await page.waitForURL(`**${path}`)
    }
  }
})

test('others find no accounts, and ask for none', async () => {
  const known = await advertiser(market)
  const { page } = await sit(await executor(market))
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/executor')
  await heading(page, 'Find work')
  await page.getByRole('button', { name: 'Quick search' }).click()
  const field = page.getByRole('textbox', { name: 'Quick search' })
  await field.fill(known.email)
  await page.getByText('Nothing found').waitFor()
  await field.fill('earn')
  await page.getByRole('dialog').getByRole('button', { name: 'Earnings' }).click()
  await heading(page, 'Earnings')
  const shown = asked.filter((url) => url.includes('/operator/'))
  assert.deepEqual(shown, [])
})
