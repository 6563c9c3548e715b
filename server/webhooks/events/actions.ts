import { setTimeout } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { foundFor } from '../../accounts/actions-callers.ts'
import { admitted } from '../../accounts/caller.ts'
import { drainInBatches } from '../../platform/batching/drain.ts'
import { stopwatch } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Permit } from '../../platform/load-shedding/capacity.ts'
import type { Id } from '../../values/id.ts'
import { EventNotFound, waitSecondsMax, waitsOfAccountMax } from './event.ts'
import { deleteOldEvents, type Feed, readEvent, readFeed } from './sql.ts'

/** Maximum number of events that one statement deletes. */
const deletedMax = 1_000

/** A page of an account's events: the bodies as delivered, and the cursor for the next page. */
export type FeedPart = {
  readonly account: Id<'account'>
  readonly events: readonly { readonly sequence: number; readonly body: string }[]
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
    events: items.map(({ sequence, body }) => ({ sequence: sequence ?? 0, body })),
    nextAfter: Math.max(feed.after, seen ?? 0),
    hasMore,
    oldestSequence: rows[0]?.oldestSequence ?? newestSequence + 1,
    newestSequence,
  }
}

/** The same, each time that a waiting request reads again: a member's role may have changed meanwhile. */
export async function feedStill(ctx: Ctx, feed: Feed): Promise<FeedPart> {
  if (ctx.by !== 'Local') await ctx.by.member?.mayStill()
  return feedAfter(ctx, feed)
}

/** Returns the body of one of the caller's events. */
export const openEvent = async (ctx: Ctx, id: Id<'event'>): Promise<string> =>
  (await foundFor(ctx, readEvent(ctx.db, ctx.by, id), EventNotFound)).body

/** Deletes expired events in partitions that cannot be dropped. Returns how many. */
export const sweepEvents = ({ db }: Pick<Ctx, 'db'>): Promise<number> =>
  drainInBatches(deletedMax, (limit) => deleteOldEvents(db, limit))

const pollMs = 500

/** How long a request may wait; `gone`: its client has left. */
type Wait = { readonly permit: Permit | undefined; readonly gone: AbortSignal; readonly seconds: number }

/** Returns a signal that the client of a response has left. */
export function goneOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => gone.abort())
  return gone.signal
}

/**
 * Returns a function that reads the feed until it has an event, the seconds are over, the client is gone or the server stops. A waiting
 * request uses no capacity. Beyond `waitsOfAccountMax` requests of an account, the answer is what the feed has now.
 */
export function createFeedWait(api: Api) {
  const waiting = new Map<number, number>()
  const closing = new AbortController()
  api.addHook('preClose', async () => closing.abort())

  return async ({ permit, gone, seconds }: Wait, read: () => Promise<FeedPart>): Promise<FeedPart> => {
    const passed = stopwatch()
    const signal = AbortSignal.any([closing.signal, gone])
    const part = await read()
    const { account } = part
    const count = waiting.get(account) ?? 0
    if (seconds === 0 || part.events.length > 0 || count >= waitsOfAccountMax) return part
    waiting.set(account, count + 1)
    try {
      return await readAgain()
    } finally {
      const left = (waiting.get(account) ?? 1) - 1
      if (left > 0) waiting.set(account, left)
      else waiting.delete(account)
    }

    async function readAgain(): Promise<FeedPart> {
      for (let last = part; ; ) {
        const leftMs = Math.min(seconds, waitSecondsMax) * 1000 - passed()
        if (last.events.length > 0 || leftMs <= 0 || signal.aborted) return last
        permit?.pause()
        await setTimeout(Math.min(pollMs, leftMs), undefined, { signal }).catch(() => undefined)
        permit?.resume()
        if (!gone.aborted) last = await read()
      }
    }
  }
}
