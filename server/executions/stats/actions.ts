import { mayCall } from '../../accounts/actions-callers.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import { requestedDays } from '../../values/requests/days.ts'
import { readStats } from './sql.ts'
import type { Stats, StatsReport } from './stats.ts'

type StatsRequest = {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly offer: Id<'offer'> | undefined
}

/** Returns the daily statistics of the caller's offers and money, or of one offer. */
export async function ownStats(ctx: Ctx, request: StatsRequest): Promise<StatsReport> {
  const { callerAccount: account, now } = await mayCall(ctx)
  const period = requestedDays(request, now)
  const rows = await readStats(ctx.db.reads, { account, offer: request.offer, ...period })
  return { ...period, days: rows.slice(0, -1), total: rows.at(-1) as Stats, currency: ctx.config.currency }
}
