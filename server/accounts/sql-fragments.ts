import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'
import { idFromPath } from '../values/id.ts'
import { normalEmail } from './account.ts'

/** Counts decisions on executors' work. Expects rows with executor, accepted and rejected. */
export const countDecisions = (counted: Sql): Sql => sql`
  update executors set accepted = executors.accepted + counted.accepted, rejected = executors.rejected + counted.rejected
  from (${counted}) counted where executors.account = counted.executor`

/** Locks these executors, an array of ids. */
export const lockExecutors = (executors: Sql): Sql =>
  sql`select from executors where account = any(${executors}) order by account for update`

/** Counts a reservation of each of these executors, an array of ids, which makes facts read by concurrent requests stale. */
export const countReservations = (executors: Sql): Sql => sql`
  update executors set reservations_made = reservations_made + 1 where account = any(${executors})`

/** Updates advertisers' counters. Expects rows with account and every column set here. */
export const recordAdvertisers = (db: Db, counted: Sql): Sql => sql`
  update advertisers set decided = counted.decided, accepted = counted.accepted,
    median_review_seconds = counted.median_review_seconds, disputes_decided = counted.disputes_decided,
    disputes_lost = counted.disputes_lost, refreshed_at = ${db.now()}
  from (${counted}) counted where advertisers.account = counted.account`

/** Number of the advertiser's rejections that have taken effect. */
export const rejectionsOf = (account: Sql): Sql => sql`
  select rejections_made from advertisers where account = ${account}`

/** Locks the rejecting advertisers first, so that concurrent rejections see how many took effect since their facts were read. */
export const lockRejecting = (accounts: Sql): Sql => sql`
  select from advertisers where account = any(array(${accounts})) order by account for update`

/** Counts rejections that take effect. Expects rows with account and rejected. */
export const countRejections = (counted: Sql): Sql => sql`
  update advertisers set rejections_made = rejections_made + counted.rejected
  from (${counted}) counted where advertisers.account = counted.account`

/** The e-mail address of an account; null if there is none. */
export const emailOf = (account: Sql): Sql => sql`(select email from accounts where accounts.id = ${account})`

/** Whether an account is suspended now. */
export const isSuspended = (db: Db, account: Sql): Sql =>
  sql`exists (select from accounts where accounts.id = ${account} and accounts.suspended_until > ${db.now()})`

/** The account that an operator names by its id or its whole e-mail address. */
export const accountNamed = (given: string): Sql =>
  given.includes('@')
    ? sql`(select accounts.id from accounts where email = ${normalEmail(given)}::text)`
    : sql`${idFromPath<'account'>(given.trim())}::bigint`

/** The most that one operation of this credential may spend; null: no limit, or not of a member. */
export const spendMax = sql`case when credentials.person is not null then (
  select member_spend_max_units from advertisers where advertisers.account = credentials.account) end`

/** The columns of `KeySpending`. */
export const spendingColumns = sql`daily_spend_max_units, spent_on::text as spent_on, spent_units`

/**
 * Selects, as an array, the accounts of the workspaces of which a person is a member: with an unrevoked key of the account that names the
 * person.
 */
export const workspacesOf = (person: Sql): Sql => sql`array(
  select credentials.account from credentials where credentials.person = ${person} and credentials.revoked_at is null)`
