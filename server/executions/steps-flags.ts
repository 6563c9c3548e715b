import type { Db } from '../platform/db.ts'
import { type Sql, sql } from '../platform/sql.ts'
import { examinedFlags } from './examination.ts'
import { proofsNamed, proofsOf } from './steps.ts'

/** What was seen in other work: what an executor took back and submits again is none. */
export const inOtherWork = (earlier: Sql, { execution, executor }: { execution: Sql; executor: Sql }): Sql => sql`
  ${earlier}.execution <> ${execution} and (${earlier}.executor <> ${executor}
    or (select status from executions where executions.id = ${earlier}.execution) is distinct from 'Withdrawn')`

/**
 * Proofs whose ids are a text, with commas, as an execution keeps them, each with what is known of its file at once; expects
 * expressions of what they are submitted with. Pictures are compared later.
 */
export const proofsKnown = (ids: Sql, work: { execution: Sql; executor: Sql }): Sql => sql`
  (select coalesce(jsonb_agg(case when (
      select true from sightings earlier
      where earlier.sha256 = decode(stored.proof ->> 'sha256', 'hex') and ${inOtherWork(sql`earlier`, work)} limit 1)
    then stored.proof || '{"flags": ["Duplicate"]}' else stored.proof end order by stored.position), '[]')
    from jsonb_array_elements(${proofsNamed(ids)}) with ordinality as stored (proof, position))`

/** What is flagged of work with these proofs. */
export const flagsOfProofs = (proofs: Sql): Sql => sql`
  (case when ${proofs} @? '$[*].flags' then '{DuplicateProof}' else '{}' end)::text[]`

/**
 * Writes what examinations found on the work itself, where it is still the revision that was examined. Expects the parts
 * `asked` (execution, revision, flags, copies: ids of proofs) and `work`, the locked rows of executions.
 */
export const flagWorks = (db: Db): Sql => sql`
  update executions set flags = found.flags, proofs = found.proofs, version = executions.version + 1,
    updated_at = ${db.now()}
  from (
    select work.id, ${ownFlags} || string_to_array(nullif(asked.flags, ''), ',') as flags,
      (select coalesce(jsonb_agg(case when proof ->> 'id' = any(string_to_array(asked.copies, ','))
        then proof || '{"flags": ["Duplicate"]}' else proof - 'flags' end order by position), '[]')
        from jsonb_array_elements(coalesce(work.proofs, ${proofsOf(sql`work.id`)})) with ordinality as named (proof, position)
      ) as proofs
    from asked join work on work.id = asked.execution and work.revision = asked.revision
  ) found
  where executions.id = found.id and (
    not (executions.flags @> found.flags and executions.flags <@ found.flags)
    or found.proofs is distinct from coalesce(executions.proofs, ${proofsOf(sql`executions.id`)}))
  returning executions.id`

/** The flags of others, which stay. */
const ownFlags: Sql = sql`
  array(select flag from unnest(work.flags) flag where flag <> all(${[...examinedFlags]}::text[]))`
