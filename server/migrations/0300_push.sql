-- Browsers that get push messages, one for each session. What leads to a browser is sealed; the hash finds an address again.
create table push_subscriptions (
  session bigint primary key references sign_in_sessions on delete cascade,
  account bigint not null references accounts,
  endpoint_hash bytea not null,
  sealed bytea not null,
  created_at timestamptz(3) not null
);
create index push_subscriptions_of_account on push_subscriptions (account, session);
create index push_subscriptions_by_endpoint on push_subscriptions (endpoint_hash);

-- Notifications that wait to be pushed. A row goes when it is sent or given up.
create table push_messages (
  session bigint not null references push_subscriptions on delete cascade,
  notification bigint not null references notifications on delete cascade,
  attempts integer not null default 0,
  due_at timestamptz(3) not null,
  primary key (session, notification)
);
create index push_messages_of_notification on push_messages (notification);
create index push_messages_due on push_messages (due_at);

-- Null: the default of the kind.
alter table notification_choices add column by_push boolean;
