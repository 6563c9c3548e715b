import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../server/platform/sql.ts'
import { activeOffer, advertiser, executor, expectOk, reserved, submittedWork } from '../support/fixtures.ts'
import { follow, press, says } from './browser-actions.ts'
import { openConsole } from './console.ts'

const { market, sit, at } = await openConsole()

/** Creates more offers than fit on a page: the expensive one first, and half of them for other executors. */
async function offers() {
  const owner = await advertiser(market, { funds: 10_000 })
  const prices = await market.ctx.db.many<{ id: number; code: string }>(sql`select id, code from prices`)
  const make = (title: string, type: string, members: object = {}) => {
    const offerPriceId = prices.find(({ code }) => code === type)?.id
    return activeOffer(market, { advertiser: owner, members: { title, offerPriceId, ...members } })
  }
  await make('Dear and old', 'web.usability_test')
  for (let index = 1; index <= 24; index++)
    await make(`Cheap ${index}`, 'image.classify', index % 2 === 0 ? { minAge: 90 } : {})
}

test('executors sort the whole list and see only tasks that they can reserve', async () => {
  const [worker] = await Promise.all([executor(market), offers()])
  const { page } = await at(worker, '/executor')
  const titles = () => page.getByRole('article').getByRole('heading').allTextContents()
  await says(page, 'Total: 13')
  assert.equal((await titles())[0], 'Cheap 23')
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Highest reward first')
  await page.waitForURL(/sort=-reward/)
  await page.getByRole('article').first().getByText('Dear and old').waitFor()
  await page.getByRole('switch', { name: 'Only tasks I qualify for' }).dispatchEvent('click')
  await says(page, 'Total: 25')
  await page.waitForURL(/all=yes/)
  assert.equal((await titles())[0], 'Dear and old')
  await page.reload()
  await says(page, 'Total: 25')
  await page.getByRole('switch', { name: 'Only tasks I qualify for' }).dispatchEvent('click')
  await says(page, 'Total: 13')
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill('Cheap 24')
  await press(page, "Show tasks I don't qualify for: 1 task")
  await says(page, 'Total: 1')
  assert.deepEqual(await titles(), ['Cheap 24'])
  await search.fill('Nothing like it')
  await press(page, 'Clear the search: 25 tasks')
  await says(page, 'Total: 25')
})

test('executors at a limit of reservations or attempts see the reason, what to do, and the other tasks', async () => {
  const worker = await executor(market)
  const owner = await advertiser(market)
  const offer = (title: string) =>
    activeOffer(market, { advertiser: owner, slots: 9, members: { title, attemptsMax: 1 } })
  const [held, other, failed] = [await offer('Held now'), await offer('The other one'), await offer('Failed before')]
  const { id: work } = await submittedWork(market, failed.id, worker)
  expectOk(await owner.b.post(`/v1/reports/${work}/reject`, { reason: 'Not what was asked for.' }))
  const { page } = await sit(worker)
  const notice = page.getByRole('status').filter({ hasText: 'Finish or release one' })
  await page.goto('/executor')
  await says(page, 'The other one')
  assert.equal(await notice.count(), 0)
  await page.goto(`/executor/offers/${failed.id}`)
  await says(page, /Rejections overturned on appeal do not count/)
  await reserved(worker, held.id)
  await page.goto('/executor')
  await notice.waitFor()
  const own = page.getByRole('region', { name: 'Active reservations' })
  await own.getByText('Held now').waitFor()
  await page.getByRole('article').filter({ hasText: 'The other one' }).waitFor()
  assert.equal(await page.getByText('Not available to you').count(), 0)
  await page.goto(`/executor/offers/${other.id}`)
  await says(page, /release your current task first/)
  await follow(page, 'Go to my reservations')
  await page.waitForURL(/\/executor\/work/)
  await press(page, 'Release reservation')
  await page.getByRole('dialog').getByRole('button', { name: 'Release reservation' }).click()
  await says(page, 'Reservation released.')
  await page.getByRole('region', { name: 'Active reservations' }).waitFor({ state: 'detached' })
  await page.goto('/executor')
  await says(page, 'The other one')
  assert.equal(await notice.count(), 0)
})

test('executors see the pay per hour where the time is known, filter while typing, and go back', async () => {
  const worker = await executor(market)
  const owner = await advertiser(market)
  const priceOf = (code: string) =>
    market.ctx.db.one<{ id: number; reward: bigint }>(
      sql`select id, reward_units as reward from prices where code = ${code}::text`,
    )
  const [survey, pictures] = [await priceOf('survey.external'), await priceOf('image.classify')]
  const details = { url: 'https://survey.example/1', estimatedMinutes: 6 }
  await activeOffer(market, {
    advertiser: owner,
    members: { title: 'Timed survey', offerPriceId: survey.id, details },
  })
  await activeOffer(market, { advertiser: owner, members: { title: 'Untimed pictures', offerPriceId: pictures.id } })
  const { page } = await at(worker, '/executor')
  const card = page.getByRole('article').filter({ hasText: 'Timed survey' })
  await card.getByText('Estimated time: 6 min').waitFor()
  const perHour = (Number(survey.reward) / 10_000) * 10
  await card.getByText(`$${perHour.toFixed(2)} per hour`).waitFor()
  const other = page.getByRole('article').filter({ hasText: 'Untimed pictures' })
  assert.equal(await other.getByText('per hour').count(), 0)
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.pressSequentially('Timed')
  await page.waitForURL(/search=Timed$/)
  await says(page, 'Total: 1')
  await search.pressSequentially(' surv')
  await page.waitForURL(/search=Timed(\+|%20)surv$/)
  assert.ok(await search.evaluate((field) => field.matches(':focus')))
  await page.goBack()
  await page.waitForURL((url) => url.search === '')
  await other.waitFor()
  assert.equal(await search.inputValue(), '')
})

