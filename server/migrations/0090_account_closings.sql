-- People close their accounts; what identifies them is erased after a time of grace.
create table account_closings (
  account bigint not null references accounts (id),
  status text not null,
  -- Null: the owner of the installation.
  requested_by bigint references accounts (id),
  reason text,
  gives_up_balance boolean not null,
  requested_at timestamptz(3) not null,
  closes_at timestamptz(3) not null,
  -- When the next step is due; null: nothing is left to do.
  due_at timestamptz(3),
  reminded_at timestamptz(3),
  -- Where the last mail goes; cleared with the mails.
  email text,
  ended_at timestamptz(3),
  constraint account_closings_pkey primary key (account),
  constraint account_closings_status_known check (status in ('Requested', 'Cancelled', 'Closed', 'Erased'))
);
create index account_closings_due on account_closings (due_at) where due_at is not null;

-- E-mail addresses of accounts that were closed under a sanction, as keyed hashes: whoever signs up with one takes the sanction over.
create table barred_identities (
  hash bytea not null,
  account bigint not null references accounts (id),
  created_at timestamptz(3) not null,
  constraint barred_identities_pkey primary key (hash)
);

-- The file is removed, and its name forgotten.
alter table proofs add erased_at timestamptz(3);
create index if not exists proofs_to_erase on proofs (executor) where erased_at is null;
create index if not exists mails_of_recipient on mails (recipient);
