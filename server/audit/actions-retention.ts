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
