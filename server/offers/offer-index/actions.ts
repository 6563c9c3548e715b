import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { yieldToEventLoop } from '../../platform/batching/cooperative.ts'
import { stopwatch } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Database } from '../../platform/database/db.ts'
import { memoizePerObject } from '../../values/bounded-map.ts'
import { newNotes } from './bigrams.ts'
import { newOfferIndex, type OfferIndex, put, take } from './offer-index.ts'
import { unpacked } from './packed.ts'
import { countBigrams, isUncounted } from './search.ts'
import {
  beginGeneration,
  changesMax,
  entriesRead,
  type Noted,
  purgeChanges,
  readChanges,
  readEntries,
  readEntriesOf,
  readMark,
} from './sql.ts'

/** The offer index of one process and its synchronization with the database. */
export type IndexSync = {
  readonly db: Database
  /** Milliseconds of a monotonic clock; only tests move it. */
  readonly clock: () => number
  /** The index as of the last read; undefined before the first one. */
  synced: { readonly offerIndex: OfferIndex; readonly life: string; snapshot: string; readAt: Date } | undefined
  /** When the last completed read began. */
  seenAt: number
  /** How many reads have begun, and the number of the last successful one. */
  begun: number
  ended: number
  reading: { readonly done: Promise<void>; since: number } | undefined
  counting: Promise<void> | undefined
}

/** One index per process and database. */
export const syncOf = memoizePerObject((db: Database): IndexSync => {
  const passed = stopwatch()
  return {
    ...{ db, clock: () => passed() + db.clock.offsetMs, synced: undefined, seenAt: Number.NEGATIVE_INFINITY },
    ...{ begun: 0, ended: 0, reading: undefined, counting: undefined },
  }
})

/** Whether `since` is no more than `maxStalenessMs` ago; never if that is 0. */
export const isWithin = ({ clock }: IndexSync, since: number, maxStalenessMs: number): boolean => {
  const passed = clock() - since
  return maxStalenessMs > 0 && passed >= 0 && passed <= maxStalenessMs
}

/**
 * Returns an index no older than `maxStalenessMs`. Callers who find it older share one read; with 0, they wait for a read that begins now.
 */
export async function freshOfferIndex(sync: IndexSync, maxStalenessMs: number): Promise<OfferIndex> {
  if (!sync.synced || !isWithin(sync, sync.seenAt, maxStalenessMs)) await readAgain(sync, maxStalenessMs)
  if (!sync.synced) throw new Error('the board was read, and is not there')
  return sync.synced.offerIndex
}

async function readAgain(sync: IndexSync, maxStalenessMs: number): Promise<void> {
  const { reading } = sync
  if (reading && isWithin(sync, reading.since, maxStalenessMs)) return reading.done
  const last = sync.begun
  while (sync.ended <= last) await (sync.reading ?? begin(sync)).done
}

function begin(sync: IndexSync) {
  const number = ++sync.begun
  const reading = { done: Promise.resolve(), since: sync.clock() }
  sync.reading = reading
  reading.done = read(sync, reading)
    .then(() => {
      sync.ended = number
    })
    .finally(() => {
      sync.reading = undefined
    })
  return reading
}

const readsMax = 5

/** Reads the changes since the last read; loads the whole index first if they are no longer available. */
async function read(sync: IndexSync, reading: { since: number }): Promise<void> {
  for (let attempt = 1; attempt <= readsMax; attempt++) {
    const synced = sync.synced ?? (await load(sync.db))
    reading.since = sync.clock()
    const changes = await readChanges(sync.db, synced.snapshot, synced.readAt)
    const { life, snapshot, readAt, isPurged } = changes[0] as Noted
    sync.synced = undefined
    if (life !== synced.life || isPurged !== false || changes.length > changesMax) continue
    sync.synced = synced
    await apply(sync.db, synced.offerIndex, changes)
    synced.snapshot = snapshot
    synced.readAt = readAt
    sync.seenAt = reading.since
    count(sync)
    return
  }
  throw new Error('the board could not be followed: the database begins a new life again and again')
}

/** Loads the whole index, reading one part while adding the previous one. Changes made meanwhile are read afterwards. */
async function load(db: Database) {
  await beginGeneration(db)
  const { life, snapshot, readAt } = await readMark(db)
  const offerIndex = newOfferIndex()
  let part = await readEntries(db, 0)
  for (;;) {
    const isLast = part.picked < entriesRead
    const next = isLast ? undefined : readEntries(db, part.lastPicked as number)
    // Not awaited yet: a failure is rethrown by the await below.
    next?.catch(() => {})
    await yieldToEventLoop(putAll(offerIndex, part))
    if (!next) return { offerIndex, life: life ?? '', snapshot, readAt }
    part = await next
  }
}

function* putAll(offerIndex: OfferIndex, part: Parameters<typeof unpacked>[0]) {
  for (const entry of unpacked(part)) yield put(offerIndex, entry)
}

const appliedAtOnce = 200

/** Puts the changed offers that are listed now into the index, and removes the others. */
async function apply(db: Database, offerIndex: OfferIndex, changes: readonly Noted[]): Promise<void> {
  const changed = Map.groupBy(
    changes.filter(({ offer }) => offer !== null),
    ({ offer }) => offer as number,
  )
  const offers = [...changed.keys()]
  for (let first = 0; first < offers.length; first += appliedAtOnce) {
    const some = offers.slice(first, first + appliedAtOnce)
    const part = await readEntriesOf(db, some)
    for (const offer of some)
      for (const { at } of changed.get(offer) ?? []) if (at !== null) take(offerIndex, { at, id: offer })
    for (const entry of unpacked(part)) put(offerIndex, entry)
  }
}

/** Indexes, in the background, the bigrams of blocks with many new texts. Searches are correct without it, but slower. */
function count(sync: IndexSync): void {
  const offerIndex = sync.synced?.offerIndex
  if (!offerIndex || sync.counting || !offerIndex.blocks.some(isUncounted)) return
  sync.counting = yieldToEventLoop(countAll(sync, offerIndex)).finally(() => {
    sync.counting = undefined
  })
}

function* countAll(sync: IndexSync, offerIndex: OfferIndex) {
  const next = () => (sync.synced?.offerIndex === offerIndex ? offerIndex.blocks.find(isUncounted) : undefined)
  const notes = newNotes()
  for (let block = next(); block; block = next()) yield* countBigrams(block, notes)
}

const idleReadSeconds = 60

/** Loads the index while the server starts, and keeps it fresh even without requests. */
export function openOfferIndex({ db, logger }: Pick<Ctx, 'db'> & { readonly logger: FastifyBaseLogger }) {
  const stopped = new AbortController()
  const sync = syncOf(db)
  let done = Promise.resolve()
  const follow = async () => {
    while (!stopped.signal.aborted) {
      await freshOfferIndex(sync, 1).catch((err: unknown) => logger.warn({ err }, 'cannot read the offer index'))
      await setTimeout(idleReadSeconds * 1000, undefined, { signal: stopped.signal, ref: false }).catch(() => {})
    }
    await sync.reading?.done.catch(() => {})
    sync.synced = undefined
  }
  return {
    start: async () => {
      done = follow()
    },
    stop: async () => {
      stopped.abort()
      await done
    },
  }
}

/** Purges changes that every process has read. */
export const forgetChanges = ({ db }: Pick<Ctx, 'db'>): Promise<number> => purgeChanges(db)
