import {
  bookOf,
  bookWithoutOwner,
  lockFunds,
  postCredits,
  postingRows,
  postTransfers,
  recordLowBalance,
  transferBetween,
} from '../../ledger/sql-fragments.ts'
import { broughtForward } from '../../platform/clock.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import { lesserOf, type Money, type Units } from '../../values/money.ts'
import type { Deposit, Reversal, ReversalStatus } from './deposit.ts'

/** Money that an advertiser's account receives or returns. */
export type Movement = {
  readonly account: Id<'account'>
  readonly units: Units
  readonly kind: 'Deposit' | 'Refund' | 'Chargeback' | 'Return' | 'Void'
  readonly cause: string
  readonly description?: string | null
}

/** Books money that an advertiser receives; it settles their debt first. */
export const creditAdvertiser = (
  db: Db,
  { account, units, kind, cause, description = null }: Movement,
  money: Money,
) => {
  const [from, to] = [bookWithoutOwner('external.in'), bookOf('advertiser.available', account)]
  return db.flight(postCredits(db, postingRows(transferBetween({ cause, kind, description }, units, from, to)), money))
}

/** Selects the advertiser's available units and locks them until the transaction ends. */
export const lockAvailable = (db: Db, account: Id<'account'>) =>
  db.maybe<{ units: Units }>(lockFunds(sql`${[account]}::bigint[]`))

/**
 * Takes money from the available balance as far as it goes. The platform covers the rest, which the advertiser then owes. Holds are
 * not touched. Expects a transaction.
 */
export async function debitAdvertiser(db: Db, { account, units, kind, cause }: Movement, money: Money): Promise<void> {
  const available = (await lockAvailable(db, account))?.units ?? 0n
  const takenUnits = lesserOf(available, units)
  const owedUnits = units - takenUnits
  const postings = [
    { cause, kind, ...bookWithoutOwner('external.in'), units },
    { cause, kind, ...bookOf('advertiser.available', account), units: -takenUnits },
    { cause, kind, ...bookOf('platform.guarantee', account), units: -owedUnits },
  ].filter((posting) => posting.units !== 0n)
  const taken = sql`
    select ${account}::bigint as account, ${takenUnits}::bigint as taken_units, 0 as held_units, ${owedUnits}::bigint as owed_units`
  await db.flight([recordLowBalance(db, taken, kind), ...postTransfers(db, postingRows(postings), money)])
}

export type NewReversal = {
  readonly deposit: Id<'deposit'>
  readonly kind: Reversal['kind']
  readonly status: ReversalStatus
  readonly units: Units
  readonly stripeId: string | null
  readonly reason: string | null
  /** An operator makes the transfer; Stripe is not called. */
  readonly isByHand?: true
  /** Who refunds, or requests the refund; null: reported by Stripe. */
  readonly by: { readonly operator: Id<'account'> | null } | { readonly advertiser: Id<'account'> } | null
}

/** Returns the actor and account for the audit log. */
function actorOf(by: NewReversal['by']): { readonly actor: string; readonly account: Id<'account'> | null } {
  if (by === null) return { actor: 'system', account: null }
  return 'advertiser' in by
    ? { actor: 'advertiser', account: by.advertiser }
    : { actor: 'operator', account: by.operator }
}

/** Inserts a reversal and records who decided it. */
export const insertReversal = (db: Db, made: NewReversal) => {
  const { actor, account } = actorOf(made.by)
  return db.one<{ id: Id<'reversal'> }>(sql`
    with reversal as (
      insert into reversals (deposit, kind, status, units, stripe_id, reason, next_attempt_at, created_at, ended_at)
      values (${made.deposit}, ${made.kind}, ${made.status}, ${made.units}, ${made.stripeId}, ${made.reason},
        case when ${made.status}::text = 'Pending' and not ${made.isByHand ?? false}::boolean then ${db.now()} end, ${db.now()},
        case when ${made.status}::text = 'Returned' then ${db.now()} end)
      returning *),
    decision as (${recordDecisions(db)`
      select ${actor}::text as actor, ${account}::bigint as account,
        case kind when 'Refund' then 'deposit.refund' when 'Void' then 'deposit.void' else 'deposit.charge_back' end as action,
        'deposit'::text as subject, deposit as subject_id,
        (select account from deposits where deposits.id = reversal.deposit) as owner, reason,
        jsonb_build_object('reversal', id, 'units', units, 'status', status, 'stripeId', stripe_id) as data from reversal`})
    select id from reversal`)
}

export type StoredReversal = {
  readonly id: Id<'reversal'>
  readonly kind: Reversal['kind']
  readonly status: ReversalStatus
  readonly units: Units
}

