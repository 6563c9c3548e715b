import { type Batch, batched } from '../../platform/batching/batched.ts'
import { batchLimit, rowsOf } from '../../platform/batching/batches.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { type Money, moneyOf } from '../../values/money.ts'
import type { Execution } from '../execution.ts'
import type { Undecided } from '../sql-fragments.ts'
import type { Review } from './decision.ts'
import { acceptExecutions, rejectExecutions } from './sql.ts'

type Decided = Review & { readonly money: Money; readonly appealSeconds: number }
const decidingBy = (write: typeof acceptExecutions, from: Undecided): Batch<Decided, Execution | undefined> => ({
  limit: batchLimit,
  keyOf: ({ execution }) => execution,
  events: { columns: ['execution', 'offer'], of: ({ execution, offer }) => [execution, offer] },
  send: async (db, asked) => {
    const { money, appealSeconds } = asked[0] as Decided
    return rowsOf(
      await write(db, asked, { from, money, appealSeconds }),
      asked.map(({ execution }) => execution),
    )
  },
})
/** Those of one set leave from the same status, so that each can be told as if it had come after the other. */
const deciding = {
  accept: {
    Pending: decidingBy(acceptExecutions, 'Pending'),
    ReworkRequested: decidingBy(acceptExecutions, 'ReworkRequested'),
  },
  reject: {
    Pending: decidingBy(rejectExecutions, 'Pending'),
    ReworkRequested: decidingBy(rejectExecutions, 'ReworkRequested'),
  },
}

export type DecisionContext = Pick<Ctx, 'db' | 'config'>

/** Carries out a decision that the rule allowed; nothing where somebody else was faster, or time was. */
export const decideOn = ({ db, config }: DecisionContext, move: 'accept' | 'reject', from: Undecided, review: Review) =>
  batched(db, deciding[move][from], { ...review, money: moneyOf(config), appealSeconds: config.appealSeconds })

/** Writes many decisions in one statement. Returns the executions that nobody else had decided meanwhile. */
export const decideBatched = (
  { db, config }: DecisionContext,
  move: 'accept' | 'reject',
  from: Undecided,
  reviews: readonly Review[],
): Promise<Execution[]> => {
  const write = move === 'accept' ? acceptExecutions : rejectExecutions
  return write(db, reviews, { from, money: moneyOf(config), appealSeconds: config.appealSeconds })
}
