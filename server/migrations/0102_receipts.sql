-- What an advertiser enters for receipts.
create table billing_details (
  account bigint primary key references accounts,
  name text not null constraint billing_details_have_a_name check (name <> ''),
  address text not null,
  tax_id text,
  updated_at timestamptz(3) not null
);

-- A receipt for each paid deposit whose document was asked for. Numbers have no gaps: they are taken under a lock, and no row is deleted.
-- A receipt keeps what it said about seller and buyer.
create table receipts (
  number bigint primary key constraint receipts_numbered_from_one check (number > 0),
  deposit bigint not null,
  account bigint not null references accounts,
  -- The brand name, and the seller's details by language.
  seller jsonb not null,
  -- Null until the advertiser has entered billing details.
  buyer_name text,
  buyer_address text,
  buyer_tax_id text,
  issued_at timestamptz(3) not null,
  constraint receipts_one_for_a_deposit unique (deposit)
);
create index receipts_of_account on receipts (account);
