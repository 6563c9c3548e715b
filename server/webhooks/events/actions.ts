import { admitted } from '../../accounts/caller.ts'
import { drainInBatches } from '../../platform/batching/drain.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import { EventNotFound } from './event.ts'
import { deleteOldEvents, type Feed, readEvent, readFeed } from './sql.ts'

/** Maximum number of events that one statement deletes. */
const deletedMax = 1_000

/** A page of an account's events: the bodies as delivered, and the cursor for the next page. */
export type FeedPart = {
  readonly account: Id<'account'>
  readonly bodies: readonly string[]
  readonly nextAfter: number
  readonly hasMore: boolean
  /** The first sequence number available. If no event is available: the next number to be assigned. */
  readonly oldestSequence: number
  /** The last sequence number assigned; 0: none yet. */
  readonly newestSequence: number
}

/** Lists the caller's events after a cursor. Never skips one: a number is assigned only when all earlier ones are visible. */
export async function feedAfter(ctx: Ctx, feed: Feed): Promise<FeedPart> {
  const { caller, rows } = admitted(ctx.by, await readFeed(ctx.db.reads, ctx.by, feed))
  const events = rows.filter(({ sequence }) => sequence !== null)
  const items = events.slice(0, feed.limit)
  const newestSequence = rows[0]?.lastSequence ?? 0
  const hasMore = events.length > items.length
  // At the end of the feed, the cursor moves past events that the filter skipped.
  const seen = hasMore ? items.at(-1)?.sequence : newestSequence
  return {
    account: caller.callerAccount,
    bodies: items.map(({ body }) => body),
    nextAfter: Math.max(feed.after, seen ?? 0),
    hasMore,
    oldestSequence: rows[0]?.oldestSequence ?? newestSequence + 1,
    newestSequence,
  }
}

/** Returns the body of one of the caller's events. */
export async function openEvent(ctx: Ctx, id: Id<'event'>): Promise<string> {
  const { rows } = admitted(ctx.by, await readEvent(ctx.db, ctx.by, id))
  if (!rows[0]) throw EventNotFound({})
  return rows[0].body
}

/** Deletes expired events in partitions that cannot be dropped. Returns how many. */
export const sweepEvents = ({ db }: Pick<Ctx, 'db'>): Promise<number> =>
  drainInBatches(deletedMax, (limit) => deleteOldEvents(db, limit))
