import { forCaller } from '../accounts/sql-fragments-callers.ts'
import type { RuleFacts } from '../money-rules/money-rule.ts'
import { ruleFacts } from '../money-rules/sql-fragments.ts'
import type { By } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { every, newestFirst, pageOfList, type Sql, sql, when } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { Units } from '../values/money.ts'
import type { Page, PagedRow } from '../values/requests/page.ts'
import {
  advertiserBooks,
  type Balance,
  type Book,
  type BookSum,
  type Earnings,
  executorBooks,
  type ListedTransaction,
  type Mismatch,
  type Verdict,
} from './ledger.ts'

/** Time of the last posting to one of these books of an account. */
const lastPosted = (account: Sql, books: readonly Book[]) => sql`
  (select created_at from entries where account = ${account} and entries.book = any(${books}::text[])
    order by id desc limit 1) as updated_at`

/** `pending`: incoming money, computed by payments. The threshold is null for an account without a balance. */
const balance = (account: Sql, pending: Sql = sql`0::bigint`) => sql`
  select ${account} as account, coalesce(own.units, 0) as available_units, ${pending} as pending_units,
    own.low_threshold_units, ${lastPosted(account, advertiserBooks)},
    (select coalesce(sum(units), 0)::bigint from holds where advertiser = ${account}) as held_units,
    -coalesce((select units from balances where book = 'platform.guarantee' and owner = ${account}), 0) as debt_units
  from (select ${account}) request left join balances own on own.book = 'advertiser.available' and own.owner = ${account}`

/** A stored balance; the threshold is null if none was set. */
export type BalanceRow = Omit<Balance, 'lowThresholdUnits'> & { readonly lowThresholdUnits: Units | null }

export const readBalance = (db: Db, by: By, pending?: Sql) =>
  forCaller<BalanceRow>(db, by)`${balance(sql`caller.caller_account`, pending)}`

export const balanceOf = (db: Db, account: Id<'account'>) => db.one<BalanceRow>(balance(sql`${account}::bigint`))

const kept = (account: Sql, book: Book) => sql`
  coalesce((select units from balances where book = ${book} and owner = ${account}), 0)`

/** Due earnings count as available whether or not they are cleared. */
const earnings = (account: Sql, now: Sql) => sql`
  select ${kept(account, 'executor.available')} + waiting.due_units as available_units,
    ${kept(account, 'executor.pending')} - waiting.due_units as pending_units,
    ${kept(account, 'executor.withdrawing')} as withdrawing_units, -${kept(account, 'platform.guarantee')} as debt_units,
    waiting.next_clearing_at,
    ${lastPosted(account, executorBooks)}
  from (
    select coalesce(sum(units) filter (where clears_at <= ${now}), 0)::bigint as due_units,
      min(clears_at) filter (where clears_at > ${now}) as next_clearing_at
    from clearings where executor = ${account} and cleared_at is null) waiting`

export const readEarnings = (db: Db, by: By) =>
  forCaller<Earnings & RuleFacts>(db, by)`
    select own.*, ${ruleFacts(db)} from (${earnings(sql`caller.caller_account`, sql`caller.now`)}) own`

export const earningsOf = (db: Db, account: Id<'account'>) =>
  db.one<Earnings>(earnings(sql`${account}::bigint`, db.now()))

const ofBooks = (books: readonly Book[]) => sql`where account = caller.caller_account and book = any(${books}::text[])`

export type TransactionFilter = {
  readonly books: readonly Book[]
  /** Leaves out entries that only follow another one: clearings, and money that is being paid out. */
  readonly isPerEvent?: boolean
  readonly kinds?: readonly string[] | undefined
  readonly offers?: readonly Id<'offer'>[] | undefined
  readonly createdFrom?: string | undefined
  readonly createdTo?: string | undefined
  /** Part of the reference of a deposit or of the description, in any case. */
  readonly search?: string | undefined
}

/** The reference under which an operator booked a deposit. */
const reference = sql`substring(transfers.cause from '^booking:[0-9]+:[0-9]+:(.*)$')`

/** Conditions on transfers. None, if the list is not filtered. */
const transferConditions = ({
  isPerEvent,
  kinds,
  offers,
  createdFrom,
  createdTo,
  search,
}: TransactionFilter): Sql[] => [
  ...(isPerEvent ? [sql`book <> 'executor.withdrawing' and transfers.kind <> 'Clearing'`] : []),
  ...when(kinds, sql`transfers.kind = any(${kinds}::text[])`),
  ...when(offers, sql`transfers.offer = any(${offers}::bigint[])`),
  ...when(createdFrom, sql`entries.created_at >= ${createdFrom}::timestamptz`),
  ...when(createdTo, sql`entries.created_at <= ${createdTo}::timestamptz`),
  ...when(search, sql`strpos(lower(concat_ws(' ', ${reference}, transfers.description)), lower(${search}::text)) > 0`),
]

