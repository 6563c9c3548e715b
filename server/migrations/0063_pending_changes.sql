-- A change of the content of a running offer that waits for an operator, or the last one that was rejected; null: none.
alter table offers add column pending_change jsonb;
create index if not exists offers_change_pending on offers (id) where pending_change ->> 'status' = 'Pending';
