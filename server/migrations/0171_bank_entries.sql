alter table payouts validate constraint payouts_kind_known;

-- The lines of bank statements that an operator confirmed, and what each booked. A line is known by a hash of what it says.
create table bank_entries (
  key text primary key,
  deposit bigint,
  booking_request bigint,
  withdrawal bigint,
  -- The operator; null: the command line.
  confirmed_by bigint,
  confirmed_at timestamptz(3) not null,
  constraint bank_entries_one_record check (num_nonnulls(deposit, booking_request, withdrawal) = 1)
);

create unique index bank_entries_deposit_once on bank_entries (deposit) where deposit is not null;
create unique index bank_entries_withdrawal_once on bank_entries (withdrawal) where withdrawal is not null;
