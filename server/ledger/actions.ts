import { admitted, mustBeExecutor } from '../accounts/caller.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import type { Sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import { moneyOf } from '../values/money.ts'
import { listed, type Page, type PageOf } from '../values/requests/page.ts'
import {
  type Balance,
  type Earnings,
  executorBooks,
  type ListedTransaction,
  type Verdict,
  type WeekOfEarnings,
} from './ledger.ts'
import {
  type BalanceRow,
  balanceMismatches,
  balanceOf,
  balanceSnapshot,
  earningsOf,
  readBalance,
  readEarnings,
  readTransactions,
  readWeeks,
  sumsOfBooks,
  type TransactionFilter,
  transferMismatches,
} from './sql.ts'
import { clearingMismatches } from './sql-clearing.ts'

/** Returns the caller's balance. `pending` computes their incoming payments and may refer to the part `caller`. */
export async function ownBalance(ctx: Ctx, pending?: Sql): Promise<Balance> {
  const { rows } = admitted(ctx.by, await readBalance(ctx.db, ctx.by, pending))
  return withThreshold(rows[0] as BalanceRow, ctx)
}

export async function ownEarnings(ctx: Ctx): Promise<Earnings> {
  const { caller, rows } = admitted(ctx.by, await readEarnings(ctx.db, ctx.by))
  mustBeExecutor(caller)
  return rows[0] as Earnings
}

/** Accounts without a balance yet get the default threshold. */
const withThreshold = (row: BalanceRow, { config }: Pick<Ctx, 'config'>): Balance => ({
  ...row,
  lowThresholdUnits: row.lowThresholdUnits ?? moneyOf(config).thresholdUnits,
})

export const balanceOfAccount = async (ctx: Ctx, account: Id<'account'>): Promise<Balance> =>
  withThreshold(await balanceOf(ctx.db, account), ctx)

export const earningsOfAccount = ({ db }: Pick<Ctx, 'db'>, account: Id<'account'>): Promise<Earnings> =>
  earningsOf(db, account)

export async function ownTransactions(
  ctx: Ctx,
  filter: TransactionFilter,
  page: Page,
): Promise<PageOf<ListedTransaction>> {
  const { caller, rows } = admitted(ctx.by, await readTransactions(ctx.db.reads, ctx.by, filter, page))
  if (filter.books === executorBooks) mustBeExecutor(caller)
  return listed(rows, page, caller, ctx.secretKey)
}

const weeksShown = 12

/** Returns the caller's income of each of the last 12 weeks, oldest first. */
export async function ownWeeks(ctx: Ctx): Promise<readonly WeekOfEarnings[]> {
  const { caller, rows } = admitted(ctx.by, await readWeeks(ctx.db.reads, ctx.by, weeksShown))
  mustBeExecutor(caller)
  return rows
}

/** Recomputes every balance from its entries, and pending balances from their clearings. Each statement reads one snapshot. */
export async function verifyLedger({ db }: Pick<Ctx, 'db'>): Promise<Verdict> {
  const mismatches = [
    ...(await balanceMismatches(db)),
    ...(await transferMismatches(db)),
    ...(await clearingMismatches(db)),
  ]
  const snapshot = { ...(await balanceSnapshot(db)), sums: await sumsOfBooks(db) }
  return { ...snapshot, mismatches, ok: mismatches.length === 0 && snapshot.sumUnits === 0n }
}
