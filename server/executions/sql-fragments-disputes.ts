import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'
import { executionSnapshot, executorSnapshot, happened } from './sql-fragments.ts'

/** A rejection is appealed against: what was decided stands until the dispute is. Expects ids of executions that are locked. */
export const disputeExecutions = (db: Db, executions: Sql): Sql => sql`
  update executions set status = 'Disputed', disputed_at = ${db.now()}, updated_at = ${db.now()},
    version = executions.version + 1,
    history = executions.history || ${happened(db, 'Disputed', 'Executor', sql`executions.revision`, sql`null::text`)}
  where id = any(array(${executions})) returning executions.*`

/** What an event tells of an execution, from rows of executions, executors and offers, and the figures of the offer's state. */
export const disputeSnapshot = (of: { execution: Sql; executor: Sql; offer: Sql; counts: Sql; more?: Sql }): Sql => sql`
  jsonb_build_object('execution', ${executionSnapshot(of.execution)} || ${of.more ?? sql`'{}'::jsonb`},
    'executor', ${executorSnapshot(of.executor)}, 'offer', ${of.offer}, 'counts', ${of.counts})`
