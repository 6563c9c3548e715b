import { type Sql, sql } from '../platform/sql.ts'

/** Statements that forget what an account wrote when it reported offers. */
export const eraseOfferReports = (reporter: Sql): readonly Sql[] => [
  sql`update offer_reports set comment = null where reporter = ${reporter} and comment is not null`,
]
