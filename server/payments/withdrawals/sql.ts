import type { AssignedFilter } from '../../accounts/desk-subject.ts'
import { accountNamed, emailOf } from '../../accounts/sql-fragments.ts'
import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import { assignedIs } from '../../accounts/sql-fragments-desk.ts'
import type { Mismatch } from '../../ledger/ledger.ts'
import { bookOf, postingRows, postTransfers, transferBetween } from '../../ledger/sql-fragments.ts'
import type { RuleFacts } from '../../money-rules/money-rule.ts'
import { ruleFacts } from '../../money-rules/sql-fragments.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { every, newestFirst, pageOfList, type Sql, sql, when } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Money, Units } from '../../values/money.ts'
import type { Page, PagedRow } from '../../values/requests/page.ts'
import { debtUnits, isFreeOfDebt, otherUsers, payDays } from '../sql-fragments.ts'
import {
  type SealedWithdrawal,
  type Withdrawal,
  type WithdrawalTransition,
  withdrawalTransitions,
} from './withdrawal.ts'
import type { MethodType } from './withdrawal-method.ts'

const columns = sql`withdrawals.id, withdrawals.executor, withdrawals.units, withdrawals.currency, withdrawals.status,
  withdrawals.method, withdrawals.hint, withdrawals.reason, withdrawals.reference, withdrawals.payout, withdrawals.version,
  withdrawals.requested_at, withdrawals.waits_until, withdrawals.approved_at, withdrawals.ended_at, withdrawals.updated_at,
  ${payDays} as pay_days`

/** Maximum number of executors listed in one record: enough to see the pattern. */
export const sharersMax = 20

/** The other executors who use the account of the row `withdrawals`, as an array of up to 20 ids. */
export const sharedWith: Sql = sql`
  array(select distinct executor from (${otherUsers}) users order by executor limit ${sharersMax}::bigint)`

const earlierPaid: Sql = sql`
  from withdrawals earlier where earlier.executor = withdrawals.executor and earlier.status = 'Paid'
    and earlier.id < withdrawals.id`

const isWaiting = (db: Db): Sql => sql`coalesce(withdrawals.waits_until > ${db.now()}, false)`

/** Columns only operators see: the executor, their payments so far, other users of the payout account, and the debt. */
const operatorColumns = (
  db: Db,
): Sql => sql`${columns}, ${isWaiting(db)} as is_waiting, withdrawals.details, ${emailOf(sql`withdrawals.executor`)} as executor_email,
  (select status from accounts where accounts.id = withdrawals.executor) as executor_status,
  (select count(*) ${earlierPaid}) as paid_count, (select coalesce(sum(earlier.units), 0)::bigint ${earlierPaid}) as paid_units,
  not exists (select ${earlierPaid} and earlier.method_hash = withdrawals.method_hash) as is_new_method,
  ${sharedWith} as shared_with, array(select accounts.email from accounts
    where accounts.id = any(${sharedWith}) order by accounts.id) as shared_emails,
  ${debtUnits(sql`withdrawals.executor`)} as debt_units`

export type WithdrawFacts = RuleFacts & {
  readonly open: Id<'withdrawal'> | null
  readonly availableUnits: Units
  readonly debtUnits: Units
}

/** Selects what the caller can withdraw, including earnings due by now, and their open withdrawal. */
export const withdrawFacts = (db: Db, by: By) =>
  forCaller<WithdrawFacts>(db, by)`
      select (select id from withdrawals where executor = caller.caller_account and status in ('Requested', 'Processing')) as open,
        coalesce((select units from balances where book = 'executor.available' and owner = caller.caller_account), 0)
          + coalesce((select sum(units) from clearings
            where executor = caller.caller_account and cleared_at is null and clears_at <= caller.now), 0)::bigint
          as available_units,
        ${debtUnits(sql`caller.caller_account`)} as debt_units, ${ruleFacts(db)}`

export type NewWithdrawal = {
  readonly executor: Id<'account'>
  readonly units: Units
  readonly method: MethodType
  readonly hint: string
  readonly details: Buffer
  readonly methodHash: Buffer
  /** How long the first withdrawal to an account waits. */
  readonly waitHours: number
}

