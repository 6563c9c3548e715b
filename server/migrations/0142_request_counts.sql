-- Requests that passed in the last minute, by caller, account or kind of request. Unlogged: a crash of PostgreSQL empties it.
-- A row has the requests that passed together, and the total of its subject with them: the difference of two rows counts those between.
-- It replaces limit_counters and limit_grants, which the version before this one still uses.
create unlogged table request_counts (
  subject text collate "C" not null,
  at timestamptz(3) not null,
  counted bigint not null,
  total bigint not null,
  primary key (subject, at, total)
);
