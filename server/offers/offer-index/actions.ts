import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { yieldToEventLoop } from '../../platform/batching/cooperative.ts'
import { stopwatch } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Database } from '../../platform/database/db.ts'
import { memoizePerObject } from '../../values/bounded-map.ts'
import { newNotes } from './bigrams.ts'
import { type Board, newBoard, put, take } from './offer-index.ts'
import { unpacked } from './packed.ts'
import { countGrams, isUncounted } from './search.ts'
import {
  beginLife,
  changesMax,
  listingsRead,
  type Noted,
  purgeChanges,
  readChanges,
  readListings,
  readListingsOf,
  readMark,
} from './sql.ts'

/** The board of one process, and how far it has followed what happens in the database. */
export type Follower = {
  readonly db: Database
  /** Milliseconds of a clock that never jumps, but where a test moves it. */
  readonly clock: () => number
  /** The board as of the last read; nothing before the first one. */
  followed: { readonly board: Board; readonly life: string; snapshot: string; readAt: Date } | undefined
  /** When the last read that ended had begun. */
  seenAt: number
  /** How many reads have begun, and which of them was the last to end well. */
  begun: number
  ended: number
  reading: { readonly done: Promise<void>; since: number } | undefined
  counting: Promise<void> | undefined
}

/** Each process has one board of each of its databases. */
export const followerOf = memoizePerObject((db: Database): Follower => {
  const passed = stopwatch()
  return {
    ...{ db, clock: () => passed() + db.clock.offsetMs, followed: undefined, seenAt: Number.NEGATIVE_INFINITY },
    ...{ begun: 0, ended: 0, reading: undefined, counting: undefined },
  }
})

/** Whether something was so at most so long ago; with no lag, nothing was. */
export const isWithin = ({ clock }: Follower, since: number, lagMs: number): boolean => {
  const passed = clock() - since
  return lagMs > 0 && passed >= 0 && passed <= lagMs
}

/** The board as it was at most so long ago. All who find it older wait for the same read; with no lag, for one that begins now. */
export async function boardWithin(follower: Follower, lagMs: number): Promise<Board> {
  if (!follower.followed || !isWithin(follower, follower.seenAt, lagMs)) await readAgain(follower, lagMs)
  if (!follower.followed) throw new Error('the board was read, and is not there')
  return follower.followed.board
}

async function readAgain(follower: Follower, lagMs: number): Promise<void> {
  const { reading } = follower
  if (reading && isWithin(follower, reading.since, lagMs)) return reading.done
  const last = follower.begun
  while (follower.ended <= last) await (follower.reading ?? begin(follower)).done
}

function begin(follower: Follower) {
  const number = ++follower.begun
  const reading = { done: Promise.resolve(), since: follower.clock() }
  follower.reading = reading
  reading.done = read(follower, reading)
    .then(() => {
      follower.ended = number
    })
    .finally(() => {
      follower.reading = undefined
    })
  return reading
}

const readsMax = 5

/** Reads what has changed; where that cannot be told any more, all of it first. */
async function read(follower: Follower, reading: { since: number }): Promise<void> {
  for (let attempt = 1; attempt <= readsMax; attempt++) {
    const followed = follower.followed ?? (await load(follower.db))
    reading.since = follower.clock()
    const changes = await readChanges(follower.db, followed.snapshot, followed.readAt)
    const { life, snapshot, readAt, isPurged } = changes[0] as Noted
    follower.followed = undefined
    if (life !== followed.life || isPurged !== false || changes.length > changesMax) continue
    follower.followed = followed
    await apply(follower.db, followed.board, changes)
    followed.snapshot = snapshot
    followed.readAt = readAt
    follower.seenAt = reading.since
    count(follower)
    return
  }
  throw new Error('the board could not be followed: the database begins a new life again and again')
}

/** Reads the whole board, a part while the one before is put in its place. What changes meanwhile is read again afterwards. */
async function load(db: Database) {
  await beginLife(db)
  const { life, snapshot, readAt } = await readMark(db)
  const board = newBoard()
  let part = await readListings(db, 0)
  for (;;) {
    const isLast = part.picked < listingsRead
    const next = isLast ? undefined : readListings(db, part.lastPicked as number)
    // Nobody waits for it yet: where it fails, it is heard of below.
    next?.catch(() => {})
    await yieldToEventLoop(putAll(board, part))
    if (!next) return { board, life: life ?? '', snapshot, readAt }
    part = await next
  }
}

function* putAll(board: Board, part: Parameters<typeof unpacked>[0]) {
  for (const listing of unpacked(part)) yield put(board, listing)
}

const appliedAtOnce = 200

/** Puts on the board what is listed of the changed offers as it is by now, and takes off the rest. */
async function apply(db: Database, board: Board, changes: readonly Noted[]): Promise<void> {
  const changed = Map.groupBy(
    changes.filter(({ offer }) => offer !== null),
    ({ offer }) => offer as number,
  )
  const offers = [...changed.keys()]
  for (let first = 0; first < offers.length; first += appliedAtOnce) {
    const some = offers.slice(first, first + appliedAtOnce)
    const part = await readListingsOf(db, some)
    for (const offer of some)
      for (const { at } of changed.get(offer) ?? []) if (at !== null) take(board, { at, id: offer })
    for (const listing of unpacked(part)) put(board, listing)
  }
}

/** Counts, on the side, the grams of blocks that have many new texts: searches are fast with them and right without. */
function count(follower: Follower): void {
  const board = follower.followed?.board
  if (!board || follower.counting || !board.blocks.some(isUncounted)) return
  follower.counting = yieldToEventLoop(countAll(follower, board)).finally(() => {
    follower.counting = undefined
  })
}

function* countAll(follower: Follower, board: Board) {
  const next = () => (follower.followed?.board === board ? board.blocks.find(isUncounted) : undefined)
  const notes = newNotes()
  for (let block = next(); block; block = next()) yield* countGrams(block, notes)
}

const idleReadSeconds = 60

/** The board is read while the server starts, and kept at hand while nobody asks. */
export function openBoard({ db, logger }: Pick<Ctx, 'db'> & { readonly logger: FastifyBaseLogger }) {
  const stopped = new AbortController()
  const follower = followerOf(db)
  let done = Promise.resolve()
  const follow = async () => {
    while (!stopped.signal.aborted) {
      await boardWithin(follower, 1).catch((err: unknown) => logger.warn({ err }, 'the board cannot be read now'))
      await setTimeout(idleReadSeconds * 1000, undefined, { signal: stopped.signal, ref: false }).catch(() => {})
    }
    await follower.reading?.done.catch(() => {})
    follower.followed = undefined
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

/** Forgets changes that every process has read by now. */
export const forgetChanges = ({ db }: Pick<Ctx, 'db'>): Promise<number> => purgeChanges(db)
