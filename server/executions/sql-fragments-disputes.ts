import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'
import { executionSnapshot, executorSnapshot, historyEntry } from './sql-fragments.ts'

/** Marks rejected executions as disputed; the decision stands until the dispute is decided. Expects ids of locked executions. */
export const disputeExecutions = (db: Db, executions: Sql): Sql => sql`
  update executions set status = 'Disputed', disputed_at = ${db.now()}, updated_at = ${db.now()},
    version = executions.version + 1,
    history = executions.history || ${historyEntry(db, 'Disputed', 'Executor', sql`executions.revision`, sql`null::text`)}
  where id = any(array(${executions})) returning executions.*`

/** The event's snapshot of an execution, from rows of executions, executors and offers, and the offer's counts. */
export const disputeSnapshot = (of: { execution: Sql; executor: Sql; offer: Sql; counts: Sql; more?: Sql }): Sql => sql`
  jsonb_build_object('execution', ${executionSnapshot(of.execution)} || ${of.more ?? sql`'{}'::jsonb`},
    'executor', ${executorSnapshot(of.executor)}, 'offer', ${of.offer}, 'counts', ${of.counts})`
