import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { CodeCounts } from './completion-codes.ts'

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

/** Serializes additions to the list of an offer, so that concurrent ones cannot exceed the limit. */
export const lockCodes = (db: Db, offer: Id<'offer'>) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended('completion codes of ' || ${offer}::bigint, 0))`)

/** Adds codes to the list of an offer. A code that work already has stays used. Returns how many are new in the list. */
export const insertCodes = (db: Db, offer: Id<'offer'>, codes: readonly Buffer[]): Promise<number> =>
  db.run(sql`
    insert into completion_codes as known (offer, code, is_listed, added_at)
    select distinct ${offer}::bigint, code, true, ${db.now()} from unnest(${codes}::bytea[]) as given (code) order by code
    on conflict (offer, code) do update set is_listed = true where not known.is_listed`)

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
      select 'advertiser' as actor, ${account}::bigint as account, ${`task.${action}`}::text as action, 'offer' as subject,
        ${offer}::bigint as subject_id, ${account}::bigint as owner, null::text as reason, ${JSON.stringify(data)}::jsonb as data`,
  )
