import { type Sql, sql } from '../platform/sql.ts'

export const eraseNotifications = (account: Sql): readonly Sql[] => [
  sql`delete from push_subscriptions where account = ${account}`,
  sql`delete from notifications where account = ${account}`,
  sql`delete from digests where account = ${account}`,
  sql`delete from notification_choices where account = ${account}`,
]
