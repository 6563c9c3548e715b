import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { makeDatabase } from '../support/database.ts'
import { executor } from '../support/fixtures.ts'
import { type Market, openMarket } from '../support/market.ts'
import { freePort } from '../support/ports.ts'
import { follow, heading, press, says } from './browser-actions.ts'
import { consoleOf, openConsole } from './console.ts'

const { market, sit, at } = await openConsole()
const api = '**/console/api/**'
/** In a browser of its own, without the console's code in its cache. */
const isCut = { mayComplain: true, isOwn: true }

const isAt = (page: Page, path: string) => assert.equal(new URL(page.url()).pathname, path)

describe('a page whose code is not loaded yet', () => {
  test('opens when the connection is back', async () => {
    const { page, context } = await at(await executor(market), '/executor', isCut)
    await heading(page, 'Find work')
    await context.setOffline(true)
    await follow(page, 'Earnings')
    await says(page, "You're offline.")
    await says(page, 'This page opens when the connection is back.')
    isAt(page, '/executor/earnings')
    await context.setOffline(false)
    await heading(page, 'Earnings')
    await page.getByText("You're offline.").waitFor({ state: 'detached' })
  })

  test('opens when a stopped server runs again', async () => {
    const [database, port] = [await makeDatabase(), await freePort()]
    const start = () => openMarket({ databaseUrl: database.url, listenOn: port, publicUrl: `http://127.0.0.1:${port}` })
    const first: Market = await start()
    const { at } = await consoleOf(first)
    const { page } = await at(await executor(first), '/executor', isCut)
    await heading(page, 'Find work')
    await first.close()
    await follow(page, 'Withdrawals')
    await says(page, 'The marketplace is not responding.')
    isAt(page, '/executor/withdrawals')
    const second = await start()
    await press(page, 'Try again')
    await heading(page, 'Withdrawals')
    await page.close()
    await second.close()
    await database.drop()
  })
})

const cuts = {
  'no answer': (route: Route) => route.abort('connectionrefused'),
  'the answer 503': (route: Route) =>
    route.fulfill({ status: 503, json: { code: 'temporarily_unavailable', status: 503 } }),
}
for (const [cut, answer] of Object.entries(cuts))
  test(`with ${cut} from the API at load a signed-in user waits at a page without a menu, and not at the sign-in page`, async () => {
    const { page } = await sit(await executor(market), isCut)
    await page.route(api, answer)
    await page.goto('/executor/earnings')
    await heading(page, 'The service is not available right now')
    await says(page, 'Task Marketplace')
    assert.equal(await page.getByRole('link').count(), 0)
    isAt(page, '/executor/earnings')
    await page.unroute(api)
    // The page may have tried again by itself, and then the button is gone.
    press(page, 'Try again').catch(() => {})
    await heading(page, 'Earnings')
  })

test('a page whose program did not load says so and loads when the connection is back', async () => {
  const { page } = await sit(undefined, isCut)
  const program = '**/assets/initial-*.js'
  await page.route(program, (route) => route.abort('connectionreset'))
  await page.goto('/sign-in')
  await heading(page, "You're offline")
  await page.unroute(program)
  await heading(page, 'Sign in')
})

test('lists that failed without a connection load when it is back', async () => {
  const { page } = await sit(await executor(market), isCut)
  const lists = '**/console/api/executor/offers/available*'
  await page.route(lists, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await page.goto('/executor')
  await heading(page, 'Find work')
  await says(page, 'The marketplace is not responding')
  await page.unroute(lists)
  await page.context().setOffline(true)
  await says(page, "You're offline.")
  await page.context().setOffline(false)
  await page.getByText('The marketplace is not responding').first().waitFor({ state: 'detached' })
})
