import { type Sql, sql } from '../platform/sql.ts'

export const eraseOfferReports = (reporter: Sql): readonly Sql[] => [
  sql`update offer_reports set comment = null where reporter = ${reporter} and comment is not null`,
]
