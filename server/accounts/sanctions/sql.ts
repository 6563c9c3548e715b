import { recordDecisions } from '../../platform/database/audit.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { newestFirst, pageOfList, type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Page, PagedRow } from '../../values/requests/page.ts'
import { accountNamed, emailOf } from '../sql-fragments.ts'
import { forCaller } from '../sql-fragments-callers.ts'
import { beginPause, liftPause } from '../sql-fragments-pauses.ts'
import { closingBar, type Sanction, type SanctionStatus } from './sanctions.ts'

const columns = sql`
  id, account, ${emailOf(sql`account`)} as email, kind, code, reason, status, ends_at, appeal, appealed_at, answer, answered_at, created_at, updated_at`

export type SanctionFilter = {
  /** Its id or e-mail address. */
  readonly account?: string | undefined
  readonly status?: readonly string[] | undefined
}

const filterCondition = ({ account, status }: SanctionFilter): Sql => {
  const ofAccount = account === undefined ? sql`true` : sql`account = ${accountNamed(account)}`
  return status === undefined ? ofAccount : sql`${ofAccount} and status = any(${status}::text[])`
}

/** Selects a page of sanctions, newest first: the caller's own, or all of them for an operator. */
export const readSanctions = (db: Db, by: By, filter: SanctionFilter | 'own', page: Page) => {
  const condition = filter === 'own' ? sql`account = caller.caller_account` : filterCondition(filter)
  const list = { columns, from: sql`from sanctions where ${condition}`, order: newestFirst(sql`id`) }
  return forCaller<Sanction & PagedRow>(db, by)`${pageOfList(list, page)}`
}

/** Locks the sanctioned account. It must be locked before the sanction, because both change together. */
export const lockSanctioned = (db: Db, id: Id<'sanction'>) =>
  db.maybe<{ id: Id<'account'> }>(sql`
    select id from accounts where id = (select account from sanctions where id = ${id}::bigint) for update`)

export const readSanction = (db: Db, id: Id<'sanction'>) =>
  db.one<Sanction & { readonly now: Date }>(sql`
    select ${columns}, ${db.now()} as now from sanctions where id = ${id}::bigint`)

export type NewSanction = Pick<Sanction, 'account' | 'kind' | 'code' | 'reason' | 'endsAt'> & {
  readonly by: Id<'account'> | null
}

const decision = (actor: Sql, by: Sql, action: Sql, reason: Sql): Sql => sql`
  select ${actor} as actor, ${by} as account, ${action} as action, 'sanction' as subject, id as subject_id,
    account as owner, ${reason} as reason, jsonb_build_object('kind', kind, 'code', code) as data from changed`

export const insertSanction = (db: Db, { account, kind, code, reason, endsAt, by }: NewSanction) =>
  db.one<Sanction>(sql`
    with changed as (
      insert into sanctions (account, kind, code, reason, ends_at, imposed_by, created_at, updated_at)
      values (${account}::bigint, ${kind}, ${code}, ${reason}, ${endsAt}, ${by}::bigint, ${db.now()}, ${db.now()})
      returning *
    ),
    audit as (${recordDecisions(db)`${decision(sql`'operator'`, sql`${by}::bigint`, sql`'sanction.impose'`, sql`changed.reason`)}`})
    select ${columns} from changed`)

export type AppliedTransition = {
  readonly id: Id<'sanction'>
  readonly move: string
  readonly to: SanctionStatus
  readonly actor: 'advertiser' | 'executor' | 'operator'
  readonly by: Id<'account'> | null
  readonly text: string
}

/** Writes a transition of a sanction: an appeal or an operator's answer. The sanction must be locked. */
export const transitionSanction = (db: Db, { id, move, to, actor, by, text }: AppliedTransition) => {
  const isAppeal = sql`${to}::text = 'Appealed'`
  return db.one<Sanction>(sql`
    with changed as (
      update sanctions set status = ${to}, updated_at = ${db.now()},
        appeal = case when ${isAppeal} then ${text} else appeal end,
        appealed_at = case when ${isAppeal} then ${db.now()} else appealed_at end,
        answer = case when ${isAppeal} then answer else ${text} end,
        answered_at = case when ${isAppeal} then answered_at else ${db.now()} end
      where id = ${id}::bigint returning *
    ),
    audit as (${recordDecisions(db)`${decision(sql`${actor}::text`, sql`${by}::bigint`, sql`${`sanction.${move}`}::text`, sql`case when not ${isAppeal} then ${text}::text end`)}`})
    select ${columns} from changed`)
}

