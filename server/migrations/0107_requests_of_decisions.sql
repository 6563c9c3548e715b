-- The request that made a decision; null for timers, rules and the command line, and for decisions before this migration.
alter table audit_log add column request_id text;
create index if not exists audit_log_of_request on audit_log (request_id) where request_id is not null;
