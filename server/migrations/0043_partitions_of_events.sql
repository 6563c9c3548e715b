-- Each partition has an index that lets no number occur twice in an account: it is drawn under the lock of its counter.
select begin_partitions('events', 'id', 'events_pkey primary key (id)');
create index if not exists events_of_account on events (account, id);
create index if not exists events_undispatched on events (id) where dispatched_at is null;
create index if not exists events_old on events (dispatched_at) where dispatched_at is not null;
select end_partitions('events');
