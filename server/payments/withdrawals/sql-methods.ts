import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import { payDays } from '../sql-fragments.ts'
import type { PayDays } from './pay-days.ts'
import { sharersMax } from './sql.ts'
import type { MethodType } from './withdrawal-method.ts'

/** Selects up to 20 other executors who used a payout account of this one. */
export const sharersOf = (db: Db, executor: Id<'account'>) =>
  db.many<{ executor: Id<'account'> }>(sql`
    select distinct executor from (
      select distinct method_hash from withdrawals
      where executor = ${executor}::bigint and method_hash is not null) own
    join withdrawals using (method_hash)
    where executor <> ${executor}::bigint order by executor limit ${sharersMax}::bigint`)

/**
 * Selects the saved payout account of an executor as rows of withdrawals: one or none. An account counts once an operator has approved
 * a payment to it: a stolen session must not be able to plant one by a request that it cancels.
 */
const savedAccount = (executor: Sql): Sql => sql`
  select * from withdrawals where executor = ${executor} and is_remembered and status in ('Processing', 'Paid')
    and details <> ''::bytea
  order by id desc limit 1`

/** Paid withdrawals to estimate from: the newest ones, and how many are too few to publish. */
const paidSample = { countMax: 50, countMin: 3 }
/** The share of them that is paid within the estimate. */
const typicalShare = 0.8

type SavedRow = {
  readonly id: Id<'withdrawal'> | null
  readonly method: MethodType
  readonly hint: string
  readonly usedAt: Date
}

/** Selects the caller's saved payout account, and the time within which most withdrawals of the installation were paid. */
export const withdrawalOptions = (db: Db, by: By) =>
  forCaller<SavedRow & { readonly typicalSeconds: number | null; readonly payDays: PayDays | null }>(db, by)`
    select saved.id, saved.method, saved.hint, saved.requested_at as used_at, paid.typical_seconds, ${payDays} as pay_days
    from (
      select case when count(*) >= ${paidSample.countMin}::bigint then round(percentile_disc(${typicalShare}::float8)
        within group (order by extract(epoch from ended_at - requested_at)))::bigint end as typical_seconds
      from (
        select ended_at, requested_at from withdrawals where status = 'Paid' order by id desc limit ${paidSample.countMax}::bigint
      ) newest) paid
    left join lateral (${savedAccount(sql`caller.caller_account`)}) saved on true`

/** Selects the sealed details of the executor's saved payout account; no row if it is not the one that `id` used last. */
export const savedDetails = (db: Db, executor: Id<'account'>, id: Id<'withdrawal'>) =>
  db.maybe<{ readonly details: Buffer }>(sql`
    select details from (${savedAccount(sql`${executor}::bigint`)}) saved where id = ${id}::bigint`)

/** Removes the executor's saved payout account. Withdrawals keep their details. */
export const forgetAccount = (db: Db, executor: Id<'account'>) =>
  db.run(sql`update withdrawals set is_remembered = false where executor = ${executor}::bigint and is_remembered`)
