-- How often work may be sent back, as it was when the slot was reserved; what lists of reports are narrowed by since there
-- are flags and disputes.
alter table executions add column max_reworks integer not null default 2;

-- Work that was sent back may be submitted again beside other work that waits: nobody loses it because of a deadline.
drop index one_pending_execution;
create unique index one_pending_execution on executions (executor, offer, (case revision when 1 then 0 else id end))
  where status = 'Pending';

-- Few of all reports have a flag, or had a dispute.
create index executions_flagged on executions (advertiser, submitted_at desc, id desc) where flags <> '{}';
create index executions_disputed on executions (advertiser, submitted_at desc, id desc) where disputed_at is not null;

alter table execution_changes
  add column flags text[] not null default '{}',
  add column disputed_at timestamptz(3);

create or replace function note_execution_changes() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into execution_changes
    select pg_current_xact_id(), -1, offer, advertiser, executor_alias, status, submitted_at, review_deadline_at, decided_at,
      flags, disputed_at
    from before;
  end if;
  if tg_op <> 'DELETE' then
    insert into execution_changes
    select pg_current_xact_id(), 1, offer, advertiser, executor_alias, status, submitted_at, review_deadline_at, decided_at,
      flags, disputed_at
    from after;
  end if;
  return null;
end $$;
