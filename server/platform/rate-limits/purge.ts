import { drainInBatches } from '../batching/drain.ts'
import type { Ctx } from '../database/ctx.ts'
import { sql } from '../sql.ts'

const minute = sql`interval '1 minute'`
const idle = sql`interval '1 hour'`
/** Rows per statement: keeps each statement short. */
const purgedMax = 10_000

/** Deletes grants outside the one-minute window and counters that were idle for an hour. */
export async function purgeLimits({ db }: Pick<Ctx, 'db'>): Promise<number> {
  const old = sql`at < ${db.now()} - ${minute} or at > ${db.now()} + ${minute}`
  const unused = sql`last_at < ${db.now()} - ${idle}`
  const grants = await drainInBatches(purgedMax, (most) =>
    db.run(sql`
      delete from limit_grants where ctid = any(array(select ctid from limit_grants where ${old} limit ${most}::bigint))`),
  )
  const counters = await drainInBatches(purgedMax, (most) =>
    db.run(sql`
      delete from limit_counters where ${unused}
        and ctid = any(array(select ctid from limit_counters where ${unused} limit ${most}::bigint))`),
  )
  return grants + counters
}
