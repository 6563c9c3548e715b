import { forCaller } from '../accounts/sql-fragments-callers.ts'
import { recordDecisions } from '../platform/database/audit.ts'
import type { By } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { newestFirst, type Order, pageOfList, rowsOfPage, type Sql, sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { Page, PagedRow } from '../values/requests/page.ts'
import { type ExecutorList, listsMax, type Member } from './list.ts'

const columns = sql`id, name, is_block_list, members, created_at, updated_at`

export const readLists = (db: Db, by: By, page: Page) => {
  const from = sql`from executor_lists where advertiser = caller.caller_account`
  const list = { columns, from, order: newestFirst(sql`id`) }
  return forCaller<ExecutorList & PagedRow>(db, by)`${pageOfList(list, page)}`
}

const own = (id: Id<'list'>): Sql => sql`
  select ${columns} from executor_lists where id = ${id}::bigint and advertiser = caller.caller_account`

export const readList = (db: Db, by: By, id: Id<'list'>) => forCaller<ExecutorList>(db, by)`${own(id)}`

/** Locks a list until the transaction ends: no offer can begin to use it, and its members cannot change. */
export const lockList = (db: Db, by: By, id: Id<'list'>) => forCaller<ExecutorList>(db, by)`${own(id)} for update`

/** Reads the list as this transaction has changed it. */
export const readLocked = (db: Db, id: Id<'list'>) =>
  db.one<ExecutorList>(sql`select ${columns} from executor_lists where id = ${id}::bigint`)

/** Serializes the creation of an account's lists until the transaction ends, so that their number stays within the limit. */
export const lockLists = (db: Db, advertiser: Id<'account'>) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended('lists of ' || ${advertiser}::bigint, 0))`)

/** The advertiser's decision about the lists in the part `changed`, for the audit log. */
const decided = (db: Db, action: string, data: object): Sql =>
  recordDecisions(db)`
    select 'advertiser' as actor, advertiser as account, ${`list.${action}`}::text as action, 'list' as subject,
      id as subject_id, advertiser as owner, null::text as reason, ${JSON.stringify(data)}::jsonb as data from changed`

export type NewList = { readonly advertiser: Id<'account'> } & Pick<ExecutorList, 'name' | 'isBlockList'>

/** Inserts a list. Returns undefined if the account has the maximum number of lists. */
export const insertList = (db: Db, { advertiser, name, isBlockList }: NewList) =>
  db.maybe<ExecutorList>(sql`
    with changed as (
      insert into executor_lists (advertiser, name, is_block_list, created_at, updated_at)
      select ${advertiser}::bigint, ${name}, ${isBlockList}::boolean, ${db.now()}, ${db.now()}
      where (select count(*) from executor_lists where advertiser = ${advertiser}::bigint) < ${listsMax}::integer
      returning *
    ),
    decided as (${decided(db, 'create', { name, isBlockList })})
    select ${columns} from changed`)

export const readBlockList = (db: Db, advertiser: Id<'account'>) =>
  db.maybe<Pick<ExecutorList, 'id'>>(
    sql`select id from executor_lists where advertiser = ${advertiser}::bigint and is_block_list`,
  )

export const renameList = (db: Db, id: Id<'list'>, name: string) =>
  db.one<ExecutorList>(sql`
    with changed as (
      update executor_lists set name = ${name}, updated_at = ${db.now()} where id = ${id}::bigint returning *
    ),
    decided as (${decided(db, 'rename', { name })})
    select ${columns} from changed`)

const usersShownMax = 10

/** Reads the offers that use the list and are not archived. */
export const offersUsing = (db: Db, id: Id<'list'>) =>
  db.many<{ offer: number }>(sql`
    select id as offer from (
      select id from offers where allow_list = ${id}::bigint union select id from offers where block_list = ${id}::bigint) used
    where (select status from offer_states where offer = used.id) <> 'Archived' order by id limit ${usersShownMax}`)

export const deleteList = (db: Db, id: Id<'list'>) =>
  db.run(sql`
    with changed as (delete from executor_lists where id = ${id}::bigint returning *)
    ${decided(db, 'delete', {})}`)

const inOrder: Order = { id: sql`id`, isBackwards: false }

/** Reads a page of the caller's list; no row if the list does not exist or belongs to another account. */
export const readMembers = (db: Db, by: By, list: Id<'list'>, page: Page) =>
  forCaller<Member & PagedRow>(db, by)`
      select named.members as total_count, item.* from (
        select id, members from executor_lists where id = ${list}::bigint and advertiser = caller.caller_account) named
      left join lateral (${rowsOfPage(
        {
          columns: sql`id, executor_alias, note, added_at,
            (select nickname from executors where account = executor_list_members.executor) as nickname`,
          from: sql`from executor_list_members where list = named.id`,
          order: inOrder,
        },
        page,
      )}) item on true`

export type ExecutorByAlias = { readonly alias: string; readonly executor: Id<'account'> | null }

/** Returns the executors with these aliases, in order; null for any who have never worked for the advertiser. */
export const readExecutors = (db: Db, list: Id<'list'>, aliases: readonly string[]) =>
  db.many<ExecutorByAlias>(sql`
    select requested.alias, known.executor
    from unnest(${aliases}::text[]) with ordinality as requested (alias, position)
    left join lateral (
      select executor from executions
      where advertiser = (select advertiser from executor_lists where id = ${list}::bigint) and executor_alias = requested.alias
      limit 1) known on true
    order by requested.position`)

/** Number of members of all lists of the owner of a list, and of those named who are not in this list yet. */
export const countMembers = (db: Db, id: Id<'list'>, named: readonly ExecutorByAlias[]) =>
  db.one<{ members: number; added: number }>(sql`
    select coalesce(sum(members), 0)::bigint as members, (
      select count(*) from unnest(${named.map(({ executor }) => executor)}::bigint[]) as named (executor)
      where not exists (
        select from executor_list_members stored where stored.list = ${id}::bigint and stored.executor = named.executor)) as added
    from executor_lists where advertiser = (select advertiser from executor_lists where id = ${id}::bigint)`)

export const insertMembers = (db: Db, id: Id<'list'>, named: readonly ExecutorByAlias[], note: string | null) =>
  db.run(sql`
    with changed as (update executor_lists set updated_at = ${db.now()} where id = ${id}::bigint returning *),
    added as (
      insert into executor_list_members (list, executor, executor_alias, note, added_at)
      select ${id}::bigint, executor, alias, ${note}::text, ${db.now()}
      from unnest(${named.map(({ executor }) => executor)}::bigint[], ${named.map(({ alias }) => alias)}::text[])
        as named (executor, alias)
      on conflict (list, executor) do nothing
    )
    ${decided(db, 'add', { executorIds: named.map(({ alias }) => alias), note })}`)

export const deleteMember = (db: Db, id: Id<'list'>, alias: string) =>
  db.run(sql`
    with gone as (
      delete from executor_list_members where list = ${id}::bigint and executor_alias = ${alias} returning list
    ),
    changed as (
      update executor_lists set updated_at = ${db.now()} where id = any(array(select list from gone)) returning *
    )
    ${decided(db, 'remove', { executorIds: [alias] })}`)
