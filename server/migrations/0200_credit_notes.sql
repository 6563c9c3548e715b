-- Credit notes of receipts: one for each amount that was returned to its payer. Numbers have no gaps: they are taken under a lock, and no
-- row is deleted.
create table credit_notes (
  number bigint primary key,
  reversal bigint not null,
  deposit bigint not null,
  issued_at timestamptz(3) not null,
  constraint credit_notes_one_for_a_reversal unique (reversal),
  constraint credit_notes_numbered_from_one check (number > 0)
);
create index credit_notes_of_deposit on credit_notes (deposit);
