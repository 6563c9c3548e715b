import { type Sql, sql } from '../platform/sql.ts'

/** Number of the advertiser's rejections that have taken effect. */
export const rejectionsOf = (account: Sql): Sql => sql`
  select rejections_made from advertisers where account = ${account}`

/** Locks the rejecting advertisers first, so that concurrent rejections see how many took effect since their facts were read. */
export const lockRejecting = (accounts: Sql): Sql => sql`
  select account, rejections_made from advertisers where account = any(array(${accounts})) order by account for update`

/** Counts rejections that take effect. Expects rows with account and rejected. */
export const countRejections = (counted: Sql): Sql => sql`
  update advertisers set rejections_made = rejections_made + counted.rejected
  from (${counted}) counted where advertisers.account = counted.account`
