import { admitted } from '../../accounts/caller.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import { EventNotFound } from '../event.ts'
import { type Feed, readEvent, readFeed } from './sql.ts'

/** A part of an account's events: the bodies as they were delivered, and where to go on. */
export type FeedPart = {
  readonly bodies: readonly string[]
  readonly nextAfter: number
  readonly hasMore: boolean
  /** From this one on all are kept. Before anything was told, and after all was forgotten: the number of the next one. */
  readonly oldestSequence: number
}

/** The caller's events after one that they know. None is ever skipped: a number is given only when all before it can be read. */
export async function feedAfter(ctx: Ctx, feed: Feed): Promise<FeedPart> {
  const { rows } = admitted(ctx.by, await readFeed(ctx.db.reads, ctx.by, feed))
  const found = rows.filter(({ sequence }) => sequence !== null)
  const items = found.slice(0, feed.limit)
  const hasMore = found.length > items.length
  // With nothing more to come, the next question need not look again at what this one passed over.
  const seen = hasMore ? items.at(-1)?.sequence : rows[0]?.lastSequence
  return {
    bodies: items.map(({ body }) => body),
    nextAfter: Math.max(feed.after, seen ?? 0),
    hasMore,
    oldestSequence: rows[0]?.oldestSequence ?? (rows[0]?.lastSequence ?? 0) + 1,
  }
}

/** The body of one event of the caller's. */
export async function openEvent(ctx: Ctx, id: Id<'event'>): Promise<string> {
  const { rows } = admitted(ctx.by, await readEvent(ctx.db, ctx.by, id))
  if (!rows[0]) throw EventNotFound({})
  return rows[0].body
}
