import { changeSlots, lockStates, slotsBy } from '../../offers/sql-fragments.ts'
import type { Db } from '../../platform/database/db.ts'
import { recordEvents } from '../../platform/database/events.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import { endReservations, lockActive } from '../../reservations/sql-fragments.ts'
import { reviewDeadline } from '../auto-accept/sql-fragments-review-deadline.ts'
import type { Execution } from '../execution.ts'
import { undecidedEvent } from '../sql.ts'
import { historyEntry, isUndecided, proofsOf } from '../sql-fragments.ts'
import { flagsOfProofs, proofsKnown } from '../sql-fragments-proofs.ts'
import type { NewExecution } from './sql.ts'

/** Work to resubmit after a rework request; `id` is the existing execution. */
export type Resubmission = Pick<NewExecution, 'id' | 'offer' | 'reservation' | 'contentHash' | 'details' | 'proofs'>

const requestedResubmissions = (requests: readonly Resubmission[]): Sql => {
  const column = (name: keyof Resubmission) => requests.map((one) => one[name])
  return sql`
    unnest(${column('id')}::bigint[], ${column('offer')}::bigint[], ${column('reservation')}::bigint[],
      ${column('contentHash')}::bytea[], ${requests.map(({ details }) => JSON.stringify(details))}::text[],
      ${requests.map(({ proofs }) => proofs.join(','))}::text[])
      as request (id, offer, reservation, content_hash, details, proofs)`
}

/** The proofs that the part `request` names, with their positions; `its` is the part with the written executions. */
const named = (its: Sql): Sql => sql`
  select ${its}.id as execution, ${its}.offer, named.proof::uuid as proof, named.position
  from ${its} join request on request.id = ${its}.id,
    unnest(string_to_array(request.proofs, ',')) with ordinality as named (proof, position)`

/** Each proof belongs to one execution: frees proofs that are no longer named, and adds new ones unless other work has them. */
const proofParts = sql`
  named as materialized (${named(sql`reworked`)}),
  freed as (
    delete from execution_proofs used where used.execution = any(array(select id from reworked))
      and not exists (select from named where named.proof = used.proof and named.execution = used.execution)
  ),
  kept as (
    update execution_proofs used set position = named.position from named
    where used.execution = any(array(select id from reworked)) and used.proof = named.proof
      and used.execution = named.execution
    returning used.proof
  ),
  added as (
    insert into execution_proofs (proof, execution, offer, position)
    select proof, execution, offer, position from named where proof not in (select proof from kept)
  )`

const resubmittedEvent = undecidedEvent(
  'report.submitted',
  sql`execution`,
  { rework: -1, pending: 1 },
  sql`, 'resubmission', true, 'previousRevision', execution.revision - 1`,
)

/**
 * Resubmits a batch in one guarded statement: slots, rework reservations, executions with their next revision, the previous revisions,
 * proofs, events. Submissions that lost a race are missing from the result.
 */
export const resubmitExecutions = (db: Db, requests: readonly Resubmission[]) =>
  db.many<Pick<Execution, 'id' | 'status' | 'revision' | 'reviewDeadlineAt'>>(sql`
    with request as materialized (select * from ${requestedResubmissions(requests)}),
    state as materialized (${lockStates(sql`select offer from request`)}),
    active as materialized (${lockActive(
      sql`select reservation from request where offer = any(array(select offer from state))`,
      sql`kind = 'Rework' and expires_at > ${db.now()}`,
    )}),
    sent_back as materialized (
      select execution.*, coalesce(execution.proofs, ${proofsOf(sql`execution.id`)}) as former_proofs from (
        select * from executions where id = any(array(select execution from active)) order by id for update) execution
      join active on active.execution = execution.id and active.id = execution.rework_reservation
      where ${isUndecided(sql`execution`, 'ReworkRequested')}
    ),
    moved as (${changeSlots(slotsBy(sql`sent_back`, { rework: -1, pending: 1 }))}),
    reworked as materialized (select * from sent_back where offer = any(array(select offer from moved))),
    submitted as (${endReservations(db, sql`select rework_reservation from reworked`, 'Submitted')}),
    archived as (
      insert into revisions (execution, revision, offer, reservation, content_hash, details, proofs, submitted_at)
      select id, revision, offer, reservation, content_hash, details, former_proofs, submitted_at from reworked
    ),
    execution as (
      update executions set status = 'Pending', revision = executions.revision + 1, reservation = submitted.id,
        content_hash = request.content_hash, details = request.details::jsonb, proofs = known.proofs,
        flags = array_remove(array_remove(executions.flags, 'DuplicateProof'), 'DuplicateCode') || ${flagsOfProofs(sql`known.proofs`)},
        reserved_at = submitted.created_at, submitted_at = ${db.now()},
        review_deadline_at = ${reviewDeadline(db, sql`submitted.review_seconds`)}, updated_at = ${db.now()},
        version = executions.version + 1, history = executions.history
          || ${historyEntry(db, 'Submitted', 'Executor', sql`executions.revision + 1`, sql`null::text`)}
      from submitted join request on request.reservation = submitted.id
      cross join lateral (select ${proofsKnown(sql`request.proofs`, {
        execution: sql`request.id`,
        executor: sql`submitted.executor`,
      })} as proofs offset 0) known
      where executions.id = submitted.execution
      returning executions.*
    ),
    ${proofParts},
    event as (${recordEvents(db)`${resubmittedEvent}`})
    select id, status, revision, review_deadline_at from execution`)
