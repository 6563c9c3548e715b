import type { KeySpending } from '../../accounts/account.ts'
import { fundsWithinDailyMax, spendingOf } from '../../accounts/spending/sql-fragments.ts'
import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import { lockFunds, lowBalance, post, scheduleClearing } from '../../ledger/sql-fragments.ts'
import { addBonusCost } from '../../offers/sql-fragments.ts'
import { debtUnits } from '../../payments/sql-fragments.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { recordEvents } from '../../platform/database/events.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Money, Units } from '../../values/money.ts'
import type { Execution } from '../execution.ts'
import type { Report } from '../report.ts'
import { executionColumns, reportColumns, reportTables } from '../sql.ts'
import { earningsOf, historyEntry, paidBook } from '../sql-fragments.ts'
import type { SameId } from './bonus.ts'

type Payable = { readonly availableUnits: Units; readonly debtUnits: Units; readonly acceptBonusUnits: Units }
type Asked = { readonly id: Id<'execution'>; readonly externalId: string | null }

/** Reads one report of the caller with their available money, and the bonus that already has the externalId. */
export const readForBonus = (db: Db, by: By, { id, externalId }: Asked, credential: Buffer) =>
  forCaller<Report & KeySpending & Payable & SameId>(db, by)`
      select ${reportColumns}, spending.*, named.execution as named_execution, named.units as named_units,
        executions.accept_bonus_units, coalesce((select units from balances
        where book = 'advertiser.available' and owner = executions.advertiser), 0) as available_units,
        ${debtUnits(sql`executions.advertiser`)} as debt_units
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

/** Postings from the advertiser's available money: the bonus to the executor and the fee to the platform. */
const bonusPostings = ({ units, feeUnits, money }: Bonus): Sql => sql`
  select 'execution:' || paid.id || ':bonus:' || paid.version as cause, 'Bonus' as kind, null::text as description, paid.offer,
    paid.id as execution, part.book, part.owner, part.account, part.units
  from paid join executor on executor.account = paid.executor, lateral (values
    ('advertiser.available', paid.advertiser, paid.advertiser, -(${units}::bigint + ${feeUnits}::bigint)),
    (${paidBook(sql`executor`, money)}, paid.executor, paid.executor, ${units}::bigint),
    ('platform.revenue', 0::bigint, null::bigint, ${feeUnits}::bigint)) part (book, owner, account, units)
  where part.units <> 0`

const wantedFor = ({ units, feeUnits, keyHash }: Bonus): Sql => sql`
  select advertiser as account, ${units}::bigint + ${feeUnits}::bigint as taken_units, ${keyHash}::bytea as key_hash from accepted`

/** Pays a bonus for accepted work in one guarded statement. Returns undefined if the money, the report or the spending of the key has changed. */
export const payBonus = (db: Db, bonus: Bonus) =>
  db.maybe<Execution>(sql`
    with accepted as materialized (
      select * from executions where id = ${bonus.execution}::bigint and status = 'Accepted'
        and bonus_units = ${bonus.paidUnits}::bigint and coalesce(${bonus.version}::integer = version, true) for update
    ),
    executor as materialized (
      select account, accepted, rejected from executors where account = any(array(select executor from accepted))
    ),
    ${fundsWithinDailyMax(db, lockFunds(wantedFor(bonus)), wantedFor(bonus))},
    paid as (
      update executions set bonus_units = executions.bonus_units + ${bonus.units}::bigint, accept_bonus_units =
        case when ${bonus.isOfAcceptance}::boolean then ${bonus.units}::bigint else executions.accept_bonus_units end, version = executions.version + 1,
        updated_at = ${db.now()},
        history = executions.history || ${historyEntry(db, 'Bonus', 'Advertiser', sql`executions.revision`, sql`${bonus.note}::text`)}
      from accepted join funds on funds.account = accepted.advertiser where executions.id = accepted.id
      returning executions.*
    ),
    ${post(db, bonusPostings(bonus), bonus.money)},
    aside as (${scheduleClearing(earningsOf(db, bonus.money))}),
    named as (
      insert into named_bonuses (advertiser, external_id, execution, units, paid_at)
      select advertiser, ${bonus.externalId}::text, id, ${bonus.units}::bigint, ${db.now()} from paid
      where ${bonus.externalId}::text is not null
    ),
    counted as (${addBonusCost(sql`select offer, ${bonus.units}::bigint + ${bonus.feeUnits}::bigint as units from paid`)}),
    audit as (${recordDecisions(db)`
      select 'advertiser' as actor, advertiser as account, 'report.bonus' as action, 'report' as subject, id as subject_id,
        executor as owner, ${bonus.reason}::text as reason,
        jsonb_build_object('units', ${bonus.units}::bigint, 'feeUnits', ${bonus.feeUnits}::bigint) as data
      from paid`}),
    event as (${recordEvents(db)`select * from (${lowBalance('Bonus', sql`0`)}) low (kind, account, offer, execution, data, rank)`})
    select ${executionColumns(sql`paid`)} from paid`)
