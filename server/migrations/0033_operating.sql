-- What operators watch: how the books were when they were last added up, which endpoints nothing reaches, and what happened
-- on each day.

-- Null: a check of before.
alter table book_checks add column accounts bigint;
alter table book_checks add column transfers bigint;
alter table book_checks add column sums jsonb;

-- Those that nothing reaches first, then those that are disabled.
create index endpoints_by_health on endpoints (
  (case when status = 'Disabled' then 1 when failing_since is not null then 0 else 2 end), id) where status <> 'Deleted';

-- Rows of these come in the order of their times, and a day of them lies together: an index of its blocks costs a write
-- next to nothing.
create index audit_log_by_time on audit_log using brin (created_at) with (pages_per_range = 32);
create index entries_by_time on entries using brin (created_at) with (pages_per_range = 32);
create index executions_by_creation on executions using brin (created_at) with (pages_per_range = 32);
create index accounts_by_creation on accounts (created_at);

-- What happened on a day (UTC). Today and yesterday are counted anew again and again; the days before stay as they are.
create table daily_figures (
  day date not null,
  offers_activated bigint not null,
  submitted bigint not null,
  accepted bigint not null,
  rejected bigint not null,
  disputes_opened bigint not null,
  disputes_decided bigint not null,
  new_advertisers bigint not null,
  new_executors bigint not null,
  new_operators bigint not null,
  deposited_units bigint not null,
  rewarded_units bigint not null,
  fee_units bigint not null,
  withdrawn_units bigint not null,
  reviewed bigint not null,
  median_review_seconds bigint,
  counted_at timestamptz(3) not null,
  constraint daily_figures_pkey primary key (day)
);
