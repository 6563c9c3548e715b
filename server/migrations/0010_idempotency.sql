-- What was answered to requests that carried an Idempotency-Key, written in the transaction of their effect.
-- scope is SHA-256 of account, method, path and key; the answer's body is sealed with SECRET_KEY: it may hold a secret that is shown once.
create table repeatable_answers (
  scope bytea primary key,
  fingerprint bytea not null,
  status integer,
  headers jsonb,
  body bytea,
  created_at timestamptz(3) not null
);
create index repeatable_answers_old on repeatable_answers (created_at);
