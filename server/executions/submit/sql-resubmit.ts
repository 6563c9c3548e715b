import { storeAnswers } from '../../items/sql-fragments-answers.ts'
import { lockSlots, moveSlots } from '../../offers/sql-fragments.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import { endReservations, lockReservations } from '../../reservations/sql-fragments.ts'
import { type Execution, failedCheckFlag } from '../execution.ts'
import { historyEntry, lockExecutions, proofsOf, reviewDeadline } from '../sql-fragments.ts'
import { flagsOfProofs, proofsKnown } from '../sql-fragments-proofs.ts'
import { recordExecutions } from '../sql-fragments-reports.ts'
import { flagsOfReturn, idsOfWork, type NewExecution } from './sql.ts'

/** Work to resubmit after a rework request; `id` is the existing execution. */
export type Resubmission = Pick<
  NewExecution,
  'id' | 'offer' | 'reservation' | 'contentHash' | 'details' | 'proofs' | 'answers'
>

/** The work of a batch: as rows named `request`, and its ids. */
function batchOf(work: readonly Resubmission[]) {
  const { ids, reservations, offers } = idsOfWork(work)
  return {
    ids,
    reservations,
    offers,
    request: sql`
      unnest(${ids}, ${reservations}, ${work.map(({ contentHash }) => contentHash)}::bytea[], ${work.map(({ details }) => JSON.stringify(details))}::jsonb[],
        ${work.map(({ proofs }) => proofs.join(','))}::text[]) as request (id, reservation, content_hash, details, proofs)`,
  }
}

/**
 * Resubmits a batch in one flight, as the next revision of each execution: all of it or, if a concurrent request came first for one,
 * nothing.
 */
export const resubmitExecutions = (db: Db, work: readonly Resubmission[]) => {
  const { ids, reservations, offers, request } = batchOf(work)
  const rows = sql`(select * from executions where id = any(${ids})) execution`
  return db.flight<Pick<Execution, 'id' | 'status' | 'revision' | 'reviewDeadlineAt'>>([
    lockSlots(offers),
    lockReservations(reservations),
    lockExecutions(ids),
    sql`
      select must_hold(count(*) = ${work.length}::bigint) from ${rows} join ${request} on request.id = execution.id
      join reservations on reservations.id = request.reservation and reservations.id = execution.rework_reservation
      where execution.status = 'ReworkRequested' and reservations.status = 'Active' and expires_at > ${db.now()}`,
    moveSlots(rows, { rework: -1, pending: 1 }),
    endReservations(db, sql`select unnest(${reservations})`, 'Submitted'),
    sql`
      insert into revisions (execution, revision, offer, reservation, content_hash, details, proofs, submitted_at)
      select id, revision, offer, reservation, content_hash, details, coalesce(proofs, ${proofsOf(sql`execution.id`)}), submitted_at
      from ${rows}`,
    setResubmitted(db, request, ids),
    ...replaceProofs(request, ids),
    ...storeAnswers(work, true),
    recordExecutions(
      db,
      'report.submitted',
      ids,
      sql`, 'resubmission', true, 'previousRevision', execution.revision - 1`,
    ),
    sql`select id, status, revision, review_deadline_at from ${rows}`,
  ])
}

/** A failed check stays known until the study reports something else. */
const flagsBefore: Sql = sql`
  (case when terms.returned is null then executions.flags else array_remove(executions.flags, ${failedCheckFlag}::text) end)`

const setResubmitted = (db: Db, request: Sql, ids: Sql): Sql => sql`
  update executions set status = 'Pending', revision = executions.revision + 1, reservation = terms.id,
    content_hash = request.content_hash, details = request.details, proofs = known.proofs,
    flags = array_remove(array_remove(${flagsBefore}, 'DuplicateProof'), 'DuplicateCode')
      || ${flagsOfProofs(sql`known.proofs`)} || ${flagsOfReturn}::text[],
    reserved_at = terms.created_at, submitted_at = ${db.now()},
    review_deadline_at = ${reviewDeadline(db, sql`terms.review_seconds`)}, updated_at = ${db.now()},
    version = executions.version + 1, history = executions.history
      || ${historyEntry(db, 'Submitted', 'Executor', sql`executions.revision + 1`, sql`null::text`)}
  from ${request} join reservations terms on terms.id = request.reservation
  cross join lateral (select ${proofsKnown(sql`request.proofs`, {
    execution: sql`request.id`,
    executor: sql`terms.executor`,
  })} as proofs offset 0) known
  where executions.id = any(${ids}) and executions.id = request.id`

/** Each proof belongs to one execution: frees proofs that are no longer named, and adds new ones unless other work has them. */
function replaceProofs(request: Sql, ids: Sql): Sql[] {
  const named = sql`
    (select request.id as execution, executions.offer, named.proof::uuid as proof, named.position
      from ${request} join executions on executions.id = request.id,
        unnest(string_to_array(request.proofs, ',')) with ordinality as named (proof, position)) named`
  return [
    sql`
      delete from execution_proofs used where used.execution = any(${ids})
        and not exists (select from ${named} where named.proof = used.proof and named.execution = used.execution)`,
    sql`
      update execution_proofs used set position = named.position from ${named}
      where used.execution = any(${ids}) and used.proof = named.proof and used.execution = named.execution`,
    sql`
      insert into execution_proofs (proof, execution, offer, position)
      select proof, execution, offer, position from ${named}
      where not exists (select from execution_proofs used where used.proof = named.proof and used.execution = named.execution)`,
  ]
}
