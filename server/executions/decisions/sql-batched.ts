import { type BatchKind, batchLimit, joinBatch, rowsOf, unlessOvertaken } from '../../platform/batching/join-batch.ts'
import type { Database } from '../../platform/database/db.ts'
import type { Money } from '../../values/money.ts'
import type { Execution, Undecided } from '../execution.ts'
import type { AllowedDecision } from './decide.ts'
import { acceptExecutions, rejectExecutions } from './sql.ts'

type DecisionRequest = AllowedDecision & { readonly money: Money; readonly appealSeconds: number }
const decisionBatch = (
  write: typeof acceptExecutions,
  from: Undecided,
): BatchKind<DecisionRequest, Execution | undefined> => ({
  limit: batchLimit,
  keyOf: ({ execution }) => execution,
  records: { columns: ['execution', 'offer'], of: ({ execution, offer }) => [execution, offer] },
  send: async (db, items) => {
    // The settings are the same for all requests of a process.
    const { money, appealSeconds } = items[0] as DecisionRequest
    return rowsOf(
      await unlessOvertaken(items, () => write(db, items, { from, money, appealSeconds })),
      items.map(({ execution }) => execution),
    )
  },
})
/** The executions of a batch have the same status. It decides which conditions apply and which slot counts change. */
const decisionBatches = {
  accept: {
    Pending: decisionBatch(acceptExecutions, 'Pending'),
    ReworkRequested: decisionBatch(acceptExecutions, 'ReworkRequested'),
  },
  reject: {
    Pending: decisionBatch(rejectExecutions, 'Pending'),
    ReworkRequested: decisionBatch(rejectExecutions, 'ReworkRequested'),
  },
}

/** Writes a decision, batched with concurrent ones. Returns undefined if another decision or a deadline came first. */
export const joinDecisions = (db: Database, move: 'accept' | 'reject', from: Undecided, decision: DecisionRequest) =>
  joinBatch(db, decisionBatches[move][from], decision)
