import { type Sql, sql } from '../platform/sql.ts'

/** Returns the statements that erase the comments of an account's reports. */
export const eraseOfferReports = (reporter: Sql): readonly Sql[] => [
  sql`update offer_reports set comment = null where reporter = ${reporter} and comment is not null`,
]
