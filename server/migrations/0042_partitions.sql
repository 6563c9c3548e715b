-- What was a table becomes the first partition of one that has its name and its columns: nothing is copied, no index is made
-- anew, and whoever reads or writes the table goes on. A partition is a range of ids, so primary keys and the keys of
-- "on conflict" stay what they were, and a row is found by its id in one partition: deliveries by the id of their event,
-- attempts by that of their delivery. One table in each of the files behind this one, so that nobody waits long.

-- The program may not change the schema. These change it for the program, with these tables and in these ways alone; each
-- waits half a second at most for those who use the table, and is asked again.

-- Whose ids the partitions of a table are ranges of.
create function partition_ids(of_table text) returns text language sql immutable
  set search_path = pg_catalog, pg_temp as $$
  select case of_table when 'events' then 'public.events_id_seq' when 'deliveries' then 'public.events_id_seq'
    when 'attempts' then 'public.deliveries_id_seq' when 'audit_log' then 'public.audit_log_id_seq' end
$$;

-- The number of the partition that new rows come into.
create function partition_now(of_table text) returns bigint language sql stable
  set search_path = pg_catalog, pg_temp as $$
  select (coalesce(pg_sequence_last_value(public.partition_ids(of_table)::regclass), 0) + 1) / 1000000000
$$;

-- Null for the number: the one that takes what no other takes, so that nothing is ever refused.
create function make_partition(of_table text, number bigint) returns void language plpgsql security definer
  set search_path = pg_catalog, pg_temp set lock_timeout = '500ms' as $$
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
end $$;

-- From now on ids are of the next range; nothing happens where its partition is not there.
create function turn_partition(of_table text) returns boolean language plpgsql security definer
  set search_path = pg_catalog, pg_temp as $$
declare
  following bigint := public.partition_now(of_table) + 1;
begin
  if to_regclass(format('public.%I', of_table || '_' || following)) is null then return false; end if;
  perform setval(public.partition_ids(of_table)::regclass, following * 1000000000 - 1);
  return true;
end $$;

-- Never the one that rows come into. Whatever the caller believes, no decision goes that is younger than a year.
create function drop_partition(of_table text, number bigint) returns void language plpgsql security definer
  set search_path = pg_catalog, pg_temp set lock_timeout = '500ms' as $$
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
end $$;

-- The tables of which a row is in no partition but the one for the rest: none, as long as partitions are made ahead.
create function partitions_overrun() returns setof text language plpgsql stable security definer
  set search_path = pg_catalog, pg_temp as $$
declare
  part text;
  is_overrun boolean;
begin
  foreach part in array array['events', 'deliveries', 'attempts', 'audit_log'] loop
    if to_regclass('public.' || part || '_rest') is null then continue; end if;
    execute format('select exists (select from public.%I)', part || '_rest') into is_overrun;
    if is_overrun then return next part; end if;
  end loop;
end $$;

-- What the program may do, as in 0038; and nothing with a partition but through its table.
create or replace function grant_to_program() returns boolean language plpgsql as $$
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
end $$;
revoke execute on function make_partition, turn_partition, drop_partition, partitions_overrun from public;

-- For those files. The table so far gets the number of its range behind its name, its indexes too, and its name goes to one with
-- the same columns. Ids are drawn from a sequence of the same name as before.
create function begin_partitions(of_table text, key text, constrained text) returns void language plpgsql as $$
declare
  own_number bigint;
  so_far text;
  last_id bigint;
  named record;
begin
  execute format('lock table %I in access exclusive mode', of_table);
  select substring(pg_get_constraintdef(oid) from '\d+')::bigint / 1000000000 - 1 into strict own_number
    from pg_constraint where conrelid = of_table::regclass and conname = of_table || '_bound';
  so_far := of_table || '_' || own_number;
  last_id := coalesce(pg_sequence_last_value((of_table || '_id_seq')::regclass), 0);
  execute format('alter table %I alter column id drop identity', of_table);
  execute format('create sequence %I', of_table || '_id_seq');
  if last_id > 0 then perform setval((of_table || '_id_seq')::regclass, last_id); end if;
  for named in select relname from pg_index join pg_class on pg_class.oid = indexrelid where indrelid = of_table::regclass loop
    execute format('alter index %I rename to %I', named.relname, regexp_replace(named.relname, '^' || of_table, so_far));
  end loop;
  execute format('alter table %I rename to %I', of_table, so_far);
  execute format('create table %I (like %I including defaults including constraints) partition by range (%I)', of_table, so_far, key);
  execute format('alter table %I drop constraint %I', of_table, of_table || '_bound');
  execute format('alter table %I alter column id set default nextval(%L), add constraint %s', of_table, of_table || '_id_seq',
    constrained);
end $$;

-- The table so far becomes the first partition. Those ahead of it are made by the job.
create function end_partitions(of_table text) returns void language plpgsql as $$
declare
  so_far text;
  bound bigint;
begin
  select conrelid::regclass::text, substring(pg_get_constraintdef(oid) from '\d+')::bigint into strict so_far, bound
    from pg_constraint where conname = of_table || '_bound';
  execute format('alter table %I attach partition %I for values from (minvalue) to (%s)', of_table, so_far, bound);
  execute format('alter table %I drop constraint %I', so_far, of_table || '_bound');
  perform make_partition(of_table, null);
end $$;
