import { foundFor, listedFor } from '../accounts/actions-callers.ts'
import { admitted, mustBeExecutor } from '../accounts/caller.ts'
import { openForOperator } from '../executions/holds/actions-operator.ts'
import { openForModeration } from '../offers/moderation/actions.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import type { Id } from '../values/id.ts'
import type { Units } from '../values/money.ts'
import { listed, type Page, type PageOf } from '../values/requests/page.ts'
import {
  type Debtor,
  type Dispute,
  type DisputeCase,
  DisputeNotFound,
  disputeStatuses,
  undecidedStatuses,
} from './dispute.ts'
import {
  type DisputeFilter,
  readDebtors,
  readDispute,
  readDisputes,
  readDisputesAgainst,
  readDisputesOpened,
  readOwnDispute,
  readTotalDebt,
} from './sql.ts'

export async function listOwnDisputes(ctx: Ctx, page: Page): Promise<PageOf<Dispute>> {
  const { caller, rows } = admitted(ctx.by, await readDisputesOpened(ctx.db.reads, ctx.by, page))
  mustBeExecutor(caller)
  return listed(rows, page, caller, ctx.secretKey)
}

/** Returns a page of the disputes about the caller's rejections. */
export const listDisputesAgainst = (
  ctx: Ctx,
  statuses: readonly string[] | undefined,
  page: Page,
): Promise<PageOf<Dispute>> =>
  listedFor(ctx, page, readDisputesAgainst(ctx.db.reads, ctx.by, statuses ?? disputeStatuses, page))

/** Returns a page of all disputes, by default the ones that an operator may decide. */
export const listDisputes = (ctx: Ctx, filter: DisputeFilter, page: Page): Promise<PageOf<Dispute>> =>
  listedFor(
    ctx,
    page,
    readDisputes(ctx.db.reads, ctx.by, { ...filter, status: filter.status ?? undecidedStatuses }, page),
  )

/** Returns one dispute about the caller's rejections. Throws DisputeNotFound. */
export async function openDisputeAgainst(ctx: Ctx, id: Id<'dispute'>): Promise<Dispute> {
  return foundFor(ctx, readOwnDispute(ctx.db, ctx.by, id), DisputeNotFound)
}

/** Returns a dispute with everything for the decision: statements, offer, and the report with its earlier revisions. */
export async function openDisputeCase(ctx: Ctx, id: Id<'dispute'>): Promise<DisputeCase> {
  const dispute = await foundFor(ctx, readDispute(ctx.db, ctx.by, id), DisputeNotFound)
  const [offer, report] = await Promise.all([
    openForModeration(ctx, dispute.offer),
    openForOperator(ctx, dispute.execution),
  ])
  return { dispute, offer, report }
}

export type Debtors = PageOf<Debtor> & { readonly totalOwedUnits: Units }

/** Returns a page of the advertisers with debts to the platform, and their total debt. */
export async function listDebtors(ctx: Ctx, page: Page): Promise<Debtors> {
  const { caller, rows } = admitted(ctx.by, await readDebtors(ctx.db.reads, ctx.by, page))
  const { owedUnits } = await readTotalDebt(ctx.db)
  return { ...listed(rows, page, caller, ctx.secretKey), totalOwedUnits: owedUnits }
}
