import type { FastifyBaseLogger } from 'fastify'
import { createApi } from '../../api.ts'
import { createClock, machineSeconds } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/database/ctx.ts'

const dayMs = 86_400_000
const connections = 3
const generousPerMinute = 1_000_000

/** The marketplace with an address and a clock of its own, so that whoever visits it meanwhile has today's time. */
export type Past = {
  readonly ctx: Ctx
  readonly address: string
  /** Sets the clock to a time of an earlier day (UTC). */
  goTo(daysAgo: number, minuteOfDay: number): void
  goToNow(): void
  /** The day of the week, from Sunday as 0 (UTC). */
  weekdayOf(daysAgo: number): number
  close(): Promise<void>
}

/** Opens the marketplace in the past. Requests to it have no limits per minute. */
export async function openPast(ctx: Ctx, logger: FastifyBaseLogger): Promise<Past> {
  const clock = createClock(ctx.db.clock.offsetMs)
  const db = ctx.db.beside({ clock, connectionsMax: connections })
  const config = {
    ...ctx.config,
    keyRatePerMinute: generousPerMinute,
    tokenRatePerMinute: generousPerMinute,
    accountRatePerMinute: generousPerMinute,
    uploadRatePerMinute: generousPerMinute,
    pictureMegapixelsPerMinute: generousPerMinute,
  }
  const past = { ...ctx, db, config }
  const api = createApi({ ...past, logger: logger.child({}, { level: 'warn' }) })
  const now = machineSeconds() * 1_000
  const midnight = now - (now % dayMs)
  const address = await api.listen({ host: '127.0.0.1', port: 0 })
  return {
    ctx: past,
    address,
    goTo: (daysAgo, minuteOfDay) => {
      clock.offsetMs = ctx.db.clock.offsetMs + midnight - daysAgo * dayMs + minuteOfDay * 60_000 - now
    },
    weekdayOf: (daysAgo) => new Date(midnight - daysAgo * dayMs).getUTCDay(),
    goToNow: () => {
      clock.offsetMs = ctx.db.clock.offsetMs
    },
    close: async () => {
      await api.close()
      await db.close()
    },
  }
}