/** Inserts a withdrawal. Its money must be locked. */
export const insertWithdrawal = (db: Db, made: NewWithdrawal, { currency }: Money) => {
  const { executor, units, method, hint, details, methodHash, waitHours } = made
  return db.one<Withdrawal & { readonly isNewAccount: boolean }>(sql`
    insert into withdrawals (executor, units, currency, status, method, hint, details, method_hash, requested_at, updated_at, waits_until)
    select ${executor}::bigint, ${units}::bigint, ${currency}, 'Requested', ${method}, ${hint}, ${details}::bytea, ${methodHash}::bytea,
      ${db.now()}, ${db.now()},
      case when is_new then nullif(${db.now()} + ${waitHours}::integer * interval '1 hour', ${db.now()}) end
    from (select ${isNewAccount(sql`${executor}::bigint`, sql`${methodHash}::bytea`)} as is_new) account
    returning ${columns}, ${isNewAccount(sql`withdrawals.executor`, sql`withdrawals.method_hash`)} as is_new_account`)
}

/** Moves the money of a new withdrawal out of the available balance. Records that its account is new. */
export const takeWithdrawal = (
  db: Db,
  {
    id,
    executor,
    units,
    isNewAccount,
  }: Pick<Withdrawal, 'id' | 'executor' | 'units'> & { readonly isNewAccount: boolean },
  money: Money,
) => {
  const facts = { cause: `withdrawal:${id}:request`, kind: 'Withdrawal', description: `Withdrawal ${id}` } as const
  const [from, to] = [bookOf('executor.available', executor), bookOf('executor.withdrawing', executor)]
  return db.flight([
    ...postTransfers(db, postingRows(transferBetween(facts, units, from, to)), money),
    recordDecisions(db)`
      select 'executor' as actor, executor as account, 'withdrawal.new_account' as action, 'withdrawal' as subject,
        id as subject_id, executor as owner, null::text as reason,
        jsonb_build_object('units', units, 'method', method) as data
      from withdrawals where id = ${id}::bigint and ${isNewAccount}`,
  ])
}

/** Whether no operator has approved a payment of the executor to this account. A cancelled request does not count. */
const isNewAccount = (executor: Sql, methodHash: Sql): Sql => sql`not exists (
  select from withdrawals earlier where earlier.executor = ${executor} and earlier.method_hash = ${methodHash}
    and earlier.status in ('Processing', 'Paid'))`
/** Selects the caller's withdrawals, newest first. */
export const readOwn = (db: Db, by: By, page: Page) => {
  const from = sql`from withdrawals where executor = caller.caller_account`
  return forCaller<Withdrawal & PagedRow>(db, by)`
      ${pageOfList({ columns, from, order: newestFirst(sql`withdrawals.id`) }, page)}`
}

export type WithdrawalFilter = {
  readonly status?: readonly string[] | undefined
  readonly payout?: Id<'payout'> | undefined
  /** The executor's id or e-mail address. */
  readonly executor?: string | undefined
  readonly assigned?: AssignedFilter | undefined
}

/** Selects all withdrawals, oldest first, optionally those of one payout. */
export const readAll = (db: Db, by: By, { status, payout, executor, assigned }: WithdrawalFilter, page: Page) => {
  const where = every([
    ...when(status, sql`withdrawals.status = any(${status}::text[])`),
    ...when(payout, sql`withdrawals.payout = ${payout}::bigint`),
    ...when(executor, sql`withdrawals.executor = ${accountNamed(executor ?? '')}`),
    ...(assigned ? [assignedIs(assigned, 'withdrawal', sql`withdrawals.id`)] : []),
  ])
  const list = { columns: operatorColumns(db), from: sql`from withdrawals where ${where}`, order: oldestFirst }
  return forCaller<SealedWithdrawal & PagedRow>(db, by)`${pageOfList(list, page)}`
}
const oldestFirst = { id: sql`withdrawals.id`, isBackwards: false }

/** Selects withdrawals by id, restricted to the caller's own if `whose` is 'own'. */
export const readWithdrawals = (db: Db, by: By, ids: readonly Id<'withdrawal'>[], whose: 'own' | 'any') =>
  forCaller<SealedWithdrawal>(db, by)`
      select ${operatorColumns(db)} from withdrawals where id = any(${ids}::bigint[])
        and ${whose === 'own' ? sql`executor = caller.caller_account` : sql`true`}`

/** Selects the executor of a withdrawal to a new account that no operator has approved yet. */
export const readStoppable = (db: Db, id: Id<'withdrawal'>) =>
  db.maybe<{ readonly executor: Id<'account'> }>(sql`
    select executor from withdrawals where id = ${id}::bigint and status = 'Requested'`)

export type TransitionInput = {
  readonly id: Id<'withdrawal'>
  readonly reason?: string | null | undefined
  readonly reference?: string | null | undefined
  /** The version to change; null: any. */
  readonly version?: number | null | undefined
}
type Actor = { readonly actor: 'executor' | 'operator'; readonly account: Id<'account'> | null }

