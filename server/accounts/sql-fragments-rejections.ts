import { type Sql, sql } from '../platform/sql.ts'

/** How many rejections of an advertiser's own took effect until now. */
export const rejectionsOf = (account: Sql): Sql => sql`
  select rejections_made from advertisers where account = ${account}`

/**
 * Locks the advertisers who reject, before anything else of the statement: of those who reject at the same moment each then
 * sees how many rejections took effect since their own facts were read.
 */
export const lockRejecting = (accounts: Sql): Sql => sql`
  select account, rejections_made from advertisers where account = any(array(${accounts})) order by account for update`

/** Counts rejections that take effect; expects rows of account and rejected. */
export const countRejections = (counted: Sql): Sql => sql`
  update advertisers set rejections_made = rejections_made + counted.rejected
  from (${counted}) counted where advertisers.account = counted.account`
