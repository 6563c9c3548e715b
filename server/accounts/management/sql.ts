import { recordDecisions } from '../../platform/database/audit.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { every, newestFirst, pageOfList, type Sql, sql, when } from '../../platform/sql.ts'
import { type Id, idFromPath } from '../../values/id.ts'
import type { Page, PagedRow } from '../../values/requests/page.ts'
import type { Role } from '../account.ts'
import { accountOfReference } from '../deposit-reference.ts'
import type { WholeAccount } from '../profile.ts'
import { wholeColumns, withProfile } from '../sql.ts'
import { forCaller } from '../sql-fragments-callers.ts'
import type { RolesChange } from './management.ts'

export type AccountFilter = {
  /** Part of the e-mail address, the id, or the reference of bank transfers. */
  readonly search?: string | undefined
  readonly role?: Role | undefined
  readonly status?: 'Active' | 'Suspended' | undefined
}

/** Operators are few and have a partial index; the condition must match the index's definition literally. */
const hasRole = (role: Role): Sql =>
  role === 'Operator' ? sql`'Operator' = any(accounts.roles)` : sql`${role}::text = any(accounts.roles)`

/** An installation has only a handful. */
const operatorsMax = 100

const isSuspended = (db: Db): Sql => sql`accounts.suspended_until > ${db.now()}`
const mayAct = (db: Db): Sql => sql`coalesce(not ${isSuspended(db)}, true)`

const matchesSearch = (given: string): Sql => {
  const search = given.normalize('NFKC').trim()
  const inAddress = sql`strpos(accounts.email, ${search.toLowerCase()}::text) > 0`
  const id = accountOfReference(search) ?? idFromPath(search)
  return id === 0 ? inAddress : sql`(${inAddress} or accounts.id = ${id}::bigint)`
}

const filterCondition = (db: Db, { search, role, status }: AccountFilter): Sql =>
  every([
    ...when(search, matchesSearch(search ?? '')),
    ...when(role, hasRole(role ?? 'Operator')),
    ...when(status, status === 'Suspended' ? isSuspended(db) : mayAct(db)),
  ])

export const readAccounts = (db: Db, by: By, filter: AccountFilter, page: Page) => {
  const condition = filterCondition(db, filter)
  const list = {
    columns: wholeColumns(db),
    from: sql`from accounts ${withProfile} where ${condition}`,
    countedFrom: sql`from accounts where ${condition}`,
    order: newestFirst(sql`accounts.id`),
  }
  return forCaller<WholeAccount & PagedRow>(db, by)`${pageOfList(list, page)}`
}

/** Serializes removals of the operator role until the transaction ends. */
export const lockOperators = (db: Db) => db.run(sql`select pg_advisory_xact_lock(hashtextextended('operators', 0))`)

/** Whether another operator exists who is not suspended. */
export const readOtherOperators = (db: Db, account: Id<'account'>) =>
  db.one<{ exist: boolean }>(sql`
    select exists (
      select from accounts where 'Operator' = any(roles) and id <> ${account}::bigint
        and ${mayAct(db)}) as exist`)

/** Selects the end of the wait of a new operator; no row if it is over, or there was none. */
export const readOperatorWait = (db: Db, account: number, hours: number) =>
  db.maybe<{ until: Date }>(sql`
    select until from accounts
    cross join lateral (select operator_since + ${hours}::integer * interval '1 hour' as until) wait
    where accounts.id = ${account}::bigint and until > ${db.now()}`)

/** Selects the addresses of active operators. */
export const readOperators = (db: Db) =>
  db.many<{ id: Id<'account'>; email: string; language: string }>(sql`
    select id, email, language from accounts where 'Operator' = any(roles) and ${mayAct(db)}
    order by id limit ${operatorsMax}::bigint`)

export type NewRoles = RolesChange & {
  readonly account: Id<'account'>
  readonly by: Id<'account'> | null
  readonly reason: string
}

/** Writes the roles of an account, the profiles that they require, and who decided. The account must be locked. */
export const writeRoles = (db: Db, { account, by, reason, roles, withheld, add, remove }: NewRoles) =>
  db.run(sql`
    with changed as (
      update accounts set roles = ${roles}::text[], withheld_roles = ${withheld}::text[],
        operator_since = case when 'Operator' = any(${add}::text[]) and ${by}::bigint is not null then ${db.now()}
          when 'Operator' = any(${add}::text[]) then null else operator_since end
      where id = ${account}::bigint returning *
    ),
    executor as (
      insert into executors (account, languages, created_at)
      select id, array[language], ${db.now()} from changed where 'Executor' = any(${add}::text[])
      on conflict (account) do update set deleted_at = null
    ),
    advertiser as (
      insert into advertisers (account, created_at)
      select id, ${db.now()} from changed where 'Advertiser' = any(${add}::text[]) on conflict (account) do nothing
    )
    ${recordDecisions(db)`
      select 'operator' as actor, ${by}::bigint as account, 'account.roles' as action, 'account' as subject,
        id as subject_id, id as owner, ${reason}::text as reason, ${JSON.stringify({ add, remove })}::jsonb as data
      from changed`}`)
