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

/** Writes many decisions in one statement. Returns the executions that were still undecided. */
export const decideBatched = (
  { db, config }: DecisionContext,
  move: 'accept' | 'reject',
  from: Undecided,
  reviews: readonly Review[],
): Promise<Execution[]> => {
  const write = move === 'accept' ? acceptExecutions : rejectExecutions
  return write(db, reviews, { from, money: moneyOf(config), appealSeconds: config.appealSeconds })
}
