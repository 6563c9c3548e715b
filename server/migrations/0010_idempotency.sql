-- What was answered to requests that carried an Idempotency-Key, written in the transaction of their effect. request is
-- SHA-256 of method, path and key; the answer is sealed with SECRET_KEY, because it may hold a secret that is shown once.
create table kept_answers (
  account bigint not null,
  request bytea not null,
  fingerprint bytea not null,
  answer bytea,
  created_at timestamptz(3) not null,
  constraint kept_answers_once primary key (account, request)
);
create index kept_answers_old on kept_answers (created_at);
