import { measures } from '../../../server/metrics.ts'
import { sql } from '../../../server/platform/sql.ts'
import { ownSchedule, schedule } from '../../../server/worker.ts'
import { type Callers, createCallers } from '../../support/callers.ts'
import { makeDatabase } from '../../support/database.ts'
import { deliverAll, deliveryWorkerFor, openReceiver } from '../../support/fakes/receiver.ts'
import { expectOk } from '../../support/fixtures.ts'
import { type Market, openMarket } from '../../support/market.ts'
import { type Mounted, mountedRoutes } from '../../support/mounted-routes.ts'
import { workOnGold } from '../../support/scenarios/gold-work.ts'
import { part } from '../../support/scenarios/paging.ts'
import { clientFor, type Operation, rightful } from '../operations/operation.ts'
import { addressOf, queryWith, sendRequest } from '../operations/requests.ts'
import { operations } from '../operations/routes.ts'
import { type RecordedStatement, recordStatements } from './plans.ts'

/** Observed actions by name, with the statements that the server sent. */
export type RecordedActions = ReadonlyMap<string, readonly RecordedStatement[]>

/** Performs every operation and job, and records the statements sent to the database. */
export async function recordAllActions(): Promise<{
  readonly done: RecordedActions
  readonly market: Market
  readonly url: string
}> {
  // Started before any connection is opened, because connection settings are recorded too.
  const { take, stop } = recordStatements()
  const { directUrl: url } = await makeDatabase()
  const market = await openMarket({
    isSandbox: true,
    databaseUrl: url,
    databasePrepared: true,
    webhookAllowPrivate: true,
    activeReservationsMax: 100,
  })
  const callers = await createCallers(market)
  const done = new Map<string, RecordedStatement[]>()
  const record = async (name: string, work: () => Promise<unknown>) => {
    take()
    await work()
    done.set(name, take())
  }
  await recordOperations(callers, record)
  await recordLists(callers, await mountedRoutes(market.ctx), record)
  await record('gold items', () => workOnGold(market))
  await recordJobs(market, callers, record)
  for (const [index, { read }] of measures.entries()) await record(`measure: ${index}`, () => read(market.ctx.db))
  stop()
  return { done, market, url }
}

type RecordAction = (name: string, work: () => Promise<unknown>) => Promise<void>

const clientOf = (operation: Operation, callers: Callers) => clientFor(operation, rightful(operation, callers))

async function recordOperations(callers: Callers, record: RecordAction): Promise<void> {
  for (const operation of operations) {
    const ready = await operation.ready(callers)
    await record(operation.route, async () =>
      expectOk(await sendRequest(clientOf(operation, callers), operation, ready)),
    )
  }
}

const samples: readonly (readonly [RegExp, string])[] = [
  [/From$|To$|Before$|After$|^since$|^until$/, '2026-01-01'],
  [/^status$/i, 'Active'],
  [/^role$/, 'Executor'],
  [/^search$/i, 'survey'],
  [/Id$|Reward$|^sequence|^after/i, '1'],
  [/^has|^include|^unread$|^perEvent$|^Only/, 'true'],
  [/^types?$|^kinds?$|^events?$/, 'task.created'],
  [/^Locale$/i, 'en'],
]
/** Returns a value for a filter: one that its schema knows, if it lists any. */
function sampleOf(name: string, schema: unknown): string {
  const sample = samples.find(([like]) => like.test(name))?.[1] ?? '1'
  const [, listed] = /"enum":(\[[^\]]*\])/.exec(JSON.stringify(schema)) ?? []
  const known: readonly string[] = listed ? JSON.parse(listed) : [sample]
  return known.includes(sample) ? sample : String(known[0])
}

const isPagingParameter = (name: string) => /^(?:page|pageSize|cursor|sort)$/i.test(name)

/** Returns queries with each filter, all filters, each order, and a next page; none if it is not a list. */
function queriesOf({ query }: Mounted): string[] {
  const members = query?.properties ?? {}
  const page = Object.keys(members).find((name) => /^page$/i.test(name))
  if (!page) return []
  const filters = Object.keys(members).filter((name) => !isPagingParameter(name))
  const given = filters.map((name) => [name, sampleOf(name, members[name])] as const)
  const sorts: string[] = (members.sort ?? members.Sort)?.enum ?? []
  return [
    ...given.map(([name, text]) => queryWith(name, text)),
    ...(given.length > 1 ? [given.map(([name, text]) => `${name}=${text}`).join('&')] : []),
    ...sorts.map((each) => `sort=${each}`),
    `${page}=2`,
  ]
}

async function recordLists(callers: Callers, routes: readonly Mounted[], record: RecordAction): Promise<void> {
  for (const operation of operations.filter(({ route }) => route.startsWith('GET '))) {
    const mounted = routes.find(({ route }) => route === operation.route)
    const queries = mounted ? queriesOf(mounted) : []
    if (queries.length === 0) continue
    const { path } = addressOf(operation, (await operation.ready(callers)).id)
    const client = clientOf(operation, callers)
    for (const filters of queries)
      await record(`${operation.route}?${filters}`, async () => expectOk(await client.get(`${path}?${filters}`)))
    const { nextCursor } = await part(client, path, 'pageSize=1')
    if (nextCursor)
      await record(`${operation.route}?cursor`, () => part(client, path, `pageSize=1&cursor=${nextCursor}`))
  }
}

/** Makes something due for jobs that first read what is due. */
async function makeDue({ ctx: { db } }: Market): Promise<void> {
  const past = sql`${db.now()} - interval '1 minute'`
  const reservation = sql`select id from reservations where status = 'Active' and kind = 'Work' order by id limit 1`
  const offer = sql`select max(offer) from offer_states where status = 'Active' and reserved + pending + rework = 0`
  const accepted = sql`select id, executor from executions where status = 'Accepted' order by id limit 1`
  const changes = [
    sql`update reservations set expires_at = ${past}, held_until = null where id = (${reservation})`,
    sql`update executions set appeal_deadline_at = ${past} where status = 'Rejected' and kept_units > 0`,
    sql`
      insert into balances (book, owner, currency, units, low_threshold_units, updated_at)
      select 'executor.pending', executor, 'USD', 1, 0, ${past} from (${accepted}) accepted`,
    sql`
      insert into clearings (executor, execution, cause, units, clears_at)
      select executor, id, 'execution:' || id || ':accept', 1, ${past} from (${accepted}) accepted`,
    sql`update offers set ends_at = ${past} where id = (${offer})`,
  ]
  for (const change of changes) if ((await db.run(change)) === 0) throw new Error('nothing can be made due')
}

/** Runs every job, with something to deliver. */
async function recordJobs(market: Market, { advertiser }: Callers, record: RecordAction): Promise<void> {
  const receiver = await openReceiver()
  expectOk(await advertiser.b.post('/v1/webhooks', { url: receiver.url, events: ['task.created'] }))
  expectOk(await advertiser.b.post('/v1/tasks', { offerPriceId: 1, title: 'A survey', totalLimit: 1, draft: true }))
  await makeDue(market)
  const deliveryWorker = deliveryWorkerFor(market)
  const ctx = { ...market.ctx, config: { ...market.ctx.config, moderation: 'auto' as const } }
  for (const job of [...ownSchedule, ...schedule].filter(({ name }) => name !== 'send deliveries')) {
    await record(`job: ${job.name}`, () => job.run(ctx, market.logger as never))
  }
  await record('job: send deliveries', () => deliverAll(deliveryWorker))
}
