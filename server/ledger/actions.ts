import { admitted, mustBeExecutor } from '../accounts/caller.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { Id } from '../values/id.ts'
import { moneyOf } from '../values/money.ts'
import { type Listed, listed, type Page } from '../values/page.ts'
import type { Balance, Book, Transaction, Verdict } from './ledger.ts'
import {
  balanceMismatches,
  balanceOf,
  ledgerFigures,
  readBalance,
  readTransactions,
  transferMismatches,
} from './sql.ts'

export async function ownBalance(ctx: Ctx, book: Book): Promise<Balance> {
  const { caller, rows } = admitted(ctx.by, await readBalance(ctx.db, ctx.by, book))
  if (book === 'executor.available') mustBeExecutor(caller)
  return withThreshold(rows[0] as Balance, ctx)
}

/** Who has never had money has the threshold that they will start with. */
const withThreshold = (balance: Balance, { config }: Pick<Ctx, 'config'>): Balance =>
  balance.updatedAt === null ? { ...balance, lowThresholdUnits: moneyOf(config).thresholdUnits } : balance

export const balanceOfAccount = (ctx: Ctx, account: Id<'account'>): Promise<Balance> =>
  balanceOf(ctx.db, account, 'advertiser.available')

export async function ownTransactions(ctx: Ctx, books: readonly Book[], page: Page): Promise<Listed<Transaction>> {
  const { caller, rows } = admitted(ctx.by, await readTransactions(ctx.db, ctx.by, books, page))
  if (books.includes('executor.available')) mustBeExecutor(caller)
  return listed(rows, page, caller, ctx.secretKey)
}

/** Recomputes every balance from its entries; each statement sees the books at one moment. */
export async function verifyLedger({ db }: Pick<Ctx, 'db'>): Promise<Verdict> {
  const mismatches = [...(await balanceMismatches(db)), ...(await transferMismatches(db))]
  const figures = await ledgerFigures(db)
  return { ...figures, mismatches, ok: mismatches.length === 0 && figures.sumUnits === 0n }
}
