-- With their events. Each partition has a primary key, the id.
select begin_partitions('deliveries', 'event', 'deliveries_once unique (endpoint, event)');
create index if not exists deliveries_due on deliveries (endpoint, due_at) where due_at is not null;
create index if not exists deliveries_pending on deliveries (event) where due_at is not null;
create index if not exists deliveries_ended on deliveries (ended_at) where ended_at is not null;
create index if not exists deliveries_leased on deliveries (endpoint, leased_until) where leased_until is not null;
create index if not exists deliveries_failed on deliveries (endpoint) where status = 'Failed';
select end_partitions('deliveries');
