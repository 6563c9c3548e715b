import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import { type DueSearch, everySeconds, type SavedSearch, type SearchInput, settledSeconds } from './saved-search.ts'

const columns: Sql = sql`id, name, filters, has_alerts, saved_at`

export const readSearches = (db: Db, by: By) =>
  forCaller<SavedSearch>(db, by)`
    select ${columns} from saved_searches where executor = caller.caller_account order by name, id`

/** Serializes the searches of an executor until the transaction ends. Returns how many there are with other names. */
export async function lockSearches(db: Db, executor: Id<'account'>, name: string): Promise<number> {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended('searches of ' || ${executor}::bigint, 0))`)
  const { others } = await db.one<{ others: number }>(sql`
    select count(*)::integer as others from saved_searches where executor = ${executor}::bigint and name <> ${name}`)
  return others
}

const nextAt = (db: Db, hasAlerts: Sql): Sql => sql`
  case when ${hasAlerts} then ${db.now()} + ${everySeconds}::integer * interval '1 second' end`

/** Inserts a search, or replaces the one with its name. Its alerts tell of what becomes available from now on. */
export const upsertSearch = (db: Db, executor: Id<'account'>, { name, filters, hasAlerts }: SearchInput) =>
  db.one<SavedSearch>(sql`
    insert into saved_searches (executor, name, filters, has_alerts, saved_at, told_until, due_at)
    values (${executor}::bigint, ${name}, ${JSON.stringify(filters)}::jsonb, ${hasAlerts}::boolean, ${db.now()}, ${db.now()},
      ${nextAt(db, sql`${hasAlerts}::boolean`)})
    on conflict (executor, name) do update set filters = excluded.filters, has_alerts = excluded.has_alerts,
      saved_at = excluded.saved_at, told_until = excluded.told_until, due_at = excluded.due_at
    returning ${columns}`)

/** Turns the alerts of a search on or off. Alerts that were off do not tell of what became available meanwhile. */
export const setAlerts = (db: Db, executor: Id<'account'>, id: Id<'savedSearch'>, hasAlerts: boolean) =>
  db.maybe<SavedSearch>(sql`
    update saved_searches set told_until = case when has_alerts then told_until else ${db.now()} end,
      due_at = ${nextAt(db, sql`${hasAlerts}::boolean`)}, has_alerts = ${hasAlerts}::boolean
    where id = ${id}::bigint and executor = ${executor}::bigint returning ${columns}`)

export const deleteSearch = (db: Db, executor: Id<'account'>, id: Id<'savedSearch'>) =>
  db.maybe<SavedSearch>(sql`
    delete from saved_searches where id = ${id}::bigint and executor = ${executor}::bigint returning ${columns}`)

/** Claims up to `limit` searches that are due; each is due again later, so that one that cannot be searched delays no other. */
export const claimDue = (db: Db, limit: number) =>
  db.many<DueSearch>(sql`
    update saved_searches set due_at = ${db.now()} + ${everySeconds}::integer * interval '1 second'
    where id = any(array(
      select id from saved_searches where due_at <= ${db.now()} order by due_at limit ${limit}::bigint for update skip locked))
    returning id, name, filters, executor, told_until, ${db.now()} - ${settledSeconds}::integer * interval '1 second' as until,
      ${db.now()} as now`)
