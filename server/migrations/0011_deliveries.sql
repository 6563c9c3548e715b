-- What the worker that delivers and the pages that show deliveries look for.
alter table endpoints add column last_delivered_at timestamptz(3);
-- Sent elsewhere, or enabled, an endpoint begins a new life: attempts of an earlier one say nothing about it.
alter table endpoints add column life integer not null default 1;

-- Attempts that were made before a delivery was last sent anew: its schedule began again after them.
alter table deliveries add column resent_after integer not null default 0;
create index deliveries_leased on deliveries (endpoint, leased_until) where leased_until is not null;
create index deliveries_failed on deliveries (endpoint) where status = 'Failed';
