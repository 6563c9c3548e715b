-- Notifications that wait for the next digest mail of their account, and when each account got its last one.
alter table notifications add column awaits_digest boolean not null default false;
create index if not exists notifications_for_digest on notifications (account, id) where awaits_digest;

create table digests (
  account bigint primary key references accounts,
  sent_at timestamptz(3) not null
);
