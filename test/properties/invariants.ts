import assert from 'node:assert/strict'
import { verifyLedger } from '../../server/ledger/actions.ts'
import { verifyHolds } from '../../server/offers/lifecycle/actions.ts'
import { type Sql, sql } from '../../server/platform/sql.ts'
import type { Market } from '../support/market.ts'

/** Offers whose slot counts differ from their reservations and executions. */
const slots = sql`
  select state.offer, state.status, to_jsonb(state) as kept, to_jsonb(counted) as counted
  from offer_states state, lateral (
    select (select count(*) from reservations where offer = state.offer and status = 'Active' and kind = 'Work') as reserved,
      count(*) filter (where status = 'Pending') as pending, count(*) filter (where status = 'ReworkRequested') as rework,
      count(*) filter (where status = 'Accepted') as accepted, count(*) filter (where status = 'Rejected') as rejected,
      count(*) filter (where status = 'Disputed') as disputed, count(*) filter (where status = 'Withdrawn') as withdrawn
    from executions where offer = state.offer) counted
  where (state.reserved, state.pending, state.rework, state.accepted + state.accepted_by_dispute, state.rejected,
      state.disputed, state.withdrawn)
      is distinct from (counted.reserved, counted.pending, counted.rework, counted.accepted, counted.rejected,
        counted.disputed, counted.withdrawn)
    or state.remaining < 0 or state.accepted > state.total_limit
    or state.accepted + state.pending + state.rework + state.reserved + state.remaining <> state.total_limit
    or (state.status = 'Completed') <> (state.accepted = state.total_limit and state.status <> 'Archived')`

/** Accepted work that was not paid exactly once to its executor, and other work that was paid. */
const payments = sql`
  select executions.id, executions.status, charge.*
  from executions left join lateral (
    select count(distinct transfers.id) as transfers,
      coalesce(sum(entries.units) filter (where book = 'executor.available' and owner = executions.executor), 0) as paid,
      coalesce(sum(entries.units) filter (where book = 'advertiser.held' and owner = executions.offer), 0) as taken
    from transfers join entries on entries.transfer = transfers.id
    where transfers.execution = executions.id and transfers.kind = 'Charge') charge on true
  where case when executions.status = 'Accepted'
    then (charge.transfers, charge.paid, charge.taken) is distinct from (1, reward_units, -(reward_units + fee_units + add_on_units))
    else charge.transfers <> 0 end`

/** Executors whose money differs from their accepted work, or whose counters differ from the decisions. */
const earnings = sql`
  select executors.account, executors.accepted, executors.rejected, decided.*, balances.units
  from executors left join balances on book = 'executor.available' and owner = executors.account, lateral (
    select coalesce(sum(reward_units + bonus_units) filter (where status = 'Accepted'), 0) as earned,
      count(*) filter (where status = 'Accepted') as paid, count(*) filter (where status = 'Rejected') as refused
    from executions where executor = executors.account) decided
  where (coalesce(units, 0), accepted, rejected) is distinct from (earned, paid, refused)`

/** Advertisers whose deposits differ from the sum of available, held and spent money. */
const spending = sql`
  select advertisers.account, money.* from advertisers, lateral (
    select coalesce((select sum(units) from entries join transfers on transfers.id = entries.transfer
        where kind in ('Deposit', 'Refund', 'Return', 'Void') and entries.account = advertisers.account), 0) as paid_in,
      coalesce((select units from balances where book = 'advertiser.available' and owner = advertisers.account), 0) as free,
      coalesce((select sum(units) from holds where advertiser = advertisers.account), 0) as held,
      coalesce((select sum(reward_units + fee_units + add_on_units) from executions
        where advertiser = advertisers.account and status = 'Accepted'), 0) as spent,
      coalesce((select sum(flat_units) from offers where advertiser = advertisers.account and activated_at is not null), 0)
        as flat,
      coalesce((select -sum(units) from entries join transfers on transfers.id = entries.transfer
        where kind = 'Bonus' and book = 'advertiser.available' and entries.account = advertisers.account), 0) as bonuses) money
  where free + held + spent + flat + bonuses <> paid_in or free < 0 or held < 0`

