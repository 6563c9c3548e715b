-- Jobs that fail again and again: for `market doctor` and `/readyz`, which run in other processes. A row expires unless it is renewed,
-- because a process that was killed removes nothing.
create table failing_jobs (
  name text not null,
  process text not null,
  reason text not null,
  since_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  constraint failing_jobs_one_row_for_each_process primary key (name, process)
);
