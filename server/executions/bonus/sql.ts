import type { SpendingLimits } from '../../accounts/account.ts'
import { spendingOf, spendWithKeys } from '../../accounts/spending/sql-fragments.ts'
import { lockExecutors } from '../../accounts/sql-fragments.ts'
import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import { lockFunds, mustAfford, postTransfers, recordLowBalance, scheduleClearing } from '../../ledger/sql-fragments.ts'
import { paidBook } from '../../ledger/sql-fragments-paid.ts'
import type { RuleFacts } from '../../money-rules/money-rule.ts'
import { ruleFacts } from '../../money-rules/sql-fragments.ts'
import { addBonusCost } from '../../offers/sql-fragments.ts'
import { debtUnits } from '../../payments/sql-fragments.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Money, Units } from '../../values/money.ts'
import type { Execution } from '../execution.ts'
import type { Report } from '../report.ts'
import { historyEntry, lockExecutions } from '../sql-fragments.ts'
import { executionColumns, reportColumns, reportTables } from '../sql-fragments-reports.ts'
import type { SameId } from './bonus.ts'

type Payable = { readonly availableUnits: Units; readonly debtUnits: Units; readonly acceptBonusUnits: Units }
type Asked = { readonly id: Id<'execution'>; readonly externalId: string | null }

/** Reads one report of the caller with their available money, and the bonus that already has the externalId. */
export const readForBonus = (db: Db, by: By, { id, externalId }: Asked, credential: Buffer) =>
  forCaller<Report & SpendingLimits & Payable & SameId & RuleFacts>(db, by)`
      select ${reportColumns}, spending.*, named.execution as named_execution, named.units as named_units,
        executions.accept_bonus_units, coalesce((select units from balances
        where book = 'advertiser.available' and owner = executions.advertiser), 0) as available_units,
        ${debtUnits(sql`executions.advertiser`)} as debt_units, ${ruleFacts(db)}
      ${reportTables} left join lateral (${spendingOf(sql`${credential}::bytea`)} limit 1) spending on true
      left join named_bonuses named on named.advertiser = executions.advertiser and named.external_id = ${externalId}::text
      where executions.id = ${id}::bigint and executions.advertiser = caller.caller_account`

/** A bonus to pay, after the rules have allowed it. */
export type Bonus = {
  readonly execution: Id<'execution'>
  /** The bonuses paid before; if that has changed, the rules must be checked again. */
  readonly paidUnits: Units
  readonly units: Units
  readonly feeUnits: Units
  readonly reason: string
  readonly note: string
  /** The advertiser's id of this bonus, which no other may have; null: none. */
  readonly externalId: string | null
  /** It is the bonus of the acceptance, of which there is only one. */
  readonly isOfAcceptance: boolean
  /** The only version that it may be paid for; null: any. */
  readonly version: number | null
  readonly money: Money
  /** The API key that pays it; null: another credential. */
  readonly keyHash: Buffer | null
}

type PaidBonus = Pick<Bonus, 'execution' | 'units' | 'feeUnits' | 'money'>
const costOf = ({ units, feeUnits }: PaidBonus): Sql => sql`(${units}::bigint + ${feeUnits}::bigint)`
const executionOf = ({ execution }: PaidBonus): Sql =>
  sql`(select * from executions where id = ${execution}::bigint) own`
const earnedBy = (bonus: PaidBonus): Sql =>
  sql`${executionOf(bonus)} join executors executor on executor.account = own.executor`
const causeOf = sql`'execution:' || own.id || ':bonus:' || own.version + 1`

/** Postings from the advertiser's available money: the bonus to the executor and the fee to the platform. */
const postingsOf = (bonus: PaidBonus): Sql => sql`
  select ${causeOf} as cause, 'Bonus' as kind, null::text as description, own.offer, own.id as execution, part.book, part.owner,
    part.account, part.units
  from ${earnedBy(bonus)}, lateral (values
    ('advertiser.available', own.advertiser, own.advertiser, -${costOf(bonus)}),
    (${paidBook(sql`executor`, bonus.money)}, own.executor, own.executor, ${bonus.units}::bigint),
    ('platform.revenue', 0::bigint, null::bigint, ${bonus.feeUnits}::bigint)) part (book, owner, account, units)
  where part.units <> 0`

const clearingOf = (db: Db, bonus: PaidBonus): Sql => sql`
  select own.executor, own.id as execution, ${causeOf} as cause, ${bonus.units}::bigint as units,
    ${db.now()} + ${bonus.money.clearingSeconds}::integer * interval '1 second' as clears_at
  from ${earnedBy(bonus)} where ${paidBook(sql`executor`, bonus.money)} = 'executor.pending'`

/** Pays a bonus for accepted work in one flight, which is refused if the money, the report or the spending of the key has changed. */
export const payBonus = (db: Db, bonus: Bonus) => {
  const [own, cost, ids] = [executionOf(bonus), costOf(bonus), sql`${[bonus.execution]}::bigint[]`]
  const taken = sql`
    select advertiser as account, ${cost} as taken_units, 0 as held_units, 0 as owed_units, ${bonus.keyHash}::bytea as key_hash from ${own}`
  return db.flight<Execution>([
    // Their level decides the book that the postings name.
    lockExecutors(sql`array(select executor from ${own})`),
    lockExecutions(ids),
    sql`
      select must_hold(count(*) = 1) from ${own} where status = 'Accepted' and bonus_units = ${bonus.paidUnits}::bigint
        and coalesce(${bonus.version}::integer = version, true)`,
    lockFunds(sql`array(select account from (${taken}) taken)`),
    mustAfford(taken),
    ...spendWithKeys(db, taken),
    recordLowBalance(db, taken, 'Bonus'),
    ...postTransfers(db, postingsOf(bonus), bonus.money),
    scheduleClearing(clearingOf(db, bonus)),
    sql`
      update executions set bonus_units = bonus_units + ${bonus.units}::bigint, accept_bonus_units =
        case when ${bonus.isOfAcceptance}::boolean then ${bonus.units}::bigint else accept_bonus_units end, version = version + 1,
        updated_at = ${db.now()},
        history = history || ${historyEntry(db, 'Bonus', 'Advertiser', sql`executions.revision`, sql`${bonus.note}::text`)}
      where id = ${bonus.execution}::bigint`,
    sql`
      insert into named_bonuses (advertiser, external_id, execution, units, paid_at)
      select advertiser, ${bonus.externalId}::text, id, ${bonus.units}::bigint, ${db.now()} from ${own}
      where ${bonus.externalId}::text is not null`,
    addBonusCost(sql`select offer, ${cost} as units from ${own}`),
    recordDecisions(db)`
      select 'advertiser' as actor, advertiser as account, 'report.bonus' as action, 'report' as subject, id as subject_id,
        executor as owner, ${bonus.reason}::text as reason,
        jsonb_build_object('units', ${bonus.units}::bigint, 'feeUnits', ${bonus.feeUnits}::bigint) as data
      from ${own}`,
    sql`select ${executionColumns(sql`own`)} from ${own}`,
  ])
}
