-- What executors earned in each month (UTC), from the entries up to `earned_until`. Later entries are added when it is read.
create table earned_months (
  executor bigint not null,
  month date not null,
  units bigint not null,
  -- The first entry of the month: earlier ones need not be read.
  first_entry bigint not null,
  primary key (executor, month)
);

create table earned_until (
  id bigint primary key,
  entry bigint not null,
  constraint earned_until_has_one_row check (id = 1)
);
insert into earned_until (id, entry) values (1, 0);
