-- With their deliveries. Each partition has a primary key, the id.
select begin_partitions('attempts', 'delivery', 'attempts_once unique (delivery, number)');
create index if not exists attempts_old on attempts (started_at);
select end_partitions('attempts');
