import { admitted, mustBeExecutor } from '../accounts/caller.ts'
import { type RuleFacts, ruledSettings } from '../money-rules/money-rule.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import type { Sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import { moneyOf } from '../values/money.ts'
import { listed, type Page, type PageOf } from '../values/requests/page.ts'
import {
  type Balance,
  type Earnings,
  executorBooks,
  type ListedTransaction,
  type MonthsOfEarnings,
  type OwnEarnings,
  type PeriodOfEarnings,
  type Verdict,
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
  sumsOfBooks,
  type TransactionFilter,
  transferMismatches,
} from './sql.ts'
import { clearingMismatches } from './sql-clearing.ts'
import { lockEarned, nextPart, readMonths, readWeeks, sumUp } from './sql-earned.ts'

/** Returns the caller's balance. `pending` computes their incoming payments and may refer to the part `caller`. */
export async function ownBalance(ctx: Ctx, pending?: Sql): Promise<Balance> {
  const { rows } = admitted(ctx.by, await readBalance(ctx.db, ctx.by, pending))
  return withThreshold(rows[0] as BalanceRow, ctx)
}

export async function ownEarnings(ctx: Ctx): Promise<OwnEarnings> {
  const { caller, rows } = admitted(ctx.by, await readEarnings(ctx.db, ctx.by))
  mustBeExecutor(caller)
  const { heldRules, ...earned } = rows[0] as Earnings & RuleFacts
  return { ...earned, withdrawalMinimum: ruledSettings(ctx.config, heldRules).withdrawalMinimum }
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
export async function ownWeeks(ctx: Ctx): Promise<readonly PeriodOfEarnings[]> {
  const { caller, rows } = admitted(ctx.by, await readWeeks(ctx.db.reads, ctx.by, weeksShown))
  mustBeExecutor(caller)
  return rows
}

const monthsShown = 12

/** Returns the caller's income of each of the last 12 months, oldest first, and of all time. */
export async function ownMonths(ctx: Ctx): Promise<MonthsOfEarnings> {
  const { caller, rows } = admitted(ctx.by, await readMonths(ctx.db.reads, ctx.by, monthsShown))
  mustBeExecutor(caller)
  return { months: rows, totalUnits: rows[0]?.totalUnits ?? 0n }
}

const entriesAtOnce = 20_000

/** Adds new entries to the sums of earnings, in parts. Returns 0: nothing waits for it. */
export async function sumUpEarnings({ db }: Pick<Ctx, 'db'>): Promise<number> {
  const addPart = (within: Db) =>
    lockEarned(within).then(async ({ entry }) => {
      const part = await nextPart(within, entry, entriesAtOnce)
      if (part) await sumUp(within, entry, part.upTo)
      return part !== undefined
    })
  while (await db.transaction(addPart));
  return 0
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
