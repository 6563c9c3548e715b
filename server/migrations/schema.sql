-- What the migrations add up to, read from the catalogs of a migrated database by `npm run generate`. Nothing runs it.

create sequence attempts_id_seq as bigint start 1 increment 1;

create sequence audit_log_id_seq as bigint start 1 increment 1;

create sequence deliveries_id_seq as bigint start 1 increment 1;

create sequence events_id_seq as bigint start 1 increment 1;

create sequence transfer_ids as bigint start 1 increment 1;

CREATE OR REPLACE FUNCTION public.count_list_members()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update executor_lists set members = members + counted.more
  from (select list, case tg_op when 'INSERT' then count(*) else -count(*) end as more from changed group by list) counted
  where executor_lists.id = counted.list;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.drop_partition(of_table text, number bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET lock_timeout TO '500ms'
AS $function$
declare
  is_young boolean := false;
begin
  if public.partition_ids(of_table) is null or number is null or number >= public.partition_now(of_table) then
    raise 'not a partition to be dropped: % %', of_table, number;
  end if;
  execute format('lock table only public.%I in access exclusive mode', of_table);
  if of_table = 'audit_log' then
    execute format('select exists (select from public.%I where created_at > now() - interval ''365 days'')', 'audit_log_' || number)
      into is_young;
  end if;
  if is_young then raise 'decisions are kept for a year at least: % %', of_table, number; end if;
  execute format('drop table public.%I', of_table || '_' || number);
end $function$;

CREATE OR REPLACE FUNCTION public.grant_to_program()
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  part regclass;
begin
  if not exists (select from pg_roles where rolname = 'market_app') then
    begin
      create role market_app login;
    exception
      when insufficient_privilege then return false;
      when duplicate_object or unique_violation then null; -- another database of this server was faster
    end;
  end if;
  grant usage on schema public to market_app;
  grant select, insert, update, delete on all tables in schema public to market_app;
  grant usage, select on all sequences in schema public to market_app;
  revoke insert, update, delete on migrations from market_app;
  revoke update, delete on entries, transfers, audit_log from market_app;
  for part in select inhrelid::regclass from pg_inherits join pg_class on pg_class.oid = inhrelid
    where relkind = 'r' and relnamespace = 'public'::regnamespace
  loop
    execute format('revoke all on %s from market_app', part);
  end loop;
  grant execute on function make_partition, turn_partition, drop_partition, partitions_overrun to market_app;
  -- A table of a later migration is granted as it is made; one that is only added to revokes the rest there.
  alter default privileges in schema public grant select, insert, update, delete on tables to market_app;
  alter default privileges in schema public grant usage, select on sequences to market_app;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.make_partition(of_table text, number bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET lock_timeout TO '500ms'
AS $function$
declare
  own_name text := of_table || '_' || coalesce(number::text, 'rest');
begin
  if public.partition_ids(of_table) is null or number not between 0 and public.partition_now(of_table) + 3 then
    raise 'no such partition: % %', of_table, number;
  end if;
  execute format('create table public.%I (like public.%I including defaults including constraints)', own_name, of_table);
  if of_table = 'events' then
    execute format('create unique index %I on public.%I (account, sequence) where sequence is not null', own_name || '_sequence',
      own_name);
  elsif of_table = 'audit_log' then
    execute format('create trigger audit_log_append_only before delete or update or truncate on public.%I
      for each statement execute function public.refuse_change()', own_name);
  else
    execute format('alter table public.%I add constraint %I primary key (id)', own_name, own_name || '_pkey');
  end if;
  if of_table = 'deliveries' then execute format('alter table public.%I set (fillfactor = 70)', own_name); end if;
  if exists (select from pg_roles where rolname = 'market_app') then
    execute format('revoke all on public.%I from market_app', own_name);
  end if;
  execute format('alter table public.%I attach partition public.%I ', of_table, own_name)
    || case when number is null then 'default'
      else format('for values from (%s) to (%s)', number * 1000000000, (number + 1) * 1000000000) end;
end $function$;

CREATE OR REPLACE FUNCTION public.must_hold(condition boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if condition is not true then
    raise exception 'a concurrent request came first' using errcode = 'TM001';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.note_execution_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    insert into execution_changes
    select pg_current_xact_id(), -1, offer, advertiser, executor_alias, status, submitted_at, review_deadline_at, decided_at,
      flags, disputed_at
    from before;
  end if;
  if tg_op <> 'DELETE' then
    insert into execution_changes
    select pg_current_xact_id(), 1, offer, advertiser, executor_alias, status, submitted_at, review_deadline_at, decided_at,
      flags, disputed_at
    from after;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_listed_offer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into listing_changes (offer, activated_at) values (new.id, new.activated_at);
  else
    insert into listing_changes (offer, activated_at) values (old.id, old.activated_at);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_listed_state()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare changed bigint := case when tg_op = 'DELETE' then old.offer else new.offer end;
begin
  insert into listing_changes (offer, activated_at)
    values (changed, (select offers.activated_at from offers where offers.id = changed));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_offer_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into offer_changes values (pg_current_xact_id(), new.advertiser);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_unexamined()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into unexamined (execution) values (new.id) on conflict (execution) do update set place = default, leased_until = null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_unruled()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into unruled (execution)
    select new.id from offers where id = new.offer and auto_accept_rules <> '[]'
    on conflict (execution) do update set place = default;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.partition_ids(of_table text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case of_table when 'events' then 'public.events_id_seq' when 'deliveries' then 'public.events_id_seq'
    when 'attempts' then 'public.deliveries_id_seq' when 'audit_log' then 'public.audit_log_id_seq' end
$function$;

CREATE OR REPLACE FUNCTION public.partition_now(of_table text)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select (coalesce(pg_sequence_last_value(public.partition_ids(of_table)::regclass), 0) + 1) / 1000000000
$function$;

CREATE OR REPLACE FUNCTION public.partitions_overrun()
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  part text;
  is_overrun boolean;
begin
  foreach part in array array['events', 'deliveries', 'attempts', 'audit_log'] loop
    if to_regclass('public.' || part || '_rest') is null then continue; end if;
    execute format('select exists (select from public.%I)', part || '_rest') into is_overrun;
    if is_overrun then return next part; end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION public.store_price_edition()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into price_editions (price, edition, details_mode, offer_details_schema, execution_details_schema)
    values (old.id, old.edition, old.details_mode, old.offer_details_schema, old.execution_details_schema);
  new.edition := old.edition + 1;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.turn_partition(of_table text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  following bigint := public.partition_now(of_table) + 1;
begin
  if to_regclass(format('public.%I', of_table || '_' || following)) is null then return false; end if;
  perform setval(public.partition_ids(of_table)::regclass, following * 1000000000 - 1);
  return true;
end $function$;

create table account_closings (
  account bigint not null,
  status text not null,
  requested_by bigint,
  reason text,
  gives_up_balance boolean not null,
  requested_at timestamp(3) with time zone not null,
  closes_at timestamp(3) with time zone not null,
  due_at timestamp(3) with time zone,
  reminded_at timestamp(3) with time zone,
  email text,
  ended_at timestamp(3) with time zone,
  constraint account_closings_pkey PRIMARY KEY (account),
  constraint account_closings_status_known CHECK (status = ANY (ARRAY['Requested'::text, 'Cancelled'::text, 'Closed'::text, 'Erased'::text]))
);
CREATE INDEX account_closings_due ON account_closings USING btree (due_at) WHERE due_at IS NOT NULL;

create table accounts (
  id bigint generated by default as identity not null,
  email text not null,
  roles text[] not null,
  language text default 'en'::text not null,
  status text default 'Active'::text not null,
  status_reason text,
  created_at timestamp(3) with time zone not null,
  suspended_until timestamp(3) with time zone,
  withheld_roles text[] default '{}'::text[] not null,
  operator_since timestamp(3) with time zone,
  constraint accounts_email_lower_case CHECK (email = lower(email)),
  constraint accounts_email_once UNIQUE (email),
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_roles_known CHECK (roles <@ ARRAY['Advertiser'::text, 'Executor'::text, 'Operator'::text] AND cardinality(roles) > 0),
  constraint accounts_roles_not_withheld CHECK (NOT roles && withheld_roles),
  constraint accounts_status_known CHECK (status = ANY (ARRAY['Active'::text, 'Suspended'::text])),
  constraint accounts_withheld_roles_known CHECK (withheld_roles <@ ARRAY['Advertiser'::text, 'Executor'::text, 'Operator'::text])
);
CREATE INDEX accounts_by_creation ON accounts USING btree (created_at);
CREATE INDEX accounts_operators ON accounts USING btree (id) WHERE 'Operator'::text = ANY (roles);
CREATE INDEX accounts_suspended ON accounts USING btree (id) WHERE suspended_until IS NOT NULL;

create table add_ons (
  id bigint generated by default as identity not null,
  code text not null,
  names json not null,
  cost_units bigint not null,
  flat_units bigint not null,
  is_active boolean not null,
  constraint add_ons_code_once UNIQUE (code),
  constraint add_ons_cost_not_negative CHECK (cost_units >= 0 AND flat_units >= 0),
  constraint add_ons_pkey PRIMARY KEY (id)
);

create table advertisers (
  account bigint not null,
  decided bigint default 0 not null,
  accepted bigint default 0 not null,
  median_review_seconds bigint,
  refreshed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  rejections_made bigint default 0 not null,
  disputes_decided bigint default 0 not null,
  disputes_lost bigint default 0 not null,
  barred_until timestamp(3) with time zone,
  constraint advertisers_pkey PRIMARY KEY (account)
);

create table attempts (
  id bigint default nextval('attempts_id_seq'::regclass) not null,
  delivery bigint not null,
  endpoint bigint not null,
  number integer not null,
  url text not null,
  request jsonb not null,
  status_code integer,
  error text,
  duration_ms integer not null,
  excerpt text,
  started_at timestamp(3) with time zone not null,
  constraint attempts_once UNIQUE (delivery, number)
) partition by RANGE (delivery);
CREATE INDEX attempts_old ON attempts USING btree (started_at);

create table audit_log (
  id bigint default nextval('audit_log_id_seq'::regclass) not null,
  actor text not null,
  account bigint,
  action text not null,
  subject text not null,
  subject_id bigint not null,
  owner bigint,
  reason text,
  data jsonb default '{}'::jsonb not null,
  created_at timestamp(3) with time zone not null,
  request_id text,
  constraint audit_log_actor_known CHECK (actor = ANY (ARRAY['advertiser'::text, 'executor'::text, 'operator'::text, 'system'::text])),
  constraint audit_log_pkey PRIMARY KEY (id)
) partition by RANGE (id);
CREATE INDEX audit_log_by_time ON audit_log USING brin (created_at) WITH (pages_per_range='32');
CREATE INDEX audit_log_of_account ON audit_log USING btree (account, id) WHERE account IS NOT NULL;
CREATE INDEX audit_log_of_owner ON audit_log USING btree (owner, id) WHERE owner IS NOT NULL;
CREATE INDEX audit_log_of_request ON audit_log USING btree (request_id) WHERE request_id IS NOT NULL;
CREATE INDEX audit_log_of_subject ON audit_log USING btree (subject, subject_id, id);
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table balances (
  book text not null,
  owner bigint not null,
  currency text not null,
  units bigint default 0 not null,
  low_threshold_units bigint default 0 not null,
  low_armed boolean default true not null,
  updated_at timestamp(3) with time zone not null,
  constraint balances_book_known CHECK (book = ANY (ARRAY['advertiser.available'::text, 'executor.pending'::text, 'executor.available'::text, 'executor.withdrawing'::text, 'platform.guarantee'::text])),
  constraint balances_not_negative CHECK (
CASE book
    WHEN 'platform.guarantee'::text THEN units <= 0
    ELSE units >= 0
END),
  constraint balances_pkey PRIMARY KEY (book, owner),
  constraint balances_within_range CHECK (units <= '1000000000000000'::bigint)
) with (fillfactor=80);

create table barred_identities (
  hash bytea not null,
  account bigint not null,
  created_at timestamp(3) with time zone not null,
  constraint barred_identities_pkey PRIMARY KEY (hash)
);

create table billing_details (
  account bigint not null,
  name text not null,
  address text not null,
  tax_id text,
  updated_at timestamp(3) with time zone not null,
  constraint billing_details_have_a_name CHECK (name <> ''::text),
  constraint billing_details_pkey PRIMARY KEY (account)
);

create table book_checks (
  id integer default 1 not null,
  checked_at timestamp(3) with time zone not null,
  ok boolean not null,
  mismatches jsonb not null,
  accounts bigint,
  transfers bigint,
  sums jsonb,
  constraint book_checks_one_row CHECK (id = 1),
  constraint book_checks_pkey PRIMARY KEY (id)
);

create table booking_requests (
  id bigint generated by default as identity not null,
  kind text not null,
  account bigint not null,
  deposit bigint,
  units bigint not null,
  currency text not null,
  method text,
  reference text,
  note text,
  status text not null,
  requested_by bigint not null,
  requested_at timestamp(3) with time zone not null,
  decided_by bigint,
  decided_at timestamp(3) with time zone,
  reason text,
  constraint booking_requests_decided_whole CHECK ((status = 'Requested'::text) = (decided_at IS NULL)),
  constraint booking_requests_kind_known CHECK (kind = ANY (ARRAY['Deposit'::text, 'Refund'::text, 'Void'::text])),
  constraint booking_requests_pkey PRIMARY KEY (id),
  constraint booking_requests_positive CHECK (units > 0),
  constraint booking_requests_second_operator CHECK (decided_by <> requested_by),
  constraint booking_requests_status_known CHECK (status = ANY (ARRAY['Requested'::text, 'Approved'::text, 'Refused'::text])),
  constraint booking_requests_whole CHECK (kind = 'Deposit'::text AND reference IS NOT NULL AND method IS NOT NULL OR (kind = ANY (ARRAY['Refund'::text, 'Void'::text])) AND deposit IS NOT NULL)
);
CREATE INDEX booking_requests_of_status ON booking_requests USING btree (status, id);
CREATE UNIQUE INDEX booking_requests_deposit_once ON booking_requests USING btree (account, reference) WHERE kind = 'Deposit'::text AND status = 'Requested'::text;
CREATE UNIQUE INDEX booking_requests_refund_once ON booking_requests USING btree (deposit) WHERE kind = 'Refund'::text AND status = 'Requested'::text;
CREATE UNIQUE INDEX booking_requests_void_once ON booking_requests USING btree (deposit) WHERE kind = 'Void'::text AND status = 'Requested'::text;

create table categories (
  id bigint generated by default as identity not null,
  code text not null,
  names json not null,
  is_active boolean not null,
  sort_order integer not null,
  constraint categories_code_once UNIQUE (code),
  constraint categories_pkey PRIMARY KEY (id)
);

create table clearings (
  id bigint generated by default as identity not null,
  executor bigint not null,
  execution bigint not null,
  cause text not null,
  units bigint not null,
  clears_at timestamp(3) with time zone not null,
  cleared_at timestamp(3) with time zone,
  constraint clearings_cause_once UNIQUE (cause),
  constraint clearings_pkey PRIMARY KEY (id),
  constraint clearings_positive CHECK (units > 0)
);
CREATE INDEX clearings_due ON clearings USING btree (clears_at) WHERE cleared_at IS NULL;
CREATE INDEX clearings_of_executor ON clearings USING btree (executor, clears_at) WHERE cleared_at IS NULL;

create table clock_marks (
  id integer not null,
  seen_at timestamp(3) with time zone not null,
  constraint clock_marks_one_row CHECK (id = 1),
  constraint clock_marks_pkey PRIMARY KEY (id)
);

create table completion_codes (
  offer bigint not null,
  code bytea not null,
  is_listed boolean not null,
  execution bigint,
  added_at timestamp(3) with time zone not null,
  constraint completion_codes_pkey PRIMARY KEY (offer, code)
);
CREATE INDEX completion_codes_listed ON completion_codes USING btree (offer) WHERE is_listed;

create unlogged table count_marks (
  one boolean default true not null,
  life uuid default gen_random_uuid() not null,
  forgotten_before xid8 default '0'::xid8 not null,
  marked_before xid8 default pg_snapshot_xmin(pg_current_snapshot()) not null,
  marked_at timestamp(3) with time zone not null,
  constraint count_marks_one CHECK (one),
  constraint count_marks_pkey PRIMARY KEY (one)
);

create table credentials (
  id bigint generated by default as identity not null,
  kind text not null,
  account bigint not null,
  hash bytea not null,
  name text,
  roles text[] default '{}'::text[] not null,
  scopes text[] default '{}'::text[] not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  session bigint,
  confirmed_at timestamp(3) with time zone,
  networks cidr[],
  refused_at timestamp(3) with time zone,
  refused_address inet,
  daily_spend_max_units bigint,
  spent_on date,
  spent_units bigint default 0 not null,
  constraint credentials_daily_spend_max_is_of_a_key CHECK (daily_spend_max_units IS NULL OR (kind = ANY (ARRAY['ApiKey'::text, 'TestKey'::text])) AND daily_spend_max_units >= 0),
  constraint credentials_hash_once UNIQUE (hash),
  constraint credentials_kind_known CHECK (kind = ANY (ARRAY['AccessToken'::text, 'ApiKey'::text, 'TestKey'::text, 'Session'::text])),
  constraint credentials_networks_are_of_a_key CHECK (networks IS NULL OR (kind = ANY (ARRAY['ApiKey'::text, 'TestKey'::text])) AND cardinality(networks) >= 1 AND cardinality(networks) <= 20),
  constraint credentials_pkey PRIMARY KEY (id),
  constraint credentials_session_known CHECK ((kind = 'Session'::text) = (session IS NOT NULL)),
  constraint credentials_spent_is_of_a_key CHECK (spent_on IS NULL OR kind = 'ApiKey'::text AND spent_units >= 0),
  constraint credentials_token_expires CHECK ((kind = ANY (ARRAY['ApiKey'::text, 'TestKey'::text])) OR expires_at IS NOT NULL)
);
CREATE INDEX credentials_of_account_by_kind ON credentials USING btree (account, kind, id DESC);
CREATE INDEX credentials_of_sessions_by_end ON credentials USING btree (expires_at) WHERE session IS NOT NULL;
CREATE UNIQUE INDEX credentials_of_session ON credentials USING btree (session) WHERE session IS NOT NULL;

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
  counted_at timestamp(3) with time zone not null,
  constraint daily_figures_pkey PRIMARY KEY (day)
);

create table deliveries (
  id bigint default nextval('deliveries_id_seq'::regclass) not null,
  endpoint bigint not null,
  account bigint not null,
  event bigint not null,
  status text default 'Pending'::text not null,
  attempts integer default 0 not null,
  due_at timestamp(3) with time zone,
  leased_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  resent_after integer default 0 not null,
  is_trial boolean default false not null,
  constraint deliveries_once UNIQUE (endpoint, event),
  constraint deliveries_status_known CHECK (status = ANY (ARRAY['Pending'::text, 'Retrying'::text, 'Delivered'::text, 'Failed'::text]))
) partition by RANGE (event);
CREATE INDEX deliveries_due ON deliveries USING btree (endpoint, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX deliveries_ended ON deliveries USING btree (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX deliveries_failed ON deliveries USING btree (endpoint) WHERE status = 'Failed'::text;
CREATE INDEX deliveries_leased ON deliveries USING btree (endpoint, leased_until) WHERE leased_until IS NOT NULL;
CREATE INDEX deliveries_trials ON deliveries USING btree (endpoint, due_at) WHERE is_trial AND due_at IS NOT NULL;
CREATE INDEX deliveries_unended ON deliveries USING btree (event) WHERE ended_at IS NULL;

create table deposits (
  id bigint generated by default as identity not null,
  account bigint not null,
  method text not null,
  status text not null,
  amount_units bigint not null,
  refunded_units bigint default 0 not null,
  charged_back_units bigint default 0 not null,
  currency text not null,
  reference text not null,
  note text,
  session text,
  url text,
  payment_intent text,
  expires_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  paid_at timestamp(3) with time zone,
  updated_at timestamp(3) with time zone not null,
  mismatch_units bigint,
  mismatch_currency text,
  constraint deposits_method_known CHECK (method = ANY (ARRAY['Stripe'::text, 'Manual'::text, 'Bank'::text])),
  constraint deposits_not_returned_twice CHECK (refunded_units >= 0 AND charged_back_units >= 0),
  constraint deposits_paid_at_a_time CHECK ((status = ANY (ARRAY['Pending'::text, 'Failed'::text, 'Expired'::text])) = (paid_at IS NULL)),
  constraint deposits_pkey PRIMARY KEY (id),
  constraint deposits_positive CHECK (amount_units > 0),
  constraint deposits_reference_once UNIQUE (account, reference),
  constraint deposits_session_once UNIQUE (session),
  constraint deposits_status_known CHECK (status = ANY (ARRAY['Pending'::text, 'Paid'::text, 'Failed'::text, 'Expired'::text, 'Refunded'::text, 'PartlyRefunded'::text, 'ChargedBack'::text, 'Voided'::text]))
);
CREATE INDEX deposits_by_status ON deposits USING btree (status, id DESC);
CREATE INDEX deposits_expiring ON deposits USING btree (expires_at) WHERE status = 'Pending'::text;
CREATE INDEX deposits_of_account ON deposits USING btree (account, id DESC);
CREATE INDEX deposits_paid ON deposits USING btree (account, paid_at) WHERE paid_at IS NOT NULL;
CREATE INDEX deposits_payment_intent ON deposits USING btree (payment_intent) WHERE payment_intent IS NOT NULL;
CREATE INDEX deposits_pending ON deposits USING btree (account) WHERE status = 'Pending'::text;
CREATE UNIQUE INDEX deposits_stripe_reference ON deposits USING btree (reference) WHERE method = 'Stripe'::text;

create table disputes (
  id bigint generated by default as identity not null,
  execution bigint not null,
  offer bigint not null,
  advertiser bigint not null,
  executor bigint not null,
  status text default 'Open'::text not null,
  statement text not null,
  opened_at timestamp(3) with time zone not null,
  respond_by_at timestamp(3) with time zone not null,
  decide_by_at timestamp(3) with time zone not null,
  answer text,
  answered_at timestamp(3) with time zone,
  outcome text,
  decided_by bigint,
  decided_note text,
  resolved_at timestamp(3) with time zone,
  rejection jsonb,
  constraint disputes_answer_whole CHECK ((answer IS NULL) = (answered_at IS NULL)),
  constraint disputes_execution_once UNIQUE (execution),
  constraint disputes_outcome_known CHECK (outcome = ANY (ARRAY['Executor'::text, 'Advertiser'::text, 'Conceded'::text, 'Silence'::text, 'PaymentRefused'::text])),
  constraint disputes_pkey PRIMARY KEY (id),
  constraint disputes_resolved_whole CHECK ((status = 'Resolved'::text) = (outcome IS NOT NULL) AND (status = 'Resolved'::text) = (resolved_at IS NOT NULL)),
  constraint disputes_status_known CHECK (status = ANY (ARRAY['Open'::text, 'AdvertiserReplied'::text, 'UnderReview'::text, 'PaymentPending'::text, 'Resolved'::text]))
);
CREATE INDEX disputes_by_decision ON disputes USING btree (decide_by_at, id);
CREATE INDEX disputes_by_status ON disputes USING btree (status, decide_by_at, id);
CREATE INDEX disputes_of_advertiser ON disputes USING btree (advertiser, id DESC);
CREATE INDEX disputes_of_advertiser_by_status ON disputes USING btree (advertiser, status, id DESC);
CREATE INDEX disputes_of_executor ON disputes USING btree (executor, id DESC);
CREATE INDEX disputes_resolved ON disputes USING btree (advertiser, resolved_at) WHERE status = 'Resolved'::text;
CREATE INDEX disputes_unanswered ON disputes USING btree (respond_by_at, id) WHERE status = 'Open'::text;
CREATE INDEX disputes_undecided ON disputes USING btree (decide_by_at, id) WHERE status <> 'Resolved'::text;

create table email_changes (
  id bigint generated by default as identity not null,
  account bigint not null,
  status text not null,
  old_email text not null,
  new_email text not null,
  old_hash bytea not null,
  requested_by bigint,
  reason text,
  session bigint,
  old_token bytea,
  new_token bytea,
  cancel_token bytea,
  old_confirmed_at timestamp(3) with time zone,
  new_confirmed_at timestamp(3) with time zone,
  requested_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  constraint email_changes_both_confirmed CHECK (status <> 'Changed'::text OR old_confirmed_at IS NOT NULL AND new_confirmed_at IS NOT NULL),
  constraint email_changes_links_end CHECK (status = 'Requested'::text OR old_token IS NULL AND new_token IS NULL AND cancel_token IS NULL),
  constraint email_changes_pkey PRIMARY KEY (id),
  constraint email_changes_status_known CHECK (status = ANY (ARRAY['Requested'::text, 'Changed'::text, 'Cancelled'::text]))
);
CREATE INDEX email_changes_by_cancel_token ON email_changes USING btree (cancel_token) WHERE cancel_token IS NOT NULL;
CREATE INDEX email_changes_by_new_token ON email_changes USING btree (new_token) WHERE new_token IS NOT NULL;
CREATE INDEX email_changes_by_old_token ON email_changes USING btree (old_token) WHERE old_token IS NOT NULL;
CREATE INDEX email_changes_of_account ON email_changes USING btree (account);
CREATE INDEX email_changes_unfinished ON email_changes USING btree (requested_at) WHERE status <> 'Changed'::text;
CREATE UNIQUE INDEX email_changes_one_open ON email_changes USING btree (account) WHERE status = 'Requested'::text;

create table endpoints (
  id bigint generated by default as identity not null,
  account bigint not null,
  url text not null,
  kinds text[] not null,
  description text,
  api_version text default 'v1'::text not null,
  status text default 'Enabled'::text not null,
  disabled_by text,
  disabled_at timestamp(3) with time zone,
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamp(3) with time zone,
  failing_since timestamp(3) with time zone,
  noticed_at timestamp(3) with time zone,
  not_before timestamp(3) with time zone,
  due_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  last_delivered_at timestamp(3) with time zone,
  life integer default 1 not null,
  verified_at timestamp(3) with time zone,
  host text,
  disabled_reason text,
  constraint endpoints_disabled_by_known CHECK (disabled_by = ANY (ARRAY['User'::text, 'Gone'::text, 'Failing'::text, 'Operator'::text])),
  constraint endpoints_pkey PRIMARY KEY (id),
  constraint endpoints_status_known CHECK (status = ANY (ARRAY['Enabled'::text, 'Disabled'::text, 'Deleted'::text]))
) with (fillfactor=70);
CREATE INDEX endpoints_by_health ON endpoints USING btree ((
CASE
    WHEN status = 'Disabled'::text THEN 1
    WHEN failing_since IS NOT NULL THEN 0
    ELSE 2
END), id) WHERE status <> 'Deleted'::text;
CREATE INDEX endpoints_due ON endpoints USING btree (due_at) WHERE due_at IS NOT NULL AND status = 'Enabled'::text;
CREATE INDEX endpoints_of_account ON endpoints USING btree (account, id) WHERE status <> 'Deleted'::text;

create table entries (
  id bigint generated by default as identity not null,
  transfer bigint not null,
  book text not null,
  owner bigint not null,
  account bigint,
  units bigint not null,
  balance_after_units bigint,
  created_at timestamp(3) with time zone not null,
  constraint entries_book_known CHECK (book = ANY (ARRAY['advertiser.available'::text, 'advertiser.held'::text, 'executor.pending'::text, 'executor.available'::text, 'executor.withdrawing'::text, 'platform.revenue'::text, 'platform.guarantee'::text, 'external.in'::text, 'external.out'::text])),
  constraint entries_not_zero CHECK (units <> 0),
  constraint entries_pkey PRIMARY KEY (id)
);
CREATE INDEX entries_by_time ON entries USING brin (created_at) WITH (pages_per_range='32');
CREATE INDEX entries_of_account ON entries USING btree (account, id DESC) WHERE account IS NOT NULL;
CREATE INDEX entries_of_transfer ON entries USING btree (transfer);
CREATE TRIGGER entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table event_counters (
  account bigint not null,
  last_sequence bigint not null,
  constraint event_counters_pkey PRIMARY KEY (account)
);

create table events (
  id bigint default nextval('events_id_seq'::regclass) not null,
  kind text not null,
  account bigint not null,
  offer bigint,
  execution bigint,
  data jsonb not null,
  created_at timestamp(3) with time zone not null,
  sequence bigint,
  body text,
  dispatched_at timestamp(3) with time zone,
  request_id text,
  constraint events_pkey PRIMARY KEY (id)
) partition by RANGE (id);
CREATE INDEX events_of_account ON events USING btree (account, id);
CREATE INDEX events_old ON events USING btree (dispatched_at) WHERE dispatched_at IS NOT NULL;
CREATE INDEX events_undispatched ON events USING btree (id) WHERE dispatched_at IS NULL;

create unlogged table execution_changes (
  xid xid8 not null,
  difference integer not null,
  offer bigint not null,
  advertiser bigint not null,
  executor_alias text not null,
  status text not null,
  submitted_at timestamp(3) with time zone not null,
  review_deadline_at timestamp(3) with time zone not null,
  decided_at timestamp(3) with time zone,
  flags text[] default '{}'::text[] not null,
  disputed_at timestamp(3) with time zone
);
CREATE INDEX execution_changes_of_advertiser ON execution_changes USING btree (advertiser, xid);

create table execution_proofs (
  proof uuid not null,
  execution bigint not null,
  offer bigint not null,
  "position" integer not null,
  constraint execution_proofs_pkey PRIMARY KEY (proof)
);
CREATE INDEX execution_proofs_of_execution ON execution_proofs USING btree (execution, "position");

create table executions (
  id bigint generated by default as identity not null,
  offer bigint not null,
  advertiser bigint not null,
  executor bigint not null,
  executor_alias text not null,
  reservation bigint not null,
  status text default 'Pending'::text not null,
  revision integer default 1 not null,
  content_hash bytea not null,
  details jsonb not null,
  reward_units bigint not null,
  fee_units bigint not null,
  add_on_units bigint not null,
  currency text not null,
  offer_version integer not null,
  reserved_at timestamp(3) with time zone not null,
  submitted_at timestamp(3) with time zone not null,
  review_deadline_at timestamp(3) with time zone not null,
  decided_by text,
  reason_code text,
  reason text,
  comment text,
  failed_criteria text[],
  rating integer,
  decided_at timestamp(3) with time zone,
  history jsonb not null,
  version integer default 1 not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  proofs jsonb,
  rework_round integer default 0 not null,
  rework_reason text,
  rework_requested_at timestamp(3) with time zone,
  rework_deadline_at timestamp(3) with time zone,
  rework_reservation bigint,
  flags text[] default '{}'::text[] not null,
  bonus_units bigint default 0 not null,
  appeal_deadline_at timestamp(3) with time zone,
  kept_units bigint default 0 not null,
  disputed_at timestamp(3) with time zone,
  fraud_hold_at timestamp(3) with time zone,
  max_reworks integer default 2 not null,
  accept_bonus_units bigint default 0 not null,
  is_sole boolean default true not null,
  codes_unmatched integer default 0 not null,
  constraint executions_decision_whole CHECK ((status = ANY (ARRAY['Accepted'::text, 'Rejected'::text, 'Disputed'::text])) = (decided_at IS NOT NULL)),
  constraint executions_kept_for_rejected CHECK (kept_units = 0 OR (status = ANY (ARRAY['Rejected'::text, 'Disputed'::text]))),
  constraint executions_pkey PRIMARY KEY (id),
  constraint executions_reservation_once UNIQUE (reservation),
  constraint executions_rework_whole CHECK (status <> 'ReworkRequested'::text OR rework_reservation IS NOT NULL),
  constraint executions_status_known CHECK (status = ANY (ARRAY['Pending'::text, 'ReworkRequested'::text, 'Accepted'::text, 'Rejected'::text, 'Disputed'::text, 'Withdrawn'::text]))
) with (fillfactor=90);
CREATE INDEX executions_by_creation ON executions USING brin (created_at) WITH (pages_per_range='32');
CREATE INDEX executions_by_deadline ON executions USING btree (advertiser, review_deadline_at, id) INCLUDE (status, submitted_at, decided_at);
CREATE INDEX executions_by_id ON executions USING btree (advertiser, id) INCLUDE (status, submitted_at, decided_at, review_deadline_at);
CREATE INDEX executions_by_update ON executions USING btree (advertiser, updated_at, id) INCLUDE (status, submitted_at, decided_at, review_deadline_at);
CREATE INDEX executions_decided ON executions USING btree (advertiser, decided_at) INCLUDE (status) WHERE decided_at IS NOT NULL;
CREATE INDEX executions_disputed ON executions USING btree (advertiser, submitted_at DESC, id DESC) WHERE disputed_at IS NOT NULL;
CREATE INDEX executions_flagged ON executions USING btree (advertiser, submitted_at DESC, id DESC) WHERE flags <> '{}'::text[];
CREATE INDEX executions_kept ON executions USING btree (appeal_deadline_at) WHERE status = 'Rejected'::text AND kept_units > 0;
CREATE INDEX executions_of_advertiser ON executions USING btree (advertiser, submitted_at DESC, id DESC) INCLUDE (status, decided_at, review_deadline_at);
CREATE INDEX executions_of_alias ON executions USING btree (advertiser, executor_alias, submitted_at DESC, id DESC);
CREATE INDEX executions_of_executor ON executions USING btree (executor, offer, id DESC);
CREATE INDEX executions_of_offer ON executions USING btree (offer, submitted_at DESC, id DESC);
CREATE INDEX executions_of_status ON executions USING btree (advertiser, status, submitted_at DESC, id DESC);
CREATE INDEX executions_on_hold ON executions USING btree (fraud_hold_at, id) WHERE fraud_hold_at IS NOT NULL;
CREATE INDEX executions_review_due ON executions USING btree (review_deadline_at) WHERE status = 'Pending'::text;
CREATE INDEX executions_rework_due ON executions USING btree (rework_deadline_at) WHERE status = 'ReworkRequested'::text;
CREATE INDEX executions_sent_back ON executions USING btree (advertiser, rework_requested_at) WHERE rework_requested_at IS NOT NULL;
CREATE INDEX executions_waiting_by_deadline ON executions USING btree (advertiser, status, review_deadline_at, id) WHERE status = ANY (ARRAY['Pending'::text, 'ReworkRequested'::text, 'Disputed'::text]);
CREATE INDEX executions_waiting_by_id ON executions USING btree (advertiser, status, id) WHERE status = ANY (ARRAY['Pending'::text, 'ReworkRequested'::text, 'Disputed'::text]);
CREATE INDEX executions_waiting_by_update ON executions USING btree (advertiser, status, updated_at, id) WHERE status = ANY (ARRAY['Pending'::text, 'ReworkRequested'::text, 'Disputed'::text]);
CREATE UNIQUE INDEX one_pending_execution_if_sole ON executions USING btree (executor, offer, (
CASE
    WHEN is_sole AND revision = 1 THEN 0::bigint
    ELSE id
END)) WHERE status = 'Pending'::text;
CREATE TRIGGER executions_deleted AFTER DELETE ON executions REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION note_execution_changes();
CREATE TRIGGER executions_inserted AFTER INSERT ON executions REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_execution_changes();
CREATE TRIGGER executions_resubmitted AFTER UPDATE ON executions FOR EACH ROW WHEN (new.revision > old.revision) EXECUTE FUNCTION note_unexamined();
CREATE TRIGGER executions_submitted AFTER INSERT ON executions FOR EACH ROW EXECUTE FUNCTION note_unexamined();
CREATE TRIGGER executions_to_rule AFTER INSERT ON executions FOR EACH ROW EXECUTE FUNCTION note_unruled();
CREATE TRIGGER executions_to_rule_again AFTER UPDATE ON executions FOR EACH ROW WHEN (new.revision > old.revision) EXECUTE FUNCTION note_unruled();
CREATE TRIGGER executions_updated AFTER UPDATE ON executions REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_execution_changes();

create table executor_list_members (
  id bigint generated by default as identity not null,
  list bigint not null,
  executor bigint not null,
  executor_alias text not null,
  note text,
  added_at timestamp(3) with time zone not null,
  constraint executor_list_members_once UNIQUE (list, executor),
  constraint executor_list_members_pkey PRIMARY KEY (id)
);
CREATE INDEX executor_list_members_of_executor ON executor_list_members USING btree (executor, list);
CREATE INDEX executor_list_members_of_list ON executor_list_members USING btree (list, id);
CREATE UNIQUE INDEX executor_list_members_by_alias ON executor_list_members USING btree (list, executor_alias);
CREATE TRIGGER list_members_added AFTER INSERT ON executor_list_members REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_list_members();
CREATE TRIGGER list_members_removed AFTER DELETE ON executor_list_members REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_list_members();

create table executor_lists (
  id bigint generated by default as identity not null,
  advertiser bigint not null,
  name text not null,
  is_block_list boolean default false not null,
  members integer default 0 not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint executor_lists_members_bounded CHECK (members >= 0 AND members <=
CASE
    WHEN is_block_list THEN 1000000
    ELSE 10000
END),
  constraint executor_lists_pkey PRIMARY KEY (id)
);
CREATE INDEX executor_lists_of_advertiser ON executor_lists USING btree (advertiser, id);
CREATE UNIQUE INDEX executor_lists_one_block_list ON executor_lists USING btree (advertiser) WHERE is_block_list;

create table executors (
  account bigint not null,
  birth_date date,
  country integer,
  gender text,
  languages text[] default '{}'::text[] not null,
  reservations_made bigint default 0 not null,
  accepted bigint default 0 not null,
  rejected bigint default 0 not null,
  created_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  barred_until timestamp(3) with time zone,
  nickname text,
  constraint executors_counts_not_negative CHECK (accepted >= 0 AND rejected >= 0),
  constraint executors_gender_known CHECK (gender = ANY (ARRAY['Male'::text, 'Female'::text])),
  constraint executors_pkey PRIMARY KEY (account)
) with (fillfactor=80);

create table failing_jobs (
  name text not null,
  process text not null,
  reason text not null,
  since_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint failing_jobs_one_row_for_each_process PRIMARY KEY (name, process)
);

create table file_sweeps (
  id integer default 1 not null,
  due_at timestamp(3) with time zone not null,
  found jsonb,
  constraint file_sweeps_one_row CHECK (id = 1),
  constraint file_sweeps_pkey PRIMARY KEY (id)
);

create table guarantee_payments (
  id bigint generated by default as identity not null,
  dispute bigint not null,
  execution bigint not null,
  advertiser bigint not null,
  executor bigint not null,
  cause text not null,
  outcome text not null,
  requested_units bigint not null,
  requested_at timestamp(3) with time zone not null,
  status text default 'Waiting'::text not null,
  paid_units bigint,
  decided_by bigint,
  reason text,
  ended_at timestamp(3) with time zone,
  constraint guarantee_payments_cause_known CHECK (cause = ANY (ARRAY['First'::text, 'AboveLimit'::text])),
  constraint guarantee_payments_end_whole CHECK ((status = 'Waiting'::text) = (ended_at IS NULL)),
  constraint guarantee_payments_once_for_each UNIQUE (dispute),
  constraint guarantee_payments_outcome_known CHECK (outcome = ANY (ARRAY['Executor'::text, 'Silence'::text])),
  constraint guarantee_payments_pkey PRIMARY KEY (id),
  constraint guarantee_payments_status_known CHECK (status = ANY (ARRAY['Waiting'::text, 'Approved'::text, 'Refused'::text, 'Covered'::text])),
  constraint guarantee_payments_units_positive CHECK (requested_units > 0 AND COALESCE(paid_units, 0::bigint) >= 0)
);
CREATE INDEX guarantee_payments_approved ON guarantee_payments USING btree (advertiser) WHERE status = 'Approved'::text;
CREATE INDEX guarantee_payments_by_status ON guarantee_payments USING btree (status, id);

create table held_rejections (
  id bigint generated by default as identity not null,
  execution bigint not null,
  advertiser bigint not null,
  cause text not null,
  reason_code text not null,
  reason text not null,
  failed_criteria text[],
  blocks_executor boolean default false not null,
  held_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  outcome text,
  constraint held_rejections_cause_known CHECK (cause = ANY (ARRAY['Rate'::text, 'AtOnce'::text])),
  constraint held_rejections_end_whole CHECK ((ended_at IS NULL) = (outcome IS NULL)),
  constraint held_rejections_outcome_known CHECK (outcome = ANY (ARRAY['Confirmed'::text, 'Dismissed'::text, 'Withdrawn'::text, 'Overtaken'::text])),
  constraint held_rejections_pkey PRIMARY KEY (id)
);
CREATE INDEX held_rejections_waiting ON held_rejections USING btree (id) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX held_rejections_one_for_each ON held_rejections USING btree (execution) WHERE ended_at IS NULL;

create table holds (
  offer bigint not null,
  advertiser bigint not null,
  units bigint not null,
  constraint holds_not_negative CHECK (units >= 0),
  constraint holds_pkey PRIMARY KEY (offer),
  constraint holds_within_range CHECK (units <= '1000000000000000'::bigint)
) with (fillfactor=80);
CREATE INDEX holds_of_advertiser ON holds USING btree (advertiser);

create table installation (
  only_one boolean not null,
  sealed_check bytea not null,
  constraint installation_only_one CHECK (only_one),
  constraint installation_pkey PRIMARY KEY (only_one)
);

create table kept_answers (
  account bigint not null,
  request bytea not null,
  fingerprint bytea not null,
  answer bytea,
  created_at timestamp(3) with time zone not null,
  constraint kept_answers_once PRIMARY KEY (account, request)
);
CREATE INDEX kept_answers_old ON kept_answers USING btree (created_at);

create unlogged table limit_counters (
  subject bigint not null,
  requests bigint not null,
  uploads bigint not null,
  last_at timestamp(3) with time zone not null,
  constraint limit_counters_pkey PRIMARY KEY (subject)
) with (fillfactor=50);

create unlogged table limit_grants (
  subject bigint not null,
  at timestamp(3) with time zone not null,
  requests_before bigint not null,
  uploads_before bigint not null,
  uploads bigint not null,
  constraint limit_grants_pkey PRIMARY KEY (subject, at, requests_before)
);

create table listing_changes (
  xid xid8 default pg_current_xact_id() not null,
  offer bigint not null,
  activated_at timestamp(3) with time zone
);
CREATE INDEX listing_changes_by_xid ON listing_changes USING btree (xid);

create unlogged table listing_marks (
  one boolean default true not null,
  life uuid default gen_random_uuid() not null,
  purged_before xid8 default '0'::xid8 not null,
  marked_before xid8 default pg_snapshot_xmin(pg_current_snapshot()) not null,
  marked_at timestamp(3) with time zone not null,
  constraint listing_marks_one CHECK (one),
  constraint listing_marks_pkey PRIMARY KEY (one)
);

create table mails (
  id bigint generated by default as identity not null,
  recipient text not null,
  subject text not null,
  body text not null,
  status text default 'Waiting'::text not null,
  attempts integer default 0 not null,
  error text,
  due_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  has_secret boolean default false not null,
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_status_known CHECK (status = ANY (ARRAY['Waiting'::text, 'Sent'::text, 'Logged'::text, 'Failed'::text]))
);
CREATE INDEX mails_due ON mails USING btree (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX mails_of_recipient ON mails USING btree (recipient);
CREATE INDEX mails_old ON mails USING btree (created_at);
CREATE INDEX mails_secret ON mails USING btree (created_at) WHERE has_secret AND body <> ''::text;

create table migrations (
  name text not null,
  sha256 text not null,
  constraint migrations_pkey PRIMARY KEY (name)
);

create table named_bonuses (
  advertiser bigint not null,
  external_id text not null,
  execution bigint not null,
  units bigint not null,
  paid_at timestamp(3) with time zone not null,
  constraint bonus_external_id_once PRIMARY KEY (advertiser, external_id)
);

create table nicknames (
  key text not null,
  account bigint,
  chosen_at timestamp(3) with time zone not null,
  removed_at timestamp(3) with time zone,
  constraint nicknames_pkey PRIMARY KEY (key)
);
CREATE INDEX nicknames_of_account ON nicknames USING btree (account);

create table notification_choices (
  account bigint not null,
  kind text not null,
  in_console boolean not null,
  by_email boolean not null,
  updated_at timestamp(3) with time zone not null,
  constraint notification_choices_pkey PRIMARY KEY (account, kind)
);

create table notification_cursor (
  id integer default 1 not null,
  decision bigint not null,
  event bigint not null,
  credential bigint not null,
  due_until timestamp(3) with time zone,
  constraint notification_cursor_one_row CHECK (id = 1),
  constraint notification_cursor_pkey PRIMARY KEY (id)
);

create table notifications (
  id bigint generated by default as identity not null,
  account bigint not null,
  kind text not null,
  cause text not null,
  data jsonb not null,
  is_shown boolean not null,
  created_at timestamp(3) with time zone not null,
  read_at timestamp(3) with time zone,
  constraint notifications_once UNIQUE (account, kind, cause),
  constraint notifications_pkey PRIMARY KEY (id)
);
CREATE INDEX notifications_of_account ON notifications USING btree (account, id DESC);
CREATE INDEX notifications_old ON notifications USING btree (created_at);
CREATE INDEX notifications_unread ON notifications USING btree (account, id DESC) WHERE read_at IS NULL AND is_shown;

create table offer_bonuses (
  offer bigint not null,
  units bigint not null,
  constraint offer_bonuses_pkey PRIMARY KEY (offer),
  constraint offer_bonuses_positive CHECK (units > 0)
);

create unlogged table offer_changes (
  xid xid8 not null,
  advertiser bigint not null
);
CREATE INDEX offer_changes_of_advertiser ON offer_changes USING btree (advertiser, xid);

create table offer_contents (
  offer bigint not null,
  last_version integer not null,
  content jsonb not null,
  replaced_at timestamp(3) with time zone not null,
  constraint offer_contents_pkey PRIMARY KEY (offer, last_version)
);

create table offer_reports (
  id bigint generated by default as identity not null,
  offer bigint not null,
  reporter bigint not null,
  code text not null,
  comment text,
  counts boolean not null,
  created_at timestamp(3) with time zone not null,
  outcome text,
  decided_by bigint,
  reason text,
  decided_at timestamp(3) with time zone,
  constraint offer_reports_decision_whole CHECK ((outcome IS NULL) = (decided_at IS NULL)),
  constraint offer_reports_once UNIQUE (offer, reporter),
  constraint offer_reports_outcome_known CHECK (outcome = ANY (ARRAY['Dismissed'::text, 'Upheld'::text])),
  constraint offer_reports_pkey PRIMARY KEY (id)
);
CREATE INDEX offer_reports_of_reporter ON offer_reports USING btree (reporter, created_at);
CREATE INDEX offer_reports_open ON offer_reports USING btree (offer, id) WHERE outcome IS NULL;

create table offer_states (
  offer bigint not null,
  advertiser bigint not null,
  status text not null,
  paused_by text,
  total_limit integer not null,
  remaining integer not null,
  reserved integer default 0 not null,
  pending integer default 0 not null,
  rework integer default 0 not null,
  accepted integer default 0 not null,
  accepted_by_dispute integer default 0 not null,
  rejected integer default 0 not null,
  disputed integer default 0 not null,
  withdrawn integer default 0 not null,
  kept integer default 0 not null,
  uncovered integer default 0 not null,
  constraint offer_states_kept_not_negative CHECK (kept >= 0),
  constraint offer_states_pkey PRIMARY KEY (offer),
  constraint offer_states_slots_add_up CHECK ((accepted + pending + rework + reserved + remaining) = total_limit),
  constraint offer_states_slots_not_negative CHECK (remaining >= 0 AND reserved >= 0 AND pending >= 0 AND rework >= 0 AND accepted >= 0 AND rejected >= 0 AND disputed >= 0 AND withdrawn >= 0 AND accepted_by_dispute >= 0),
  constraint offer_states_status_known CHECK (status = ANY (ARRAY['Draft'::text, 'PendingModeration'::text, 'Rejected'::text, 'Active'::text, 'Paused'::text, 'Completed'::text, 'Archived'::text])),
  constraint offer_states_uncovered_not_negative CHECK (uncovered >= 0)
) with (fillfactor=80);
CREATE INDEX offer_states_of_status ON offer_states USING btree (status, offer);
CREATE TRIGGER listed_state_changed AFTER UPDATE ON offer_states FOR EACH ROW WHEN ((old.status = 'Active'::text AND old.remaining > 0) <> (new.status = 'Active'::text AND new.remaining > 0)) EXECUTE FUNCTION note_listed_state();
CREATE TRIGGER listed_state_gone AFTER DELETE ON offer_states FOR EACH ROW WHEN (old.status = 'Active'::text AND old.remaining > 0) EXECUTE FUNCTION note_listed_state();
CREATE TRIGGER listed_state_made AFTER INSERT ON offer_states FOR EACH ROW WHEN (new.status = 'Active'::text AND new.remaining > 0) EXECUTE FUNCTION note_listed_state();
CREATE TRIGGER offer_states_changed AFTER UPDATE ON offer_states FOR EACH ROW WHEN (old.status <> new.status) EXECUTE FUNCTION note_offer_change();

create table offers (
  id bigint generated by default as identity not null,
  advertiser bigint not null,
  external_id text,
  source text not null,
  price bigint not null,
  category bigint not null,
  platform bigint not null,
  type text not null,
  title text not null,
  searchable text not null,
  description text,
  proof_instructions text,
  acceptance_criteria jsonb default '[]'::jsonb not null,
  details jsonb default '{}'::jsonb not null,
  source_language text not null,
  translations jsonb default '{}'::jsonb not null,
  min_age integer,
  max_age integer,
  gender text default 'Any'::text not null,
  target_countries bigint[] default '{}'::bigint[] not null,
  add_ons bigint[] default '{}'::bigint[] not null,
  reward_units bigint not null,
  fee_units bigint not null,
  add_on_units bigint not null,
  flat_units bigint not null,
  currency text not null,
  reservation_seconds integer not null,
  review_seconds integer not null,
  max_reworks integer not null,
  rework_seconds integer not null,
  per_executor_limit integer not null,
  metadata jsonb default '{}'::jsonb not null,
  status_reason jsonb,
  moderation jsonb,
  version integer default 1 not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  submitted_at timestamp(3) with time zone,
  activated_at timestamp(3) with time zone,
  completed_at timestamp(3) with time zone,
  archived_at timestamp(3) with time zone,
  hourly_limit integer,
  daily_limit integer,
  starts_at timestamp(3) with time zone,
  ends_at timestamp(3) with time zone,
  allow_list bigint,
  block_list bigint,
  min_level integer default 0 not null,
  auto_accept_rules jsonb default '[]'::jsonb not null,
  pending_change jsonb,
  attempts_max integer default 2 not null,
  constraint offers_costs_not_negative CHECK (reward_units > 0 AND fee_units >= 0 AND add_on_units >= 0 AND flat_units >= 0),
  constraint offers_ends_after_start CHECK (ends_at > starts_at),
  constraint offers_gender_known CHECK (gender = ANY (ARRAY['Any'::text, 'Male'::text, 'Female'::text])),
  constraint offers_limits_positive CHECK (hourly_limit > 0 AND daily_limit > 0),
  constraint offers_min_level_known CHECK (min_level >= 0 AND min_level <= 4),
  constraint offers_pkey PRIMARY KEY (id)
);
CREATE INDEX offers_by_activation ON offers USING btree (activated_at DESC, id DESC) WHERE activated_at IS NOT NULL;
CREATE INDEX offers_by_title ON offers USING btree (advertiser, title, id);
CREATE INDEX offers_by_update ON offers USING btree (advertiser, updated_at, id);
CREATE INDEX offers_capped ON offers USING btree (id) WHERE COALESCE(hourly_limit, daily_limit) IS NOT NULL AND activated_at IS NOT NULL AND completed_at IS NULL AND archived_at IS NULL;
CREATE INDEX offers_change_pending ON offers USING btree (id) WHERE (pending_change ->> 'status'::text) = 'Pending'::text;
CREATE INDEX offers_drafts ON offers USING btree (advertiser, archived_at) WHERE activated_at IS NULL AND (moderation IS NULL OR archived_at IS NOT NULL);
CREATE INDEX offers_ending ON offers USING btree (ends_at) WHERE ends_at IS NOT NULL AND activated_at IS NOT NULL AND completed_at IS NULL AND archived_at IS NULL;
CREATE INDEX offers_of_advertiser ON offers USING btree (advertiser, created_at DESC, id DESC);
CREATE INDEX offers_paid_once ON offers USING btree (advertiser, activated_at) WHERE flat_units > 0 AND activated_at IS NOT NULL;
CREATE INDEX offers_starting ON offers USING btree (starts_at) WHERE starts_at IS NOT NULL AND activated_at IS NOT NULL AND completed_at IS NULL AND archived_at IS NULL;
CREATE INDEX offers_with_allow_list ON offers USING btree (allow_list) WHERE allow_list IS NOT NULL;
CREATE INDEX offers_with_block_list ON offers USING btree (block_list) WHERE block_list IS NOT NULL;
CREATE UNIQUE INDEX offers_external_id_once ON offers USING btree (advertiser, external_id) WHERE external_id IS NOT NULL;
CREATE TRIGGER listed_offer_changed AFTER UPDATE ON offers FOR EACH ROW WHEN (old.activated_at IS NOT NULL AND (old.activated_at IS DISTINCT FROM new.activated_at OR old.searchable IS DISTINCT FROM new.searchable OR old.reward_units IS DISTINCT FROM new.reward_units OR old.category IS DISTINCT FROM new.category OR old.platform IS DISTINCT FROM new.platform OR old.starts_at IS DISTINCT FROM new.starts_at OR old.ends_at IS DISTINCT FROM new.ends_at OR old.advertiser IS DISTINCT FROM new.advertiser OR old.min_age IS DISTINCT FROM new.min_age OR old.max_age IS DISTINCT FROM new.max_age OR old.gender IS DISTINCT FROM new.gender OR old.target_countries IS DISTINCT FROM new.target_countries OR old.min_level IS DISTINCT FROM new.min_level OR old.allow_list IS DISTINCT FROM new.allow_list OR old.block_list IS DISTINCT FROM new.block_list OR old.title IS DISTINCT FROM new.title OR old.source_language IS DISTINCT FROM new.source_language OR old.translations IS DISTINCT FROM new.translations OR old.currency IS DISTINCT FROM new.currency OR old.type IS DISTINCT FROM new.type OR old.reservation_seconds IS DISTINCT FROM new.reservation_seconds OR old.review_seconds IS DISTINCT FROM new.review_seconds OR (old.details -> 'estimatedMinutes'::text) IS DISTINCT FROM (new.details -> 'estimatedMinutes'::text))) EXECUTE FUNCTION note_listed_offer();
CREATE TRIGGER listed_offer_gone AFTER DELETE ON offers FOR EACH ROW WHEN (old.activated_at IS NOT NULL) EXECUTE FUNCTION note_listed_offer();
CREATE TRIGGER listed_offer_made AFTER INSERT ON offers FOR EACH ROW WHEN (new.activated_at IS NOT NULL) EXECUTE FUNCTION note_listed_offer();
CREATE TRIGGER offers_changed AFTER INSERT OR UPDATE ON offers FOR EACH ROW EXECUTE FUNCTION note_offer_change();

create table operator_requests (
  id bigint generated by default as identity not null,
  kind text not null,
  account bigint not null,
  add_roles text[] default '{}'::text[] not null,
  remove_roles text[] default '{}'::text[] not null,
  new_email text,
  sanction bigint,
  reason text not null,
  status text not null,
  requested_by bigint not null,
  requested_at timestamp(3) with time zone not null,
  decided_by bigint,
  decided_at timestamp(3) with time zone,
  refusal text,
  constraint operator_requests_decided_whole CHECK ((status = 'Requested'::text) = (decided_at IS NULL)),
  constraint operator_requests_kind_known CHECK (kind = ANY (ARRAY['Roles'::text, 'Email'::text, 'Lift'::text])),
  constraint operator_requests_pkey PRIMARY KEY (id),
  constraint operator_requests_second_operator CHECK (decided_by <> requested_by AND decided_by <> account),
  constraint operator_requests_status_known CHECK (status = ANY (ARRAY['Requested'::text, 'Approved'::text, 'Refused'::text]))
);
CREATE INDEX operator_requests_of_status ON operator_requests USING btree (status, id);
CREATE UNIQUE INDEX operator_requests_once ON operator_requests USING btree (account, kind) WHERE status = 'Requested'::text;

create table pause_causes (
  account bigint not null,
  cause text not null,
  began_at timestamp(3) with time zone not null,
  lifted_at timestamp(3) with time zone,
  is_applied boolean default false not null,
  constraint pause_causes_cause_known CHECK (cause = ANY (ARRAY['advertiser_suspended'::text, 'deposit_charged_back'::text])),
  constraint pause_causes_pkey PRIMARY KEY (account, cause)
);
CREATE INDEX pause_causes_of_debts ON pause_causes USING btree (account) WHERE cause = 'deposit_charged_back'::text AND lifted_at IS NULL;
CREATE INDEX pause_causes_to_apply ON pause_causes USING btree (account) WHERE NOT is_applied;

create table payouts (
  id bigint generated by default as identity not null,
  withdrawals integer not null,
  units bigint not null,
  currency text not null,
  created_at timestamp(3) with time zone not null,
  exports integer,
  exported_at timestamp(3) with time zone,
  constraint payouts_exports_whole CHECK (exports IS NULL OR (exports > 0) = (exported_at IS NOT NULL)),
  constraint payouts_pkey PRIMARY KEY (id),
  constraint payouts_positive CHECK (withdrawals > 0 AND units > 0)
);

create table platforms (
  id bigint generated by default as identity not null,
  code text not null,
  category bigint not null,
  names json not null,
  is_active boolean not null,
  constraint platforms_code_once UNIQUE (code),
  constraint platforms_pkey PRIMARY KEY (id)
);
CREATE INDEX platforms_of_category ON platforms USING btree (category);

create table price_editions (
  price bigint not null,
  edition integer not null,
  details_mode text not null,
  offer_details_schema json not null,
  execution_details_schema json not null,
  constraint price_editions_pkey PRIMARY KEY (price, edition)
);

create table prices (
  id bigint generated by default as identity not null,
  code text not null,
  platform bigint not null,
  names json not null,
  reward_units bigint not null,
  is_active boolean not null,
  reservation_seconds integer,
  details_mode text not null,
  offer_details_schema json not null,
  execution_details_schema json not null,
  edition integer default 1 not null,
  constraint prices_code_once UNIQUE (code),
  constraint prices_details_mode_known CHECK (details_mode = ANY (ARRAY['lenient'::text, 'strict'::text])),
  constraint prices_pkey PRIMARY KEY (id),
  constraint prices_reward_positive CHECK (reward_units > 0)
);
CREATE INDEX prices_of_platform ON prices USING btree (platform);
CREATE TRIGGER price_edition_stored BEFORE UPDATE ON prices FOR EACH ROW WHEN (old.details_mode IS DISTINCT FROM new.details_mode OR old.offer_details_schema::text IS DISTINCT FROM new.offer_details_schema::text OR old.execution_details_schema::text IS DISTINCT FROM new.execution_details_schema::text) EXECUTE FUNCTION store_price_edition();

create table profile_changes (
  id bigint generated by default as identity not null,
  account bigint not null,
  members jsonb not null,
  status text not null,
  requested_at timestamp(3) with time zone not null,
  due_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  reason text,
  constraint profile_changes_end_whole CHECK ((status = ANY (ARRAY['Pending'::text, 'Approved'::text])) = (ended_at IS NULL)),
  constraint profile_changes_pkey PRIMARY KEY (id),
  constraint profile_changes_status_known CHECK (status = ANY (ARRAY['Pending'::text, 'Approved'::text, 'Applied'::text, 'Rejected'::text, 'Cancelled'::text]))
);
CREATE INDEX profile_changes_due ON profile_changes USING btree (due_at) WHERE status = ANY (ARRAY['Pending'::text, 'Approved'::text]);
CREATE UNIQUE INDEX profile_changes_one_open ON profile_changes USING btree (account) WHERE status = ANY (ARRAY['Pending'::text, 'Approved'::text]);

create table proofs (
  id uuid not null,
  offer bigint not null,
  executor bigint not null,
  extension text not null,
  file_name text not null,
  size integer not null,
  content_type text not null,
  sha256 bytea not null,
  uploaded_at timestamp(3) with time zone not null,
  fingerprint bigint,
  erased_at timestamp(3) with time zone,
  stored_size bigint,
  stored_sha256 bytea,
  constraint proofs_extension_known CHECK (extension = ANY (ARRAY['jpg'::text, 'png'::text, 'webp'::text, 'pdf'::text])),
  constraint proofs_pkey PRIMARY KEY (id)
);
CREATE INDEX proofs_of_executor ON proofs USING btree (executor, offer);
CREATE INDEX proofs_recent ON proofs USING btree (executor, uploaded_at);
CREATE INDEX proofs_to_erase ON proofs USING btree (executor) WHERE erased_at IS NULL;

create table receipts (
  number bigint not null,
  deposit bigint not null,
  account bigint not null,
  seller jsonb not null,
  buyer_name text,
  buyer_address text,
  buyer_tax_id text,
  issued_at timestamp(3) with time zone not null,
  constraint receipts_numbered_from_one CHECK (number > 0),
  constraint receipts_one_for_a_deposit UNIQUE (deposit),
  constraint receipts_pkey PRIMARY KEY (number)
);
CREATE INDEX receipts_of_account ON receipts USING btree (account);

create table refund_requests (
  id bigint generated by default as identity not null,
  account bigint not null,
  deposit bigint not null,
  reversal bigint not null,
  units bigint not null,
  currency text not null,
  status text not null,
  method text,
  hint text,
  details bytea,
  note text,
  reason text,
  reference text,
  version integer default 1 not null,
  requested_at timestamp(3) with time zone not null,
  approved_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  updated_at timestamp(3) with time zone not null,
  method_hash bytea,
  waits_until timestamp(3) with time zone,
  constraint refund_requests_end_whole CHECK ((status = ANY (ARRAY['Requested'::text, 'Processing'::text])) = (ended_at IS NULL)),
  constraint refund_requests_method_whole CHECK ((method IS NULL) = (hint IS NULL) AND (method IS NULL) = (details IS NULL)),
  constraint refund_requests_pkey PRIMARY KEY (id),
  constraint refund_requests_positive CHECK (units > 0),
  constraint refund_requests_reversal_once UNIQUE (reversal),
  constraint refund_requests_status_known CHECK (status = ANY (ARRAY['Requested'::text, 'Processing'::text, 'Paid'::text, 'Failed'::text, 'Rejected'::text, 'Cancelled'::text]))
);
CREATE INDEX refund_requests_of_account ON refund_requests USING btree (account, id DESC);
CREATE INDEX refund_requests_of_status ON refund_requests USING btree (status, id);
CREATE UNIQUE INDEX one_open_refund ON refund_requests USING btree (deposit) WHERE status = ANY (ARRAY['Requested'::text, 'Processing'::text]);

create unlogged table request_counts (
  subject text not null,
  at timestamp(3) with time zone not null,
  counted bigint not null,
  total bigint not null,
  constraint request_counts_pkey PRIMARY KEY (subject, at, total)
);

create table reservations (
  id bigint generated by default as identity not null,
  offer bigint not null,
  executor bigint not null,
  kind text default 'Work'::text not null,
  status text default 'Active'::text not null,
  reward_units bigint not null,
  fee_units bigint not null,
  add_on_units bigint not null,
  currency text not null,
  review_seconds integer not null,
  offer_version integer not null,
  is_taken boolean default true not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  execution bigint,
  held_until timestamp(3) with time zone,
  extended_at timestamp(3) with time zone,
  acceptance_criteria jsonb,
  max_reworks integer,
  rework_seconds integer,
  turn integer,
  withdrawn_at timestamp(3) with time zone,
  price_edition integer,
  constraint reservations_held_after_end CHECK (held_until > expires_at),
  constraint reservations_kind_known CHECK (kind = ANY (ARRAY['Work'::text, 'Rework'::text])),
  constraint reservations_pkey PRIMARY KEY (id),
  constraint reservations_rework_of CHECK ((kind = 'Rework'::text) = (execution IS NOT NULL)),
  constraint reservations_status_known CHECK (status = ANY (ARRAY['Active'::text, 'Submitted'::text, 'Cancelled'::text, 'Expired'::text, 'Revoked'::text])),
  constraint reservations_turn_positive CHECK (turn > 0)
) with (fillfactor=90);
CREATE INDEX reservations_due ON reservations USING btree (COALESCE(held_until, expires_at)) WHERE status = 'Active'::text AND kind = 'Work'::text AND COALESCE(held_until, expires_at) < 'infinity'::timestamp with time zone;
CREATE INDEX reservations_missed ON reservations USING btree (executor, LEAST(ended_at, expires_at)) WHERE kind = 'Work'::text AND (status = ANY (ARRAY['Cancelled'::text, 'Expired'::text]));
CREATE INDEX reservations_of_executor ON reservations USING btree (executor, offer, id DESC);
CREATE INDEX reservations_withdrawn ON reservations USING btree (executor, withdrawn_at) WHERE withdrawn_at IS NOT NULL;
CREATE UNIQUE INDEX one_active_reservation ON reservations USING btree (executor, offer) WHERE status = 'Active'::text AND kind = 'Work'::text;
CREATE UNIQUE INDEX reservations_turn_once ON reservations USING btree (offer, turn) WHERE turn IS NOT NULL;

create table reversals (
  id bigint generated by default as identity not null,
  deposit bigint not null,
  kind text not null,
  status text not null,
  units bigint not null,
  stripe_id text,
  reason text,
  attempts integer default 0 not null,
  next_attempt_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  constraint reversals_kind_known CHECK (kind = ANY (ARRAY['Refund'::text, 'Chargeback'::text, 'Void'::text])),
  constraint reversals_pkey PRIMARY KEY (id),
  constraint reversals_positive CHECK (units > 0),
  constraint reversals_status_known CHECK (status = ANY (ARRAY['Pending'::text, 'Done'::text, 'Returned'::text])),
  constraint reversals_stripe_id_once UNIQUE (stripe_id)
);
CREATE INDEX reversals_of_deposit ON reversals USING btree (deposit, id);
CREATE INDEX reversals_to_send ON reversals USING btree (next_attempt_at) WHERE status = 'Pending'::text;

create table revisions (
  execution bigint not null,
  revision integer not null,
  offer bigint not null,
  reservation bigint not null,
  content_hash bytea not null,
  details jsonb not null,
  proofs jsonb not null,
  submitted_at timestamp(3) with time zone not null,
  constraint revisions_pkey PRIMARY KEY (execution, revision),
  constraint revisions_reservation_once UNIQUE (reservation)
);

create table sanctions (
  id bigint generated by default as identity not null,
  account bigint not null,
  kind text not null,
  code text not null,
  reason text not null,
  status text default 'InForce'::text not null,
  ends_at timestamp(3) with time zone,
  imposed_by bigint,
  appeal text,
  appealed_at timestamp(3) with time zone,
  answer text,
  answered_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint sanctions_kind_known CHECK (kind = ANY (ARRAY['Warning'::text, 'NoReservations'::text, 'NoOffers'::text, 'Suspension'::text])),
  constraint sanctions_pkey PRIMARY KEY (id),
  constraint sanctions_status_known CHECK (status = ANY (ARRAY['InForce'::text, 'Appealed'::text, 'Upheld'::text, 'Lifted'::text, 'Ended'::text]))
);
CREATE INDEX sanctions_ending ON sanctions USING btree (ends_at) WHERE (status = ANY (ARRAY['InForce'::text, 'Appealed'::text, 'Upheld'::text])) AND ends_at IS NOT NULL;
CREATE INDEX sanctions_of_account ON sanctions USING btree (account, id DESC);
CREATE INDEX sanctions_of_status ON sanctions USING btree (status, id);

create table sandbox_clock (
  only_one boolean default true not null,
  offset_ms bigint not null,
  constraint sandbox_clock_ahead CHECK (offset_ms >= 0),
  constraint sandbox_clock_only_one CHECK (only_one),
  constraint sandbox_clock_pkey PRIMARY KEY (only_one)
);

create table sandboxes (
  id bigint generated by default as identity not null,
  account bigint not null,
  created_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone not null,
  constraint sandboxes_of_account_once UNIQUE (account),
  constraint sandboxes_pkey PRIMARY KEY (id)
);
CREATE INDEX sandboxes_by_use ON sandboxes USING btree (used_at);

create table sightings (
  place bigint generated always as identity not null,
  proof uuid not null,
  execution bigint not null,
  executor bigint not null,
  sha256 bytea not null,
  fingerprint bigint,
  constraint sightings_pkey PRIMARY KEY (execution, proof)
);
CREATE INDEX sightings_by_first ON sightings USING btree (((fingerprint >> 48) & 65535::bigint), place) WHERE fingerprint IS NOT NULL;
CREATE INDEX sightings_by_fourth ON sightings USING btree ((fingerprint & 65535::bigint), place) WHERE fingerprint IS NOT NULL;
CREATE INDEX sightings_by_second ON sightings USING btree (((fingerprint >> 32) & 65535::bigint), place) WHERE fingerprint IS NOT NULL;
CREATE INDEX sightings_by_third ON sightings USING btree (((fingerprint >> 16) & 65535::bigint), place) WHERE fingerprint IS NOT NULL;
CREATE INDEX sightings_of_file ON sightings USING btree (sha256, place);

create table sign_in_guesses (
  subject text not null,
  guesses integer not null,
  since timestamp(3) with time zone not null,
  constraint sign_in_guesses_pkey PRIMARY KEY (subject)
);
CREATE INDEX sign_in_guesses_by_time ON sign_in_guesses USING btree (since);

create table sign_in_passkeys (
  id bigint generated by default as identity not null,
  user_id bigint not null,
  name text,
  public_key text not null,
  credential_id text not null,
  counter integer not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamp(3) with time zone,
  constraint sign_in_passkeys_once UNIQUE (credential_id),
  constraint sign_in_passkeys_pkey PRIMARY KEY (id)
);
CREATE INDEX sign_in_passkeys_of_user ON sign_in_passkeys USING btree (user_id);

create table sign_in_passwords (
  id bigint generated by default as identity not null,
  user_id bigint not null,
  account_id text not null,
  provider_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp(3) with time zone,
  refresh_token_expires_at timestamp(3) with time zone,
  scope text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint sign_in_passwords_once UNIQUE (user_id, provider_id),
  constraint sign_in_passwords_pkey PRIMARY KEY (id)
);

create table sign_in_sessions (
  id bigint generated by default as identity not null,
  user_id bigint not null,
  token text not null,
  expires_at timestamp(3) with time zone not null,
  ip_address text,
  user_agent text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint sign_in_sessions_pkey PRIMARY KEY (id),
  constraint sign_in_sessions_token_once UNIQUE (token)
);
CREATE INDEX sign_in_sessions_of_user ON sign_in_sessions USING btree (user_id);

create table sign_in_two_factors (
  id bigint generated by default as identity not null,
  user_id bigint not null,
  secret text not null,
  backup_codes text not null,
  verified boolean default true,
  failed_verification_count integer default 0,
  locked_until timestamp(3) with time zone,
  last_used_step bigint,
  constraint sign_in_two_factors_once UNIQUE (user_id),
  constraint sign_in_two_factors_pkey PRIMARY KEY (id)
);

create table sign_in_users (
  id bigint not null,
  email text not null,
  email_verified boolean default false not null,
  name text not null,
  image text,
  two_factor_enabled boolean default false,
  mails_since timestamp(3) with time zone,
  mails_sent integer default 0 not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint sign_in_users_email_once UNIQUE (email),
  constraint sign_in_users_pkey PRIMARY KEY (id)
);

create table sign_in_verifications (
  id bigint generated by default as identity not null,
  identifier text not null,
  value text not null,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint sign_in_verifications_pkey PRIMARY KEY (id)
);
CREATE INDEX sign_in_verifications_by_end ON sign_in_verifications USING btree (expires_at);
CREATE INDEX sign_in_verifications_by_identifier ON sign_in_verifications USING btree (identifier);
CREATE INDEX sign_in_verifications_of_value ON sign_in_verifications USING hash (value);

create table site (
  id bigint not null,
  version bigint not null,
  brand_name text,
  texts jsonb not null,
  updated_at timestamp(3) with time zone,
  constraint site_brand_name_not_blank CHECK (btrim(brand_name) <> ''::text),
  constraint site_has_one_row CHECK (id = 1),
  constraint site_pkey PRIMARY KEY (id),
  constraint site_texts_are_an_object CHECK (jsonb_typeof(texts) = 'object'::text),
  constraint site_version_positive CHECK (version > 0)
);

create table stripe_events (
  id text not null,
  created_at timestamp(3) with time zone not null,
  constraint stripe_events_pkey PRIMARY KEY (id)
);
CREATE INDEX stripe_events_old ON stripe_events USING btree (created_at);

create table task_templates (
  id bigint generated by default as identity not null,
  advertiser bigint not null,
  name text not null,
  content jsonb not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint task_templates_have_a_name CHECK (btrim(name) <> ''::text),
  constraint task_templates_hold_an_object CHECK (jsonb_typeof(content) = 'object'::text),
  constraint task_templates_name_once UNIQUE (advertiser, name),
  constraint task_templates_pkey PRIMARY KEY (id)
);

create table transfers (
  id bigint default nextval('transfer_ids'::regclass) not null,
  kind text not null,
  cause text not null,
  offer bigint,
  execution bigint,
  description text,
  created_at timestamp(3) with time zone not null,
  constraint transfers_cause_once UNIQUE (cause),
  constraint transfers_pkey PRIMARY KEY (id)
);
CREATE TRIGGER transfers_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table unexamined (
  execution bigint not null,
  place bigint generated always as identity not null,
  leased_until timestamp(3) with time zone,
  constraint unexamined_pkey PRIMARY KEY (execution)
);
CREATE UNIQUE INDEX unexamined_in_turn ON unexamined USING btree (place);

create table unruled (
  execution bigint not null,
  place bigint generated always as identity not null,
  constraint unruled_pkey PRIMARY KEY (execution)
);
CREATE UNIQUE INDEX unruled_in_turn ON unruled USING btree (place);

create table withdrawals (
  id bigint generated by default as identity not null,
  executor bigint not null,
  units bigint not null,
  currency text not null,
  status text not null,
  method text not null,
  hint text not null,
  details bytea not null,
  reason text,
  reference text,
  payout bigint,
  version integer default 1 not null,
  requested_at timestamp(3) with time zone not null,
  approved_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  updated_at timestamp(3) with time zone not null,
  method_hash bytea,
  is_remembered boolean default true not null,
  waits_until timestamp(3) with time zone,
  constraint withdrawals_end_whole CHECK ((status = ANY (ARRAY['Paid'::text, 'Failed'::text, 'Cancelled'::text])) = (ended_at IS NOT NULL)),
  constraint withdrawals_paid_out_once_approved CHECK (payout IS NULL OR approved_at IS NOT NULL),
  constraint withdrawals_pkey PRIMARY KEY (id),
  constraint withdrawals_positive CHECK (units > 0),
  constraint withdrawals_status_known CHECK (status = ANY (ARRAY['Requested'::text, 'Processing'::text, 'Paid'::text, 'Failed'::text, 'Cancelled'::text]))
);
CREATE INDEX withdrawals_of_executor ON withdrawals USING btree (executor, id DESC);
CREATE INDEX withdrawals_of_method ON withdrawals USING btree (method_hash, executor) WHERE method_hash IS NOT NULL;
CREATE INDEX withdrawals_of_payout ON withdrawals USING btree (payout, id) WHERE payout IS NOT NULL;
CREATE INDEX withdrawals_of_status ON withdrawals USING btree (status, id);
CREATE INDEX withdrawals_to_pay_out ON withdrawals USING btree (id) WHERE status = 'Processing'::text AND payout IS NULL;
CREATE INDEX withdrawals_without_method_hash ON withdrawals USING btree (id) WHERE method_hash IS NULL;
CREATE UNIQUE INDEX one_open_withdrawal ON withdrawals USING btree (executor) WHERE status = ANY (ARRAY['Requested'::text, 'Processing'::text]);

create table attempts_0 partition of attempts (
  constraint attempts_0_pkey PRIMARY KEY (id)
) FOR VALUES FROM (MINVALUE) TO ('1000000000');

create table attempts_rest partition of attempts (
  constraint attempts_rest_pkey PRIMARY KEY (id)
) DEFAULT;

create table audit_log_0 partition of audit_log FOR VALUES FROM (MINVALUE) TO ('1000000000');
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log_0 FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table audit_log_rest partition of audit_log DEFAULT;
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log_rest FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table deliveries_0 partition of deliveries (
  constraint deliveries_0_pkey PRIMARY KEY (id)
) FOR VALUES FROM (MINVALUE) TO ('1000000000') with (fillfactor=70);

create table deliveries_rest partition of deliveries (
  constraint deliveries_rest_pkey PRIMARY KEY (id)
) DEFAULT with (fillfactor=70);

create table events_0 partition of events FOR VALUES FROM (MINVALUE) TO ('1000000000');
CREATE UNIQUE INDEX events_0_sequence ON events_0 USING btree (account, sequence) WHERE sequence IS NOT NULL;

create table events_rest partition of events DEFAULT;
CREATE UNIQUE INDEX events_rest_sequence ON events_rest USING btree (account, sequence) WHERE sequence IS NOT NULL;

alter table account_closings add constraint account_closings_account_fkey FOREIGN KEY (account) REFERENCES accounts(id);
alter table account_closings add constraint account_closings_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES accounts(id);
alter table advertisers add constraint advertisers_account_fkey FOREIGN KEY (account) REFERENCES accounts(id);
alter table barred_identities add constraint barred_identities_account_fkey FOREIGN KEY (account) REFERENCES accounts(id);
alter table billing_details add constraint billing_details_account_fkey FOREIGN KEY (account) REFERENCES accounts(id);
alter table credentials add constraint credentials_account_fkey FOREIGN KEY (account) REFERENCES accounts(id);
alter table credentials add constraint credentials_session_fkey FOREIGN KEY (session) REFERENCES sign_in_sessions(id) ON DELETE CASCADE;
alter table email_changes add constraint email_changes_account_fkey FOREIGN KEY (account) REFERENCES accounts(id);
alter table email_changes add constraint email_changes_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES accounts(id);
alter table endpoints add constraint endpoints_account_fkey FOREIGN KEY (account) REFERENCES accounts(id);
alter table executor_list_members add constraint executor_list_members_list_fkey FOREIGN KEY (list) REFERENCES executor_lists(id) ON DELETE CASCADE;
alter table executor_lists add constraint executor_lists_advertiser_fkey FOREIGN KEY (advertiser) REFERENCES accounts(id);
alter table executors add constraint executors_account_fkey FOREIGN KEY (account) REFERENCES accounts(id);
alter table named_bonuses add constraint named_bonuses_advertiser_fkey FOREIGN KEY (advertiser) REFERENCES accounts(id);
alter table named_bonuses add constraint named_bonuses_execution_fkey FOREIGN KEY (execution) REFERENCES executions(id);
alter table nicknames add constraint nicknames_account_fkey FOREIGN KEY (account) REFERENCES accounts(id);
alter table notification_choices add constraint notification_choices_account_fkey FOREIGN KEY (account) REFERENCES accounts(id);
alter table notifications add constraint notifications_account_fkey FOREIGN KEY (account) REFERENCES accounts(id);
alter table offer_reports add constraint offer_reports_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES accounts(id);
alter table offer_reports add constraint offer_reports_offer_fkey FOREIGN KEY (offer) REFERENCES offers(id);
alter table offer_reports add constraint offer_reports_reporter_fkey FOREIGN KEY (reporter) REFERENCES accounts(id);
alter table offers add constraint offers_allow_list_known FOREIGN KEY (allow_list) REFERENCES executor_lists(id) ON DELETE SET NULL;
alter table offers add constraint offers_block_list_known FOREIGN KEY (block_list) REFERENCES executor_lists(id) ON DELETE SET NULL;
alter table platforms add constraint platforms_category_fkey FOREIGN KEY (category) REFERENCES categories(id);
alter table prices add constraint prices_platform_fkey FOREIGN KEY (platform) REFERENCES platforms(id);
alter table receipts add constraint receipts_account_fkey FOREIGN KEY (account) REFERENCES accounts(id);
alter table sanctions add constraint sanctions_account_fkey FOREIGN KEY (account) REFERENCES accounts(id);
alter table sandboxes add constraint sandboxes_account_fkey FOREIGN KEY (account) REFERENCES accounts(id);
alter table sign_in_passkeys add constraint sign_in_passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES sign_in_users(id) ON DELETE CASCADE;
alter table sign_in_passwords add constraint sign_in_passwords_user_id_fkey FOREIGN KEY (user_id) REFERENCES sign_in_users(id) ON DELETE CASCADE;
alter table sign_in_sessions add constraint sign_in_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES sign_in_users(id) ON DELETE CASCADE;
alter table sign_in_two_factors add constraint sign_in_two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES sign_in_users(id) ON DELETE CASCADE;
alter table sign_in_users add constraint sign_in_users_id_fkey FOREIGN KEY (id) REFERENCES accounts(id);
alter table task_templates add constraint task_templates_advertiser_fkey FOREIGN KEY (advertiser) REFERENCES accounts(id);
