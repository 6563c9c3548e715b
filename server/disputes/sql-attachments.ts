import { storedProof } from '../executions/sql-fragments.ts'
import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'
import { ownProofs } from '../proofs/sql-fragments.ts'
import type { Id } from '../values/id.ts'

/** The files of a dispute as reports store proofs (`StoredProof`), in their order; null if there are none. Erased files are left out. */
export const attachmentsOn = (dispute: Sql): Sql => sql`(
  select jsonb_agg(${storedProof} order by attached.position)
  from dispute_proofs attached join proofs on proofs.id = attached.proof
  where attached.dispute = ${dispute} and proofs.erased_at is null)`

/** Returns the names of those files that the executor of the work uploaded for its offer, and that no work and no dispute has. */
export const readUsable = (db: Db, execution: Id<'execution'>, ids: readonly string[]) =>
  db.many<{ readonly name: string }>(sql`
    select own.id || '.' || own.extension as name
    from executions cross join lateral (${ownProofs(sql`executions.executor`, sql`executions.offer`, sql`${ids}::uuid[]`)}) own
    where executions.id = ${execution}::bigint
      and not exists (select from execution_proofs used where used.proof = own.id)
      and not exists (select from dispute_proofs used where used.proof = own.id)`)

/** Attaches files to the dispute of an execution. Each file can be in one dispute only. */
export const attachProofs = (execution: Id<'execution'>, ids: readonly string[]): Sql => sql`
  insert into dispute_proofs (proof, dispute, position)
  select named.id, disputes.id, named.position
  from unnest(${ids}::uuid[]) with ordinality as named (id, position) join disputes on disputes.execution = ${execution}::bigint`
