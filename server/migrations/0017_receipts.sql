-- Receipts of paid deposits, as they were issued. Numbers have no gaps: they are taken under a lock, and no row is deleted.
create table receipts (
  number bigint primary key,
  deposit bigint not null,
  account bigint not null references accounts,
  -- The brand name, and the seller's details by language.
  seller jsonb not null,
  -- Null until the advertiser has entered billing details.
  buyer_name text,
  buyer_address text,
  buyer_tax_id text,
  issued_at timestamptz(3) not null,
  constraint receipts_one_for_a_deposit unique (deposit),
  constraint receipts_numbered_from_one check (number > 0)
);
create index receipts_of_account on receipts (account);
