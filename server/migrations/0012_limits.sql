-- Requests that were let pass, by credential (its id). Unlogged: a crash of PostgreSQL empties them, and everybody begins anew.
-- The row that is locked to count: how many ever, and when last.
create unlogged table limit_counters (
  subject bigint primary key,
  requests bigint not null,
  uploads bigint not null,
  last_at timestamptz(3) not null
) with (fillfactor = 50);

-- One row for those that were let pass together: when, how many uploads were among them, and how many had been before.
-- What is counted in a minute is what the counter says, less what stood there before the first row of that minute.
create unlogged table limit_grants (
  subject bigint not null,
  at timestamptz(3) not null,
  requests_before bigint not null,
  uploads_before bigint not null,
  uploads bigint not null,
  primary key (subject, at, requests_before)
);
