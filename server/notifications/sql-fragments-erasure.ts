import { type Sql, sql } from '../platform/sql.ts'

/** Statements that forget what an account was told, and how it wanted to be told. */
export const eraseNotifications = (account: Sql): readonly Sql[] => [
  sql`delete from notifications where account = ${account}`,
  sql`delete from notification_choices where account = ${account}`,
]
