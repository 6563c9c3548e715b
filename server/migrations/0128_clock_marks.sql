-- The latest time of the database's clock that jobs have seen: it shows that the clock was set back. One row.
create table clock_marks (
  id integer not null,
  seen_at timestamptz(3) not null,
  constraint clock_marks_pkey primary key (id),
  constraint clock_marks_one_row check (id = 1)
);
