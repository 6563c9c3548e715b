-- How many submissions of one executor may end rejected or withdrawn before the offer refuses another reservation.
alter table offers add column attempts_max integer not null default 2;

-- Only work on offers with a limit of 1 for each executor must be the only pending work there. Work that was pending before
-- this migration was the only one, whatever the limit.
alter table executions add column is_sole boolean not null default true;
create unique index if not exists one_pending_execution_if_sole on executions
  (executor, offer, (case when is_sole and revision = 1 then 0 else id end)) where status = 'Pending';
drop index one_pending_execution;