/** Selects the known reversal for a refund or dispute at Stripe. The deposit must be locked. */
export const reversalOf = (db: Db, deposit: Id<'deposit'>, stripeId: string, ours: string | null) =>
  db.maybe<StoredReversal>(sql`
    select id, kind, status, units from reversals
    where deposit = ${deposit}::bigint and (stripe_id = ${stripeId}::text
      or (stripe_id is null and id::text = ${ours}::text))
    order by stripe_id is null limit 1`)

export const readReversal = (db: Db, id: Id<'reversal'>) =>
  db.one<StoredReversal>(sql`select id, kind, status, units from reversals where id = ${id}::bigint`)

/** Advances a reversal: Stripe has accepted it, or it was returned. Records this, and ends its refund. */
export const advanceReversal = (db: Db, id: Id<'reversal'>, status: ReversalStatus, stripeId: string | null) =>
  db.flight([
    sql`
      update reversals set status = ${status}, stripe_id = coalesce(stripe_id, ${stripeId}::text), next_attempt_at = null,
        ended_at = case when ${status}::text = 'Returned' then ${db.now()} end
      where id = ${id}::bigint`,
    recordDecisions(db)`
      select 'system'::text as actor, null::bigint as account,
        case kind when 'Refund' then 'deposit.refund_failed' else 'deposit.reinstate' end as action,
        'deposit'::text as subject, deposit as subject_id,
        (select account from deposits where deposits.id = reversals.deposit) as owner, reason,
        jsonb_build_object('reversal', id, 'units', units, 'stripeId', stripe_id) as data
      from reversals where id = ${id}::bigint and status = 'Returned'`,
    endRefund(db, id, status),
  ])

/** Ends the refund of a reversal as Stripe reported, and records it: paid, or failed, which can happen days after it was paid. */
const endRefund = (db: Db, reversal: Id<'reversal'>, status: ReversalStatus): Sql => sql`
  with refund as (
    update refund_requests set status = ${status === 'Done' ? 'Paid' : 'Failed'}, ended_at = ${db.now()}, updated_at = ${db.now()},
      version = version + 1
    where reversal = ${reversal}::bigint
      and (status = 'Processing' or status = 'Paid' and ${status}::text = 'Returned')
    returning *)
  ${recordDecisions(db)`
    select 'system'::text as actor, null::bigint as account,
      case status when 'Paid' then 'refund.pay' else 'refund.fail' end as action, 'refund'::text as subject, id as subject_id,
      account as owner, null::text as reason,
      jsonb_build_object('units', units, 'deposit', deposit, 'reversal', reversal) as data from refund`}`

/** Ends a reversal that an operator has transferred or refused. */
export const endReversal = (db: Db, id: Id<'reversal'>, status: 'Done' | 'Returned') =>
  db.run(sql`
    update reversals set status = ${status}, ended_at = case when ${status}::text = 'Returned' then ${db.now()} end
    where id = ${id}::bigint`)

/** One of our refunds that Stripe has to make. */
export type Due = {
  readonly id: Id<'reversal'>
  readonly deposit: Id<'deposit'>
  readonly paymentIntent: string
  readonly units: Units
  readonly currency: string
}

/** Claims due refunds. Each has a lease of one minute, longer on each retry. */
export const claimRefunds = (db: Db, limit: number) =>
  db.many<Due>(sql`
    with claimed as (
      update reversals set attempts = attempts + 1,
        next_attempt_at = ${db.now()} + least(60 * 2 ^ least(attempts, 6), 3600) * interval '1 second'
      where id = any(array(
        select id from reversals where status = 'Pending' and next_attempt_at <= ${db.now()}
        order by next_attempt_at limit ${limit}::bigint for update skip locked))
      returning id, deposit, units)
    select claimed.*, paid.payment_intent, paid.currency from claimed
    cross join lateral (select payment_intent, currency from deposits where id = claimed.deposit limit 1) paid`)

/** Brings forward the retries of refunds after the clock was set back. */
export const bringReversalsForward = (db: Db, seconds: number) =>
  db.run(sql`
    update reversals set next_attempt_at = ${broughtForward(db.now(), sql`next_attempt_at`, seconds)}
    where status = 'Pending' and next_attempt_at > ${db.now()}`)

/** Voids a deposit. Its reference becomes free for the right amount, and its own one differs from all that operators have entered. */
export const writeVoided = (db: Db, { id, reference }: Pick<Deposit, 'id' | 'reference'>) => {
  const voided = `${reference} (voided ${id})`
  return db.run(sql`
    update deposits set status = 'Voided', updated_at = ${db.now()}, reference = ${voided} || case when exists (
        select from deposits other where other.account = deposits.account and other.reference = ${voided})
      then ' ' || gen_random_uuid() else '' end
    where id = ${id}::bigint`)
}
