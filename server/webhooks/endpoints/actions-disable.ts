import type { Ctx } from '../../platform/database/ctx.ts'
import { judgeEndpoints } from '../sql.ts'

/** Disables endpoints that have failed for days and notifies their accounts. Returns how many. */
export const disableFailingEndpoints = ({ db }: Pick<Ctx, 'db'>): Promise<number> => judgeEndpoints(db)
