import { type Sql, sql } from '../platform/sql.ts'

const renamed = (proofs: Sql, name: string): Sql => sql`
  (select coalesce(jsonb_agg(proof || jsonb_build_object('fileName', ${name}::text) order by place), '[]')
    from jsonb_array_elements(${proofs}) with ordinality as listed (proof, place))`

const isNamed = (proofs: Sql, name: string): Sql => sql`
  exists (select from jsonb_array_elements(${proofs}) proof where proof ->> 'fileName' <> ${name})`

/** Replaces the file names of an executor in up to `limit` executions and in their earlier revisions. */
export const eraseFileNames = (executor: Sql, name: string, limit: number): readonly Sql[] => [
  sql`update executions set proofs = ${renamed(sql`proofs`, name)} where id = any(array(
    select id from executions where executor = ${executor} and proofs is not null and ${isNamed(sql`proofs`, name)}
    order by id limit ${limit}::bigint for update))`,
  sql`update revisions set proofs = ${renamed(sql`proofs`, name)} where (execution, revision) in (
    select revisions.execution, revisions.revision from executions join revisions on revisions.execution = executions.id
    where executions.executor = ${executor} and ${isNamed(sql`revisions.proofs`, name)}
    order by revisions.execution, revisions.revision limit ${limit}::bigint)`,
]
