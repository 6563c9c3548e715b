import { foundFor, listedFor } from '../accounts/actions-callers.ts'
import { mustBeExecutor } from '../accounts/caller.ts'
import { openForOperator } from '../executions/holds/actions.ts'
import type { ReadReport } from '../executions/report.ts'
import { openOwnWork, openReport } from '../executions/reports/actions.ts'
import { openForModeration } from '../offers/moderation/actions.ts'
import { drainInBatches } from '../platform/batching/drain.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import { constraintOf, type Db } from '../platform/database/db.ts'
import { proofIdOf } from '../proofs/proof.ts'
import type { Id } from '../values/id.ts'
import type { Units } from '../values/money.ts'
import type { Page, PageOf } from '../values/requests/page.ts'
import { mustBeVersion, type Versions } from '../values/requests/version.ts'
import { applyOutcome } from './actions-decide.ts'
import { lockRejectedExecution } from './actions-overturn.ts'
import { type Attachment, attachmentsOf, mustBeUsable } from './attachment.ts'
import {
  type Debtor,
  type Dispute,
  type DisputeCase,
  DisputeNotFound,
  disputeStatuses,
  mayAnswer,
  mustBeAppealable,
  statementOf,
  undecidedStatuses,
  verdictByDeadline,
} from './dispute.ts'
import {
  answerDispute,
  type DisputeFilter,
  lockDispute,
  moveUnansweredToReview,
  openDispute,
  readDebtors,
  readDispute,
  readDisputes,
  readDisputesAgainst,
  readDisputesOpened,
  readOverdueDisputes,
  readOwnDispute,
  readTotalDebt,
} from './sql.ts'
import { readUsable } from './sql-attachments.ts'

type Appeal = {
  readonly id: Id<'execution'>
  readonly statement: string
  readonly proofUrls?: readonly string[] | null
  readonly versions: Versions
}

/** Opens the executor's appeal against a rejection, with files. Changes nothing if it is disputed already. */
export function dispute(ctx: Ctx, { id, versions, ...given }: Appeal): Promise<ReadReport> {
  const statement = statementOf(given.statement, 'statement')
  const named = attachmentsOf(given.proofUrls ?? [], (url) => proofIdOf(ctx.config.publicUrl, url))
  const opening = ctx.db.transaction(async (db) => {
    const within = { ...ctx, db }
    await openOwnWork(within, id)
    const rejected = await lockRejectedExecution(within, id)
    if (rejected.status !== 'Disputed') {
      mustBeVersion(rejected, versions)
      mustBeAppealable(rejected, rejected.now)
      const attachments = await usableOf(db, id, named)
      await openDispute(db, { execution: id, statement, attachments, answerSeconds: ctx.config.disputeAnswerSeconds })
    }
    return openOwnWork(within, id)
  })
  return opening.catch((error: unknown) => {
    // A concurrent appeal took one of the files.
    if (constraintOf(error) === 'dispute_proofs_pkey') mustBeUsable(named, [])
    throw error
  })
}

/** Returns the ids of the named files. Throws InvalidProofUrl. */
async function usableOf(db: Db, execution: Id<'execution'>, named: readonly Attachment[]): Promise<string[]> {
  const ids = named.flatMap(({ id }) => id ?? [])
  if (named.length === 0) return []
  mustBeUsable(
    named,
    (await readUsable(db, execution, ids)).map(({ name }) => name),
  )
  return ids
}

/** Adds the advertiser's answer, once and before the deadline. Repeating the same answer changes nothing. */
export function answer(ctx: Ctx, id: Id<'execution'>, given: string): Promise<Dispute> {
  const text = statementOf(given, 'answer')
  return ctx.db.transaction(async (db) => {
    await openReport({ ...ctx, db }, id)
    const open = await lockDispute(db, id)
    if (!open) throw DisputeNotFound({})
    return mayAnswer(open, text) ? answerDispute(db, open.id, text) : open
  })
}

const batchMax = 100

/** Applies the expired deadlines of disputes: for the answer, and for the decision. Returns how many disputes changed. */
export const applyDisputeDeadlines = async (ctx: Ctx): Promise<number> =>
  (await drainInBatches(batchMax, (limit) => moveUnansweredToReview(ctx.db, limit))) + (await decideOverdue(ctx))

const decideOverdue = (ctx: Ctx): Promise<number> =>
  drainInBatches(batchMax, async (limit) => {
    const overdue = await readOverdueDisputes(ctx.db, limit)
    const errors: unknown[] = []
    for (const { execution } of overdue) {
      await ctx.db
        .transaction((db) => applyOutcome({ ...ctx, db }, execution, verdictByDeadline))
        .catch((error) => errors.push(error))
    }
    // Thrown last, so that a dispute that fails does not block the ones after it.
    if (errors.length > 0) throw errors[0]
    return overdue.length
  })

export const listOwnDisputes = (ctx: Ctx, page: Page): Promise<PageOf<Dispute>> =>
  listedFor(ctx, page, readDisputesOpened(ctx.db.reads, ctx.by, page), mustBeExecutor)

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
  const list = await listedFor(ctx, page, readDebtors(ctx.db.reads, ctx.by, page))
  return { ...list, totalOwedUnits: (await readTotalDebt(ctx.db)).owedUnits }
}
