import type { Ctx } from '../../platform/database/ctx.ts'
import { keptMismatches, slotMismatches } from './sql.ts'

/** Returns the offers whose kept holds or slot counts do not match their reservations and executions. */
export const verifyExecutions = async ({ db }: Pick<Ctx, 'db'>) => [
  ...(await keptMismatches(db)),
  ...(await slotMismatches(db)),
]
