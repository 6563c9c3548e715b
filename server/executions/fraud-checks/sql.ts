import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import { lockExecutions } from '../sql-fragments.ts'
import {
  distanceMax,
  flagExecutions,
  inOtherWork,
  quarters,
  sharingQuarter,
  usualSeconds,
} from '../sql-fragments-proofs.ts'
import type { CheckedWork, FraudCheckResult } from './fraud-checks.ts'

/** An arbitrary number that no other advisory lock uses. */
const fraudCheckLock = 7_213_004
const worksMax = 25
/** How long a process has for a batch before another one takes it over, in seconds. */
const leaseSeconds = 60
/** How many similar pictures a picture is compared with. */
const similarMax = 5

const leaseEnd = (db: Db): Sql => sql`${db.now()} + ${leaseSeconds}::integer * interval '1 second'`
const isFree = (db: Db): Sql => sql`coalesce(leased_until <= ${db.now()}, true)`

export const hasUnchecked = (db: Db) =>
  db.one<{ waiting: boolean }>(
    sql`select coalesce((select true from unexamined where ${isFree(db)} order by place limit 1), false) as waiting`,
  )

/**
 * Locks the queue until the end of the transaction, so that places follow the order in which work was taken. A separate statement: the next
 * one then sees everything taken before.
 */
export const lockFraudChecks = (db: Db) => db.run(sql`select pg_advisory_xact_lock(${fraudCheckLock}::bigint)`)

/** Ends leases that are longer than a lease may be, because the clock was set back. */
export const shortenLeases = (db: Db) =>
  db.run(sql`
    update unexamined set leased_until = ${leaseEnd(db)} where leased_until > ${leaseEnd(db)}`)

/** Leases the next executions of the queue and records their files. Returns their ids. */
export const leaseUnchecked = (db: Db) =>
  db.many<{ execution: number }>(sql`
    with taken as materialized (
      select execution, place from unexamined where ${isFree(db)} order by place limit ${worksMax}::bigint for update
    ),
    leased as (
      update unexamined set leased_until = ${leaseEnd(db)}
      where execution = any(array(select execution from taken))
    ),
    seen as (
      insert into sightings (proof, execution, executor, sha256, fingerprint)
      select proofs.id, taken.execution, proofs.executor, proofs.sha256, proofs.fingerprint
      from taken join execution_proofs used on used.execution = taken.execution join proofs on proofs.id = used.proof
      order by taken.place, used.position
      on conflict do nothing
    )
    select execution from taken`)

const work = { execution: sql`work.id`, executor: sql`work.executor` }

const similarTo = sql`
  select coalesce(jsonb_agg(jsonb_build_object('id', alike.proof, 'extension', proofs.extension)
    order by alike.distance, alike.place desc), '[]') as similar
  from (
    select found.*, bit_count((found.fingerprint # own.fingerprint)::bit(64)) as distance
    from (${quarters.map(sharingQuarter).reduce((all, one) => sql`${all} union ${one}`)}) found
    where bit_count((found.fingerprint # own.fingerprint)::bit(64)) <= ${distanceMax}::integer
      and ${inOtherWork(sql`found`, work)}
    order by distance, found.place desc limit ${similarMax}::bigint
  ) alike join proofs on proofs.id = alike.proof`

export const fraudCheckFacts = (db: Db, executions: readonly number[]) =>
  db.many<CheckedWork>(sql`
    with waiting as materialized (select execution, place from unexamined where execution = any(${executions}::bigint[]))
    select work.id as execution, waiting.place, work.revision, work.flags, usual.usual_seconds,
      extract(epoch from work.submitted_at - work.reserved_at)::float8 as work_seconds, proved.proofs
    from waiting join executions work on work.id = waiting.execution and work.id = any(${executions}::bigint[])
    cross join lateral (${usualSeconds}) usual
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('id', own.proof, 'extension', proofs.extension,
        'isKnown', known.found is not null, 'similar', alike.similar) order by used.position), '[]') as proofs
      from execution_proofs used join sightings own on own.execution = used.execution and own.proof = used.proof
      join proofs on proofs.id = used.proof
      left join lateral (
        select true as found from sightings earlier
        where earlier.sha256 = own.sha256 and earlier.place < own.place and ${inOtherWork(sql`earlier`, work)} limit 1
      ) known on true
      cross join lateral (${similarTo}) alike
      where used.execution = work.id
    ) proved
    order by waiting.place`)

/**
 * Ends checks: writes the flags, and takes the executions off the queue. One that was submitted again keeps its place. Returns the
 * executions whose flags changed.
 */
export const endFraudChecks = (db: Db, results: readonly FraudCheckResult[]) => {
  const column = <Value>(pick: (verdict: FraudCheckResult) => Value): Value[] => results.map(pick)
  const executions = sql`${column(({ execution }) => execution)}::bigint[]`
  const checked = sql`
    unnest(${executions}, ${column(({ place: index }) => index)}::bigint[], ${column(({ revision }) => revision)}::integer[],
      ${column(({ flags }) => flags.join(','))}::text[], ${column(({ duplicates }) => duplicates.join(','))}::text[])
      as checked (execution, place, revision, flags, duplicates)`
  return db.flight<{ id: number }>([
    lockExecutions(executions),
    sql`
      delete from unexamined using ${checked}
      where unexamined.execution = any(${executions}) and unexamined.execution = checked.execution and unexamined.place = checked.place`,
    flagExecutions(db, checked),
  ])
}
