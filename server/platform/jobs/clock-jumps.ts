import type { FastifyBaseLogger } from 'fastify'
import type { Ctx } from '../database/ctx.ts'
import type { Db } from '../database/db.ts'
import { type Sql, sql } from '../sql.ts'

/** A clock that is set back by less is only slewed, or belongs to another server after a failover. */
const jumpSecondsMin = 2
/** How often the time is recorded: a jump is measured too short by up to this. */
const recordedSeconds = 5

/** Brings forward by `seconds` the future times that jobs of one noun set for themselves: retries and leases. */
export type BringForward = (ctx: Pick<Ctx, 'db'>, seconds: number) => Promise<unknown>

/**
 * Notices that the database's clock was set back since it was last seen, in this process or an earlier one, and brings forward
 * the times that jobs set before: otherwise retries and leases would wait until the clock catches up. Deadlines of people stay.
 * Returns 1 after a jump.
 */
export async function followClock(
  { db }: Pick<Ctx, 'db'>,
  log: FastifyBaseLogger,
  all: readonly BringForward[],
): Promise<number> {
  const seen = await readBackSeconds(db)
  if (seen && seen.backSeconds > -recordedSeconds && seen.backSeconds < jumpSecondsMin) return 0
  const seconds = await db.transaction(async (within) => {
    const locked = await lockBackSeconds(within)
    await recordTime(within)
    if (!locked || locked.backSeconds < jumpSecondsMin) return 0
    for (const bringForward of all) await bringForward({ db: within }, locked.backSeconds)
    return locked.backSeconds
  })
  if (seconds === 0) return 0
  log.warn({ seconds: Math.round(seconds) }, 'the clock of the database was set back: waiting jobs are brought forward')
  return 1
}

const backSeconds = (db: Db): Sql =>
  sql`select extract(epoch from seen_at - ${db.now()})::float8 as back_seconds from clock_marks`

const readBackSeconds = (db: Db) => db.maybe<{ readonly backSeconds: number }>(backSeconds(db))
const lockBackSeconds = (db: Db) => db.maybe<{ readonly backSeconds: number }>(sql`${backSeconds(db)} for update`)

const recordTime = (db: Db) =>
  db.run(sql`
    insert into clock_marks (id, seen_at) values (1, ${db.now()})
    on conflict (id) do update set seen_at = excluded.seen_at`)
