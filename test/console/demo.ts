import assert from 'node:assert/strict'
import { after } from 'node:test'
import { fillDemo } from '../../server/commands/demo/demo.ts'
import { startJobs } from '../../server/platform/jobs/jobs.ts'
import { schedule } from '../../server/worker.ts'
import { newContext, newPage, openBrowser, plainView, type WatchedPage } from '../support/browser.ts'
import type { ConsoleClient } from '../support/console.ts'
import { expectOk } from '../support/fixtures.ts'
import type { Market } from '../support/market.ts'
import { cookiesOf, openConsoleMarket } from './console.ts'

const pollMs = 100
export const people = ['executor', 'advertiser', 'operator'] as const
export type Person = (typeof people)[number]
export type Language = 'en' | 'ru'

/** The marketplace that `npm start -- --demo` opens. It has data for every page. */
export type Desk = {
  readonly publicUrl: string
  /** Ids of the demo by their names in page paths. */
  readonly ids: Readonly<Record<string, number>>
  /** Returns the browser tab of a person, or of a signed-out visitor. Like a user's, it keeps the parts of the console that it has loaded. */
  pageOf(as: Person | 'nobody', language: Language): Promise<WatchedPage>
}

type Sessions = Readonly<Record<Person, ConsoleClient>>

export async function openDesk(): Promise<Desk> {
  const market = await openConsoleMarket()
  const printed = await fillDemo(market.ctx, market.url, market.logger)
  const [browser, sessions] = [await openBrowser(), await sessionsOf(market, printed)]
  await workOn(market, sessions.advertiser)
  const { publicUrl } = market.ctx.config
  const open = async (as: Person | 'nobody', language: Language) => {
    const context = await newContext(browser, publicUrl, { ...plainView, language })
    if (as !== 'nobody') await context.addCookies(cookiesOf(sessions[as], publicUrl))
    return newPage(context, publicUrl)
  }
  const opened = new Map<string, Promise<WatchedPage>>()
  const pageOf: Desk['pageOf'] = (as, language) => {
    const page = opened.get(`${as} ${language}`) ?? open(as, language)
    opened.set(`${as} ${language}`, page)
    return page
  }
  return { publicUrl, ids: await idsOf(sessions), pageOf }
}

async function sessionsOf(market: Market, printed: string): Promise<Sessions> {
  const session = (name: Person) => {
    const password = new RegExp(`${name}@demo\\.example +password (\\S+)`).exec(printed)?.[1]
    assert.ok(password, `the demo printed no password of its ${name}`)
    return market.signIn(`${name}@demo.example`, password)
  }
  return {
    executor: await session('executor'),
    advertiser: await session('advertiser'),
    operator: await session('operator'),
  }
}

/** Starts the jobs and waits until they have sent the notifications of the demo. */
async function workOn(market: Market, advertiser: ConsoleClient): Promise<void> {
  const jobs = startJobs(schedule, market.ctx, market.logger, { wakeup: market.wakeup })
  after(() => jobs.stop())
  market.wakeup.notify()
  const { items } = expectOk(await advertiser.get('/v1/webhooks'))
  const told = ['/account/notifications', `/v1/webhooks/${items[0].id}/deliveries`]
  for (const path of told) {
    for (let isThere = false; !isThere; ) {
      isThere = expectOk(await advertiser.get(path)).items.length > 0
      if (!isThere) await new Promise((resolve) => setTimeout(resolve, pollMs))
    }
  }
}

/** Reserves a slot of an offer that is not the first in the list. */
async function reserveOne(executor: ConsoleClient): Promise<number> {
  const { items } = expectOk(await executor.get('/executor/offers/available'))
  const free = items.filter(({ allowedActions }: { allowedActions: string[] }) => allowedActions.includes('Reserve'))
  const { id } = free.at(-1)
  expectOk(await executor.post(`/executor/offers/${id}/reserve`))
  return id
}

/** Writes messages about submitted work from both sides, of which the advertiser reports one. */
async function talk(executor: ConsoleClient, advertiser: ConsoleClient): Promise<number> {
  const { items } = expectOk(await advertiser.get('/v1/reports?status=Pending&pageSize=100'))
  for (const { reservationId } of items) {
    const own = `/executor/conversations/${reservationId}/messages`
    const { status, body } = await executor.post(own, { text: 'Which side of the door?' })
    if (status !== 201) continue
    expectOk(await advertiser.post(`/v1/conversations/${reservationId}/messages`, { text: 'The left one.' }))
    expectOk(await advertiser.post(`/v1/messages/${body.id}/report`, { code: 'Other', comment: 'Off the subject.' }))
    return reservationId
  }
  throw new Error('the executor of the demo has no work under review')
}

async function idsOf({ executor, advertiser, operator }: Sessions): Promise<Record<string, number>> {
  const first = async (client: ConsoleClient, path: string): Promise<number> => {
    const { items } = expectOk(await client.get(path))
    assert.ok(items.length > 0, `the demo has nothing at ${path}`)
    return items[0].id
  }
  return {
    available: await first(executor, '/executor/offers/available'),
    reserved: await reserveOne(executor),
    rework: await first(executor, '/executor/executions?status=ReworkRequested'),
    rejected: await first(executor, '/executor/executions?status=Rejected'),
    conversation: await talk(executor, advertiser),
    offer: await first(advertiser, '/advertiser/offers?status=Active'),
    draft: await first(advertiser, '/advertiser/offers?status=Draft'),
    endpoint: await first(advertiser, '/v1/webhooks'),
    dispute: await first(operator, '/operator/disputes'),
    // Of an advertiser, because the page of an operator has no figures.
    account: await first(operator, '/operator/accounts?role=Advertiser'),
  }
}
