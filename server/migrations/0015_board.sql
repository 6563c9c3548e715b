-- The board is what executors may reserve, kept in the memory of each process that serves. Here stands which offers may
-- have come to it, left it or changed on it.
create table listing_changes (
  -- Who read with a snapshot has seen the changes of the transactions that it saw, and no others, in whatever order they commit.
  xid xid8 not null default pg_current_xact_id(),
  offer bigint not null,
  -- The board is in the order of activation: where the offer was before the change.
  activated_at timestamptz(3)
);
create index listing_changes_by_xid on listing_changes (xid);

-- One row. It is unlogged, so that a crash empties it, which may also undo what was read already: whoever finds another
-- life than the one they know reads the whole board anew. So does whoever has not seen what is purged.
create unlogged table listing_marks (
  one boolean primary key default true,
  life uuid not null default gen_random_uuid(),
  purged_before xid8 not null default '0',
  marked_before xid8 not null default pg_snapshot_xmin(pg_current_snapshot()),
  marked_at timestamptz(3) not null,
  constraint listing_marks_one check (one)
);

create function note_listed_state() returns trigger language plpgsql as $$
declare changed bigint := case when tg_op = 'DELETE' then old.offer else new.offer end;
begin
  insert into listing_changes (offer, activated_at)
    values (changed, (select offers.activated_at from offers where offers.id = changed));
  return null;
end $$;

create function note_listed_offer() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into listing_changes (offer, activated_at) values (new.id, new.activated_at);
  else
    insert into listing_changes (offer, activated_at) values (old.id, old.activated_at);
  end if;
  return null;
end $$;

-- Triggers, because no statement can forget them. Their conditions are tested in place: a slot that moves while others
-- remain writes nothing, and stays a HOT update.
create trigger listed_state_made after insert on offer_states for each row
  when (new.status = 'Active' and new.remaining > 0) execute function note_listed_state();
create trigger listed_state_changed after update on offer_states for each row
  when ((old.status = 'Active' and old.remaining > 0) <> (new.status = 'Active' and new.remaining > 0))
  execute function note_listed_state();
create trigger listed_state_gone after delete on offer_states for each row
  when (old.status = 'Active' and old.remaining > 0) execute function note_listed_state();
create trigger listed_offer_made after insert on offers for each row
  when (new.activated_at is not null) execute function note_listed_offer();
create trigger listed_offer_changed after update on offers for each row
  when (old.activated_at is not null
    and (old.activated_at, old.searchable, old.reward_units, old.category, old.platform)
      is distinct from (new.activated_at, new.searchable, new.reward_units, new.category, new.platform))
  execute function note_listed_offer();
create trigger listed_offer_gone after delete on offers for each row
  when (old.activated_at is not null) execute function note_listed_offer();
