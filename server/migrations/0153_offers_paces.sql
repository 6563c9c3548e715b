-- How long work on an offer takes. Beside `offers`, whose rows are long, and `offer_states`, whose rows are hot.
create table offer_paces (
  offer bigint primary key,
  -- The median from the reservation to the first submission.
  work_seconds integer not null,
  constraint offer_paces_work_seconds_positive check (work_seconds > 0)
);

-- The list of available offers shows it.
create function note_listed_pace() returns trigger language plpgsql as $$
begin
  insert into listing_changes (offer, activated_at)
    select id, activated_at from offers where id = new.offer and activated_at is not null;
  return null;
end $$;
create trigger listed_pace_changed after insert or update on offer_paces for each row execute function note_listed_pace();
