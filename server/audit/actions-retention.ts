import type { FastifyBaseLogger } from 'fastify'
import type { Ctx } from '../platform/database/ctx.ts'
import { dropExpiredPartitions, makePartitionsAhead, readOverrun } from '../platform/database/partitions.ts'
import { areDecisionsOldEnough, areDecisionsOver } from './sql-retention.ts'

/** Creates partitions ahead, switches to the next one twice a year, and drops those past their retention. */
export async function keepDecisions({ db, config }: Pick<Ctx, 'db' | 'config'>): Promise<number> {
  const made = await makePartitionsAhead(db, 'audit_log', areDecisionsOldEnough)
  return (
    made +
    (await dropExpiredPartitions(db, ['audit_log'], (within, number, all) =>
      areDecisionsOver(within, number, all, config.auditKeptDays),
    ))
  )
}

/** Returns the tables with rows in their default partition, which means that a partition was not created in time. */
export const overrunTables = async ({ db }: Pick<Ctx, 'db'>): Promise<string[]> =>
  (await readOverrun(db)).map(({ table }) => table)

/** As `keepDecisions`, and logs the tables of `overrunTables`. */
export async function keepDecisionsInPartitions(
  ctx: Pick<Ctx, 'db' | 'config'>,
  log: FastifyBaseLogger,
): Promise<void> {
  await keepDecisions(ctx)
  const overrun = await overrunTables(ctx)
  if (overrun.length > 0)
    log.error({ tables: overrun }, 'rows without a partition of their own: see docs/operate/retention.md')
}
