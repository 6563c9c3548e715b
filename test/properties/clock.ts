import { type Sql, sql } from '../../server/platform/sql.ts'
import type { Market } from '../support/market.ts'

/** Sets the clock of the market to `milliseconds` after the time that the query `at` returns. */
export async function moveClockTo(market: Market, at: Sql, milliseconds: number): Promise<void> {
  const { db } = market.ctx
  const { left } = await db.one<{ left: number }>(
    sql`select (extract(epoch from (${at}) - ${db.now()}) * 1000)::float8 as left`,
  )
  market.pass((left + milliseconds) / 1000)
}
