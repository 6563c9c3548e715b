import { recordDecisions } from '../../platform/database/audit.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { newestFirst, pageOfList, type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Page, PagedRow } from '../../values/requests/page.ts'
import type { Change, GuardedChange, Side, WholeAccount } from '../profile.ts'
import { wholeColumns, withProfile } from '../sql.ts'
import { forCaller } from '../sql-fragments-callers.ts'
import type { ChosenNickname } from './nickname-choice.ts'
import type { ProfileChange } from './profile-change.ts'

/** Selects the caller's own account, or another one. */
export const readWhole = (db: Db, by: By, account: Id<'account'> | 'own') => {
  const id = account === 'own' ? sql`caller.caller_account` : sql`${account}::bigint`
  return forCaller<WholeAccount>(db, by)`
      select ${wholeColumns(db)} from accounts ${withProfile} where accounts.id = ${id}`
}

const assignment = (column: Sql, value: unknown, type: Sql): Sql =>
  sql`${column} = case when ${value !== undefined}::boolean then ${value ?? null}::${type} else ${column} end`

/** Updates the account, and its profile if it has one. */
export const writeChange = (db: Db, account: Id<'account'>, change: Change) =>
  db.run(sql`
    with account as (
      update accounts set ${assignment(sql`language`, change.language, sql`text`)} where id = ${account}::bigint
    )
    update executors set ${assignment(sql`nickname`, change.nickname, sql`text`)},
      ${assignment(sql`birth_date`, change.birthDate, sql`date`)},
      ${assignment(sql`country`, change.country, sql`integer`)}, ${assignment(sql`gender`, change.gender, sql`text`)},
      ${assignment(sql`languages`, change.languages, sql`text[]`)},
      ${assignment(sql`language_levels`, change.languageLevels && JSON.stringify(change.languageLevels), sql`jsonb`)}
    where account = ${account}::bigint and deleted_at is null`)

/** Selects the nicknames that the account has chosen. */
export const readNicknames = (db: Db, account: Id<'account'>) =>
  db.many<ChosenNickname>(sql`
    select key, removed_at is not null as is_removed, chosen_at > ${db.now()} - interval '1 year' as is_within_year
    from nicknames where account = ${account}::bigint`)

/** Gives a nickname to the account. Returns no row if another account has or had it. */
export const claimNickname = (db: Db, account: Id<'account'>, key: string) =>
  db.maybe<{ key: string }>(sql`
    insert into nicknames (key, account, chosen_at) values (${key}, ${account}::bigint, ${db.now()})
    on conflict (key) do nothing returning key`)

/** Selects a nickname of an erased account. Expects it claimed, because a claim waits for an erasure that is running. */
export const readErasedNickname = (db: Db, hash: string) =>
  db.maybe<{ key: string }>(sql`select key from nicknames where key = ${hash}`)

/** Returns the name that the operator gave this marketplace; null: none. */
export const readBrandName = async (db: Db) =>
  (await db.maybe<{ brandName: string | null }>(sql`select brand_name from site`))?.brandName ?? null

export const readNickname = async (db: Db, account: Id<'account'>) =>
  (
    await db.maybe<{ nickname: string | null }>(sql`
      select nickname from executors where account = ${account}::bigint`)
  )?.nickname ?? null

type NicknameRemoval = { readonly key: string; readonly by: Id<'account'> | null; readonly reason: string }

export const writeRemovedNickname = (db: Db, account: Id<'account'>, { key, by, reason }: NicknameRemoval) =>
  db.run(sql`
    with removed as (
      insert into nicknames as chosen (key, account, chosen_at, removed_at)
      values (${key}, ${account}::bigint, ${db.now()}, ${db.now()})
      on conflict (key) do update set removed_at = excluded.removed_at where chosen.account = excluded.account
    ),
    changed as (
      update executors set nickname = null where account = ${account}::bigint and nickname is not null returning account
    )
    ${recordDecisions(db)`
      select 'operator' as actor, ${by}::bigint as account, 'nickname.remove' as action, 'account' as subject,
        changed.account as subject_id, changed.account as owner, ${reason}::text as reason,
        '{}'::jsonb as data from changed`}`)

/** Adds the role and its profile unless the account has it or an operator has removed it. */
export const addRole = (db: Db, account: Id<'account'>, role: Side) =>
  db.run(sql`
    with changed as (
      update accounts set roles = roles || ${role}::text
      where id = ${account}::bigint and not ${role}::text = any(roles || withheld_roles) returning id, language
    ),
    executor as (
      insert into executors (account, languages, created_at)
      select id, array[language], ${db.now()} from changed where ${role}::text = 'Executor' on conflict (account) do nothing
    )
    insert into advertisers (account, created_at)
    select id, ${db.now()} from changed where ${role}::text = 'Advertiser' on conflict (account) do nothing`)

const columns = sql`id, account, members, status, requested_at, due_at`
const isOpen = sql`status in ('Pending', 'Approved')`

