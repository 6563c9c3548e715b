import {
  type BatchKind,
  batchByRequirement,
  batchLimit,
  joinBatch,
  rowsOf,
  unlessOvertaken,
} from '../../platform/batching/join-batch.ts'
import type { Requirement } from '../../platform/database/ctx.ts'
import type { Database, Db } from '../../platform/database/db.ts'
import type { Id } from '../../values/id.ts'
import type { Execution } from '../execution.ts'
import { insertExecutions, type NewExecution, type SubmitRequest, submitFacts } from './sql.ts'
import { type Resubmission, resubmitExecutions } from './sql-resubmit.ts'

export type SubmitFacts = Awaited<ReturnType<typeof submitFacts>>[number]
const readingFacts = batchByRequirement<SubmitRequest, SubmitFacts>((requirement) => ({
  limit: batchLimit,
  send: (db, requests) => submitFacts(db, requirement, requests),
}))

export const readSubmitFacts = (db: Database, requirement: Requirement, request: SubmitRequest) =>
  joinBatch(db, readingFacts(requirement), request)

export type SubmittedExecution = Pick<Execution, 'id' | 'status' | 'revision' | 'reviewDeadlineAt'>
type Work = { readonly id: Id<'execution'>; readonly offer: Id<'offer'> }
type Write<Item> = (db: Db, items: readonly Item[]) => Promise<SubmittedExecution[]>

const writing = <Item extends Work>(
  write: Write<Item>,
  keyOf: (item: Item) => unknown,
): BatchKind<Item, SubmittedExecution | undefined> => ({
  limit: batchLimit,
  keyOf,
  records: { columns: ['execution', 'offer'], of: ({ id, offer }) => [id, offer] },
  send: async (db, items) =>
    rowsOf(
      await unlessOvertaken(items, () => write(db, items)),
      items.map(({ id }) => id),
    ),
})
const inserting = writing<NewExecution>(insertExecutions, ({ reservation }) => reservation)
const resubmitting = writing<Resubmission>(resubmitExecutions, ({ id }) => id)

/** Inserts submitted work. Returns undefined if a concurrent request came first. */
export const insertExecution = (db: Database, work: NewExecution) => joinBatch(db, inserting, work)

/** Resubmits work after a rework request. Returns undefined if a concurrent request came first. */
export const resubmitExecution = (db: Database, work: Resubmission) => joinBatch(db, resubmitting, work)
