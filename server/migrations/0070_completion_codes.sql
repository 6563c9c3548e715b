-- Completion codes of an offer: those of its list, and those that work was submitted with. `code` is a keyed hash, so that a
-- copy of the database is no list of codes. `execution` is the work that has the code; nobody else is accepted with it.
create table completion_codes (
  offer bigint not null,
  code bytea not null,
  is_listed boolean not null,
  execution bigint,
  added_at timestamptz(3) not null,
  primary key (offer, code)
);
create index completion_codes_listed on completion_codes (offer) where is_listed;

-- How many submissions of the work had a code that its offer does not know.
alter table executions add column codes_unmatched integer not null default 0;

-- When the work of a reservation was withdrawn: it counts toward the cool-down.
alter table reservations add column withdrawn_at timestamptz(3);
create index if not exists reservations_withdrawn on reservations (executor, withdrawn_at) where withdrawn_at is not null;
