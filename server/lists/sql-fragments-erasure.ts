import { type Sql, sql } from '../platform/sql.ts'

export const eraseLists = (advertiser: Sql): readonly Sql[] => [
  sql`update executor_list_members set note = null
    where note is not null and list = any(array(select id from executor_lists where advertiser = ${advertiser}))`,
]
