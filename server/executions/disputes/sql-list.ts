import { forCaller } from '../../accounts/sql-fragments.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { newestFirst, pageOfList, type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Units } from '../../values/money.ts'
import type { Page, Placed } from '../../values/requests/page.ts'
import type { Revision } from '../report.ts'
import type { Debtor, Dispute } from './disputes.ts'
import { disputeColumns } from './sql.ts'

const ofStatus = (statuses: readonly string[]): Sql => sql`disputes.status = any(${statuses}::text[])`

const ownList = (db: Db, condition: Sql) => ({
  columns: disputeColumns(db, sql`disputes`),
  from: sql`from disputes where ${condition}`,
  order: newestFirst(sql`disputes.id`),
})

/** Reads a page of the disputes that the caller opened, newest first. */
export const readDisputesOpened = (db: Db, by: By, page: Page) =>
  forCaller<Dispute & Placed>(db, by)`${pageOfList(ownList(db, sql`disputes.executor = caller.caller_account`), page)}`

/** Reads a page of the disputes about the caller's rejections, newest first. */
export const readDisputesAgainst = (db: Db, by: By, statuses: readonly string[], page: Page) =>
  forCaller<Dispute & Placed>(db, by)`
      ${pageOfList(ownList(db, sql`disputes.advertiser = caller.caller_account and ${ofStatus(statuses)}`), page)}`

/** Reads a page of all disputes for an operator, earliest decision deadline first. */
export const readDisputes = (db: Db, by: By, statuses: readonly string[], page: Page) =>
  forCaller<Dispute & Placed>(db, by)`${pageOfList(
    {
      columns: disputeColumns(db, sql`disputes`),
      from: sql`from disputes where ${ofStatus(statuses)}`,
      // Always true, so that PostgreSQL 15 counts by the operators' index rather than the advertisers' one.
      countedFrom: sql`from disputes where ${ofStatus(statuses)} and disputes.decide_by_at is not null`,
      order: { key: sql`disputes.decide_by_at`, id: sql`disputes.id`, isBackwards: false },
    },
    page,
  )}`

export const readRevisions = (db: Db, execution: Id<'execution'>) =>
  db.many<Revision>(sql`
    select revision, reservation, submitted_at, details, proofs from revisions where execution = ${execution}::bigint
    order by revision`)

const debts = sql`from balances where book = 'platform.guarantee' and units < 0`

/** Reads a page of the advertisers who owe the platform for payments. */
export const readDebtors = (db: Db, by: By, page: Page) =>
  forCaller<Debtor & Placed>(db, by)`${pageOfList(
    {
      columns: sql`owner as id, (select email from accounts where accounts.id = owner) as email, -units as owed_units,
            updated_at`,
      from: debts,
      order: { id: sql`balances.owner`, isBackwards: false },
    },
    page,
  )}`

/** Reads the total debt of all advertisers. */
export const readTotalDebt = (db: Db) =>
  db.one<{ owedUnits: Units }>(sql`select coalesce(-sum(units), 0)::bigint as owed_units ${debts}`)
