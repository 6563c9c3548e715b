import type { By, Ctx } from '../../platform/database/ctx.ts'
import { type Db, isOvertaken } from '../../platform/database/db.ts'
import type { Units } from '../../values/money.ts'
import { presentedHash } from '../caller.ts'
import { exceeded, mustBeWithinDailyMax } from './spending.ts'
import { countSpending, readSpending } from './sql.ts'

/** Returns the hash of the presented API key; null if the caller presents none, so that no maximum applies. */
export const keyHashOf = (by: By): Buffer | null =>
  by !== 'Local' && by.requirement.credential === 'ApiKey' ? presentedHash(by) : null

/** Whether the API key with this hash has a daily limit. Not that of a member, who has seen in the console what it costs. */
export async function hasDailyMax(db: Db, hash: Buffer | null): Promise<boolean> {
  if (hash === null) return false
  const { dailySpendMaxUnits, isOfMember } = await readSpending(db, hash)
  return dailySpendMaxUnits !== null && !isOfMember
}

type SpendingContext = Pick<Ctx, 'by' | 'config'> & { readonly db: Db }

/**
 * Counts money that the caller's API key takes from the available money, for a hold or a payment. It stays counted when it is released.
 * Expects a transaction that has locked the account's available money. Throws DailySpendMaxExceeded.
 */
export const spendWithKey = (ctx: SpendingContext, units: Units): Promise<void> =>
  spendWithHash(ctx, keyHashOf(ctx.by), units)

/** As `spendWithKey`, for the API key with this hash, which began the work that a job completes. */
export async function spendWithHash(
  { db, config }: Omit<SpendingContext, 'by'>,
  hash: Buffer | null,
  units: Units,
): Promise<void> {
  if (hash === null || units <= 0n) return
  try {
    await countSpending(db, hash, units)
  } catch (error) {
    if (!isOvertaken(error)) throw error
    const { now, ...spending } = await readSpending(db, hash)
    throw exceeded(spending, { units, currency: config.currency, now })
  }
}

/**
 * Throws ApprovalRequired if the caller is a member who may not move these units at once. For money that leaves the marketplace: it counts
 * towards no day, because what is refunded was not spent.
 */
export async function mustBeWithinSpendMax({ db, by, config }: SpendingContext, units: Units): Promise<void> {
  const hash = keyHashOf(by)
  if (hash === null) return
  const { now, ...spending } = await readSpending(db, hash)
  mustBeWithinDailyMax({ ...spending, dailySpendMaxUnits: null }, { units, currency: config.currency, now })
}
