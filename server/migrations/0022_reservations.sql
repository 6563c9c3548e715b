-- Reservations that can be extended, whose slot is kept a while for whoever let it expire, with all terms of their moment.
alter table reservations
  -- Until when the slot of one that is over is kept for the same executor; null: it is not kept.
  add column held_until timestamptz(3),
  add column extended_at timestamptz(3),
  -- Terms, where the offer had some: as it was reserved. Null in those that were made before there were these columns.
  add column acceptance_criteria jsonb,
  add column max_reworks integer,
  add column rework_seconds integer,
  -- Its number among those of an offer that caps how many are made in an hour or a day.
  add column turn integer,
  add constraint reservations_held_after_end check (held_until > expires_at),
  add constraint reservations_turn_positive check (turn > 0);

-- As before, for what is due alone; what is kept is due later, and a Rework is ended by its execution.
drop index reservations_due;
create index reservations_due on reservations (coalesce(held_until, expires_at))
  where status = 'Active' and kind = 'Work' and coalesce(held_until, expires_at) < 'infinity';

-- When executors gave up on what they had reserved: a cancelled one ended before its time, an expired one was ended after it.
create index reservations_missed on reservations (executor, least(ended_at, expires_at))
  where kind = 'Work' and status in ('Cancelled', 'Expired');

create unique index reservations_turn_once on reservations (offer, turn) where turn is not null;
