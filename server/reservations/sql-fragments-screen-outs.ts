import { paidBook } from '../ledger/sql-fragments-paid.ts'
import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'
import type { Money } from '../values/money.ts'

const cause = (row: Sql): Sql => sql`'reservation:' || ${row}.id || ':screen_out'`

/** Selects rows of reservations whose executors are paid for being screened out, with what that costs. No slot is kept for appeals then. */
export const screenedOut = (reservations: Sql): Sql => sql`
  (select ended.*, false as is_kept, offers.advertiser, offers.screen_out_units, offers.screen_out_fee_units,
      offers.screen_out_units + offers.screen_out_fee_units as paid_units
    from (${reservations}) ended join offers on offers.id = ended.offer) freed`

/** Postings from the hold: the pay to the executor and the fee to the platform. Expects rows of `screenedOut`. */
export const screenOutPay = (freed: Sql, money: Money): Sql => sql`
  select ${cause(sql`freed`)} as cause, 'ScreenOut' as kind, null::text as description, freed.offer, null::bigint as execution,
    part.book, part.owner, part.account, part.units
  from ${freed} join executors executor on executor.account = freed.executor, lateral (values
    ('advertiser.held', freed.offer, freed.advertiser, -freed.paid_units),
    (${paidBook(sql`executor`, money)}, freed.executor, freed.executor, freed.screen_out_units),
    ('platform.revenue', 0::bigint, null::bigint, freed.screen_out_fee_units)) part (book, owner, account, units)
  where part.units <> 0`

/** The pay that clears later, as rows for `scheduleClearing`. */
export const screenOutEarnings = (db: Db, freed: Sql, money: Money): Sql => sql`
  select freed.executor, null::bigint as execution, ${cause(sql`freed`)} as cause, freed.screen_out_units as units,
    ${db.now()} + ${money.clearingSeconds}::integer * interval '1 second' as clears_at
  from ${freed} join executors executor on executor.account = freed.executor
  where ${paidBook(sql`executor`, money)} = 'executor.pending'`
