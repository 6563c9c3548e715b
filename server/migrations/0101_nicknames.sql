-- The name that an executor chose for advertisers; null: none.
alter table executors add column nickname text;

-- Every name that an account has chosen, as its comparison key. A key stays with its account, so that nobody can take over a name that
-- advertisers know.
create table nicknames (
  key text primary key,
  account bigint not null references accounts,
  chosen_at timestamptz(3) not null,
  -- An operator removed the name: the account cannot choose it again.
  removed_at timestamptz(3)
);
create index nicknames_of_account on nicknames (account);
