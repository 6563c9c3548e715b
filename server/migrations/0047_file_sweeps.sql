-- When files and proofs are compared the next time, and what the last run found: null before there was one. One row.
create table file_sweeps (
  id integer primary key default 1,
  due_at timestamptz(3) not null,
  found jsonb,
  constraint file_sweeps_one_row check (id = 1)
);
insert into file_sweeps (due_at) values ('epoch');
