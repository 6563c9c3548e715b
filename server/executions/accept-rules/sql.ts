import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Execution } from '../execution.ts'
import type { RuleFacts } from './accept-rules.ts'

/** Work that the rules have not evaluated yet, and its place in that queue. */
export type QueuedWork = Omit<RuleFacts, 'code'> &
  Pick<Execution, 'id' | 'offer' | 'executor' | 'status' | 'version' | 'details' | 'hasItems' | 'hasScreenOuts'> & {
    readonly place: number
    readonly hasList: boolean
    /** What the study reported about its reservation; null: nothing. */
    readonly returned: string | null
    readonly returnedAt: Date | null
    /** Whether its offer has rules about the work of executors. */
    readonly isRuled: boolean
  }

/** Reads work to evaluate, in the order of submission. Work waits until its fraud check has ended. */
export const readQueuedWork = (db: Db, limit: number) =>
  db.many<QueuedWork>(sql`
    select executions.id, executions.offer, executions.executor, executions.status, executions.version, executions.details, executions.flags, executions.has_items, executions.has_screen_outs,
      executions.fraud_hold_at, offers.auto_accept_rules as rules,
      coalesce(who.accepted, 0) as accepted, coalesce(who.rejected, 0) as rejected, waiting.place, missed.misses, reservations.returned,
      reservations.returned_at,
      coalesce((select true from completion_codes where offer = offers.id and is_listed limit 1), false) as has_list,
      offers.rules is not null as is_ruled
    from (
      select execution, place from unruled
      where not exists (select from unexamined where unexamined.execution = unruled.execution)
      order by place limit ${limit}) waiting
    join executions on executions.id = waiting.execution join reservations on reservations.id = executions.reservation
    join offers on offers.id = executions.offer
    left join executors who on who.account = executions.executor
    cross join lateral (
      select coalesce(sum(greatest(codes_unmatched, (status = 'Withdrawn')::integer)), 0) as misses from executions own
      where own.executor = executions.executor and own.offer = executions.offer) missed
    order by waiting.place`)

/** Evaluated work, its code's flag, and whether the code was a miss. */
export type RuleOutcome = Pick<QueuedWork, 'id' | 'place'> & { readonly flag: string | null; readonly isMiss: boolean }

/** Removes evaluated work from the queue and records its codes' outcomes; work submitted again meanwhile stays. */
export const dequeueWork = (db: Db, done: readonly RuleOutcome[]) =>
  db.run(sql`
    with forgotten as materialized (
      delete from unruled using unnest(${done.map(({ id }) => id)}::bigint[], ${done.map(({ place }) => place)}::bigint[],
        ${done.map(({ flag }) => flag)}::text[], ${done.map(({ isMiss }) => isMiss)}::boolean[])
        as done (execution, place, flag, is_miss)
      where unruled.execution = done.execution and unruled.place = done.place
      returning done.*
    ),
    work as materialized (
      select executions.id, forgotten.flag, forgotten.is_miss from executions
      join forgotten on forgotten.execution = executions.id and (forgotten.is_miss or forgotten.flag is not null)
      order by executions.id for update of executions
    )
    update executions set codes_unmatched = codes_unmatched + work.is_miss::integer,
      flags = case when work.flag is null then flags else array_remove(flags, work.flag) || work.flag end,
      version = case when work.flag is null then version else version + 1 end,
      updated_at = case when work.flag is null then updated_at else ${db.now()} end
    from work where executions.id = work.id`)

/** A submitted code, and whether it is the one that the server made for the reservation of the work. */
export type CodeClaim = {
  readonly execution: Id<'execution'>
  readonly offer: Id<'offer'>
  readonly code: Buffer
  readonly isReturned: boolean
}

const requestedCodes = (requests: readonly CodeClaim[]): Sql => sql`
  unnest(${requests.map(({ execution }) => execution)}::bigint[], ${requests.map(({ offer }) => offer)}::bigint[],
    ${requests.map(({ code }) => code)}::bytea[], ${requests.map(({ isReturned }) => isReturned)}::boolean[]) as claim (execution, offer, code, is_returned)`

/** Returns the executions whose code is correct: made for them, or in the offer's list; it stays correct for the work that had it first. */
export const readRightCodes = (db: Db, requests: readonly CodeClaim[]) =>
  db.many<{ execution: number }>(sql`
    select claim.execution from ${requestedCodes(requests)}
    left join completion_codes known on known.offer = claim.offer and known.code = claim.code
    where claim.is_returned or coalesce(known.is_listed or known.execution = claim.execution, false)`)

/**
 * Assigns each code permanently to the first work that has it; only an executor who withdrew may reuse the code. Expects each code of an
 * offer once. Returns the executions that have their code now.
 */
export const claimCodes = (db: Db, requests: readonly CodeClaim[]) =>
  db.many<{ execution: number }>(sql`
    insert into completion_codes as known (offer, code, is_listed, execution, added_at)
    select claim.offer, claim.code, false, claim.execution, ${db.now()} from ${requestedCodes(requests)}
    order by claim.offer, claim.code
    on conflict (offer, code) do update set execution = excluded.execution
      where known.execution is null or known.execution = excluded.execution or exists (
        select from executions former join executions own on own.executor = former.executor
        where former.id = known.execution and former.status = 'Withdrawn' and own.id = excluded.execution)
    returning execution`)
