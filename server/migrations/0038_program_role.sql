-- What the program may do with the database: read and write records. The books and the audit log it may only add to, what was
-- migrated it may only read, and the schema belongs to whoever migrates. docs/database-roles.md tells how it is used.

-- Answers whether the role has its rights. Where whoever migrates may not make roles, somebody who may makes it, and this is
-- called again; until then the program works as the owner of its tables.
create function grant_to_program() returns boolean language plpgsql as $$
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
  -- A table of a later migration is granted as it is made; one that is only added to revokes the rest there.
  alter default privileges in schema public grant select, insert, update, delete on tables to market_app;
  alter default privileges in schema public grant usage, select on sequences to market_app;
  return true;
end $$;

select grant_to_program();
