import { every, type Sql, sql, when } from '../../platform/sql.ts'
import type { AnswerFilter } from './answer-filter.ts'

/** Whether the work of an answer, a row named `work`, counts. */
const counts = sql`work.status not in ('Rejected', 'Withdrawn')`

/** What is compared of a value. A member that is left out differs from each value. */
const compared = (value: Sql, member: string | undefined): Sql =>
  member === undefined ? value : sql`coalesce(${value} -> ${member}::text, 'null')`

/** Whether a member of a value is, or as a list has, the wanted text, number or boolean; null: the answer has no value. */
export const hasValue = (value: Sql, { member, value: wanted }: AnswerFilter): Sql => sql`
  case jsonb_typeof(${value} -> ${member}::text)
    when 'array' then exists (
      select from jsonb_array_elements_text(${value} -> ${member}::text) as element (part) where part = ${wanted}::text)
    else ${value} ->> ${member}::text = ${wanted}::text end`

/** Whether an item (its id) has the wanted answers. Answers without a value are skipped items, which agree with nothing. */
export function matches(item: Sql, filter: AnswerFilter): Sql {
  const { reportStatus, agreement, member, value } = filter
  const asked = reportStatus === undefined ? counts : sql`work.status = any(${reportStatus}::text[])`
  const given = sql`filter (where ${counts} and value is not null)`
  const variants = sql`count(distinct ${compared(sql`value`, member)}) ${given}`
  const conditions = [
    ...when(reportStatus, sql`bool_or(${asked})`),
    ...when(value, sql`bool_or(${asked} and ${hasValue(sql`value`, filter)})`),
    ...(agreement === 'Equal' ? when(agreement, sql`count(*) ${given} > 1 and ${variants} = 1`) : []),
    ...(agreement === 'Differs' ? when(agreement, sql`${variants} > 1`) : []),
  ]
  return sql`
    coalesce((select ${every(conditions)} from answers
      cross join lateral (select status from executions where executions.id = answers.execution limit 1) work
      where answers.item = ${item}), false)`
}
