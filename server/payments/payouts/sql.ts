import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { newestFirst, pageOfList, type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Units } from '../../values/money.ts'
import type { Page, PagedRow } from '../../values/requests/page.ts'
import { isFreeOfDebt, otherUsers } from '../sql-fragments.ts'
import type { ExportRequest, Payout } from './payout.ts'

const counted = (status: string): Sql => sql`
  (select count(*) from withdrawals where withdrawals.payout = payouts.id and withdrawals.status = ${status}::text)`
/** Withdrawals of a payout without a result whose account another executor uses too. */
const shared = sql`
  (select count(*) from withdrawals where withdrawals.payout = payouts.id and withdrawals.status = 'Processing'
    and exists (${otherUsers}))`
const columns = sql`payouts.id, payouts.withdrawals, payouts.units, payouts.currency, payouts.created_at, payouts.kind,
  payouts.exports, payouts.exported_at, payouts.first_exported_at, ${counted('Paid')} as paid, ${counted('Failed')} as failed, ${shared} as shared`

/** Locks up to `limit` approved withdrawals that no payout has, oldest first. Skips executors who owe the platform. */
export const lockReady = (db: Db, limit: number) =>
  db.many<SealedPayable>(sql`
    select id, executor, units, currency, details from withdrawals
    where status = 'Processing' and payout is null and ${isFreeOfDebt}
    order by id limit ${limit}::bigint for update`)

/** The same for those to IBANs in euros, after a withdrawal. */
export const lockReadyForSepa = (db: Db, limit: number, after: number) =>
  db.many<SealedPayable>(sql`
    select id, executor, units, currency, details from withdrawals
    where status = 'Processing' and payout is null and ${isFreeOfDebt} and method = 'Bank' and currency = 'EUR'
      and id > ${after}::bigint
    order by id limit ${limit}::bigint for update`)

type NewPayout = Pick<Payout, 'kind' | 'withdrawals' | 'units' | 'currency'>

export const insertPayout = (db: Db, { kind, withdrawals, units, currency }: NewPayout) =>
  db.one<Pick<Payout, 'id'>>(sql`
    insert into payouts (kind, withdrawals, units, currency, exports, created_at)
    values (${kind}, ${withdrawals}, ${units}::bigint, ${currency}, 0, ${db.now()}) returning id`)

/** Puts locked withdrawals into a new payout and records who made it. */
export const fillPayout = (db: Db, id: Id<'payout'>, ready: readonly Id<'withdrawal'>[], by: Id<'account'> | null) =>
  db.flight([
    sql`
      update withdrawals set payout = ${id}::bigint, updated_at = ${db.now()}, version = version + 1
      where id = any(${ready}::bigint[])`,
    recordDecisions(db)`
      select 'operator' as actor, ${by}::bigint as account, 'payout.create' as action, 'payout' as subject,
        id as subject_id, null::bigint as owner, null::text as reason,
        jsonb_build_object('withdrawals', withdrawals, 'units', units) as data
      from payouts where id = ${id}::bigint`,
  ])

export const readPayouts = (db: Db, by: By, page: Page) => {
  const order = newestFirst(sql`payouts.id`)
  const list = { columns, from: sql`from payouts where true`, order }
  return forCaller<Payout & PagedRow>(db, by)`${pageOfList(list, page)}`
}

export const readPayout = (db: Db, by: By, id: Id<'payout'>) =>
  forCaller<Payout>(db, by)`select ${columns} from payouts where id = ${id}::bigint`

/** Locks a payout, so that only one of several concurrent exports is the first. */
export const lockPayout = (db: Db, by: By, id: Id<'payout'>) =>
  forCaller<Payout>(db, by)`select ${columns} from payouts where id = ${id}::bigint for update of payouts`

export type SealedPayable = {
  readonly id: Id<'withdrawal'>
  readonly executor: Id<'account'>
  readonly units: Units
  readonly currency: string
  readonly details: Buffer
}

/** Locks a payout's withdrawals without a result and selects their payment details. */
export const lockPayables = (db: Db, payout: Id<'payout'>) =>
  db.many<SealedPayable>(sql`
    select id, executor, units, currency, details from withdrawals
    where payout = ${payout}::bigint and status = 'Processing' order by id for share`)

type Exported = ExportRequest & {
  readonly payout: Id<'payout'>
  readonly by: Id<'account'> | null
  /** The date of the file, which the first export decides. */
  readonly datedAt: Date
}

/** Counts an export and records who made it and why. */
export const markExported = (
  db: Db,
  { payout, by, isAgain, reason, datedAt }: Exported,
  payables: readonly SealedPayable[],
) =>
  db.run(sql`
    with exported as (
      update payouts set exports = coalesce(exports, 0) + 1, exported_at = ${db.now()},
        first_exported_at = coalesce(first_exported_at, ${datedAt}::timestamptz)
      where id = ${payout}::bigint returning *),
    audit as (${recordDecisions(db)`
      select 'operator' as actor, ${by}::bigint as account, 'payout.export' as action, 'payout' as subject,
        id as subject_id, null::bigint as owner, ${reason}::text as reason,
        jsonb_build_object('export', exports, 'again', ${isAgain}::boolean, 'withdrawals', ${payables.length}::bigint,
          'units', ${payables.reduce((sum, { units }) => sum + units, 0n)}::bigint) as data
      from exported`})
    select id from exported`)
