-- What was paid as the bonus of an acceptance: the same request sent again must not pay it twice.
alter table executions add column accept_bonus_units bigint not null default 0;
