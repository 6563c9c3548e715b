import { writeUnlessOvertaken } from '../../platform/batching/join-batch.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { moneyOf } from '../../values/money.ts'
import type { Execution } from '../execution.ts'
import type { Undecided } from '../sql-fragments.ts'
import type { Review } from './decision.ts'
import { acceptExecutions, rejectExecutions } from './sql.ts'
import { decideExecution } from './sql-batched.ts'

export type DecisionContext = Pick<Ctx, 'db' | 'config'>

/** Carries out an allowed decision. Returns undefined if another decision or a deadline came first. */
export const decideOn = ({ db, config }: DecisionContext, move: 'accept' | 'reject', from: Undecided, review: Review) =>
  decideExecution(db, move, from, { ...review, money: moneyOf(config), appealSeconds: config.appealSeconds })

/** Writes many decisions together, or one by one if another came first for some. Returns the executions that were still undecided. */
export async function decideBatched(
  { db, config }: DecisionContext,
  move: 'accept' | 'reject',
  from: Undecided,
  reviews: readonly Review[],
): Promise<Execution[]> {
  const write = move === 'accept' ? acceptExecutions : rejectExecutions
  const settings = { from, money: moneyOf(config), appealSeconds: config.appealSeconds }
  return writeUnlessOvertaken(reviews, (some) => write(db, some, settings))
}
