import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { yieldToEventLoop } from '../../platform/batching/cooperative.ts'
import { stopwatch } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Database } from '../../platform/database/db.ts'
import { memoizePerObject } from '../../values/bounded-map.ts'
import { orderByReward } from './block-reward-order.ts'
import { entriesOf } from './entry-columns.ts'
import { newOfferIndex, type OfferIndex, put, remove } from './offer-index.ts'
import {
  beginGeneration,
  type ChangeRow,
  changesMax,
  entriesPerRead,
  purgeChanges,
  readChanges,
  readEntries,
  readEntriesOf,
  readSyncPoint,
} from './sql.ts'

/** The offer index of one process and its synchronization with the database. */
export type IndexSync = {
  readonly db: Database
  /** Milliseconds of a monotonic clock; only tests move it. */
  readonly clock: () => number
  /** The index as of the last read; undefined before the first one. */
  synced: { readonly offerIndex: OfferIndex; readonly generation: string; snapshot: string; readAt: Date } | undefined
  /** When the last completed read began. */
  syncedAt: number
  /** How many reads have begun, and the number of the last successful one. */
  readsStarted: number
  readsCompleted: number
  currentRead: { readonly done: Promise<void>; since: number } | undefined
  ordering: Promise<void> | undefined
}

/** One index per process and database. */
export const syncOf = memoizePerObject((db: Database): IndexSync => {
  const passed = stopwatch()
  return {
    db,
    clock: () => passed() + db.clock.offsetMs,
    synced: undefined,
    syncedAt: Number.NEGATIVE_INFINITY,
    readsStarted: 0,
    readsCompleted: 0,
    currentRead: undefined,
    ordering: undefined,
  }
})

/** Whether `since` is no more than `maxStalenessMs` ago; never if that is 0. */
export const isWithin = ({ clock }: IndexSync, since: number, maxStalenessMs: number): boolean =>
  isFreshAt(clock(), since, maxStalenessMs)

/** The same at a time of the clock, for many values. */
export function isFreshAt(now: number, since: number, maxStalenessMs: number): boolean {
  const passed = now - since
  return maxStalenessMs > 0 && passed >= 0 && passed <= maxStalenessMs
}

/**
 * Returns an index no older than `maxStalenessMs`. Callers who find it older share one read; with 0, they wait for a read that begins now.
 */
export async function freshOfferIndex(sync: IndexSync, maxStalenessMs: number): Promise<OfferIndex> {
  if (!sync.synced || !isWithin(sync, sync.syncedAt, maxStalenessMs)) await refresh(sync, maxStalenessMs)
  if (!sync.synced) throw new Error('the offer index is missing after a read')
  return sync.synced.offerIndex
}

async function refresh(sync: IndexSync, maxStalenessMs: number): Promise<void> {
  const { currentRead } = sync
  if (currentRead && isWithin(sync, currentRead.since, maxStalenessMs)) return currentRead.done
  const last = sync.readsStarted
  while (sync.readsCompleted <= last) await (sync.currentRead ?? startRead(sync)).done
}

function startRead(sync: IndexSync) {
  const number = ++sync.readsStarted
  const currentRead = { done: Promise.resolve(), since: sync.clock() }
  sync.currentRead = currentRead
  currentRead.done = read(sync, currentRead)
    .then(() => {
      sync.readsCompleted = number
    })
    .finally(() => {
      sync.currentRead = undefined
    })
  return currentRead
}

const readsMax = 5

/** Reads the changes since the last read; loads the whole index first if they are no longer available. */
async function read(sync: IndexSync, currentRead: { since: number }): Promise<void> {
  for (let attempt = 1; attempt <= readsMax; attempt++) {
    const synced = sync.synced ?? (await load(sync.db))
    currentRead.since = sync.clock()
    const changes = await readChanges(sync.db, synced.snapshot, synced.readAt)
    const { generation, snapshot, readAt, isPurged } = changes[0] as ChangeRow
    sync.synced = undefined
    if (generation !== synced.generation || isPurged !== false || changes.length > changesMax) continue
    sync.synced = synced
    await apply(sync.db, synced.offerIndex, changes)
    synced.snapshot = snapshot
    synced.readAt = readAt
    sync.syncedAt = currentRead.since
    orderBlocks(sync)
    return
  }
  throw new Error('the offer index cannot be loaded: the database keeps starting new generations')
}

