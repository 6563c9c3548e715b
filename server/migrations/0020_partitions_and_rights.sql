-- Functions that change the schema for the program, whose role may not: only these tables, in these ways. Each waits half a second for
-- those who use the table, and is called again (server/platform/database/partitions.ts).

-- Whose ids the partitions of a table are ranges of.
create function partition_ids(of_table text) returns text language sql immutable
  set search_path = pg_catalog, pg_temp as $$
  select case of_table when 'events' then 'public.events_id_seq' when 'deliveries' then 'public.events_id_seq'
    when 'attempts' then 'public.deliveries_id_seq' when 'audit_log' then 'public.audit_log_id_seq' end
$$;

-- The number of the partition that receives new rows.
create function partition_now(of_table text) returns bigint language sql stable
  set search_path = pg_catalog, pg_temp as $$
  select (coalesce(pg_sequence_last_value(public.partition_ids(of_table)::regclass), 0) + 1) / 1000000000
$$;

-- Null for the number: the partition for all other ids, so that nothing is refused.
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

-- From now on ids are of the next range. Does nothing if its partition does not exist.
create function turn_partition(of_table text) returns boolean language plpgsql security definer
  set search_path = pg_catalog, pg_temp as $$
declare
  following bigint := public.partition_now(of_table) + 1;
begin
  if to_regclass(format('public.%I', of_table || '_' || following)) is null then return false; end if;
  perform setval(public.partition_ids(of_table)::regclass, following * 1000000000 - 1);
  return true;
end $$;

-- Never the one that receives new rows, and no decision younger than a year.
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

-- Tables with rows in the partition for all other ids: none, as long as partitions are made ahead.
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

select make_partition(of_table, 0), make_partition(of_table, null)
  from unnest(array['events', 'deliveries', 'attempts', 'audit_log']) of_table;

-- The rights of the program (docs/database-roles.md): it reads and writes records, and only adds to the ledger and the audit log. Returns
-- whether the role has them. Where the owner cannot create roles, an administrator does, and this is called again.
create function grant_to_program() returns boolean language plpgsql as $$
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

select grant_to_program();