/** Offers whose cost of bonuses differs from the ledger. */
const bonuses = sql`
  select offer, paid, units from (
    select transfers.offer, -sum(entries.units) as paid from entries join transfers on transfers.id = entries.transfer
    where kind = 'Bonus' and book = 'advertiser.available' group by transfers.offer) ledger
  full join offer_bonuses using (offer) where paid is distinct from units`

/** Advertisers who owe the platform though they have money: every credit settles a debt. */
const debts = sql`
  select owed.owner, owed.units as debt, free.units as available from balances owed join balances free
    on free.book = 'advertiser.available' and free.owner = owed.owner and free.units > 0
  where owed.book = 'platform.guarantee' and owed.units < 0`

/** Entries whose running balance differs from the sum of all entries up to them. */
const statements = sql`
  select * from (
    select id, book, owner, balance_after_units,
      sum(units) over (partition by book, owner order by id)::bigint as summed_units from entries) summed
  where balance_after_units <> summed_units`

/** Changes without exactly one event. */
const events = sql`
  select * from (values
    ('task.created', (select count(*) from offers)),
    ('report.submitted', (select coalesce(sum(revision), 0) from executions)),
    ('report.rework_requested', (select coalesce(sum(rework_round), 0) from executions)),
    ('report.withdrawn', (select count(*) from executions where status = 'Withdrawn')),
    ('report.accepted', (select count(*) from executions where status = 'Accepted')),
    ('report.rejected', (select count(*) from executions where status = 'Rejected'))) happened (kind, times)
  where times <> (select count(*) from events where events.kind = happened.kind)
  union all
  select 'task.completed of ' || offer, 0 from offer_states where status = 'Completed'
    and not exists (select from events where kind = 'task.completed' and events.offer = offer_states.offer)`

/** The submission of a reservation, in any of its revisions. */
const workOf = sql`
  left join lateral (
    select id, status from executions where reservation = reservations.id
    union all
    select executions.id, status from revisions join executions on executions.id = revisions.execution
    where revisions.reservation = reservations.id) work on true`

/** Executors above the limit of active reservations, and reservations whose state does not match their work. */
const reservations = (now: Sql, activeMax: number) => sql`
  select 'active at once' as what, executor as id, count(*) as found from reservations
  where status = 'Active' and kind = 'Work' and expires_at > ${now} group by executor having count(*) > ${activeMax}
  union all
  select 'is taken', reservations.id, 1 from reservations ${workOf}
  where is_taken <> (reservations.kind = 'Work' and (reservations.status = 'Active'
    or reservations.status = 'Submitted' and work.status in ('Pending', 'ReworkRequested', 'Disputed', 'Accepted')))
  union all
  select 'submitted', reservations.id, 1 from reservations ${workOf}
  where (reservations.status = 'Submitted') <> (work.id is not null)
  union all
  select 'to do again', executions.id, 1 from executions left join reservations
    on reservations.id = rework_reservation and reservations.execution = executions.id and reservations.status = 'Active'
  where (executions.status = 'ReworkRequested') <> (reservations.id is not null)
  union all
  select 'proofs', executions.id, 0 from executions
  where not exists (select from execution_proofs where execution = executions.id)`

/** Asserts all invariants while the market is idle: money, slots, payments, counters, events. */
export async function assertInvariants({ ctx }: Market): Promise<void> {
  const { db, config } = ctx
  const { ok, mismatches } = await verifyLedger(ctx)
  assert.deepEqual(mismatches, [], 'the ledger')
  assert.ok(ok, 'the ledger sums to zero')
  assert.deepEqual(await verifyHolds(ctx), [], 'what is held for offers')
  const active = reservations(db.now(), config.activeReservationsMax)
  for (const [what, found] of Object.entries({
    slots,
    payments,
    earnings,
    spending,
    bonuses,
    debts,
    statements,
    events,
    reservations: active,
  })) {
    assert.deepEqual(await db.many(found), [], what)
  }
}

/** Returns how many deadlocks PostgreSQL has resolved. */
export const deadlocks = async ({ ctx }: Market): Promise<number> =>
  (
    await ctx.db.one<{ deadlocks: number }>(sql`
    select deadlocks from pg_stat_database where datname = current_database()`)
  ).deadlocks
