import { presentedCredential } from '../../accounts/caller.ts'
import { isWithin, syncOf } from '../../offers/offer-index/actions.ts'
import { type BatchKind, batchLimit, joinBatch } from '../../platform/batching/join-batch.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Database } from '../../platform/database/db.ts'
import { boundedMap, memoizePerObject } from '../../values/bounded-map.ts'
import { rateLimitRefusal } from '../rate-limit.ts'
import type { CoolDown } from '../sql-fragments.ts'
import type { ListedFacts, RateLimitedOffers } from './listed-eligibility.ts'
import { type ExecutorFactsRow, readExecutors, readRateLimited } from './sql.ts'

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

const factsOf = ({ lists, blockers, histories, ...row }: ExecutorFactsRow): ListedFacts => ({
  ...row,
  lists: new Set(lists),
  blockers: new Set(blockers),
  histories: new Map(histories.map((history) => [history.offer, history])),
})

type RateLimitedCache = {
  last: CachedValue<RateLimitedOffers> | undefined
  reading: Promise<RateLimitedOffers> | undefined
}
const rateLimitedCache = memoizePerObject(
  (_db: Database): RateLimitedCache => ({ last: undefined, reading: undefined }),
)

/** Returns the offers that have reached their reservation rate limit, up to `listLagMs` old. */
export async function readRateLimitedOffers({ db, config }: Ctx): Promise<RateLimitedOffers> {
  const sync = syncOf(db)
  const cache = rateLimitedCache(db)
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

async function readNow(db: Database): Promise<RateLimitedOffers> {
  const rows = await readRateLimited(db)
  return new Map(rows.filter((row) => rateLimitRefusal(row, row.now)).map((row) => [row.id, row]))
}
