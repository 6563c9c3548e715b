-- Accounts that are closed by request; after a time of grace what identifies their people is erased.
create table account_closings (
  account bigint primary key references accounts,
  status text not null,
  -- Null: the command line.
  requested_by bigint references accounts,
  reason text,
  gives_up_balance boolean not null,
  requested_at timestamptz(3) not null,
  closes_at timestamptz(3) not null,
  -- When the next step is due; null: none is left.
  due_at timestamptz(3),
  reminded_at timestamptz(3),
  -- For the last mail; cleared with the mails.
  email text,
  ended_at timestamptz(3),
  constraint account_closings_status_known check (status in ('Requested', 'Cancelled', 'Closed', 'Erased'))
);
create index account_closings_due on account_closings (due_at) where due_at is not null;

-- Keyed hashes of addresses whose account was closed under a sanction: who signs up with one takes the sanction over.
create table barred_identities (
  hash bytea primary key,
  account bigint not null references accounts,
  created_at timestamptz(3) not null
);
