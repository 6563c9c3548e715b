import { type Sql, sql } from '../platform/sql.ts'

export const eraseTemplates = (advertiser: Sql): readonly Sql[] => [
  sql`delete from task_templates where advertiser = ${advertiser}`,
]
