-- Lists and their counts. A process keeps what it counted, with the snapshot that it counted in; what was committed since is
-- added from here. Triggers write it, so that no statement can forget to.

-- One row. It is unlogged like all that was noted, so that a crash empties both: whoever counted in another life counts
-- anew, and so does whoever has not seen what is forgotten.
create unlogged table count_marks (
  one boolean primary key default true,
  life uuid not null default gen_random_uuid(),
  forgotten_before xid8 not null default '0',
  marked_before xid8 not null default pg_snapshot_xmin(pg_current_snapshot()),
  marked_at timestamptz(3) not null,
  constraint count_marks_one check (one)
);
insert into count_marks (marked_at) values ('-infinity');

-- Reports that came to be (1), or are no more as they were (-1), with all that a list can be narrowed by.
create unlogged table execution_changes (
  xid xid8 not null,
  difference integer not null,
  offer bigint not null,
  advertiser bigint not null,
  executor_alias text not null,
  status text not null,
  submitted_at timestamptz(3) not null,
  review_deadline_at timestamptz(3) not null,
  decided_at timestamptz(3)
);
create index execution_changes_of_advertiser on execution_changes (advertiser, xid);

create function note_execution_changes() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into execution_changes
    select pg_current_xact_id(), -1, offer, advertiser, executor_alias, status, submitted_at, review_deadline_at, decided_at
    from before;
  end if;
  if tg_op <> 'DELETE' then
    insert into execution_changes
    select pg_current_xact_id(), 1, offer, advertiser, executor_alias, status, submitted_at, review_deadline_at, decided_at
    from after;
  end if;
  return null;
end $$;
create trigger executions_inserted after insert on executions
  referencing new table as after for each statement execute function note_execution_changes();
create trigger executions_updated after update on executions
  referencing old table as before new table as after for each statement execute function note_execution_changes();
create trigger executions_deleted after delete on executions
  referencing old table as before for each statement execute function note_execution_changes();

-- Advertisers whose offers changed in what their lists can be narrowed by. These lists are short: they are counted anew.
create unlogged table offer_changes (
  xid xid8 not null,
  advertiser bigint not null
);
create index offer_changes_of_advertiser on offer_changes (advertiser, xid);

create function note_offer_change() returns trigger language plpgsql as $$
begin
  insert into offer_changes values (pg_current_xact_id(), new.advertiser);
  return null;
end $$;
create trigger offers_changed after insert or update on offers for each row execute function note_offer_change();
create trigger offer_states_changed after update on offer_states for each row
  when (old.status <> new.status) execute function note_offer_change();

-- One for each order, and for each filter that leaves few: the first page is as far away whatever else there is.
create index executions_of_status on executions (advertiser, status, submitted_at desc, id desc);
create index executions_of_alias on executions (advertiser, executor_alias, submitted_at desc, id desc);
create index executions_by_update on executions (advertiser, updated_at, id);
create index executions_by_deadline on executions (advertiser, review_deadline_at, id) include (status);
create index executions_by_id on executions (advertiser, id);
-- The same as before, and what it takes to tally.
drop index executions_decided;
create index executions_decided on executions (advertiser, decided_at) include (status) where decided_at is not null;
create index offers_by_update on offers (advertiser, updated_at, id);
create index offers_by_title on offers (advertiser, title, id);

-- What a report shows of its proofs, written when it is submitted: to collect it cost more than the rest of the report.
-- Null where the work is older; then it is collected.
alter table executions add column proofs jsonb;
