import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'

/** A submitted code; `fits`: it matches the pattern of the offer. */
export type CodeClaim = {
  readonly execution: Id<'execution'>
  readonly offer: Id<'offer'>
  readonly code: Buffer
  readonly matchesPattern: boolean
}

const requestedCodes = (requests: readonly CodeClaim[]): Sql => sql`
  unnest(${requests.map(({ execution }) => execution)}::bigint[], ${requests.map(({ offer }) => offer)}::bigint[],
    ${requests.map(({ code }) => code)}::bytea[], ${requests.map(({ matchesPattern: fits }) => fits)}::boolean[]) as asked (execution, offer, code, fits)`

/** Returns the executions whose code is correct: it matches the pattern or is in the offer's list. */
export const readRightCodes = (db: Db, requests: readonly CodeClaim[]) =>
  db.many<{ execution: number }>(sql`
    select asked.execution from ${requestedCodes(requests)}
    left join completion_codes listed on listed.offer = asked.offer and listed.code = asked.code and listed.is_listed
    where asked.fits or listed.offer is not null`)

/**
 * Assigns each code permanently to the first work that has it; only an executor who withdrew may reuse the code. Expects each code of an
 * offer once. Returns the executions that have their code now.
 */
export const claimCodes = (db: Db, requests: readonly CodeClaim[]) =>
  db.many<{ execution: number }>(sql`
    insert into completion_codes as known (offer, code, is_listed, execution, added_at)
    select asked.offer, asked.code, false, asked.execution, ${db.now()} from ${requestedCodes(requests)}
    order by asked.offer, asked.code
    on conflict (offer, code) do update set execution = excluded.execution
      where known.execution is null or known.execution = excluded.execution or exists (
        select from executions former join executions own on own.executor = former.executor
        where former.id = known.execution and former.status = 'Withdrawn' and own.id = excluded.execution)
    returning execution`)
