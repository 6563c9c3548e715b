import { inBatches } from '../../platform/batching/batches.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { deleteOldSecrets } from '../sql.ts'

const secretsErasedMax = 1_000

/** Erases replaced secrets that no longer sign. Returns how many. */
export const sweepSecrets = ({ db }: Pick<Ctx, 'db'>): Promise<number> =>
  inBatches(secretsErasedMax, (most) => deleteOldSecrets(db, most))
