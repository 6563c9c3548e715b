import { presentedCredential } from '../../accounts/caller.ts'
import { isWithin, syncOf } from '../../offers/offer-index/actions.ts'
import { type BatchKind, batchLimit, joinBatch } from '../../platform/batching/join-batch.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Database } from '../../platform/database/db.ts'
import { boundedMap, memoizePerObject } from '../../values/bounded-map.ts'
import type { Id } from '../../values/id.ts'
import type { CoolDown } from '../sql-fragments.ts'
import { type LimitedOffers, limitedOffers } from './limited-offers.ts'
import type { ListedFacts } from './listed-eligibility.ts'
import { type ExecutorFactsRow, readExecutorOf, readExecutors } from './sql.ts'
import { readLimited } from './sql-limits.ts'

type FactsRequest = { readonly hash: Buffer; readonly settings: CoolDown }

const executors: BatchKind<FactsRequest, ExecutorFactsRow> = {
  limit: batchLimit,
  send: (db, requests) =>
    readExecutors(
      db,
      requests.map(({ hash }) => hash),
      (requests[0] as FactsRequest).settings,
    ),
}

type CachedValue<Value> = { readonly value: Value; readonly readAt: number }

const executorsMax = 5_000
const executorCache = memoizePerObject((_db: Database) => boundedMap<string, CachedValue<ListedFacts>>(executorsMax))

/** Returns the facts that decide which offers the caller may reserve, up to `listLagMs` old. */
export async function readExecutor({ by, db, config }: Ctx): Promise<ListedFacts> {
  const { hash, key } = presentedCredential(by)
  const sync = syncOf(db)
  const cache = executorCache(db)
  const last = cache.get(key)
  if (last && isWithin(sync, last.readAt, config.listLagMs)) return last.value
  const readAt = sync.clock()
  const value = factsOf(await joinBatch(db, executors, { hash, settings: config }))
  cache.set(key, { value, readAt })
  return value
}

/** Returns the same of an executor by their account, as it is now; undefined without a profile, and while they are suspended. */
export async function readFactsOf(
  { db, config }: Pick<Ctx, 'db' | 'config'>,
  account: Id<'account'>,
): Promise<ListedFacts | undefined> {
  const row = await readExecutorOf(db, account, config)
  return row && row.executor !== null ? factsOf(row) : undefined
}

/** Lets the next list of the caller show what they have just changed, in this process. */
export function forgetExecutor({ by, db }: Ctx): void {
  executorCache(db).delete(presentedCredential(by).key)
}

const noMarks = { marks: new Map(), favourites: new Set<number>(), hidden: new Set<number>() }

const marksOf = (marks: ExecutorFactsRow['marks']): Pick<ListedFacts, 'marks' | 'favourites' | 'hidden'> => {
  if (marks === null) return noMarks
  const marked = (wanted: string) =>
    new Set(marks.filter(({ mark }) => mark === wanted).map(({ advertiser }) => advertiser))
  return {
    marks: new Map(marks.map(({ advertiser, id, mark }) => [advertiser, { id, mark }])),
    favourites: marked('Favourite'),
    hidden: marked('Blocked'),
  }
}

const factsOf = ({ lists, blockers, histories, marks, ...row }: ExecutorFactsRow): ListedFacts => ({
  ...row,
  lists: new Set(lists),
  blockers: new Set(blockers),
  ...marksOf(marks),
  histories: new Map(histories.map((history) => [history.offer, history])),
})

type LimitedCache = {
  last: CachedValue<LimitedOffers> | undefined
  reading: Promise<LimitedOffers> | undefined
}
const limitedCache = memoizePerObject((_db: Database): LimitedCache => ({ last: undefined, reading: undefined }))

/** Returns the offers that have reached their rate limit, have full quotas or belong to groups, up to `listLagMs` old. */
export async function readLimitedOffers({ db, config }: Pick<Ctx, 'db' | 'config'>): Promise<LimitedOffers> {
  const sync = syncOf(db)
  const cache = limitedCache(db)
  if (cache.last && isWithin(sync, cache.last.readAt, config.listLagMs)) return cache.last.value
  if (config.listLagMs === 0) return readNow(db)
  const readAt = sync.clock()
  cache.reading ??= readNow(db).finally(() => {
    cache.reading = undefined
  })
  const value = await cache.reading
  cache.last = { value, readAt }
  return value
}

async function readNow(db: Database): Promise<LimitedOffers> {
  const rows = await readLimited(db)
  const [first] = rows
  return first ? limitedOffers(rows, first.now) : new Map()
}
