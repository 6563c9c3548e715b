import { drainInBatches } from '../../platform/batching/drain.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { deleteOldSecrets } from '../sql.ts'

const secretsErasedMax = 1_000

/** Erases replaced secrets that no longer sign. Returns how many. */
export const sweepSecrets = ({ db }: Pick<Ctx, 'db'>): Promise<number> =>
  drainInBatches(secretsErasedMax, (most) => deleteOldSecrets(db, most))