type Decision = { readonly actor: string; readonly by: Id<'account'> | null; readonly action: string }

/** Records which members change. Their values are only in the change itself. */
const decisionOf = ({ actor, by, action }: Decision): Sql => sql`
  select ${actor}::text as actor, ${by}::bigint as account, ${`profile.${action}`}::text as action, 'account' as subject,
    changed.account as subject_id, changed.account as owner, changed.reason,
    jsonb_build_object('change', changed.id, 'members', array(select jsonb_object_keys(changed.members))) as data from changed`

/** Inserts a change. Merges it into a pending one, which restarts the delay. */
export const requestChange = (db: Db, account: Id<'account'>, members: GuardedChange, days: number) =>
  db.run(sql`
    with changed as (
      insert into profile_changes as waiting (account, members, status, requested_at, due_at)
      values (${account}::bigint, ${JSON.stringify(members)}::jsonb, 'Pending', ${db.now()},
        ${db.now()} + ${days}::integer * interval '1 day')
      on conflict (account) where status in ('Pending', 'Approved') do update set status = 'Pending',
        members = waiting.members || excluded.members, requested_at = excluded.requested_at, due_at = excluded.due_at
        where not waiting.members @> excluded.members
      returning *
    )
    ${recordDecisions(db)`${decisionOf({ actor: 'executor', by: account, action: 'request_change' })}`}`)

export const readChanges = (db: Db, by: By, page: Page) => {
  const list = { columns, from: sql`from profile_changes where ${isOpen}`, order: newestFirst(sql`id`) }
  return forCaller<ProfileChange & PagedRow>(db, by)`${pageOfList(list, page)}`
}

/** A pending change; `requestedAt` names its content, since later members are merged into it. */
export type ChangeOf = { readonly account: Id<'account'>; readonly requestedAt: Date | null }

const isNamed = ({ account, requestedAt }: ChangeOf): Sql => sql`
  account = ${account}::bigint and ${isOpen} and requested_at = coalesce(${requestedAt}::timestamptz, requested_at)`

export type Ending = Decision & {
  readonly change: ChangeOf
  readonly to: 'Rejected' | 'Cancelled'
  readonly reason: string | null
}

/** Ends a pending change without applying it. Returns no row if none is pending. */
export const endChange = (db: Db, { change, to, reason, ...decision }: Ending) =>
  db.maybe<ProfileChange>(sql`
    with changed as (
      update profile_changes set status = ${to}, ended_at = ${db.now()}, reason = ${reason}
      where ${isNamed(change)} returning *
    ),
    audit as (${recordDecisions(db)`${decisionOf(decision)}`})
    select ${columns} from changed`)

/** Makes a change due because an operator approved it. Returns no row if none is pending. */
export const approveChange = (db: Db, change: ChangeOf, by: Id<'account'> | null) =>
  db.maybe<ProfileChange>(sql`
    with changed as (
      update profile_changes set status = 'Approved', due_at = ${db.now()}
      where ${isNamed(change)} returning *
    ),
    audit as (${recordDecisions(db)`${decisionOf({ actor: 'operator', by, action: 'approve_change' })}`})
    select ${columns} from changed`)

const appliedMax = 100

/** Returns the new value of a column if the change names the member, otherwise the current value. */
const member = (column: Sql, name: string, type: Sql): Sql =>
  sql`${column} = case when due.members ? ${name} then (due.members ->> ${name})::${type} else executors.${column} end`

/** Applies due changes of executors without a running reservation, which relied on the old profile. Returns how many. */
export const applyChanges = async (db: Db): Promise<number> =>
  (
    await db.one<{ applied: number }>(sql`
      with due as materialized (
        select * from profile_changes where ${isOpen} and due_at <= ${db.now()} and not exists (
          select from reservations where executor = profile_changes.account and reservations.status = 'Active'
            and expires_at > ${db.now()})
        order by due_at, id limit ${appliedMax}::bigint for update skip locked
      ),
      profile as (
        update executors set ${member(sql`birth_date`, 'birthDate', sql`date`)},
          ${member(sql`country`, 'country', sql`integer`)}, ${member(sql`gender`, 'gender', sql`text`)}
        from due where executors.account = due.account
      ),
      changed as (
        update profile_changes set status = 'Applied', ended_at = ${db.now()}
        where id = any(array(select id from due)) returning profile_changes.*
      ),
      audit as (${recordDecisions(db)`${decisionOf({ actor: 'system', by: null, action: 'apply_change' })}`})
      select count(*) as applied from changed`)
  ).applied

/** Records that the owner of the installation changed these members immediately. */
export const recordCorrection = (db: Db, account: Id<'account'>, members: readonly string[]) =>
  db.run(
    recordDecisions(db)`
      select 'operator' as actor, null::bigint as account, 'profile.correct' as action, 'account' as subject,
        ${account}::bigint as subject_id, ${account}::bigint as owner, null::text as reason,
        ${JSON.stringify({ members })}::jsonb as data`,
  )
