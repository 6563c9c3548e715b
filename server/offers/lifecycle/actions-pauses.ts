import { lockPause, notePauseApplied, unappliedPauses } from '../../accounts/actions-pauses.ts'
import { pauseCauses } from '../../accounts/pause-cause.ts'
import { drainInBatches } from '../../platform/batching/drain.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Database } from '../../platform/database/db.ts'
import type { Id } from '../../values/id.ts'
import { pauseOffers, resumeOffers } from './sql-pauses.ts'

const codes = Object.keys(pauseCauses)
const accountsMax = 20
const offersMax = 200

/** Pauses and resumes offers according to the pause causes of their advertisers. Returns the number of accounts. */
export const applyPauses = ({ db }: Pick<Ctx, 'db'>): Promise<number> =>
  drainInBatches(accountsMax, async (most) => {
    const accounts = await unappliedPauses(db, most)
    for (const { account } of accounts) await applyTo(db, account)
    return accounts.length
  })

/** One transaction for each batch, under the lock of the causes: a cause that ends meanwhile is applied after it. */
const applyTo = (db: Database, account: Id<'account'>): Promise<number> =>
  drainInBatches(offersMax, (most) =>
    db.transaction(async (within) => {
      const cause = await lockPause(within, account)
      const { found } = cause
        ? await pauseOffers(within, { account, codes }, { code: cause, message: pauseCauses[cause] }, most)
        : await resumeOffers(within, { account, codes }, most)
      if (found < most) await notePauseApplied(within, account)
      return found
    }),
  )
