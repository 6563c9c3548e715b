import type { Ctx } from '../platform/database/ctx.ts'
import { dropOver, keepAhead, readOverrun } from '../platform/database/partitions.ts'
import { areDecisionsOldEnough, areDecisionsOver } from './sql-retention.ts'

/** Makes partitions ahead, has new decisions come into the next one twice a year, and drops those that are kept no more. */
export async function keepDecisions({ db, config }: Pick<Ctx, 'db' | 'config'>): Promise<number> {
  const made = await keepAhead(db, 'audit_log', areDecisionsOldEnough)
  return (
    made +
    (await dropOver(db, ['audit_log'], (within, number, all) =>
      areDecisionsOver(within, number, all, config.auditKeptDays),
    ))
  )
}

/** Tables of which rows are where no row should be, because nobody made their partition in time. */
export const overrunTables = async ({ db }: Pick<Ctx, 'db'>): Promise<string[]> =>
  (await readOverrun(db)).map(({ table }) => table)
