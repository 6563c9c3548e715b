-- The last check of the ledger. One row.
create table book_checks (
  id integer primary key default 1,
  checked_at timestamptz(3) not null,
  ok boolean not null,
  mismatches jsonb not null,
  accounts bigint,
  transfers bigint,
  sums jsonb,
  constraint book_checks_one_row check (id = 1)
);

-- What happened on each day (UTC). Today and yesterday are counted again; earlier days stay.
create table daily_figures (
  day date primary key,
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
  counted_at timestamptz(3) not null
);