/** Where the money goes with each transition; an approval moves none. */
const destinations: Readonly<Record<WithdrawalTransition, { book: Sql; owner: Sql; kind: string } | undefined>> = {
  approve: undefined,
  pay: { book: sql`'external.out'::text`, owner: sql`0::bigint`, kind: 'Withdrawal' },
  cancel: { book: sql`'executor.available'::text`, owner: sql`executor`, kind: 'Return' },
  reject: { book: sql`'executor.available'::text`, owner: sql`executor`, kind: 'Return' },
  fail: { book: sql`'executor.available'::text`, owner: sql`executor`, kind: 'Return' },
}

function moveMoney(db: Db, ids: Sql, move: WithdrawalTransition, money: Money): Sql[] {
  const to = destinations[move]
  if (!to) return []
  const postings = sql`
    select 'withdrawal:' || id || ${`:${move}`} as cause, ${to.kind} as kind, 'Withdrawal ' || id as description,
      null::bigint as offer, null::bigint as execution, part.book, part.owner, nullif(part.owner, 0) as account, part.units
    from withdrawals, lateral (values ('executor.withdrawing', executor, -units), (${to.book}, ${to.owner}, units)) part (book, owner, units)
    where id = any(${ids})`
  return postTransfers(db, postings, money)
}

export type AppliedTransition = { readonly move: WithdrawalTransition; readonly by: Actor; readonly money: Money }

/** Whether an operator can approve the row `withdrawals`; the row `input` has the reason, if there is one. */
const isApprovable = (db: Db): Sql => sql`${isFreeOfDebt} and not ${isWaiting(db)}
  and (not exists (${otherUsers}) or input.reason is not null)`

const inputRows = (requests: readonly TransitionInput[]): Sql => sql`
  unnest(${requests.map(({ id }) => id)}::bigint[], ${requests.map(({ reason }) => reason ?? null)}::text[],
    ${requests.map(({ reference }) => reference ?? null)}::text[], ${requests.map(({ version }) => version ?? null)}::integer[])
    as input (withdrawal, reason, reference, version)`

/** Locks the withdrawals that can make this transition until the transaction ends. Returns their ids. */
export const lockMovable = async (db: Db, requests: readonly TransitionInput[], move: WithdrawalTransition) =>
  (
    await db.many<{ id: Id<'withdrawal'> }>(sql`
      select withdrawals.id from withdrawals join ${inputRows(requests)} on input.withdrawal = withdrawals.id
      where status = any(${withdrawalTransitions[move].from}::text[]) and coalesce(input.version = withdrawals.version, true)
        and ${move === 'approve' ? isApprovable(db) : sql`true`}
      order by withdrawals.id for update of withdrawals`)
  ).map(({ id }) => id)

/** Applies a transition to locked withdrawals: money, statuses, decisions. */
export const moveWithdrawals = (
  db: Db,
  moved: readonly Id<'withdrawal'>[],
  requests: readonly TransitionInput[],
  { move, by, money }: AppliedTransition,
) => {
  const ids = sql`${moved}::bigint[]`
  const input = inputRows(requests)
  return db.flight<SealedWithdrawal>([
    ...moveMoney(db, ids, move, money),
    sql`
      update withdrawals set status = ${withdrawalTransitions[move].to}, reason = ${move === 'approve' ? sql`null` : sql`input.reason`},
        reference = input.reference, ${move === 'approve' ? sql`approved_at` : sql`ended_at`} = ${db.now()}, updated_at = ${db.now()},
        version = withdrawals.version + 1
      from ${input} where input.withdrawal = withdrawals.id and withdrawals.id = any(${ids})`,
    recordDecisions(db)`
      select ${by.actor}::text as actor, ${by.account}::bigint as account, ${`withdrawal.${move}`}::text as action,
        'withdrawal' as subject, id as subject_id, executor as owner,
        input.reason, jsonb_build_object('units', units, 'reference', withdrawals.reference) as data
      from withdrawals join ${input} on input.withdrawal = withdrawals.id where id = any(${ids})`,
    sql`select ${operatorColumns(db)} from withdrawals where id = any(${ids})`,
  ])
}

/** Selects executors whose withdrawal balance differs from their open withdrawals. */
export const withdrawalMismatches = (db: Db) =>
  db.many<Mismatch>(sql`
    select 'withdrawals of ' || coalesce(owner, executor) as what, coalesce(kept.units, 0) as kept_units,
      coalesce(open.units, 0) as summed_units
    from (select owner, units from balances where book = 'executor.withdrawing') kept
    full join (
      select executor, sum(units)::bigint as units from withdrawals where status in ('Requested', 'Processing') group by executor
    ) open on executor = owner
    where coalesce(kept.units, 0) <> coalesce(open.units, 0) order by 1`)
