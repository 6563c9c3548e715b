/** Challenges have no number and no place in the feed. The receiver answers them and does not list them. */
const isChallenge = `kind = 'webhook.verification'`

/** Queries that must return no rows in any state. Written for the checker, independently of the server's statements. */
export const mustFindNothing: Readonly<Record<string, string>> = {
  'a transfer does not sum to zero': `
    select transfer, sum(units) from entries group by transfer having sum(units) <> 0`,
  'all entries do not sum to zero': `
    select sum(units) from entries having sum(units) <> 0`,
  'an entry has no transfer, or a transfer no entry': `
    select t.id as transfer, e.id as entry from transfers t full join entries e on e.transfer = t.id
    where t.id is null or e.id is null`,
  'a kept balance is not the sum of its entries': `
    with summed as (select book, owner, sum(units) as units from entries group by book, owner),
      kept as (select book, owner, units from balances union all select 'advertiser.held', offer, units from holds)
    select book, owner, kept.units as kept, summed.units as summed from kept full join summed using (book, owner)
    where coalesce(kept.units, 0) <> coalesce(summed.units, 0)
      and book not in ('platform.revenue', 'external.in', 'external.out')`,
  'a balance is negative': `
    select book, owner, units from balances where units < 0 and book <> 'platform.guarantee'
    union all select 'hold', offer, units from holds where units < 0`,
  'a hold belongs to nothing': `
    select h.offer, h.units, s.status from holds h left join offer_states s on s.offer = h.offer
    left join offers o on o.id = h.offer
    where h.units <> coalesce((o.reward_units + o.fee_units + o.add_on_units) * (s.reserved + s.pending + s.rework + s.kept
      + case when s.status in ('PendingModeration', 'Active', 'Paused') then s.remaining else 0 end), 0)`,
  'work was not paid exactly once, or unaccepted work was': `
    select x.id, x.status, p.transfers, p.paid from executions x, lateral (
      select count(distinct t.id) filter (where e.units > 0) as transfers, coalesce(sum(e.units), 0) as paid
      from transfers t join entries e on e.transfer = t.id
      where t.execution = x.id and t.kind <> 'Clearing' and e.account = x.executor and e.book like 'executor.%') p
    where (p.transfers, p.paid) is distinct from
      (case x.status when 'Accepted' then 1 else 0 end, case x.status when 'Accepted' then x.reward_units else 0 end)`,
  'the fee of accepted work was not taken exactly once': `
    select x.id, x.status, p.taken from executions x, lateral (
      select coalesce(sum(e.units), 0) as taken from transfers t join entries e on e.transfer = t.id
      where t.execution = x.id and e.book = 'platform.revenue') p
    where p.taken <> case x.status when 'Accepted' then x.fee_units + x.add_on_units else 0 end`,
  'slots are not where the work is': `
    select s.offer, s.status, to_jsonb(s) as kept, to_jsonb(c) as counted from offer_states s, lateral (
      select (select count(*) from reservations r where r.offer = s.offer and r.status = 'Active' and r.kind = 'Work') as reserved,
        count(*) filter (where x.status = 'Pending') as pending,
        count(*) filter (where x.status = 'ReworkRequested') as rework,
        count(*) filter (where x.status = 'Accepted') as accepted,
        count(*) filter (where x.status = 'Rejected') as rejected,
        count(*) filter (where x.status = 'Disputed') as disputed,
        count(*) filter (where x.status = 'Withdrawn') as withdrawn
      from executions x where x.offer = s.offer) c
    where (s.reserved, s.pending, s.rework, s.accepted + s.accepted_by_dispute, s.rejected, s.disputed, s.withdrawn)
      is distinct from (c.reserved, c.pending, c.rework, c.accepted, c.rejected, c.disputed, c.withdrawn)
      or s.accepted + s.pending + s.rework + s.reserved + s.remaining <> s.total_limit
      or s.remaining < 0 or (s.status = 'Completed') <> (s.accepted = s.total_limit and s.status <> 'Archived')`,
  'money on its way out is not what withdrawals ask for': `
    select w.executor, w.units, b.units as kept from (
      select executor, sum(units) filter (where status in ('Requested', 'Processing')) as units from withdrawals
      group by executor) w
    left join balances b on b.book = 'executor.withdrawing' and b.owner = w.executor
    where coalesce(w.units, 0) <> coalesce(b.units, 0)`,
  'an event was never dispatched, or a delivery never made': `
    select id, kind, sequence, dispatched_at from events
    where dispatched_at is null or (sequence is null) <> (${isChallenge})
    union all select event, status, attempts, due_at from deliveries where status <> 'Delivered'`,
  'the numbers of the events of an account have a gap': `
    select account, count(*), min(sequence), max(sequence) from events where not ${isChallenge} group by account
    having min(sequence) <> 1 or max(sequence) <> count(*) or count(distinct sequence) <> count(*)`,
}

/** Queries for the stored records. Their columns are named like the members that clients received. */
export const kept = {
  tasks: `
    select o.id, o.external_id as "externalId", o.advertiser, s.total_limit as slots, s.status
    from offers o join offer_states s on s.offer = o.id`,
  reservations: `select id, offer as task, executor, status from reservations`,
  proofs: `select id::text, offer as task, executor from proofs`,
  works: `
    select id, offer as task, executor, advertiser, reward_units as "rewardUnits", status, revision from executions`,
  withdrawals: `select id, executor, units, status from withdrawals`,
  deposits: `select id, account as advertiser, amount_units as units from deposits where reference like 'invoice-%'`,
  money: `
    select account, case split_part(book, '.', 1) when 'executor' then 'executor' else 'advertiser' end as side,
      sum(units) as units from entries where account is not null and book not like 'platform.%' group by 1, 2`,
  events: `select id, account, sequence, kind, offer, execution, body from events where not ${isChallenge} order by id`,
  unsettled: `
    select (select count(*) from events where dispatched_at is null)
      + (select count(*) from deliveries where due_at is not null) as count`,
} as const
