-- How the answers to an item become its result (docs/decisions/0079-results-of-items.md).

-- Null: the offer has no results.
alter table offers add column aggregation jsonb;

-- Further answers that a suite may still ask for, each with its slot and money.
alter table suites add column spare smallint not null default 0;
-- Further answers that it has asked for.
alter table suites add column more smallint not null default 0;
-- Whether the results of its items do not follow from all its answers yet.
alter table suites add column to_judge boolean not null default false;
alter table suites add constraint suites_further_not_negative check (spare >= 0 and more >= 0) not valid;
create index if not exists suites_to_judge on suites (offer, id) where to_judge and missing = 0 and undecided = 0 and size > 0;

-- The sum of `spare` of the suites of an offer.
alter table item_counts add column spare integer not null default 0;

create table item_results (
  item bigint not null,
  offer bigint not null,
  result jsonb not null,
  computed_at timestamptz(3) not null,
  constraint item_results_pkey primary key (item)
);

-- The last computation of the results of an offer: its agreement, and when the next may begin.
create table result_runs (
  offer bigint not null,
  answers integer not null,
  questions jsonb not null,
  computed_at timestamptz(3) not null,
  next_at timestamptz(3) not null,
  constraint result_runs_pkey primary key (offer)
);
