import { isoText } from '../../platform/clock.ts'
import { nothing, type Sql, sql } from '../../platform/sql.ts'
import { answersMax } from './result.ts'

type Shown = { readonly bytesMax: number; readonly status?: readonly string[] }

/** The answers of an item (its id) in the order of their work, with room for values of so many bytes in all. Those that count come first. */
export const answersOf = (item: Sql, { bytesMax, status }: Shown): Sql => sql`
  (select coalesce(jsonb_agg(jsonb_build_object('reportId', id, 'executorId', executor_alias, 'status', status,
      'value', case when bytes <= ${bytesMax}::bigint then value end, 'skipped', skip_reason, 'isTruncated', bytes > ${bytesMax}::bigint,
      'submittedAtUtc', ${isoText(sql`submitted_at`)}, 'decidedAtUtc', ${isoText(sql`decided_at`)}) order by id), '[]')
    from (
      select *, coalesce(sum(octet_length(value::text)) over (order by is_void, id), 0) as bytes from (
        select work.*, value, skip_reason, status in ('Rejected', 'Withdrawn') as is_void
        from answers cross join lateral (
          select id, executor_alias, status, submitted_at, decided_at from executions where executions.id = answers.execution limit 1) work
        where answers.item = ${item} ${status === undefined ? nothing : sql`and status = any(${status}::text[])`}
        order by is_void, id limit ${answersMax}::bigint) shown) sized)`
