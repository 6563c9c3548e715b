import { mayCall } from '../../accounts/actions-callers.ts'
import { admitted } from '../../accounts/caller.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Units } from '../../values/money.ts'
import { requestedDays } from '../../values/requests/days.ts'
import { countDay, readCurrentStats, readDays, readLastCounted, readRewarded } from './sql.ts'
import { readQueue } from './sql-queue.ts'
import { daysToCount, faultsOf, type MarketStats, type Queue, type QueueRow } from './stats.ts'

/** Computes the statistics of days that are not final yet. Returns how many days. */
export async function countDays({ db }: Pick<Ctx, 'db'>): Promise<number> {
  const { day, now } = await readLastCounted(db)
  const days = daysToCount(day, now)
  for (const each of days) await countDay(db, each)
  return days.length
}

export async function readMarketStats(ctx: Ctx, query: { from?: string; to?: string }): Promise<MarketStats> {
  const { now } = await mayCall(ctx)
  const period = requestedDays(query, now)
  const [days, current, queue] = await Promise.all([
    readDays(ctx.db.reads, period),
    readCurrentStats(ctx.db.reads),
    openQueue(ctx),
  ])
  return { period, days, current, queue }
}

/** Returns what executors have earned up to the last counted day. */
export const rewardedSoFar = async ({ db }: Pick<Ctx, 'db'>): Promise<Units> => (await readRewarded(db)).units

export async function openQueue(ctx: Ctx): Promise<Queue> {
  const { rows } = admitted(ctx.by, await readQueue(ctx.db, ctx.by))
  const row = rows[0] as QueueRow
  return { ...row, faults: faultsOf(row, ctx.config.smtpUrl !== undefined) }
}
