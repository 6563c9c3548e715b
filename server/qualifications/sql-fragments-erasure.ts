import { type Sql, sql } from '../platform/sql.ts'

/** Deletes what an executor has, and the texts of an advertiser. */
export const eraseQualifications = (account: Sql): readonly Sql[] => [
  sql`delete from qualification_grants where executor = ${account}`,
  sql`update qualifications set description = null, how_to_get = null where advertiser = ${account}`,
]
