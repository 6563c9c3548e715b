import type { Ctx } from '../../platform/database/ctx.ts'
import { judgeEndpoints } from '../sql.ts'

/** Disables what nothing has reached for days, for the accounts to be told; answers how many there were. */
export const disableFailingEndpoints = ({ db }: Pick<Ctx, 'db'>): Promise<number> => judgeEndpoints(db)
