import assert from 'node:assert/strict'
import { test } from 'node:test'
import { activeOffer, executor, expectOk, theOperator } from '../../support/fixtures.ts'
import { enter, follow, heading, press, says } from '../browser-actions.ts'
import { openConsole } from '../console.ts'

const { market, sit, at } = await openConsole()

const visitor = async () => (await sit(undefined)).page

test('a visitor sees what the marketplace is, its open tasks and fees, and comes to a task by signing in', async () => {
  const { id } = await activeOffer(market, { members: { title: 'Count the red doors' } })
  const page = await visitor()
  await page.goto('/')
  await heading(page, 'Earn with small tasks, or have them done for you')
  await says(page, 'Small tasks, paid one by one.')
  await says(page, 'On top of the reward, only for accepted work.')
  await page.getByRole('article').getByRole('link', { name: 'Count the red doors' }).click()
  await heading(page, 'Count the red doors')
  await says(page, 'Acceptance criteria')
  await page.getByRole('link', { name: 'Reserve' }).click()
  await heading(page, 'Create account')
  await page.getByRole('checkbox', { name: /^Do tasks/, checked: true }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await heading(page, 'Sign in')
  assert.equal(new URL(page.url()).searchParams.get('back'), `/executor/offers/${id}`)
})

test('signed-in people go on to their own start page', async () => {
  const { page } = await at(await executor(market), '/')
  await heading(page, 'Find work')
})

test('an operator names the marketplace and writes its texts, which visitors then see', async () => {
  const { page } = await at(await theOperator(market), '/operator/settings')
  await says(page, 'STRIPE_SECRET_KEY')
  await enter(page, 'Name of the marketplace', 'Nimble & Sons')
  await page.getByRole('tab', { name: 'Terms of use' }).click()
  const hostile =
    '# Be kind\n<img src=x onerror="document.title=1">\n\n[Pay here](javascript:alert(1)) and **promptly**'
  await enter(page, 'English', hostile)
  await page.getByRole('switch', { name: 'Preview' }).click({ force: true })
  await page.getByRole('region', { name: 'English' }).getByRole('heading', { name: 'Be kind' }).waitFor()
  // What was not saved survives a reload.
  await page.reload()
  await press(page, 'Save')
  await says(page, 'Settings saved.')
  await page.getByRole('link', { name: 'Nimble & Sons: home' }).waitFor()

  const stranger = await visitor()
  market.pass(10)
  // Pages do not wait until the name was read again; this does.
  await fetch(`${market.url}/api/public/site`)
  await stranger.goto('/')
  await stranger.getByRole('link', { name: 'Nimble & Sons: home' }).waitFor()
  assert.equal(await stranger.title(), 'Nimble & Sons')
  await follow(stranger, 'Terms of use')
  await heading(stranger, 'Be kind')
  assert.equal(await stranger.locator('main img, main a[href^="javascript"]').count(), 0)
  assert.equal(await stranger.title(), 'Terms of use · Nimble & Sons')
  await stranger.goto('/sign-up')
  await says(stranger, 'By creating an account you accept the')
})

test('texts that another operator changed meanwhile are not overwritten', async () => {
  const { a } = await theOperator(market)
  const { page } = await at(await theOperator(market), '/operator/settings?part=help')
  await enter(page, 'English', 'Write to help@example.com')
  const { texts } = expectOk(await a.get('/api/operator/site'))
  expectOk(await a.put('/api/operator/site', { brandName: 'Elsewhere', texts }))
  await press(page, 'Save')
  await says(page, 'Another operator has changed the settings')
  await page.getByRole('textbox', { name: 'English' }).filter({ hasText: 'help@example.com' }).waitFor()
  await press(page, 'Save')
  await says(page, 'Settings saved.')
  const saved = expectOk(await a.get('/api/operator/site'))
  assert.deepEqual([saved.brandName, saved.texts.help.en], ['Elsewhere', 'Write to help@example.com'])
})

test('a page that is not published says so', async () => {
  const page = await visitor()
  await page.goto('/privacy')
  await says(page, 'Not published yet')
})