const withTransfers = sql`from entries join transfers on transfers.id = entries.transfer`

/** Selects the caller's entries on the books of one role, newest first. */
export const readTransactions = (db: Db, by: By, filter: TransactionFilter, page: Page) => {
  const { books } = filter
  const conditions = transferConditions(filter)
  const from = sql`${withTransfers} ${ofBooks(books)}`
  const filtered = sql`${from} and ${every(conditions)}`
  const list = {
    columns: sql`entries.id, transfers.kind, book, units, transfers.offer, transfers.execution, ${reference} as reference,
            transfers.description, entries.created_at, (select title from offers where offers.id = transfers.offer) as task_title,
            (select clears_at from clearings where clearings.cause = transfers.cause) as clears_at`,
    from: conditions.length > 0 ? filtered : from,
    countedFrom: conditions.length > 0 ? filtered : sql`from entries ${ofBooks(books)}`,
    order: newestFirst(sql`entries.id`),
  }
  return forCaller<ListedTransaction & PagedRow>(db, by)`
    with listed as materialized (${pageOfList(list, page)}), ${runningBalances(books)}
    select listed.*, running.balance_after_units, running.total_after_units
    from listed left join running using (id) order by listed.id desc`
}

/**
 * The part `running`: the balance of its book and of all the books after each entry of the part `listed`. Counted backwards from
 * the present balances, because most readers want the newest entries: the cost grows with the entries after the page.
 */
const runningBalances = (books: readonly Book[]): Sql => sql`
  present as (
    select book, units from balances where owner = caller.caller_account and book = any(${books}::text[])
    union all select 'advertiser.held', units from holds
    where advertiser = caller.caller_account and 'advertiser.held' = any(${books}::text[])),
  newer as (
    select book, -units as units from entries
    ${ofBooks(books)} and id > (select max(id) from listed)),
  until as (
    select book, sum(units)::bigint as units from (select * from present union all select * from newer) sums group by book),
  running as (
    select entries.id, (until.units - coalesce(sum(entries.units) over of_book, 0))::bigint as balance_after_units,
      ((select sum(units) from until) - coalesce(sum(entries.units) over of_all, 0))::bigint as total_after_units
    from entries join until using (book)
    ${ofBooks(books)} and id between (select min(id) from listed) and (select max(id) from listed)
    window of_book as (partition by book order by id desc rows between unbounded preceding and 1 preceding),
      of_all as (order by id desc rows between unbounded preceding and 1 preceding))`

/** Compares the sum of entries per book with the stored balances and holds. */
export const balanceMismatches = (db: Db) =>
  db.many<Mismatch>(sql`
    with summed as (select book, owner, sum(units)::bigint as units from entries group by book, owner),
    kept as (
      select book, owner, units from balances union all select 'advertiser.held', offer, units from holds
    )
    select coalesce(kept.book, summed.book) || ' of ' || coalesce(kept.owner, summed.owner) as what,
      coalesce(kept.units, 0) as kept_units, coalesce(summed.units, 0) as summed_units
    from kept full join summed on summed.book = kept.book and summed.owner = kept.owner
    where coalesce(kept.units, 0) <> coalesce(summed.units, 0)
      and coalesce(kept.book, summed.book) not in ('platform.revenue', 'external.in', 'external.out')
    order by 1`)

/** Selects transfers that do not sum to zero or have no entries, and entries without a transfer. */
export const transferMismatches = (db: Db) =>
  db.many<Mismatch>(sql`
    select 'transfer ' || coalesce(transfers.id, summed.transfer) as what, 0::bigint as kept_units,
      coalesce(summed.units, 0) as summed_units
    from transfers full join (
      select transfer, sum(units)::bigint as units from entries group by transfer) summed on summed.transfer = transfers.id
    where transfers.id is null or summed.transfer is null or summed.units <> 0
    order by 1`)

export const sumsOfBooks = (db: Db) =>
  db.many<BookSum>(sql`select book, sum(units)::bigint as units from entries group by book order by book`)

export const balanceSnapshot = (db: Db) =>
  db.one<Pick<Verdict, 'accounts' | 'transfers' | 'sumUnits'>>(sql`
    select (select count(*) from (select distinct book, owner from entries) books) as accounts,
      (select count(*) from transfers) as transfers,
      (select coalesce(sum(units), 0)::bigint from entries) as sum_units`)
