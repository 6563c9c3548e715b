import { mayCall } from '../../accounts/actions-callers.ts'
import { admitted } from '../../accounts/caller.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { type Days, requestedDays } from '../../values/requests/days.ts'
import { countDay, readDays, readLastCounted, readPresent, readQueue } from './sql.ts'
import { type DayStats, daysToCount, type Present, type Queue } from './stats.ts'

/** Counts the days that are not final yet. Answers how many it were. */
export async function countDays({ db }: Pick<Ctx, 'db'>): Promise<number> {
  const { day, now } = await readLastCounted(db)
  const days = daysToCount(day, now)
  for (const each of days) await countDay(db, each)
  return days.length
}

export type MarketStats = {
  readonly period: Days
  readonly days: readonly DayStats[]
  readonly present: Present
  readonly queue: Queue
  readonly now: Date
}

/** What happened day by day, and how it is now. */
export async function readMarketStats(ctx: Ctx, asked: { from?: string; to?: string }): Promise<MarketStats> {
  const { now } = await mayCall(ctx)
  const period = requestedDays(asked, now)
  const [days, present, queue] = await Promise.all([
    readDays(ctx.db.reads, period),
    readPresent(ctx.db.reads),
    openQueue(ctx),
  ])
  return { period, days, present, queue, now }
}

/** How much waits for an operator. */
export async function openQueue(ctx: Ctx): Promise<Queue> {
  const { rows } = admitted(ctx.by, await readQueue(ctx.db, ctx.by))
  return rows[0] as Queue
}