test('executors save filters under a name, apply them later, and delete them', async () => {
  const worker = await executor(market)
  const { page } = await at(worker, '/executor?search=pictures&rewardFrom=0.1&sort=-reward')
  const saved = page.getByRole('group', { name: 'Saved filters' })
  const save = async (name: string) => {
    await press(page, 'Save these filters')
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(name)
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  }
  await save('Well paid pictures')
  const chip = saved.getByRole('button', { name: 'Well paid pictures', exact: true })
  await chip.waitFor()
  assert.equal(await chip.getAttribute('aria-pressed'), 'true')
  await page.goto('/executor')
  await chip.click()
  await page.waitForURL(/search=pictures/)
  assert.match(page.url(), /rewardFrom=(?:%22)?0\.1/)
  assert.match(page.url(), /sort=-reward/)
  for (let minReward = 1; minReward <= 9; minReward++)
    expectOk(await worker.a.post('/api/executor/saved-searches', { name: `From ${minReward}`, filters: { minReward } }))
  await page.goto('/executor?rewardTo=3')
  await save('One too many')
  await says(page, 'You have 10 saved filters. Delete one first.')
  await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click()
  await press(page, 'Delete saved filters Well paid pictures')
  await chip.waitFor({ state: 'detached' })
  await save('Up to three')
  await saved.getByRole('button', { name: 'Up to three', exact: true }).waitFor()
  assert.equal(await saved.getByRole('button', { name: /^Delete/ }).count(), 10)
})

test('executors find the tasks of a favourite advertiser, block another, and undo both', async () => {
  const worker = await executor(market)
  const [liked, avoided] = [
    await activeOffer(market, { members: { title: 'From someone fair' } }),
    await activeOffer(market, { members: { title: 'From someone slow' } }),
  ]
  const { page } = await sit(worker)
  await page.goto(`/executor/offers/${liked.id}`)
  const favourite = page.getByRole('button', { name: 'Favourite', exact: true })
  await favourite.click()
  await page.locator('[aria-pressed=true]').waitFor()
  await page.goto(`/executor/offers/${avoided.id}`)
  await press(page, 'Block advertiser')
  await page.getByRole('dialog').getByRole('button', { name: 'Block advertiser' }).click()
  await says(page, 'Unblock them to reserve this task')
  assert.equal(await page.getByRole('button', { name: 'Reserve', exact: true }).count(), 0)
  await page.goto('/executor?search=From someone')
  await says(page, 'From someone fair')
  await page.getByRole('article').getByText('Favourite advertiser').waitFor()
  assert.equal(await page.getByText('From someone slow').count(), 0)
  await page.goto('/executor?favourites=yes')
  await page.getByRole('article').waitFor()
  assert.deepEqual(await page.getByRole('article').getByRole('heading').allTextContents(), ['From someone fair'])
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('textbox').fill(String(avoided.id))
  await says(page, 'Nothing found')
  await page.keyboard.press('Escape')
  await page.goto('/settings/advertisers')
  await press(page, 'Remove')
  await says(page, 'No favourite advertisers yet')
  await page.getByRole('tab', { name: 'Blocked' }).click()
  await says(page, 'From someone slow')
  await press(page, 'Unblock')
  await says(page, 'No blocked advertisers')
  await page.goto('/executor?search=From someone')
  await says(page, 'From someone slow')
})

test('on a phone, tasks begin on the first half of the screen, and the folded filters still apply', async () => {
  await activeOffer(market, { members: { title: 'For phones' } })
  const { page } = await sit(await executor(market))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/executor')
  const first = page.getByRole('article').first()
  await first.waitFor()
  // A new executor has a checklist, which is no filter.
  const { y } = (await first.boundingBox()) ?? assert.fail('the task is not shown')
  const { y: search } = (await page.getByRole('search').boundingBox()) ?? assert.fail('the search is not shown')
  assert.ok(y - search < 140, `the first task is ${y - search} pixels below the search`)
  assert.equal(await page.getByRole('combobox', { name: 'Order' }).count(), 0)
  await press(page, 'Filters')
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Highest reward first')
  await page.waitForURL(/sort=-reward/)
  await press(page, 'Filters: 1')
  await page.getByRole('combobox', { name: 'Order' }).waitFor({ state: 'hidden' })
})