const isOpen = sql`status in ('InForce', 'Appealed', 'Upheld')`
const inForce = (db: Db): Sql => sql`${isOpen} and coalesce(ends_at > ${db.now()}, true)`

/** Selects the end of the restriction by sanctions of this kind or a pending closing; null if there is none. */
const restrictedUntil = (db: Db, account: Sql, kind: string): Sql => sql`
  greatest((select max(coalesce(ends_at, 'infinity')) from sanctions
    where sanctions.account = ${account} and kind = ${kind} and ${inForce(db)}), (
    select ${closingBar}::timestamptz(3) from account_closings closing where closing.account = ${account}
      and closing.status = any(${kind === 'Suspension' ? ['Closed', 'Erased'] : ['Requested', 'Closed', 'Erased']}::text[])))`

/** Selects the account if it is an advertiser's and its suspension matches the condition. */
const advertiserSuspended = (db: Db, account: Id<'account'>, condition: Sql): Sql => sql`
  select account from advertisers
  where account = ${account}::bigint and ${restrictedUntil(db, sql`${account}::bigint`, 'Suspension')} ${condition}`

/** Denormalizes the effect of the sanctions in force into the account's rows. The account must be locked. */
export const writeAccountStatus = (db: Db, account: Id<'account'>) =>
  db.run(sql`
    with suspended as (
      update accounts set suspended_until = effect.until, status_reason = effect.reason,
        status = case when effect.until is null then 'Active' else 'Suspended' end
      from (select ${restrictedUntil(db, sql`${account}::bigint`, 'Suspension')} as until, (
        select reason from sanctions where sanctions.account = ${account}::bigint and kind = 'Suspension' and ${inForce(db)}
        order by id desc limit 1) as reason) effect
      where accounts.id = ${account}::bigint
    ),
    paused as (${beginPause(db, advertiserSuspended(db, account, sql`is not null`), 'advertiser_suspended')}),
    resumed as (${liftPause(db, advertiserSuspended(db, account, sql`is null`), 'advertiser_suspended')}),
    executor as (
      update executors set barred_until = ${restrictedUntil(db, sql`executors.account`, 'NoReservations')}
      where account = ${account}::bigint
    )
    update advertisers set barred_until = ${restrictedUntil(db, sql`advertisers.account`, 'NoOffers')}
    where account = ${account}::bigint`)

export const openSanctions = (db: Db, account: Id<'account'>, kind: string) =>
  db.many<Pick<Sanction, 'id'>>(sql`
    select id from sanctions where account = ${account}::bigint and kind = ${kind}
      and ${isOpen} order by id for update`)

const isDue = (db: Db): Sql => sql`${isOpen} and ends_at <= ${db.now()}`

/** Selects up to `limit` accounts with sanctions past their end. */
export const dueAccounts = (db: Db, limit: number) =>
  db.many<{ id: Id<'account'> }>(sql`
    select distinct account as id from (
      select account from sanctions where ${isDue(db)} order by ends_at limit ${limit}::bigint) due order by account`)

/** Marks expired sanctions of an account as ended. The account must be locked. */
export const endSanctions = (db: Db, account: Id<'account'>) =>
  db.run(sql`
    with changed as (
      update sanctions set status = 'Ended', updated_at = ${db.now()}
      where sanctions.account = ${account}::bigint and ${isDue(db)} returning *
    ),
    audit as (${recordDecisions(db)`${decision(sql`'system'`, sql`null::bigint`, sql`'sanction.end'`, sql`null::text`)}`})
    select id from changed`)

/** Copies the sanctions in force on the closed account with this address hash to a new account. */
export const inheritSanctions = (db: Db, account: Id<'account'>, hash: Buffer) =>
  db.run(sql`
    with changed as (
      insert into sanctions (account, kind, code, reason, ends_at, created_at, updated_at)
      select ${account}::bigint, kind, code, reason, ends_at, ${db.now()}, ${db.now()} from sanctions
      where sanctions.account = (select account from barred_identities where hash = ${hash}::bytea)
        and kind <> 'Warning' and ${inForce(db)} returning *
    )
    ${recordDecisions(db)`${decision(sql`'system'`, sql`null::bigint`, sql`'sanction.inherit'`, sql`changed.reason`)}`}`)
