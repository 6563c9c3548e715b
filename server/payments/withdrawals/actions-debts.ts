import { admitted, mustBeExecutor } from '../../accounts/caller.ts'
import { ownEarnings } from '../../ledger/actions.ts'
import { clearDueOf } from '../../ledger/actions-clearing.ts'
import type { OwnEarnings } from '../../ledger/ledger.ts'
import { drainInBatches } from '../../platform/batching/drain.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import { lesserOf, moneyOf } from '../../values/money.ts'
import { liftForSettled, lockEarnings, lockPayer, readSettled, settleFromEarnings } from '../sql-debts.ts'
import { withdrawFacts } from './sql.ts'

const settledMax = 100

/** Resumes the offers of advertisers whose debt is settled. Returns how many. */
export const resumeSettled = ({ db }: Pick<Ctx, 'db'>): Promise<number> =>
  drainInBatches(settledMax, async (limit) => {
    const accounts = await readSettled(db, limit)
    for (const { account } of accounts)
      await db.transaction(async (within) => {
        await lockPayer(within, account)
        await liftForSettled(within, account)
      })
    return accounts.length
  })

/**
 * Settles the caller's debt from their available earnings as far as possible. Returns the resulting earnings. Does nothing without
 * debt or earnings.
 */
export async function settleOwnDebt(ctx: Ctx): Promise<OwnEarnings> {
  const { caller, rows } = admitted(ctx.by, await withdrawFacts(ctx.db, ctx.by))
  mustBeExecutor(caller)
  const isDue = rows.some(({ debtUnits, availableUnits }) => debtUnits > 0n && availableUnits > 0n)
  if (isDue) await settleNow(ctx, caller.callerAccount)
  return ownEarnings(ctx)
}

/** Clears due earnings first: they count even if the job has not run. */
const settleNow = ({ db, config }: Ctx, account: Id<'account'>): Promise<void> =>
  db.transaction(async (within) => {
    await clearDueOf(within, account, moneyOf(config))
    const { debtUnits, earnedUnits } = await lockEarnings(within, account)
    const units = lesserOf(debtUnits, earnedUnits)
    if (units > 0n) await settleFromEarnings(within, account, units, moneyOf(config))
  })
