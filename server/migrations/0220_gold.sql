-- Gold items: their answers are known, so the answers of executors are compared with them (docs/decisions/0078-gold.md).

-- How gold is mixed in, compared and acted on; null: the offer has no gold.
alter table offers add column gold jsonb;
alter table offers add constraint offers_gold_with_items check (gold is null or overlap is not null) not valid;

-- Gold items are in no suite: theirs is 0.
alter table items add column gold_answer jsonb;
alter table items drop constraint items_status_known;
alter table items add constraint items_status_known check (
  status in ('Open', 'InProgress', 'Completed', 'Waiting', 'Cancelled', 'Gold')) not valid;
alter table items add constraint items_gold_with_answer check (status <> 'Gold' or gold_answer is not null) not valid;
create index if not exists items_gold on items (offer, id) where status = 'Gold';
alter table item_counts add column gold integer not null default 0;

-- The gold items of a slot. Its suite has the others.
alter table assignments add column gold bigint[];

-- Which gold items an executor was given, with which suite, and what they answered first.
create table gold_given (
  offer bigint not null,
  executor bigint not null,
  item bigint not null,
  suite bigint not null,
  given_turn bigint not null,
  -- Null: not answered yet.
  execution bigint,
  -- Null: not answered, or skipped.
  is_right boolean,
  constraint gold_given_pkey primary key (offer, executor, item),
  constraint gold_given_answered_before_right check (is_right is null or execution is not null)
);
create index gold_given_of_item on gold_given (item) where is_right is not null;

-- How many gold items an executor answered on an offer, and how many of these rightly. Counted as work is submitted.
create table executor_accuracy (
  offer bigint not null,
  executor bigint not null,
  right_count integer not null,
  answered_count integer not null,
  constraint executor_accuracy_pkey primary key (offer, executor),
  constraint executor_accuracy_within_answers check (right_count between 0 and answered_count)
);

-- Executors who get no more slots of an offer, and the figures that decided it. `handled_at`: when their earlier work was seen to.
create table executor_stops (
  offer bigint not null,
  executor bigint not null,
  cause text not null,
  figures jsonb not null,
  stopped_at timestamptz(3) not null,
  handled_at timestamptz(3),
  constraint executor_stops_pkey primary key (offer, executor),
  constraint executor_stops_cause_known check (cause in ('Accuracy', 'TooFast', 'Skipped', 'SameAnswers'))
);
create index executor_stops_of_executor on executor_stops (executor, offer);
create index executor_stops_to_handle on executor_stops (stopped_at) where handled_at is null;

-- Items of offers with gold have ids that tell nothing about the order in which they were added: a permutation of the usual ids, above 2^52.
create table item_id_key (
  is_only boolean primary key default true check (is_only),
  key text not null
);
insert into item_id_key (key) values (gen_random_uuid()::text || gen_random_uuid()::text);
create function hidden_item_id(plain bigint) returns bigint language plpgsql stable as $$
declare
  secret text := (select key from item_id_key);
  high bigint := plain >> 26;
  low bigint := plain & 67108863;
  swapped bigint;
begin
  if plain not between 0 and 4503599627370495 then
    raise exception 'an id beyond 52 bits: %', plain;
  end if;
  for round in 1..6 loop
    swapped := high # (('x' || substr(md5(secret || round || '.' || low), 1, 8))::bit(32)::bigint & 67108863);
    high := low;
    low := swapped;
  end loop;
  return 4503599627370496 + (high << 26) + low;
end $$;
