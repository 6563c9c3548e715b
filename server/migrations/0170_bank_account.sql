-- The marketplace's own bank account, from which payouts are paid. One row; empty until an operator enters it.
create table bank_account (
  id bigint primary key,
  version bigint not null,
  holder text,
  iban text,
  bic text,
  updated_at timestamptz(3),
  constraint bank_account_has_one_row check (id = 1),
  constraint bank_account_version_positive check (version > 0),
  constraint bank_account_whole check ((holder is null) = (iban is null) and (bic is null or iban is not null))
);

insert into bank_account (id, version) values (1, 1);

-- A payout of kind Sepa has only withdrawals that a SEPA credit transfer can pay. Its file is dated by its first export.
alter table payouts add column if not exists kind text not null default 'Any',
  add column if not exists first_exported_at timestamptz(3);
alter table payouts add constraint payouts_kind_known check (kind in ('Any', 'Sepa')) not valid;
