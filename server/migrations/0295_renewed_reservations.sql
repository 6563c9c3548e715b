-- When the executor of a renewed reservation began: the first one was made then. Null for others: they began when they were made.
alter table reservations add column began_at timestamptz(3);
