import { drainInBatches } from '../../platform/batching/drain.ts'
import { writeUnlessOvertaken } from '../../platform/batching/join-batch.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { moneyOf } from '../../values/money.ts'
import { missedRework, pastDeadline } from '../deadlines.ts'
import type { Execution, Undecided } from '../execution.ts'
import type { AllowedDecision } from './decide.ts'
import { acceptExecutions, type PastDeadline, readPastDeadline, rejectExecutions } from './sql.ts'
import { joinDecisions } from './sql-batched.ts'

export type DecisionContext = Pick<Ctx, 'db' | 'config'>

/** Carries out an allowed decision. Returns undefined if another decision or a deadline came first. */
export const writeDecision = (
  { db, config }: DecisionContext,
  move: 'accept' | 'reject',
  from: Undecided,
  review: AllowedDecision,
) => joinDecisions(db, move, from, { ...review, money: moneyOf(config), appealSeconds: config.appealSeconds })

/** Writes many decisions together, or one by one if another came first for some. Returns the executions that were still undecided. */
export async function writeDecisions(
  { db, config }: DecisionContext,
  move: 'accept' | 'reject',
  from: Undecided,
  reviews: readonly AllowedDecision[],
): Promise<Execution[]> {
  const write = move === 'accept' ? acceptExecutions : rejectExecutions
  const settings = { from, money: moneyOf(config), appealSeconds: config.appealSeconds }
  return writeUnlessOvertaken(reviews, (some) => write(db, some, settings))
}

const decidedOf = ({ offer, executor, hasItems, hasScreenOuts }: Omit<PastDeadline, 'id'>) => ({
  offer,
  executor,
  hasItems,
  hasScreenOuts,
})

const accepted = ({ id: execution, ...late }: PastDeadline): AllowedDecision => ({
  ...decidedOf(late),
  execution,
  by: 'AutoAccept',
  account: null,
})

const missed = ({ id: execution, ...late }: PastDeadline): AllowedDecision => ({
  ...decidedOf(late),
  execution,
  ...missedRework,
  by: 'ReworkTimeout',
  account: null,
})

/** Applies the outcome of an expired deadline before any other change. Returns whether there was one; callers then read the facts again. */
export async function applyExpiredDeadline(
  ctx: DecisionContext,
  execution: PastDeadline & Parameters<typeof pastDeadline>[0],
  now: Date,
): Promise<boolean> {
  const due = pastDeadline(execution, now)
  if (due === 'autoAccept') await writeDecision(ctx, 'accept', 'Pending', accepted(execution))
  if (due === 'missRework') await missRework(ctx, execution)
  return due !== undefined
}

export const missRework = (ctx: DecisionContext, late: PastDeadline) =>
  writeDecision(ctx, 'reject', 'ReworkRequested', missed(late))

const pastDeadlineMax = 200

/** Auto-accepts executions past their review deadline in batches, longest overdue first. Returns how many. */
export const autoAcceptDue = (ctx: DecisionContext): Promise<number> =>
  drainInBatches(pastDeadlineMax, async (limit) => {
    const due = await readPastDeadline(ctx.db, 'Pending', limit)
    return due.length === 0 ? 0 : (await writeDecisions(ctx, 'accept', 'Pending', due.map(accepted))).length
  })

/** Rejects executions past their rework deadline in batches. Returns how many. */
export const missReworkDue = (ctx: DecisionContext): Promise<number> =>
  drainInBatches(pastDeadlineMax, async (limit) => {
    const due = await readPastDeadline(ctx.db, 'ReworkRequested', limit)
    return due.length === 0 ? 0 : (await writeDecisions(ctx, 'reject', 'ReworkRequested', due.map(missed))).length
  })
