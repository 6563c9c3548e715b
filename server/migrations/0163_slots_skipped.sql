-- How many slots of the offer the executor has skipped, and where they have: the list of available offers reads these.
alter table suite_shares add column skipped integer not null default 0;
create index if not exists suite_shares_skipped on suite_shares (executor, offer) where skipped > 0;