/** Loads the whole index, reading one part while adding the previous one. Changes made meanwhile are read afterwards. */
async function load(db: Database) {
  await beginGeneration(db)
  const { generation, snapshot, readAt } = await readSyncPoint(db)
  const offerIndex = newOfferIndex()
  let part = await readEntries(db, 0)
  for (;;) {
    const isLast = part.picked < entriesPerRead
    const next = isLast ? undefined : readEntries(db, part.lastPicked as number)
    // Not awaited yet: a failure is rethrown by the await below.
    next?.catch(() => {})
    await yieldToEventLoop(putAll(offerIndex, part))
    if (!next) return { offerIndex, generation: generation ?? '', snapshot, readAt }
    part = await next
  }
}

function* putAll(offerIndex: OfferIndex, part: Parameters<typeof entriesOf>[0]) {
  for (const entry of entriesOf(part)) yield put(offerIndex, entry)
}

const offersPerRead = 200

/** Puts the changed offers that are listed now into the index, and removes the others. */
async function apply(db: Database, offerIndex: OfferIndex, changes: readonly ChangeRow[]): Promise<void> {
  const changed = Map.groupBy(
    changes.filter(({ offer }) => offer !== null),
    ({ offer }) => offer as number,
  )
  const offers = [...changed.keys()]
  for (let first = 0; first < offers.length; first += offersPerRead) {
    const some = offers.slice(first, first + offersPerRead)
    const part = await readEntriesOf(db, some)
    for (const offer of some)
      for (const { at } of changed.get(offer) ?? []) if (at !== null) remove(offerIndex, { at, id: offer })
    for (const entry of entriesOf(part)) put(offerIndex, entry)
  }
}

/** Orders new blocks by reward in the background. Answers are correct without, but slower. */
function orderBlocks(sync: IndexSync): void {
  const offerIndex = sync.synced?.offerIndex
  if (!offerIndex || sync.ordering || offerIndex.blocks.every(({ byReward }) => byReward)) return
  sync.ordering = yieldToEventLoop(orderAll(sync, offerIndex)).finally(() => {
    sync.ordering = undefined
  })
}

function* orderAll(sync: IndexSync, offerIndex: OfferIndex) {
  const next = () =>
    sync.synced?.offerIndex === offerIndex ? offerIndex.blocks.find(({ byReward }) => !byReward) : undefined
  for (let block = next(); block; block = next()) {
    block.byReward = orderByReward(block)
    yield
  }
}

const idleReadSeconds = 60

/** Loads the index while the server starts, and keeps it fresh even without requests. */
export function openOfferIndex({ db, logger }: Pick<Ctx, 'db'> & { readonly logger: FastifyBaseLogger }) {
  const stopped = new AbortController()
  const sync = syncOf(db)
  let done = Promise.resolve()
  const keepFresh = async () => {
    while (!stopped.signal.aborted) {
      await freshOfferIndex(sync, 1).catch((err: unknown) => logger.warn({ err }, 'cannot read the offer index'))
      await setTimeout(idleReadSeconds * 1000, undefined, { signal: stopped.signal, ref: false }).catch(() => {})
    }
    await sync.currentRead?.done.catch(() => {})
    sync.synced = undefined
  }
  return {
    start: async () => {
      done = keepFresh()
    },
    stop: async () => {
      stopped.abort()
      await done
    },
  }
}

/** Purges changes that every process has read. */
export const purgeOldChanges = ({ db }: Pick<Ctx, 'db'>): Promise<number> => purgeChanges(db)
