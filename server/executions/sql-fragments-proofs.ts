import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'
import { fraudFlags } from './execution.ts'
import { proofsNamed, proofsOf } from './sql-fragments.ts'

/** Whether an earlier proof belongs to other work. Work that the same executor withdrew does not count. */
export const inOtherWork = (earlier: Sql, { execution, executor }: { execution: Sql; executor: Sql }): Sql => sql`
  ${earlier}.execution <> ${execution} and (${earlier}.executor <> ${executor}
    or (select status from executions where executions.id = ${earlier}.execution) is distinct from 'Withdrawn')`

/**
 * Selects the proofs of a comma-separated list of ids as an execution stores them, flagging files known from other work. Expects
 * expressions for the submitted work. Pictures are compared later.
 */
export const proofsKnown = (ids: Sql, work: { execution: Sql; executor: Sql }): Sql => sql`
  (select coalesce(jsonb_agg(case when (
      select true from sightings earlier
      where earlier.sha256 = decode(stored.proof ->> 'sha256', 'hex') and ${inOtherWork(sql`earlier`, work)} limit 1)
    then stored.proof || '{"flags": ["Duplicate"]}' else stored.proof end order by stored.position), '[]')
    from jsonb_array_elements(${proofsNamed(ids)}) with ordinality as stored (proof, position))`

/** The flags of work with these proofs. */
export const flagsOfProofs = (proofs: Sql): Sql => sql`
  (case when ${proofs} @? '$[*].flags' then '{DuplicateProof}' else '{}' end)::text[]`

/**
 * Writes the results of fraud checks to locked executions that still have the checked revision. Expects rows named `checked` with execution,
 * revision, flags and duplicates (ids of proofs). Returns the ids of those that changed.
 */
export const flagExecutions = (db: Db, checked: Sql): Sql => sql`
  update executions set flags = result.flags, proofs = result.proofs, version = executions.version + 1,
    updated_at = ${db.now()}
  from (
    select work.id, ${ownFlags} || string_to_array(nullif(checked.flags, ''), ',') as flags,
      (select coalesce(jsonb_agg(case when proof ->> 'id' = any(string_to_array(checked.duplicates, ','))
        then proof || '{"flags": ["Duplicate"]}' else proof - 'flags' end order by position), '[]')
        from jsonb_array_elements(coalesce(work.proofs, ${proofsOf(sql`work.id`)})) with ordinality as named (proof, position)
      ) as proofs
    from ${checked} join executions work on work.id = checked.execution and work.revision = checked.revision
  ) result
  where executions.id = result.id and (
    not (executions.flags @> result.flags and executions.flags <@ result.flags)
    or result.proofs is distinct from coalesce(executions.proofs, ${proofsOf(sql`executions.id`)}))
  returning executions.id`

/** The flags that the fraud check does not own; they stay. */
const ownFlags: Sql = sql`
  array(select flag from unnest(work.flags) flag where flag <> all(${[...fraudFlags]}::text[]))`

/** Fingerprints of similar pictures differ in up to this many of their 64 bits. Up to a distance of seven, all are found. */
export const distanceMax = 10

/** Only the newest pictures that share a quarter of the fingerprint are compared, because some patterns occur in thousands. */
const sharingMax = 20

/** How many of the latest executions on an offer are examined, and how many of them must be accepted to determine the usual time. */
const recentMax = 200

const usualMin = 20

/** Selects earlier pictures that share this quarter of their fingerprint with `own`, with no more than one different bit. */
export const sharingQuarter = (quarterOf: (fingerprint: Sql) => Sql): Sql => sql`
  select shared.* from unnest(array(select (1 << bit)::bigint from generate_series(0, 15) bit) || 0::bigint) flipped
  cross join lateral (
    select earlier.place, earlier.proof, earlier.execution, earlier.executor, earlier.fingerprint
    from sightings earlier
    where ${quarterOf(sql`earlier.fingerprint`)} = (${quarterOf(sql`own.fingerprint`)} # flipped)
      and earlier.fingerprint is not null and earlier.place < own.place
    order by earlier.place desc limit ${sharingMax}::bigint) shared`

/** Match the expressions of the indexes on them. */
export const quarters: readonly ((fingerprint: Sql) => Sql)[] = [
  (fingerprint) => sql`(${fingerprint} >> 48 & 65535)`,
  (fingerprint) => sql`(${fingerprint} >> 32 & 65535)`,
  (fingerprint) => sql`(${fingerprint} >> 16 & 65535)`,
  (fingerprint) => sql`(${fingerprint} & 65535)`,
]

/** Selects earlier pictures that look like `own`, a row of sightings. */
export const similarPictures = sql`
  select found.execution, found.proof from (${quarters.map(sharingQuarter).reduce((all, one) => sql`${all} union ${one}`)}) found
  where bit_count((found.fingerprint # own.fingerprint)::bit(64)) <= ${distanceMax}::integer`

/** Selects the usual time of work on the offer, if enough of the latest was accepted. */
export const usualSeconds = sql`
  select case when count(*) >= ${usualMin}::bigint then percentile_cont(0.5) within group (order by seconds) end as usual_seconds
  from (
    select status, extract(epoch from submitted_at - reserved_at)::float8 as seconds from executions
    where offer = work.offer order by submitted_at desc, id desc limit ${recentMax}::bigint) recent
  where status = 'Accepted'`
