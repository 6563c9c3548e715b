import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { newestFirst, pageOfList, type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Units } from '../../values/money.ts'
import type { Page, PagedRow } from '../../values/requests/page.ts'
import { debtUnits, refundsToDo } from '../sql-fragments.ts'
import type { MethodType } from '../withdrawals/withdrawal-method.ts'
import {
  openStatuses,
  type RefundFacts,
  type RefundRequest,
  type RefundTransition,
  refundTransitions,
} from './refund.ts'

const columns = (
  db: Db,
): Sql => sql`id, account, (select email from accounts where accounts.id = refund_requests.account) as email, deposit,
  reversal, units, currency, status, method, hint, note, reason, reference, version,
  ${debtUnits(sql`refund_requests.account`)} as debt_units, requested_at,
  waits_until, coalesce(waits_until > ${db.now()}, false) as is_waiting, approved_at, ended_at, updated_at`

/** Selects the facts for a refund of this deposit. The deposit must be locked. */
export const refundFacts = (db: Db, account: Id<'account'>, deposit: Id<'deposit'>) =>
  db.one<RefundFacts>(sql`
    select (select id from refund_requests where deposit = ${deposit}::bigint and status = any(${openStatuses}::text[])) as open,
      coalesce((select units from balances where book = 'advertiser.available' and owner = ${account}::bigint), 0)
        as available_units,
      ${debtUnits(sql`${account}::bigint`)} as debt_units`)

export type NewRefund = {
  readonly account: Id<'account'>
  readonly deposit: Id<'deposit'>
  readonly reversal: Id<'reversal'>
  readonly units: Units
  readonly currency: string
  readonly note: string | null
  /** Null: back to the card. */
  readonly where: {
    readonly method: MethodType
    readonly hint: string
    readonly details: Buffer
    readonly methodHash: Buffer
  } | null
  /** How long the first refund to an account waits. */
  readonly waitHours: number
}

const decision = (action: string, actor: Sql, who: Sql, from: Sql): Sql => sql`
  select ${actor} as actor, ${who} as account, ${action}::text as action, 'refund'::text as subject, id as subject_id,
    account as owner, reason,
    jsonb_build_object('units', units, 'deposit', deposit, 'reversal', reversal, 'reference', reference) as data from ${from}`

/** Inserts a refund; the first one to an account waits. */
export const insertRefund = (db: Db, made: NewRefund) =>
  db.one<Pick<RefundRequest, 'id'> & { readonly isNewAccount: boolean }>(sql`
    insert into refund_requests (account, deposit, reversal, units, currency, status, method, hint, details, method_hash, note,
      waits_until, requested_at, updated_at)
    select ${made.account}, ${made.deposit}, ${made.reversal}, ${made.units}::bigint, ${made.currency},
      ${made.where ? 'Requested' : 'Processing'}, ${made.where?.method ?? null}, ${made.where?.hint ?? null},
      ${made.where?.details ?? null}::bytea, ${made.where?.methodHash ?? null}::bytea, ${made.note},
      case when is_new then nullif(${db.now()} + ${made.waitHours}::integer * interval '1 hour', ${db.now()}) end,
      ${db.now()}, ${db.now()}
    from (select ${isNewAccount(made)} as is_new) known
    returning id, (${isNewAccount(made)}) as is_new_account`)

/** Records who requested a refund, and that its account is new. */
export const recordRefund = (db: Db, { id, isNewAccount: isNew }: { id: Id<'refund'>; isNewAccount: boolean }) => {
  const made = sql`refund_requests where id = ${id}::bigint`
  return db.flight([
    recordDecisions(db)`
      select 'advertiser'::text as actor, account, 'refund.new_account'::text as action, 'refund'::text as subject, id as subject_id,
        account as owner, null::text as reason, jsonb_build_object('units', units, 'method', method) as data
      from ${made} and ${isNew}`,
    recordDecisions(db)`${decision('refund.request', sql`'advertiser'::text`, sql`account`, made)}`,
  ])
}

/** Whether no operator has approved a payment to this account of the advertiser. Cards are not new. */
const isNewAccount = ({ account, where }: NewRefund): Sql => sql`
  ${where?.methodHash ?? null}::bytea is not null and not exists (
    select from refund_requests where account = ${account}::bigint and method_hash = ${where?.methodHash ?? null}::bytea
      and status in ('Processing', 'Paid'))
  and not exists (
    select from withdrawals where executor = ${account}::bigint and method_hash = ${where?.methodHash ?? null}::bytea
      and status in ('Processing', 'Paid'))`

/** Selects a refund to an account that no operator has approved yet. */
export const readStoppable = (db: Db, id: Id<'refund'>) =>
  db.maybe<Pick<RefundRequest, 'account' | 'deposit' | 'reversal'>>(sql`
    select account, deposit, reversal from refund_requests where id = ${id}::bigint and status = 'Requested'`)

/** Selects the caller's refunds, newest first. */
export const readOwnRefunds = (db: Db, by: By, page: Page) => {
  const from = sql`from refund_requests where account = caller.caller_account`
  return forCaller<RefundRequest & PagedRow>(db, by)`
      ${pageOfList({ columns: columns(db), from, order: newestFirst(sql`refund_requests.id`) }, page)}`
}

/** Selects refunds with these statuses, oldest first; undefined: those that need an operator. */
export const readAllRefunds = (db: Db, by: By, statuses: readonly string[] | undefined, page: Page) => {
  const from = statuses ? sql`from refund_requests where status = any(${statuses}::text[])` : sql`from ${refundsToDo}`
  return forCaller<RefundRequest & PagedRow>(db, by)`
      ${pageOfList({ columns: columns(db), from, order: { id: sql`refund_requests.id`, isBackwards: false } }, page)}`
}

/** A refund with its payment details, still sealed. */
export type SealedRefund = RefundRequest & { readonly details: Buffer | null }

export const readRefund = (db: Db, by: By, id: Id<'refund'>, whose: 'own' | 'any') =>
  forCaller<SealedRefund>(db, by)`
      select ${columns(db)}, details from refund_requests where id = ${id}::bigint
        and ${whose === 'own' ? sql`account = caller.caller_account` : sql`true`}`

export type AppliedRefundTransition = {
  readonly move: RefundTransition
  readonly actor: 'advertiser' | 'operator'
  readonly by: Id<'account'> | null
  readonly reason: string | null
  readonly reference: string | null
}

/** Writes a transition with its actor and reason. The deposit must be locked. */
export const writeRefundTransition = (
  db: Db,
  id: Id<'refund'>,
  { move, actor, by, reason, reference }: AppliedRefundTransition,
) =>
  db.run(sql`
    with moved as (
      update refund_requests set status = ${refundTransitions[move].to}, reason = ${reason}, reference = ${reference},
        ${move === 'approve' ? sql`approved_at` : sql`ended_at`} = ${db.now()}, updated_at = ${db.now()}, version = version + 1
      where id = ${id}::bigint returning *),
    audit as (${recordDecisions(db)`${decision(`refund.${move}`, sql`${actor}::text`, sql`${by}::bigint`, sql`moved`)}`})
    select id from moved`)
