-- Reads each table once, while others read and write it.
alter table events validate constraint events_bound;
alter table deliveries validate constraint deliveries_bound;
alter table attempts validate constraint attempts_bound;
alter table audit_log validate constraint audit_log_bound;
