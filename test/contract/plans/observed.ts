import { measures } from '../../../server/measures.ts'
import { ownSchedule, schedule } from '../../../server/worker.ts'
import { type Callers, createCallers } from '../../support/callers.ts'
import { makeDatabase } from '../../support/database.ts'
import { deliverAll, deliveryWorkerFor, openReceiver } from '../../support/fakes/receiver.ts'
import { expectOk } from '../../support/fixtures.ts'
import { type Market, openMarket } from '../../support/market.ts'
import { type Mounted, mountedRoutes } from '../../support/mounted-routes.ts'
import { part } from '../../support/scenarios/paging.ts'
import { clientFor, type Operation, rightful } from '../operations/operation.ts'
import { addressOf, sendRequest } from '../operations/requests.ts'
import { operations } from '../operations/routes.ts'
import { type Heard, hearStatements } from './plans.ts'

/** Observed actions by name, with the statements that the server sent. */
export type Doings = ReadonlyMap<string, readonly Heard[]>

/** Performs every operation and job, and records the statements sent to the database. */
export async function everythingDone(): Promise<{
  readonly done: Doings
  readonly market: Market
  readonly url: string
}> {
  // Started before any connection is opened, because connection settings are recorded too.
  const { take, stop } = hearStatements()
  const { directUrl: url } = await makeDatabase()
  const market = await openMarket({
    databaseUrl: url,
    databasePrepared: true,
    webhookAllowPrivate: true,
    activeReservationsMax: 100,
  })
  const callers = await createCallers(market)
  const done = new Map<string, Heard[]>()
  const hear = async (name: string, work: () => Promise<unknown>) => {
    take()
    await work()
    done.set(name, take())
  }
  await everyOperation(callers, hear)
  await everyList(callers, await mountedRoutes(market.ctx), hear)
  await everyJob(market, callers, hear)
  for (const [index, { read }] of measures.entries()) await hear(`measure: ${index}`, () => read(market.ctx.db))
  stop()
  return { done, market, url }
}

type Hear = (name: string, work: () => Promise<unknown>) => Promise<void>

const clientOf = (operation: Operation, callers: Callers) => clientFor(operation, rightful(operation, callers))

async function everyOperation(callers: Callers, hear: Hear): Promise<void> {
  for (const operation of operations) {
    const ready = await operation.ready(callers)
    await hear(operation.route, async () => expectOk(await sendRequest(clientOf(operation, callers), operation, ready)))
  }
}

const samples: readonly (readonly [RegExp, string])[] = [
  [/From$|To$|Before$|After$|^since$|^until$/, '2026-01-01'],
  [/^status$/i, 'Active'],
  [/^role$/, 'Executor'],
  [/^search$/i, 'survey'],
  [/Id$|Reward$|^sequence|^after/i, '1'],
  [/^has|^include|^unread$|^Only/, 'true'],
  [/^types?$|^kinds?$|^events?$/, 'task.created'],
  [/^Locale$/i, 'en'],
]
const sampleOf = (name: string): string => samples.find(([like]) => like.test(name))?.[1] ?? '1'

const isPosition = (name: string) => /^(?:page|pageSize|cursor|sort)$/i.test(name)

/** Returns queries with each filter, all filters, each order, and a next page; none if it is not a list. */
function wishesOf({ query }: Mounted): string[] {
  const members = query?.properties ?? {}
  const page = Object.keys(members).find((name) => /^page$/i.test(name))
  if (!page) return []
  const filters = Object.keys(members).filter((name) => !isPosition(name))
  const narrowed = filters.map((name) => `${name}=${sampleOf(name)}`)
  const sorts: string[] = (members.sort ?? members.Sort)?.enum ?? []
  return [
    ...narrowed,
    ...(narrowed.length > 1 ? [narrowed.join('&')] : []),
    ...sorts.map((each) => `sort=${each}`),
    `${page}=2`,
  ]
}

async function everyList(callers: Callers, routes: readonly Mounted[], hear: Hear): Promise<void> {
  for (const operation of operations.filter(({ route }) => route.startsWith('GET '))) {
    const mounted = routes.find(({ route }) => route === operation.route)
    const wishes = mounted ? wishesOf(mounted) : []
    if (wishes.length === 0) continue
    const { path } = addressOf(operation, (await operation.ready(callers)).id)
    const client = clientOf(operation, callers)
    for (const wish of wishes)
      await hear(`${operation.route}?${wish}`, async () => expectOk(await client.get(`${path}?${wish}`)))
    const { nextCursor } = await part(client, path, 'pageSize=1')
    if (nextCursor) await hear(`${operation.route}?cursor`, () => part(client, path, `pageSize=1&cursor=${nextCursor}`))
  }
}

/** Runs every job, with something to deliver. */
async function everyJob(market: Market, { advertiser }: Callers, hear: Hear): Promise<void> {
  const receiver = await openReceiver()
  expectOk(await advertiser.b.post('/v1/webhooks', { url: receiver.url, events: ['task.created'] }))
  expectOk(await advertiser.b.post('/v1/tasks', { offerPriceId: 1, title: 'A survey', totalLimit: 1, draft: true }))
  const deliveryWorker = deliveryWorkerFor(market)
  const ctx = { ...market.ctx, config: { ...market.ctx.config, moderation: 'auto' as const } }
  for (const job of [...ownSchedule, ...schedule].filter(({ name }) => name !== 'deliveries to send')) {
    await hear(`job: ${job.name}`, () => job.run(ctx, market.logger as never))
  }
  await hear('job: deliveries to send', () => deliverAll(deliveryWorker))
}
