import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { CodeCounts, ListSizes } from './completion-codes.ts'

const counts = (offer: Sql): Sql => sql`
  select count(*) as listed, count(execution) as used from completion_codes where offer = ${offer} and is_listed`

/** Reads the code counts of the caller's offer, and whether the offer accepts work by its code. */
export const readCodeCounts = (db: Db, by: By, offer: Id<'offer'>) =>
  forCaller<CodeCounts>(db, by)`
      select state.status, offers.auto_accept_rules @> '[{"type": "CompletionCode"}]' as has_rule, counted.listed, counted.used
      from offers join offer_states state on state.offer = offers.id cross join lateral (${counts(sql`offers.id`)}) counted
      where offers.id = ${offer}::bigint and offers.advertiser = caller.caller_account`

export const countCodes = (db: Db, offer: Id<'offer'>) =>
  db.one<Pick<CodeCounts, 'listed' | 'used'>>(counts(sql`${offer}::bigint`))

/** Counts the codes of an offer and of all offers of its advertiser. */
export const measureLists = (db: Db, advertiser: Id<'account'>, offer: Id<'offer'>) =>
  db.one<ListSizes>(sql`
    select coalesce(sum(listed) filter (where offer = ${offer}::bigint), 0)::bigint as listed,
      coalesce(sum(used) filter (where offer = ${offer}::bigint), 0)::bigint as used, coalesce(sum(listed), 0)::bigint as of_account
    from (select id as offer from offers where advertiser = ${advertiser}::bigint) own,
      lateral (${counts(sql`own.offer`)}) counted`)

/** Serializes additions to the lists of an account, so that concurrent ones cannot exceed a limit. */
export const lockCodes = (db: Db, advertiser: Id<'account'>) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended('completion codes by ' || ${advertiser}::bigint, 0))`)

/** Counts the codes that are not in the list of an offer. Adding them would take ten times as long. */
export const countNewCodes = async (db: Db, offer: Id<'offer'>, codes: readonly Buffer[]): Promise<number> =>
  (
    await db.one<{ readonly fresh: number }>(sql`
      select count(*) as fresh from (select distinct code from unnest(${codes}::bytea[]) as given (code)) given
      where not exists (select from completion_codes known
        where known.offer = ${offer}::bigint and known.code = given.code and known.is_listed)`)
  ).fresh

type Inserted = { readonly added: number; readonly used: number }

/** Adds codes to the list of an offer. A code that work already has stays used. Returns how many are new in the list. */
export const insertCodes = (db: Db, offer: Id<'offer'>, codes: readonly Buffer[]) =>
  db.one<Inserted>(sql`
    with listed as (
      insert into completion_codes as known (offer, code, is_listed, added_at)
      select distinct ${offer}::bigint, code, true, ${db.now()} from unnest(${codes}::bytea[]) as given (code) order by code
      on conflict (offer, code) do update set is_listed = true where not known.is_listed
      returning execution)
    select count(*) as added, count(execution) as used from listed`)

/** Removes the unused codes of the list. Returns how many. */
export const deleteUnusedCodes = (db: Db, offer: Id<'offer'>): Promise<number> =>
  db.run(sql`delete from completion_codes where offer = ${offer}::bigint and is_listed and execution is null`)

type Recorded = {
  readonly offer: Id<'offer'>
  readonly account: Id<'account'>
  readonly action: string
  readonly data: object
}

/** Records in the audit log that the advertiser changed the list, without the codes. */
export const recordCodes = (db: Db, { offer, account, action, data }: Recorded) =>
  db.run(
    recordDecisions(db)`
      select 'advertiser' as actor, ${account}::bigint as account, ${`task.${action}`}::text as action, 'task' as subject,
        ${offer}::bigint as subject_id, ${account}::bigint as owner, null::text as reason, ${JSON.stringify(data)}::jsonb as data`,
  )
