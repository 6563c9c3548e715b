import type { Caller } from '../accounts/caller.ts'
import { asCaller } from '../accounts/steps.ts'
import { recordDecisions } from '../platform/audit.ts'
import type { By } from '../platform/ctx.ts'
import type { Db } from '../platform/db.ts'
import { newestFirst, pageOfList, type Sql, sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { Units } from '../values/money.ts'
import type { Page, Placed } from '../values/page.ts'
import type { Payout } from './payout.ts'

type Found<Row> = Caller & Row & { readonly found: true | null }

const counted = (status: string): Sql => sql`
  (select count(*) from withdrawals where withdrawals.payout = payouts.id and withdrawals.status = ${status}::text)`
const columns = sql`payouts.id, payouts.withdrawals, payouts.units, payouts.currency, payouts.created_at,
  ${counted('Paid')} as paid, ${counted('Failed')} as failed`

/** Everything approved that is in no payout yet, the oldest first; none where nothing is. */
export const insertPayout = (db: Db, account: Id<'account'> | null, most: number) =>
  db.maybe<Payout>(sql`
    with ready as materialized (
      select id, units, currency from withdrawals where status = 'Processing' and payout is null
      order by id limit ${most}::bigint for update
    ),
    made as (
      insert into payouts (withdrawals, units, currency, created_at)
      select count(*), sum(units)::bigint, min(currency), ${db.now()} from ready having count(*) > 0 returning *
    ),
    taken as (
      update withdrawals set payout = made.id, updated_at = ${db.now()}, version = withdrawals.version + 1
      from made, ready where withdrawals.id = ready.id
    ),
    audit as (${recordDecisions(
      db,
      sql`
      select 'operator' as actor, ${account}::bigint as account, 'payout.create' as action, 'payout' as subject,
        id as subject_id, null::bigint as owner, null::text as reason,
        jsonb_build_object('withdrawals', withdrawals, 'units', units) as data
      from made`,
    )})
    select id, withdrawals, units, currency, created_at, 0 as paid, 0 as failed from made`)

export const readPayouts = (db: Db, by: By, page: Page) => {
  const order = newestFirst(sql`payouts.id`)
  const list = { columns, from: sql`from payouts where true`, order }
  return db.many<Found<Payout & Placed>>(asCaller(db, by, pageOfList(list, page)))
}

export const readPayout = (db: Db, by: By, id: Id<'payout'>) =>
  db.many<Found<Payout>>(asCaller(db, by, sql`select ${columns} from payouts where id = ${id}::bigint`))

export type SealedPayable = {
  readonly id: Id<'withdrawal'>
  readonly executor: Id<'account'>
  readonly units: Units
  readonly currency: string
  readonly details: Buffer
}

/** What is in a payout, with where it is to go. */
export const readPayables = (db: Db, payout: Id<'payout'>) =>
  db.many<SealedPayable>(sql`
    select id, executor, units, currency, details from withdrawals where payout = ${payout}::bigint order by id`)
